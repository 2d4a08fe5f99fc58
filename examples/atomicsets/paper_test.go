package atomicsets

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/ir"
	"github.com/seed38182bad/parallax/examples/checkertest"
)

// said is what is inferred, without locks and units of sets.
func said(findings []envs.Finding) []string {
	list := []string{}
	for _, f := range findings {
		list = append(list, f.Kind+" "+f.Subject)
	}
	return list
}

// The further points of the paper, each in a program; from all paths, and from 300 runs together.
func TestPaper(t *testing.T) {
	const main = `
class T { u, a, n }
class U { f, g, h }
func main() {
	t = new T
	u = new U
	t.u = u
	t.a = new [4]
	u.f = 1
	x = spawn work(t, u)
	y = spawn work(t, u)
	join x
	join y
}
`
	for _, c := range []struct {
		name, text  string
		paths, runs []string
	}{
		{"two readers do not interleave, and what is never written is in no set", `
func work(t, u) {
	i = u.f
	i = u.f
}`, []string{}, []string{}},
		{"what is thread-local is left out", `
func both(u) {
	u.f = u.f + 1
	u.g = u.f
}
func work(t, v) {
	u = new U
	both(u)
	both(u)
}`, []string{}, []string{}},
		{"a constructor connects nothing", `
func make(v) {
	v.g = 1
	v.h = 2
}
func set(u) {
	sync u {
		u.g = u.g + 1
	}
	sync u {
		u.h = u.h + 1
	}
}
func work(t, u) {
	v = new U
	make(v)
	sync t {
		t.n = v
	}
	set(u)
}`, []string{"atomic-set U {h}"}, []string{"atomic-set U {h}"}},
		{"a path is dropped of which a part is interleaved: U has no set for Use", `
func use(t) {
	sync t {
		v = t.u
		i = v.f
		i = v.g
	}
	sync t {
		t.n = t.n + 1
		v = t.u
		v.f = 1
		v.g = 2
	}
}
func work(t, u) {
	use(t)
	v = new U
	sync t {
		t.u = v
	}
}`, []string{"atomic-set T {n}"}, []string{"atomic-set T {n}"}},
		{"a field is in no set if a function takes it apart, of whichever parameter", `
func both(u) {
	sync u {
		u.f = 1
		u.g = 1
	}
}
func apart(t, u) {
	sync u {
		i = u.f
	}
	sync u {
		u.f = i + 1
	}
}
func work(t, u) {
	both(u)
	apart(t, u)
}`, []string{"atomic-set U {g}"}, []string{"atomic-set U {g}"}},
		{"what others do while a function waits is no interference", `
func await(t) {
	sync t {
		t.n = t.n + 1
		wait t
		t.n = t.n + 1
	}
}
func work(t, u) {
	if u.h {
		await(t)
	}
	sync t {
		t.n = 1
		notifyall t
	}
}`, []string{}, []string{"atomic-set T {n}"}}, // over all paths it is not certain in which block n is read
	} {
		p, err := ir.Parse(c.name, c.text+main)
		require.NoError(t, err, c.name)
		assert.Equal(t, c.paths, said(tested.Static(t, p)), c.name)
		assert.Equal(t, c.runs, said(tested.Dynamic(t, p, checkertest.Schedules(p, 300)...)), c.name)
	}
}

// A field that leads to objects of a type with several sets has a choice, which is the reader's.
func TestAliasChoice(t *testing.T) {
	sets := []Set{{Class: "U", Fields: []string{"f", "g"}}, {Class: "U", Fields: []string{"h"}},
		{Class: "V", Fields: []string{"x"}}}
	list := []Alias{
		{Class: "T", Field: "u", To: "U", Set: []string{"f"}}, {Class: "T", Field: "u", To: "U", Set: []string{"g"}},
		{Class: "T", Field: "u", To: "U", Set: []string{"h"}}, {Class: "T", Field: "v", To: "V", Set: []string{"x"}},
		{Class: "T", Field: "v", To: "V", Set: []string{"gone"}},
	}
	require.Equal(t, []Alias{
		{Class: "T", Field: "u", To: "U", Set: []string{"f", "g"}, Choice: true},
		{Class: "T", Field: "u", To: "U", Set: []string{"h"}, Choice: true},
		{Class: "T", Field: "v", To: "V", Set: []string{"x"}},
	}, resolved(list, sets))
}

// Over all paths elements count for the field that holds them, though that never changes. Locks are those that callers
// of helpers hold, too. What is written under a lock for readers has none. Without a lock nothing is kept together.
func TestLocks(t *testing.T) {
	if testing.Short() {
		t.Skip("builds Go programs and runs them")
	}
	dir := t.TempDir()
	for name, text := range map[string]string{"go.mod": "module locks\n\ngo 1.26\n", "main.go": `package main

import (
	"sync"
	"sync/atomic"
)

type Table struct {
	mu    sync.RWMutex
	cells []int
	used  int
	hits  int
	a, b  int32
}

func (t *Table) Put(x int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.put(x)
}

func (t *Table) Twice(x int) {
	t.mu.Lock()
	t.put(x)
	t.mu.Unlock()
}

func (t *Table) put(x int) {
	t.cells[0] += x
	t.used++
}

func (t *Table) Hit() {
	t.mu.RLock()
	defer t.mu.RUnlock()
	t.hits++
}

func (t *Table) Count() {
	atomic.AddInt32(&t.a, 1)
	atomic.AddInt32(&t.b, 1)
}

func main() {
	t := &Table{cells: make([]int, 4)}
	var wg sync.WaitGroup
	for range 3 {
		wg.Go(func() {
			t.Put(1)
			t.Twice(1)
			t.Hit()
			t.Count()
		})
		wg.Wait()
	}
}
`} {
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644))
	}
	static, _ := tested.Both(t, dir)
	sets := map[string]string{}
	for _, s := range Inferred(static).Sets {
		sets[s.String()] = s.Lock
	}
	require.Equal(t, map[string]string{
		// One set would be better: elements are external to the type, see REVIEW.md.
		"locks.Table {cells}": "mu", "locks.Table {used}": "mu",
		"locks.Table {hits}": "", "locks.Table {b}": "",
	}, sets)
}
