// Package lateadd counts a delivery where it begins, which is in a goroutine. Who closes the office may find that none
// is under way.
//
//	Post                  the goroutine         Close
//	starts it
//	                      writes the letter
//	                                            none is under way: it returns
//	                      announces itself
//	                      delivers the letter
//
// The letter is delivered from an office that is closed. The test has one that takes long to write.
package lateadd

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
	go o.deliver(write)
}

func (o *Office) deliver(write func() Letter) {
	letter := write()
	o.underway.Add(1)
	defer o.underway.Done()
	o.carry(letter)
}

// Close waits until all letters are delivered. After that, nothing is posted.
func (o *Office) Close() { o.underway.Wait() }
