package idioms

import (
	"context"
	"runtime/pprof"
	"sync"
)

type labelled struct {
	jobs chan int
	over sync.WaitGroup
	sum  int
}

func startLabelled() *labelled {
	l := &labelled{jobs: make(chan int)}
	l.over.Add(1)
	go func() {
		pprof.Do(context.Background(), pprof.Labels("for", "jobs"), func(context.Context) { l.work() })
	}()
	return l
}

func (l *labelled) work() {
	defer l.over.Done()
	for j := range l.jobs {
		l.sum += j
	}
}

// Close waits for a thread that other code has call what tells the group.
func (l *labelled) Close() int {
	close(l.jobs)
	l.over.Wait()
	return l.sum
}

// Labelled adds something up.
func Labelled() int {
	l := startLabelled()
	l.jobs <- 1
	return l.Close()
}
