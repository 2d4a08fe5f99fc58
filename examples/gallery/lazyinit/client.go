// Package lazyinit makes something when it is first needed, and takes no lock. Two may find
// that it is not there, and each makes one.
//
//	Conn                 Conn
//	finds none
//	                     finds none
//	dials
//	                     dials                the first connection is never closed
//
// It is a data race, too: who finds the connection may see it before what is in it.
package lazyinit

// A Conn is a connection.
type Conn struct{ Addr string }

// A Client has one connection, as soon as it needs it.
type Client struct {
	conn *Conn
}

// Conn gives the connection.
func (c *Client) Conn(dial func() *Conn) *Conn {
	if c.conn == nil {
		c.conn = dial()
	}
	return c.conn
}
