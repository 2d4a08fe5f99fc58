// Package shapes has shapes of programs that reports depend on.
package shapes

import (
	"errors"
	"sync"
)

var errBad = errors.New("bad")

// Sizes waits for what it has started in a deferred call, if it has.
func Sizes(also bool) (err error) {
	if also {
		done := make(chan error)
		go func() { done <- errBad }()
		defer func() {
			if e := <-done; e != nil {
				err = e
			}
		}()
	}
	if !also {
		return nil
	}
	return nil
}

// Known waits for the case that was not taken: after each case is what belongs to it.
func Known(slow <-chan int) int {
	answer := make(chan int)
	go func() { answer <- 1 }()
	select {
	case n := <-answer:
		return n
	case <-slow:
	}
	return <-answer
}

// Forgotten does not.
func Forgotten(slow <-chan int) int {
	answer := make(chan int)
	go func() {
		answer <- 1 // want blocked
	}()
	select {
	case n := <-answer:
		return n
	case n := <-slow:
		return n
	}
}

// Maybe tells whoever wants to know, if somebody does.
func Maybe(tell chan<- int) {
	if tell != nil {
		tell <- 1
	}
}

// Asked wants to know.
func Asked() int {
	tell := make(chan int)
	go Maybe(tell)
	return <-tell
}

// Answers waits for who asks again. Nobody has a name for the channel before it does.
func Answers() <-chan int {
	answers := make(chan int)
	go func() {
		answers <- 1
		answers <- 2 // want run: blocked
	}()
	return answers
}

// Serve starts a server that has nothing more to do.
func Serve(started chan<- bool) {
	go func() {
		started <- true
		select {} // want run: blocked
	}()
}

// Kept is not watched: it has a directive.
//
//go:nosplit
func Kept(in <-chan int) int {
	return <-in // want blocked
}

// Either is not, either.
//
//go:nosplit
func Either(in <-chan int, out chan<- int) {
	select { // want run: blocked
	case <-in:
	case out <- 1:
	}
}

// Both waits at two channels, each of which was used.
func Both(a, b chan int) {
	a <- 1
	<-a
	b <- 1
	<-b
	select { // want run: blocked
	case <-a:
	case <-b:
	}
}

// upTo counts beside its caller.
func upTo(n int) <-chan int {
	numbers := make(chan int)
	go func() {
		defer close(numbers)
		for i := range n {
			numbers <- i // want blocked
		}
	}()
	return numbers
}

// doubled doubles beside its caller.
func doubled(numbers <-chan int) <-chan int {
	twice := make(chan int)
	go func() {
		defer close(twice)
		for n := range numbers {
			twice <- 2 * n // want blocked
		}
	}()
	return twice
}

// Above leaves both behind when it has found what it looks for.
func Above(least int) int {
	for n := range doubled(upTo(1000)) {
		if n > least {
			return n
		}
	}
	return 0
}

// summed adds up, and returns what it makes by way of another function.
func summed(numbers <-chan int) chan int { return added(numbers) }

func added(numbers <-chan int) chan int {
	sum := make(chan int)
	go func() {
		defer func() { _ = recover() }()
		all := 0
		for n := range numbers {
			all += n
		}
		sum <- all
		close(sum)
	}()
	return sum
}

// Sum waits for the sum.
func Sum(n int) int {
	numbers := make(chan int)
	go func() {
		for i := range n {
			numbers <- i
		}
		close(numbers)
	}()
	return <-summed(numbers)
}

// An output may be left out.
type output struct{ add func(string) }

func (o *output) copy(from string, all *sync.WaitGroup) {
	if o.add == nil {
		return
	}
	all.Add(1)
	go func() {
		defer all.Done()
		o.add(from)
	}()
}

// Copy copies to all outputs there are.
func Copy(outputs ...func(string)) {
	var all sync.WaitGroup
	first, second := &output{outputs[0]}, &output{outputs[1]}
	first.copy("first", &all)
	second.copy("second", &all)
	all.Wait()
}

// Restarts goes on until there were too many ends. Each one comes with the next start.
func Restarts(most int) (n int) {
	ends := make(chan int)
	start := func(i int) {
		go func() { ends <- i }()
	}
	start(0)
	for range ends {
		if n++; n > most {
			return n
		}
		start(n)
	}
	return n
}
