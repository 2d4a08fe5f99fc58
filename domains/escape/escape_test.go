package escape_test

import (
	"encoding/json"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/seed38182bad/parallax/domains/domaintest"
	"github.com/seed38182bad/parallax/domains/escape"
	"github.com/seed38182bad/parallax/lattice/latticetest"
)

type state = escape.State[int]

var d escape.Domain[int]

// An object is a concrete one, with the first points of what has happened to it.
type object struct {
	owner                      int
	handed, published, written escape.Point
}

func (o object) handOver(to int, at escape.Point) object {
	o.owner, o.handed = to, min(o.handed, at)
	return o
}

func (o object) publish(at escape.Point) object {
	o.published = min(o.published, at)
	return o
}

func (o object) access(by int, at escape.Point, write bool) object {
	if by != o.owner {
		o = o.publish(at)
	}
	if write && o.published != escape.Never {
		o.written = min(o.written, at)
	}
	return o
}

// An operation is one on states, and what it does to an object; who stands for the
// thread that the state is not told of.
type operation struct {
	name string
	on   func(state) state
	run  func(o object, who int) object
}

func operations() (ops []operation) {
	const at = 4
	ops = []operation{
		{"hand over", func(s state) state { return d.HandOver(s, 2, at) },
			func(o object, _ int) object { return o.handOver(2, at) }},
		{"hand over to somebody", func(s state) state { return d.HandOverUnknown(s, at) },
			func(o object, who int) object { return o.handOver(who, at) }},
		{"publish", func(s state) state { return d.Publish(s, at) }, func(o object, _ int) object { return o.publish(at) }},
		{"publish at the last point", func(s state) state { return d.Publish(s, escape.Never) },
			func(o object, _ int) object { return o.publish(escape.Never - 1) }},
	}
	for _, write := range []bool{false, true} {
		ops = append(ops,
			operation{fmt.Sprint("access, write ", write), func(s state) state { return d.Access(s, 2, at, write) },
				func(o object, _ int) object { return o.access(2, at, write) }})
	}
	return ops
}

func suite() latticetest.Suite[state] {
	s := latticetest.Suite[state]{Lattice: d, Elements: domaintest.EscapeStates(), Steps: 50}
	for _, op := range operations() {
		s.Transfers = append(s.Transfers, op.on)
	}
	return s
}

func TestStates(t *testing.T) { suite().Check(t) }

func FuzzStates(f *testing.F) { latticetest.Fuzz(f, suite().Laws()) }

// contains is the meaning of states, as the package comment has it.
func contains(s state, o object) bool {
	owner, known := s.Owner()
	return !s.IsBottom() && (!known || owner == o.owner) &&
		s.Handed() <= o.handed && s.Published() <= o.published && s.Written() <= o.written
}

func gamma() latticetest.Gamma[state, object] {
	return latticetest.Gamma[state, object]{
		Lattice: d, Elements: domaintest.EscapeStates(), Contains: contains,
		Pick: func(t *rapid.T, s state) (o object, ok bool) {
			owner, known := s.Owner()
			if o.owner = owner; !known {
				o.owner = rapid.IntRange(1, 4).Draw(t, "owner")
			}
			pick := func(p escape.Point) escape.Point {
				return rapid.SampledFrom([]escape.Point{p, max(p, 7), escape.Never}).Draw(t, "point")
			}
			o.handed, o.published = pick(s.Handed()), pick(s.Published())
			o.written = escape.Never
			if o.published != escape.Never {
				o.written = pick(s.Written())
			}
			return o, !s.IsBottom()
		},
	}
}

func TestOperationsAreSound(t *testing.T) {
	g := gamma()
	g.Check(t)
	for _, op := range operations() {
		t.Run(op.name, func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) {
				who := rapid.IntRange(1, 4).Draw(t, "who")
				g.Sound(op.on, func(o object) (object, bool) { return op.run(o, who), true }).Check(t)
			})
		})
	}
}

func TestEqualities(t *testing.T) {
	text := func(e any) string {
		b, err := json.Marshal(e)
		require.NoError(t, err)
		return string(b)
	}
	draw := rapid.OneOf(domaintest.EscapeStates(), rapid.SampledFrom([]state{d.Bottom(), d.Top()}))
	rapid.Check(t, func(t *rapid.T) {
		x, y := draw.Draw(t, "x"), draw.Draw(t, "y")
		equal := d.Equal(x, y)
		require.Equal(t, equal, d.Leq(x, y) && d.Leq(y, x))
		require.Equal(t, equal, x.String() == y.String(), "%v and %v", x, y)
		require.Equal(t, equal, text(x) == text(y))
		require.True(t, !d.Leq(x, y) || x.Kind() <= y.Kind(), "%v ≤ %v", x, y)
	})
	o := d.New(0)
	handed := d.HandOver(o, 2, 5)
	for _, c := range []struct {
		s         state
		str, json string
	}{
		{d.Bottom(), "⊥", "null"},
		{d.Top(), "⊤", `{"kind":"escaped","handed":0,"published":0,"written":0}`},
		{o, "local to 0", `{"kind":"local","owner":0}`},
		{d.Join(o, d.New(1)), "local to unknown", `{"kind":"local"}`},
		{handed, "handed over since 5, owner 2", `{"kind":"handed over","owner":2,"handed":5}`},
		{d.Publish(handed, 3), "read-only since 3, handed over since 5, owner 2",
			`{"kind":"read-only","owner":2,"handed":5,"published":3}`},
		{d.Access(d.Publish(o, 3), 0, 9, true), "escaped since 3, written since 9, owner 0",
			`{"kind":"escaped","owner":0,"published":3,"written":9}`},
	} {
		require.Equal(t, c.str, c.s.String())
		require.Equal(t, c.json, text(c.s))
	}
}

func TestNothingIsAllocated(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b := domaintest.EscapeStates().Draw(t, "a"), domaintest.EscapeStates().Draw(t, "b")
		require.Zero(t, testing.AllocsPerRun(5, func() {
			d.Leq(a, b)
			d.Equal(a, b)
			d.Join(a, b)
			d.Merge(a, b)
			d.Meet(a, b)
			d.Access(a, 1, 2, true)
		}))
	})
}
