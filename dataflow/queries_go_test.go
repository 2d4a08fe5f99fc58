package dataflow_test

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/dataflow"
	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/gosrc"
)

// Of a Go program that starts in one main package it is known who executes what. Arrays of
// arguments, and variables that closures capture, are memory, too.
func TestQueriesGo(t *testing.T) {
	src := `package main

import (
	"fmt"
	"sync"
	"time"
)

type node struct {
	n    int
	next *node
}

type table struct {
	mu    sync.Mutex
	nodes map[string]*node
	limit int
}

var shared = &table{nodes: map[string]*node{}} // want: private

func newNode(n int) *node {
	d := &node{}
	d.n = n // want: private
	return d
}

func (t *table) put(name string, d *node) {
	t.mu.Lock()
	defer t.mu.Unlock()
	d.n++ // want: private
	t.nodes[name] = d // want: shared
	d.next = nil // want: shared
}

func worker(name string) {
	d := newNode(1)
	d.n += time.Now().Nanosecond() // want: private
	shared.put(name, d) // want: shared
	fmt.Println(d.n) // want: private | shared
	e := newNode(2) // want: private
	fmt.Println(e.n) // want: private
	func() {
		e.n = 3 // want: private
	}()
	ch := make(chan *node, 1)
	ch <- e // want: private
	e.n = 4 // want: private | shared
}

func main() {
	shared.limit = 10 // want: private
	var wg sync.WaitGroup
	for _, name := range []string{"a", "b"} { // want: private
		wg.Add(1)
		go func() {
			defer wg.Done()
			worker(name) // want: shared
			shared.limit++ // want: shared
		}()
	}
	wg.Wait()
	shared.limit = 0 // want: shared
}
`
	dir := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(dir, "go.mod"), []byte("module m\n\ngo 1.26\n"), 0o666))
	require.NoError(t, os.WriteFile(filepath.Join(dir, "main.go"), []byte(src), 0o666))
	p, err := gosrc.Load(context.Background(), gosrc.Config{Dir: dir, Patterns: []string{"."}})
	require.NoError(t, err)
	all := map[int][]string{}
	ch := &asker{needs: allNeeds, ask: func(env envs.Env, op *envs.Op) {
		line := p.Position(env.Point()).Line
		if s := mayShare(env, op); s != "" && !slices.Contains(all[line], s) {
			all[line] = append(all[line], s)
		}
		if op.Kind == envs.Acquire {
			require.Equal(t, "m.table.mu", env.LockName(env.Lock()))
		}
	}}
	_, err = dataflow.Fixpoint(context.Background(), p, "asker", dataflow.Checker[dataflow.Nothing](ch), dataflow.Options{})
	require.NoError(t, err)
	got := map[int]string{}
	for line, list := range all {
		slices.Sort(list)
		got[line] = strings.Join(list, " | ")
	}
	require.Equal(t, expected(src), got)
}
