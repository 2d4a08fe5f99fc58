package basic

import (
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"os/signal"
	"runtime"
	"sync/atomic"
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

// process executes one that takes 0.1 s.
func process(t *testing.T) {
	cmd := exec.Command("sleep", "0.1")
	out, err := cmd.StdoutPipe()
	if err != nil || cmd.Start() != nil {
		t.Log("there is no process: ", err)
		return
	}
	io.ReadAll(out)
	cmd.Wait()
}

// within fails if it takes a minute until done is closed.
func within(t *testing.T, done chan bool) {
	select {
	case <-done:
	case <-time.After(time.Minute):
		t.Error("a minute has passed")
	}
}

// TestProcess waits for a process.
func TestProcess(t *testing.T) {
	done := make(chan bool)
	go func() {
		process(t)
		close(done)
	}()
	within(t, done)
}

// TestSpinsForProcess waits for a process in a loop.
func TestSpinsForProcess(t *testing.T) {
	done := make(chan bool)
	var over atomic.Bool
	go func() {
		process(t)
		over.Store(true)
	}()
	go func() {
		for !over.Load() {
			runtime.Gosched()
		}
		close(done)
	}()
	within(t, done)
}

// TestSignals waits in a loop for the goroutine of package os/signal.
func TestSignals(t *testing.T) {
	done := make(chan bool)
	go func() {
		c := make(chan os.Signal, 1)
		signal.Notify(c, os.Interrupt)
		signal.Stop(c)
		close(done)
	}()
	within(t, done)
}

// TestSays says much before it fails, and after that.
func TestSays(t *testing.T) {
	t.Log("first")
	t.Run("sub", func(t *testing.T) {
		t.Log("of the other one")
		t.Errorf("cause\nin two lines")
		t.Error("another one")
	})
	t.Error("last")
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
