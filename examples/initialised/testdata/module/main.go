// Objects of which fields are read or published before they are written.
package main

import "fmt"

type Conn struct {
	host    string
	timeout int
	next    *Conn
}

var (
	registry = map[string]*Conn{}
	first    *Conn
	found    = make(chan *Conn, 10)
)

// literal sets some fields at once.
func literal() {
	c := &Conn{host: "a"}
	fmt.Println(len(c.host))
	fmt.Println(c.timeout) // want unset-field
}

// full sets all.
func full() {
	c := &Conn{"a", 1, nil}
	d := *c
	fmt.Println(len(c.host), c.timeout, c.next == nil, d.timeout)
}

// configured is configured by a callee.
func configured() {
	c := new(Conn)
	configure(c)
	fmt.Println(c.timeout)
	fmt.Println(c.host) // want unset-field
}

func configure(c *Conn) { c.timeout = 5 }

// announced writes a field when the object can be found.
func announced() {
	c := &Conn{host: "a"}
	first = c
	c.timeout = 5 // want early-publication
	c.host = "b"
}

// ready publishes what is done.
func ready() {
	c := &Conn{host: "a"}
	c.timeout = 5
	first = c
	c.timeout = 6
}

func listed() {
	c := &Conn{host: "a", timeout: 5}
	registry["a"] = c
	c.next = c // want early-publication
}

func sent() {
	c := &Conn{host: "a", timeout: 5}
	found <- c
	c.next = c // want early-publication
}

func read(c *Conn) { _ = c.host }

func handed() {
	c := &Conn{host: "a", timeout: 5}
	go read(c)
	c.next = c // want early-publication
}

// inside is stored in an object that nobody else has.
func inside() {
	c := &Conn{}
	d := &Conn{next: c}
	c.timeout = 1
	d.timeout = 2
}

func watch() {
	first = nil
	registry["b"] = nil
	found <- nil
}

func main() {
	done := make(chan bool)
	go func() {
		watch()
		done <- true
	}()
	<-done
	literal()
	full()
	configured()
	announced()
	ready()
	listed()
	sent()
	handed()
	inside()
}
