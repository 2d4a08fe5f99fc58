// Package fixed calls a service over a connection. When that ends, the calls that are pending fail.
package fixed

import (
	"errors"
	"sync"
)

// ErrGone says that the connection has ended before the reply.
var ErrGone = errors.New("the connection has ended")

// A Reply belongs to a call.
type Reply struct {
	Call int
	Text string
}

// A Client has calls that are pending.
type Client struct {
	mu      sync.Mutex
	last    int
	pending map[int]chan Reply
	send    func(call int, text string)
}

// Dial makes a client of a connection, by which it sends calls and gets replies.
func Dial(send func(call int, text string), replies <-chan Reply) *Client {
	c := &Client{pending: map[int]chan Reply{}, send: send}
	go c.receive(replies)
	return c
}

func (c *Client) receive(replies <-chan Reply) {
	for r := range replies {
		c.mu.Lock()
		waiting := c.pending[r.Call]
		delete(c.pending, r.Call)
		c.mu.Unlock()
		if waiting != nil {
			waiting <- r
		}
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	for call, waiting := range c.pending {
		close(waiting)
		delete(c.pending, call)
	}
	c.pending = nil
}

// Call sends a text and waits for the reply.
func (c *Client) Call(text string) (string, error) {
	waiting := make(chan Reply, 1)
	c.mu.Lock()
	if c.pending == nil {
		c.mu.Unlock()
		return "", ErrGone
	}
	c.last++
	call := c.last
	c.pending[call] = waiting
	c.mu.Unlock()
	c.send(call, text)
	r, ok := <-waiting
	if !ok {
		return "", ErrGone
	}
	return r.Text, nil
}
