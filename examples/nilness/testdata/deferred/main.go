// Command deferred defers calls of functions that may be nil.
package main

import "sync"

var (
	done  func()
	found = map[string]func(){"known": func() { calls++ }}
	calls int
)

// lookUp gives nil for what is not found.
func lookUp(name string) func() {
	f, ok := found[name]
	if !ok {
		return nil
	}
	return f
}

// guarded defers what is not nil.
func guarded() {
	if f := lookUp("other"); f != nil {
		defer f()
	}
	calls++
}

// early leaves before it defers nil.
func early() {
	f := lookUp("other")
	if f == nil {
		return
	}
	defer f()
	calls++
}

// negated asks the other way round, and something else besides.
func negated(more bool) {
	f := lookUp("known")
	if f == nil {
		calls++
	} else if more {
		defer f()
	}
	calls++
}

// loop defers several.
func loop() {
	for _, name := range []string{"known", "other"} {
		f := lookUp(name)
		if f != nil {
			defer f()
		}
	}
}

// replaced defers something else instead of nil.
func replaced(more bool) {
	if more {
		f := lookUp("other")
		if f == nil {
			f = func() { calls++ }
		}
		defer f()
	}
	calls++
}

type counter struct {
	mu sync.Mutex
	n  int
}

// add locks what is there.
func add(c *counter) {
	if c != nil {
		c.mu.Lock()
		defer c.mu.Unlock()
	}
	calls++
}

// wrong defers nil if there is none.
func wrong() {
	defer func() { recover() }()
	f := lookUp("other")
	if f == nil {
		calls++
	}
	defer f() // want paths: nil-call
}

func main() {
	guarded()
	early()
	negated(true)
	loop()
	replaced(true)
	add(nil)
	add(&counter{})
	wrong()
}
