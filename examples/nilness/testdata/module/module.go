// Command module follows pointers that are not nil, and some that are. The comments
// say what is found: over all paths and in the run, or on one side.
package main

import (
	"errors"
	"fmt"
	"os"
)

type node struct {
	value int
	next  *node
	names map[string]int
	visit func(int)
}

var errNone = errors.New("none")

var errLast error

func find(n int) (*node, error) {
	if n > 3 {
		return nil, errNone
	}
	if n < 0 {
		return nil, fmt.Errorf("%d is negative", n)
	}
	return &node{value: n}, nil
}

func lookup(all map[string]*node, name string) (*node, bool) {
	for n, x := range all {
		if n == name {
			return x, true
		}
	}
	return nil, false
}

// wrapped hands over what find gives.
func wrapped(n int) (*node, error) {
	x, err := find(n)
	if err != nil {
		return nil, fmt.Errorf("wrapped: %w", err)
	}
	return x, nil
}

func fine(n int) int {
	x, err := wrapped(n)
	if err != nil {
		return 0
	}
	return x.value
}

func oneOf(n int) (v int) {
	var x *node
	var err error
	if n > 1 {
		x, err = find(n)
	} else {
		x = &node{}
	}
	if err != nil {
		return 0
	}
	return x.value
}

func wrong(n int) int {
	x, err := wrapped(n)
	if err != nil {
		return x.value // want nil-dereference
	}
	return x.value
}

func unchecked(n int) int {
	x, _ := find(n)
	return x.value // want nil-dereference
}

func present(all map[string]*node) int {
	if x, ok := lookup(all, "a"); ok {
		return x.value
	}
	x, ok := lookup(all, "b")
	if !ok {
		fmt.Println("no b")
	}
	return x.value // want nil-dereference
}

func warned(x *node) int {
	if x == nil {
		fmt.Println("nil")
	}
	return x.value // want nil-dereference
}

func last(all []*node) int {
	var x *node
	found := false
	for _, y := range all {
		if y.value > 0 {
			x, found = y, true
		}
	}
	if found {
		return x.value
	}
	return 0
}

func reloaded(x *node) int {
	if x.next != nil {
		return x.next.value
	}
	return x.next.value // want nil-dereference
}

// stat gives two errors with its nil, one of which may be nil as far as is known.
func stat(x *node) (*node, error) {
	if x == nil {
		return nil, errLast
	}
	if x.value > 3 {
		return nil, fmt.Errorf("%d is large", x.value)
	}
	return &node{value: x.value}, nil
}

func sized(x *node) int {
	if s, err := stat(x); err == nil {
		return s.value
	}
	return 0
}

// guarded gives an error that closures share: nothing is known of it.
func guarded(n int) (x *node, err error) {
	defer func() {
		if err != nil {
			errLast = err
		}
	}()
	if n > 3 {
		return nil, errNone
	}
	return &node{value: n}, nil
}

func guard(n int) int {
	x, err := guarded(n)
	if err != nil {
		return 0
	}
	return x.value
}

func opened(name string) {
	f, err := os.Open(name)
	if err != nil {
		return
	}
	f.Close()
}

func counted() int {
	var m map[string]int
	if len(os.Args) > 100 {
		m = map[string]int{}
	}
	m["a"] = 1 // want nil-map-write
	return m["a"]
}

func visited(x *node, do func(int)) {
	if do == nil {
		do = x.visit
	}
	do(1) // want run: nil-call
}

func shown() {
	var s fmt.Stringer
	fmt.Println(s.String()) // want nil-call
}

// There is no evidence here, and who calls it may know better.
func (x *node) sum() int { return x.value + x.next.value } // want run: nil-dereference

func (x *node) count(name string) { x.names[name]++ } // want run: nil-map-write

func attempt(f func()) {
	defer func() { recover() }()
	f()
}

func main() {
	x := &node{value: 1}
	fmt.Println(fine(1), fine(5), sized(x), guard(1), guard(5), oneOf(2), last([]*node{x}))
	opened("/nowhere")
	attempt(func() { wrong(5) })
	attempt(func() { unchecked(-1) })
	attempt(func() { present(map[string]*node{"a": x}); present(nil) })
	attempt(func() { warned(nil) })
	attempt(func() { reloaded(x) })
	attempt(func() { counted() })
	attempt(func() { visited(x, nil) })
	attempt(func() { visited(x, func(int) {}) })
	attempt(shown)
	attempt(func() { x.sum() })
	attempt(func() { x.count("a") })
}
