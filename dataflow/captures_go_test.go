package dataflow_test

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
	got := goAnswers(t, src, func(env envs.Env, op *envs.Op) string {
		if op.Is(envs.Local) || op.Loc != nil && (op.Loc.Name == "m.extra" || op.Loc.Class == envs.Cell) {
			return ""
		}
		return mustLocks(env, op)
	})
	require.Equal(t, expected(src), got)
}
