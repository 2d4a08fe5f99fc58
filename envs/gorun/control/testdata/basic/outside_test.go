package basic

import (
	"fmt"
	"io"
	"net"
	"runtime"
	"testing"
	"time"
)

// TestNet uses the network.
func TestNet(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Skip(err) // the machine has no network, not even to itself
	}
	defer l.Close()
	go func() {
		c, err := l.Accept()
		if err != nil {
			return
		}
		io.Copy(c, c)
		c.Close()
	}()
	c, err := net.Dial("tcp", l.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	c.SetDeadline(time.Now().Add(5 * time.Second))
	c.Write([]byte("hello"))
	b := make([]byte, 5)
	if _, err := io.ReadFull(c, b); err != nil || string(b) != "hello" {
		t.Error(err, b)
	}
	c.Close()
}

// TestPipe uses a pipe in memory.
func TestPipe(t *testing.T) {
	a, b := net.Pipe()
	go func() {
		a.Write([]byte("hello"))
		a.Close()
	}()
	text, err := io.ReadAll(b)
	if err != nil || string(text) != "hello" {
		t.Error(err, text)
	}
}

// TestCallers has the same callers as it always has.
func TestCallers(t *testing.T) {
	pcs := make([]uintptr, 10)
	frames := runtime.CallersFrames(pcs[:runtime.Callers(1, pcs)])
	var names []string
	for {
		f, more := frames.Next()
		names = append(names, f.Function)
		if !more {
			break
		}
	}
	if fmt.Sprint(names) != "[example.com/basic.TestCallers testing.tRunner runtime.goexit]" {
		t.Error(names)
	}
}
