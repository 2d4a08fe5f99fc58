// Package fixed has a sync.Once see to it that one of them makes it, and the others wait.
package fixed

import "sync"

// A Conn is a connection.
type Conn struct{ Addr string }

// A Client has one connection, as soon as it needs it.
type Client struct {
	once sync.Once
	conn *Conn
}

// Conn gives the connection.
func (c *Client) Conn(dial func() *Conn) *Conn {
	c.once.Do(func() { c.conn = dial() })
	return c.conn
}
