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

func errorOf(i int) error {
	if i < 0 {
		return errBad
	}
	return nil
}

// First returns the first error. A thread that has told of one goes on.
func First(all []int) error {
	errs := make(chan error, len(all))
	for _, i := range all {
		go func() {
			if err := errorOf(i); err != nil {
				errs <- err // want paths: blocked
			}
			errs <- nil // want paths: blocked
		}()
	}
	for range all {
		if err := <-errs; err != nil {
			return err
		}
	}
	return nil
}

// Once has room for what each thread sends on either of its ways.
func Once(all []int) error {
	errs := make(chan error, len(all))
	for _, i := range all {
		go func() {
			if err := errorOf(i); err != nil {
				errs <- err
				return
			}
			errs <- nil
		}()
	}
	for range all {
		if err := <-errs; err != nil {
			return err
		}
	}
	return nil
}

// Twice has room for two each.
func Twice(n int) error {
	errs := make(chan error, 2*n)
	for i := range n {
		go func() {
			errs <- errorOf(i)
			errs <- errorOf(i + 1)
		}()
	}
	for range 2 * n {
		if err := <-errs; err != nil {
			return err
		}
	}
	return nil
}

// Whole has room for half of what it receives all of.
func Whole(n int) (err error) {
	errs := make(chan error, n)
	for i := range n {
		go func() {
			errs <- errorOf(i)
			errs <- errorOf(i + 1)
		}()
	}
	for range 2 * n {
		if e := <-errs; e != nil {
			err = e
		}
	}
	return err
}

// Waiting waits for a thread before it receives what that sends.
func Waiting() int {
	c := make(chan int)
	var done sync.WaitGroup
	done.Add(1)
	go func() {
		defer done.Done()
		c <- 1
	}()
	done.Wait() // want paths: blocked
	return <-c
}
