package shop

import (
	"sync"
	"sync/atomic"
	"time"
)

// A Tree has state of all kinds.
type Tree struct {
	mu      sync.RWMutex
	root    *node
	byName  map[string]*node
	names   sync.Map
	n       atomic.Int64
	last    atomic.Pointer[node]
	any     atomic.Value
	changed time.Time
	c       chan int
	f       func()
	once    sync.Once
	parts   [2]struct{ x, y float64 }
	raw     []byte
	key     map[node]bool
	err     error
}

type node struct {
	up       *node
	children *node
	name     string
}

// NewTree makes a Tree with a root that is its own parent.
func NewTree() *Tree {
	root := &node{name: "root"}
	root.up = root
	return &Tree{root: root, byName: map[string]*node{"root": root}, c: make(chan int, 1), key: map[node]bool{}}
}

// Grow adds a node.
func (t *Tree) Grow(name string) *node {
	t.mu.Lock()
	defer t.mu.Unlock()
	n := &node{t.root, t.root.children, name}
	t.root.children = n
	t.byName[name] = n
	t.names.Store(name, n)
	t.n.Add(1)
	t.last.Store(n)
	t.any.Store(name)
	t.changed = time.Now()
	t.raw = append(t.raw, name...)
	t.key[node{name: name}] = true
	return n
}
