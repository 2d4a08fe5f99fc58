// Package shapes has shapes of programs that reports depend on.
package shapes

import "errors"

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
		answers <- 2 // want blocked
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

// Offered may find nobody who receives, since its thread does not wait for that.
func Offered() int {
	c := make(chan int)
	go func() {
		select {
		case c <- 1:
		default:
		}
	}()
	return <-c // want paths: blocked
}

// Constant has two results too many, or one too few.
func Constant(few bool) (n int) {
	c := make(chan int)
	if few {
		for range 3 {
			go func() { c <- 1 }() // want paths: blocked
		}
		return <-c
	}
	for _, v := range [2]int{1, 2} {
		go func() { c <- v }()
	}
	for range 2 {
		n += <-c
	}
	return n
}

// Rest waits for a fourth result.
func Rest() (n int) {
	c := make(chan int)
	for i := 1; i < 4; i++ {
		go send(c)
	}
	n = <-c + <-c + <-c
	return n + <-c // want paths: blocked
}

func send(c chan int) { c <- 1 }

// Unmade asks a channel for room that is not made on each path.
func Unmade(b bool) {
	d := make(chan int)
	go func() { d <- 1 }() // want paths: blocked
	var c chan int
	if b {
		c = make(chan int, 1)
	}
	defer func() { close(c) }()
	select {
	case c <- 1:
		<-d
	default:
	}
}

// Ahead has a message too many where b is true, though it makes another channel behind its Defer.
func Ahead(b bool) {
	d := make(chan int)
	go func() { d <- 1; d <- 2 }() // want paths: blocked
	if b {
		defer func() { <-d }()
	}
	c := make(chan int, 1)
	c <- 1
	if b {
		return
	}
	<-d
	<-d
}
