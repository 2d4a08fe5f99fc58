package shapes

import "sync"

// Rounds is a group for one round after the other.
type Rounds struct {
	running sync.WaitGroup
}

func (r *Rounds) watch() {
	r.running.Wait()
	println("over")
}

func (r *Rounds) run(n int) {
	for i := range n {
		go func() {
			defer r.running.Done()
			work(i)
		}()
	}
}

// Watched starts a watcher for each round, which may not have noticed that it is over when the next one begins.
func (r *Rounds) Watched(batches ...int) {
	for _, n := range batches {
		r.running.Add(n) // want paths: group-reuse
		go r.watch()
		r.run(n)
		r.running.Wait()
	}
}

// Told waits for the watcher, too.
func (r *Rounds) Told(batches ...int) {
	for _, n := range batches {
		over := make(chan bool)
		r.running.Add(n)
		go func() {
			r.running.Wait()
			close(over)
		}()
		r.run(n)
		r.running.Wait()
		<-over
	}
}

// Alone has no watcher.
func (r *Rounds) Alone(batches ...int) {
	for _, n := range batches {
		r.running.Add(n)
		r.run(n)
		r.running.Wait()
	}
}

// Others has a watcher of another group, and groups of their own for the rounds.
func (r *Rounds) Others(batches ...int) {
	var all sync.WaitGroup
	all.Add(len(batches))
	go func() { all.Wait() }()
	for _, n := range batches {
		next := &Rounds{}
		next.running.Add(n)
		go next.watch()
		next.run(n)
		next.running.Wait()
		all.Done()
	}
}

// Workers wait for each other, and announce the next round each.
func Workers(n int) {
	var round, over sync.WaitGroup
	round.Add(1)
	over.Add(n)
	for i := range n {
		go func() {
			defer over.Done()
			round.Wait()
			work(i)
			round.Add(1) // want paths: group-reuse
			round.Done()
		}()
	}
	round.Done()
	over.Wait()
}
