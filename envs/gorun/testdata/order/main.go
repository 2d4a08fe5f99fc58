// Command order runs what orders goroutines. Whatever the schedule, accesses to variables whose names begin with yes
// are ordered and those to variables whose names begin with no are not.
package main

import (
	"os"
	"time"
)

func main() {
	scenarios := []func(){
		waitGroup, waitGroupGo, once, onceValue, mutex, readersAndWriter, condSignal, condBroadcast,
		unbuffered, rendezvous, buffered, bufferedBack, slots, emptyElements, closed, selects, selectWaits, selectBoth,
		syncMap, pool, afterFunc, timer, ticker, reset,
		contexts, contextTimeout, contextAfter,
		typedAtomic, counters, swaps, functionAtomic, nilAtomic, pointers, values, atomicOneWay,
		pipe, pulls, nested, exits, ranges,
	}
	for _, run := range scenarios {
		run()
	}
	if len(os.Args) > 1 {
		time.Sleep(time.Second)
	}
}

// start runs f beside the caller and gives what waits for it by a way that is the same for all scenarios and that
// none is about. The variables that are not ordered are accessed before.
func start(f func()) (wait func()) {
	done := make(chan struct{})
	go func() {
		defer close(done)
		f()
	}()
	return func() { <-done }
}
