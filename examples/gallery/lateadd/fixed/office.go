// Package fixed counts a delivery before it starts the goroutine.
package fixed

import "sync"

// A Letter is what somebody writes to somebody.
type Letter struct{ To, Text string }

// An Office delivers letters in the background.
type Office struct {
	carry    func(Letter)
	underway sync.WaitGroup
}

// New gives an office with somebody who carries its letters.
func New(carry func(Letter)) *Office { return &Office{carry: carry} }

// Post has a letter written and delivered.
func (o *Office) Post(write func() Letter) {
	o.underway.Add(1)
	go o.deliver(write)
}

func (o *Office) deliver(write func() Letter) {
	defer o.underway.Done()
	o.carry(write())
}

// Close waits until all letters are delivered. After that, nothing is posted.
func (o *Office) Close() { o.underway.Wait() }
