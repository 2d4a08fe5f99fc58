package world_test

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
			worker(name) // want: private
			shared.limit++ // want: shared
		}()
	}
	wg.Wait()
	shared.limit = 0 // want: shared
}
`
	require.Equal(t, expected(src), goAnswers(t, src, mayShare))
}

// goAnswers is answers for a Go package.
func goAnswers(t *testing.T, src string, ask func(envs.Env, *everything, *envs.Op) string) map[int]string {
	t.Helper()
	dir := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(dir, "go.mod"), []byte("module m\n\ngo 1.26\n"), 0o666))
	require.NoError(t, os.WriteFile(filepath.Join(dir, "main.go"), []byte(src), 0o666))
	p, err := gosrc.Load(context.Background(), gosrc.Config{Dir: dir, Patterns: []string{"."}})
	require.NoError(t, err)
	all := map[int][]string{}
	ch := &asker{needs: costly, ask: func(env envs.Env, w *everything, op *envs.Op) {
		if op.Loc != nil && strings.HasSuffix(op.Loc.Name, ".init$guard") {
			require.False(t, w.MayShare()) // it is nobody else's
			return
		}
		line := p.Position(env.Point()).Line
		if s := ask(env, w, op); s != "" && !slices.Contains(all[line], s) {
			all[line] = append(all[line], s)
		}
		if op.Kind == envs.Acquire {
			require.Equal(t, "m.table.mu", w.LockName(w.Lock()))
		}
	}}
	_, err = dataflow.NewAnalyzer("asker", "", ch.analysis).Fixpoint(context.Background(), p, dataflow.Options{})
	require.NoError(t, err)
	return joined(all)
}

// A library is initialised by one thread, before anybody can call it: until that thread
// starts another one, or hands code to somebody who may.
func TestInitialisationGo(t *testing.T) {
	if testing.Short() {
		t.Skip("loads net/http from its source")
	}
	src := `package m

import (
	"errors"
	"net/http"
	"regexp"
)

var (
	errNone = errors.New("none") // want: private
	pattern = regexp.MustCompile("a+") // want: private
	sizes   = make(map[string]int) // want: private
)

func init() {
	add("a") // no access
	errNone = nil // want: private
	go func() {
		errNone = nil // want: shared
	}()
	errNone = nil // want: shared
}

func init() {
	sizes = nil // want: shared
}

var before = 1 // want: private

func add(name string) {
	sizes[name] = len(name) // want: private | shared
}

func Add(name string) error {
	add(name)
	return errNone // want: shared
}

func Find(s string) bool { return pattern.MatchString(s) } // want: shared

func handle(http.ResponseWriter, *http.Request) {
	before++ // want: shared
}

func handed() {
	http.HandleFunc("/", handle)
}
`
	require.Equal(t, expected(src), goAnswers(t, src, mayShare))
	// What is handed over may be called at once.
	src = `package m

import "net/http"

var first = 1 // want: private

var _ = handed()

func init() {
	second = 2 // want: shared
}

var second = 1 // want: private

func handed() bool {
	first++ // want: private
	http.HandleFunc("/", handle)
	first++ // want: shared
	return true
}

func handle(http.ResponseWriter, *http.Request) {
	first++ // want: shared
	second++ // want: shared
}
`
	require.Equal(t, expected(src), goAnswers(t, src, mayShare))
}

// Of a library others call what is exported, and what they are given. All that calls the
// rest is seen.
func TestLibraryGo(t *testing.T) {
	src := `package m

import "sync"

type table struct {
	mu sync.Mutex
	n, m int
}

func New() *table { return &table{} }

func (t *table) Add() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.add()
	t.both()
}

func (t *table) Both() { t.both() }

func (t *table) add() {
	t.n++ // want: [mu of its object]
}

func (t *table) both() {
	t.m++ // want: [] | [mu of its object]
}

func (t *table) given() {
	t.m++ // want: [] | [mu of its object]
}

func (t *table) Later() func() {
	t.mu.Lock()
	t.given()
	t.mu.Unlock()
	return t.given
}

type thing interface{ secret() }

func (t *table) secret() {
	t.n++ // want: [] | [mu of its object]
}

func (t *table) Secret(x thing) {
	t.mu.Lock()
	t.secret()
	t.mu.Unlock()
	if x == nil {
		x = t
	}
	x.secret()
}
`
	got := goAnswers(t, src, func(env envs.Env, w *everything, op *envs.Op) string {
		if op.Is(envs.Local) {
			return ""
		}
		return mustLocks(env, w, op)
	})
	require.Equal(t, expected(src), got)
}

// What is appended to nothing, what comes from a text, and what is perhaps nil is known to
// nobody else.
func TestMadeGo(t *testing.T) {
	src := `package m

import "strings"

type pair struct{ k, v int }

type object struct{ n int }

var all []pair
var given map[string]*object

func Append(n int) int {
	var list []pair
	for i := range n {
		list = append(list, pair{i, i}) // want: private
	}
	more := append([]pair(nil), list...) // want: private
	all = more // want: shared
	more[0].k = 1 // want: shared
	if n > 1 {
		list = all // want: shared
	}
	list = append(list, pair{}) // want: private | shared
	return list[0].k // want: shared
}

func Split(text string) []string {
	words := strings.Split(text, ",")
	words[0] = "" // want: private
	bytes := []byte(text)
	bytes[0] = 0 // want: private
	return words
}

func make(n int) (*object, error) {
	if n == 0 {
		return nil, nil
	}
	return &object{n}, nil // want: private
}

func find(name string) (*object, error) {
	if name == "" {
		return nil, nil
	}
	return given[name], nil // want: shared
}

func Use(n int, name string) int {
	made, _ := make(n)
	found, _ := find(name)
	either := made
	if n > 5 {
		either = found
	}
	made.n = 1 // want: private
	found.n = 2 // want: shared
	given[name] = made // want: shared
	return either.n + // want: shared
		made.n // want: shared
}
`
	require.Equal(t, expected(src), goAnswers(t, src, mayShare))
}

// An object that refers to what others reach leads there by the fields in which that was
// stored. The variable that a closure captures is a place of its own.
func TestMixedGo(t *testing.T) {
	src := `package m

type options struct{ n int }

type pool struct {
	n    int
	opts *options
	next *pool
}

func (p *pool) fill() {
	p.n++ // want: private
}

func New(o *options, other *pool) func() *pool {
	p := &pool{} // want: private
	p.opts = o // want: private
	given := func() *pool { return p } // want: private | shared
	p.n = 1 // want: private
	p.fill() // want: private
	p.opts.n = 2 // want: private | shared
	p.next = &pool{} // want: private
	p.next.n = 3 // want: private | shared
	if o.n > 3 { // want: shared
		p = other // want: private
	}
	p.n = 4 // want: private | shared
	given().n = 5 // want: shared
	return given
}
`
	require.Equal(t, expected(src), goAnswers(t, src, mayShare))
}
