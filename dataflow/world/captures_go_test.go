package world_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/envs"
)

// Functions that one call lists have captured the same things in different places. Each
// knows the locks around it by its own names, and gives them back by these.
func TestCapturesGo(t *testing.T) {
	src := `package m

import "sync"

type table struct {
	mu sync.Mutex
	n, m int
}

var extra = &table{}

func (t *table) with(d *table, f func()) {
	t.mu.Lock()
	d.mu.Lock()
	f()
	t.n++ // want: [mu of its object]
	d.m++ // want: []
	t.mu.Unlock()
}

func (t *table) One(d *table) {
	t.with(d, func() {
		t.n++ // want: [mu of its object]
		d.mu.Unlock()
		t.n++ // want: [mu of its object]
		d.m++ // want: []
	})
}

func (t *table) Two(d *table) {
	t.with(d, func() {
		d.mu.Unlock()
		d.m++ // want: []
		t.n++ // want: [mu of its object]
	})
}

func (t *table) Three(d *table) {
	x := extra
	t.with(d, func() {
		x.n++ // want: []
		t.n++ // want: [mu of its object]
		d.m++ // want: [mu of its object]
		d.mu.Unlock()
	})
}

func (t *table) taking(d *table, f func()) {
	f()
	d.m++ // want: [mu of its object]
	d.mu.Unlock()
}

func (t *table) Take(d *table)    { t.taking(d, func() { d.mu.Lock(); extra = t }) }
func (t *table) TakeToo(d *table) { t.taking(d, func() { extra = t; d.mu.Lock() }) }

func (t *table) inTurn(d *table, f func()) {
	t.mu.Lock()
	f()
	t.mu.Unlock()
	d.mu.Lock()
	f()
	d.mu.Unlock()
}

func (t *table) Turn(d *table) {
	t.inTurn(d, func() {
		t.n++ // want: [] | [mu of its object]
		d.n++ // want: [] | [mu of its object]
	})
}

func (t *table) TurnToo(d *table) {
	t.inTurn(d, func() {
		d.n++ // want: [] | [mu of its object]
		t.n++ // want: [] | [mu of its object]
	})
}
`
	got := goAnswers(t, src, func(env envs.Env, w *everything, op *envs.Op) string {
		if op.Is(envs.Local) || op.Loc != nil && (op.Loc.Name == "m.extra" || op.Loc.Class == envs.Cell) {
			return ""
		}
		return mustLocks(env, w, op)
	})
	require.Equal(t, expected(src), got)
}

// What was captured in an earlier round of a loop is not what has its name in this one. What a variable was set to in
// an earlier round is not what it is set to in this one.
func TestCapturesRoundsGo(t *testing.T) {
	src := `package m

import "sync"

type table struct {
	mu sync.Mutex
	n  int
}

func (x *table) with(f func()) { x.mu.Lock(); f(); x.mu.Unlock() }
func (x *table) inc()          { x.n++ } // want: []
func (x *table) dec()          { x.n-- } // want: [mu of its object]

func Passed(all []*table) {
	var f func()
	for _, x := range all {
		if f != nil {
			x.with(f)
		}
		f = func() {
			x.n++ // want: []
		}
	}
}

func Called(all []*table) {
	f := func() {}
	for _, x := range all {
		x.mu.Lock()
		f()
		x.mu.Unlock()
		f = func() {
			x.n++ // want: []
		}
	}
}

func Value(all []*table) {
	var f func()
	is := func() bool { return f != nil }
	for _, x := range all {
		if is() {
			x.mu.Lock()
			f()
			x.mu.Unlock()
		}
		f = x.inc
	}
}

func Variable(all []*table) {
	var x *table
	is := func() bool { return x != nil }
	for _, y := range all {
		y.mu.Lock()
		if is() {
			x.n++ // want: []
		}
		x = y
		y.mu.Unlock()
	}
}

func Within(all []*table) {
	var x *table
	for _, y := range all {
		y.with(func() {
			if x != nil {
				x.n++ // want: []
			}
		})
		x = y
	}
}

func Set(a, b *table) {
	var x *table
	set := func(y *table) { x = y }
	set(a)
	old := x
	set(b)
	old.with(func() {
		x.n++ // want: []
	})
}

func Same(all []*table) {
	for _, x := range all {
		f := func() {
			x.n-- // want: [mu of its object]
		}
		if len(all) > 1 {
			f = func() {
				x.n++ // want: [mu of its object]
			}
		}
		x.with(f)
	}
}

func SameValue(all []*table) {
	for _, x := range all {
		var f func()
		if len(all) > 1 {
			f = x.dec
		}
		x.with(f)
	}
}

func SameVariable(all []*table) {
	for _, y := range all {
		var x *table
		is := func() bool { return x != nil }
		if len(all) > 1 {
			x = y
		}
		y.mu.Lock()
		if is() {
			x.n++ // want: [mu of its object]
		}
		y.mu.Unlock()
	}
}

func Around(x *table, n int) {
	var f func()
	for range n {
		if f != nil {
			x.with(f)
		}
		f = func() {
			x.n++ // want: [mu of its object]
		}
	}
}
`
	got := goAnswers(t, src, func(env envs.Env, w *everything, op *envs.Op) string {
		if op.Loc == nil || op.Loc.Name != "m.table.n" {
			return ""
		}
		return mustLocks(env, w, op)
	})
	require.Equal(t, expected(src), got)
}
