package main

import "sync"

var a, b sync.Mutex

func main() {
	ready := make(chan bool)
	var wg sync.WaitGroup
	wg.Go(func() {
		a.Lock()
		ready <- true
		<-ready
		b.Lock() // halts
		b.Unlock()
		a.Unlock()
	})
	b.Lock()
	<-ready
	ready <- true
	a.Lock() // halts
	a.Unlock()
	b.Unlock()
	wg.Wait()
}
