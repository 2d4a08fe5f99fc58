// Objects that are used in the wrong order, and some that are not.
package main

import (
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
)

func main() {
	dir, err := os.MkdirTemp("", "typestate")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(dir)
	name := filepath.Join(dir, "file")
	fmt.Println(write(name), after(name), wrapped(name), wrapped(dir+"/none"), all(name, name), named(name))
	fmt.Println(count(name))
	fmt.Println(count(dir))
	reader(name)
	perhaps(name)
	retried(name)
	kept(name)
	lost(name)
	recovered(func() { twice(make(chan int)) })
	recovered(func() { sent(true) })
	recovered(func() { last(newFeed()) })
	recovered(func() { anew(newFeed()) })
	others(newFeed(), newFeed())
	recovered(func() { idle(true); idle(false) })
	recovered(func() { started((*feed).start) })
	recovered(never)
	fine(make(chan int, 1))
	recovered(func() { deferredTwice(make(chan int)) })
	deferredOnce(true)
	deferredOnce(false)
	deferredEach(2)
	many([]*guarded{{}, {}})
	new(guarded).add(1)
	get(client{})
	got(client{})
	status(client{})
}

func recovered(f func()) {
	defer func() { fmt.Println(recover() != nil) }()
	f()
}

// Files.

func write(name string) error {
	f, err := os.Create(name)
	if err != nil {
		return err
	}
	if _, err := f.WriteString("text"); err != nil {
		f.Close()
		return err
	}
	return f.Close()
}

func count(name string) (int, error) {
	f, err := os.Open(name)
	if err != nil {
		return 0, err
	}
	b, err := io.ReadAll(f)
	if err != nil {
		return 0, err // want file-unclosed
	}
	f.Close()
	return len(b), nil
}

func after(name string) error {
	f, err := os.Open(name)
	if err != nil {
		return err
	}
	f.Close()
	_, err = f.Stat() // want file-used
	return err
}

func open(name string) (*os.File, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, fmt.Errorf("open: %w", err)
	}
	return f, nil
}

func wrapped(name string) error {
	f, err := open(name)
	if err != nil {
		return err
	}
	fmt.Fprintln(f)
	return nil // want file-unclosed
}

func all(names ...string) error {
	for _, name := range names {
		f, err := os.Open(name)
		if err != nil {
			return err
		}
		defer f.Close()
	}
	return nil
}

func named(name string) (err error) {
	var f *os.File
	if name == "" {
		f, err = os.Open("none")
	} else {
		f, err = os.Open(name)
	}
	if errors.Is(err, os.ErrNotExist) {
		return err
	}
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	return nil
}

func reader(name string) (io.ReadCloser, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	return f, nil
}

func perhaps(name string) {
	if name != "" {
		f, err := os.Open(name)
		if err != nil {
			return
		}
		defer f.Close()
	}
	fmt.Println(name)
}

// The literal has the variable err, so a test of it says nothing of f.
func retried(name string) (err error) {
	defer func() { fmt.Println(err) }()
	f, err := os.Open(name)
	if err == nil && len(name) < 9 {
		f.Close()
		f, err = os.Open(name)
	}
	if err != nil {
		return err
	}
	return f.Close()
}

var files []*os.File

func kept(name string) {
	f, err := os.Open(name)
	if err != nil {
		return
	}
	files = append(files, f)
}

func lost(name string) {
	for range 2 {
		f, err := os.Open(name)
		if err == nil {
			fmt.Println(f.Name())
		}
	}
} // want file-unclosed

// Channels.

func twice(c chan int) {
	close(c)
	close(c) // want paths: channel-closed-twice
}

func sent(b bool) {
	c := make(chan int, 1)
	if b {
		close(c)
	}
	c <- 1 // want paths: channel-sent-after-close
}

// Channels in fields.

type feed struct {
	items chan int
	quit  chan bool
}

func newFeed() *feed { return &feed{items: make(chan int, 1)} }

func (f *feed) start()    { f.quit = make(chan bool) }
func (f *feed) stop()     { close(f.quit) } // want paths: channel-closed-nil
func (f *feed) put(n int) { f.items <- n }  // want paths: channel-sent-after-close
func (f *feed) end()      { close(f.items) }
func (f *feed) endAll()   { f.end() }
func (f *feed) again()    { f.items = make(chan int, 1) }
func (f *feed) try(b bool) {
	if b {
		f.put(1)
	}
}

func last(f *feed) {
	f.endAll()
	f.put(1)
}

func anew(f *feed) {
	f.end()
	f.again()
	f.put(1)
	f.end()
	f.try(false)
	close(f.items) // want paths: channel-closed-twice
}

func others(f, g *feed) {
	f.end()
	g.put(1)
}

func idle(start bool) {
	f := newFeed()
	if start {
		f.start()
		f.stop()
		return
	}
	f.stop()
}

func started(register func(*feed)) {
	f := newFeed()
	register(f)
	f.stop()
	g := newFeed()
	if g.quit != nil {
		close(g.quit)
		return
	}
	close(g.quit) // want paths: channel-closed-nil
}

func never() {
	var c chan bool
	close(c) // want paths: channel-closed-nil
}

func fine(c chan int) {
	for i := range 2 {
		if i == 1 {
			close(c)
			break
		}
		c <- i
	}
}

func deferredTwice(c chan int) {
	defer close(c) // want paths: channel-closed-twice
	close(c)
}

func deferredOnce(b bool) {
	c := make(chan int)
	if b {
		defer close(c)
	} else {
		close(c)
	}
}

func deferredEach(n int) {
	for {
		c := make(chan int)
		defer close(c)
		if n--; n < 0 {
			return
		}
	}
}

// Locks.

type guarded struct {
	mu sync.Mutex
	n  int
}

func (g *guarded) add(n int) {
	g.mu.Lock()
	if g.n += n; g.n > 3 {
		g.mu.Unlock()
	}
	g.mu.Unlock() // want paths: mutex-unlocked-twice
}

func chain(next func() *guarded) {
	for {
		g := next()
		g.mu.Lock()
		defer g.mu.Unlock()
		if g.n > 0 {
			return
		}
	}
}

// Another goroutine takes the lock that this one gives back.
func handedOver(g *guarded, locked chan int) {
	for range locked {
		g.mu.Unlock()
	}
}

func many(all []*guarded) {
	for _, g := range all {
		g.mu.Lock()
		defer g.mu.Unlock()
	}
}

// Responses.

type client struct{}

func (client) RoundTrip(r *http.Request) (*http.Response, error) {
	return &http.Response{StatusCode: 200, Body: io.NopCloser(strings.NewReader("text"))}, nil
}

func get(t http.RoundTripper) ([]byte, error) {
	r, err := t.RoundTrip(&http.Request{})
	if err != nil {
		return nil, err
	}
	defer r.Body.Close()
	return io.ReadAll(r.Body)
}

func got(t http.RoundTripper) ([]byte, error) {
	r, err := t.RoundTrip(&http.Request{})
	if err != nil {
		return nil, err
	}
	if r.StatusCode != 404 {
		return nil, errors.New(r.Status) // want response-unclosed
	}
	defer r.Body.Close()
	return io.ReadAll(r.Body)
}

func status(t http.RoundTripper) (int, error) {
	r, err := t.RoundTrip(&http.Request{})
	if err != nil {
		return 0, err
	}
	return r.StatusCode, nil // want response-unclosed
}
