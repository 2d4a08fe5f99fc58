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
