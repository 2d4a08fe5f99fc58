package methods

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/seed38182bad/parallax/dataflow/blocks"
	"github.com/seed38182bad/parallax/envs"
)

// has reports whether a part has a fact, as the definition is written.
func (p *part) has(f fact) bool { return slices.Contains(p.facts, f) }

func chainedByFacts(p, q *part) bool {
	return !slices.ContainsFunc(p.facts, func(f fact) bool { return !q.has(f) }) ||
		!slices.ContainsFunc(q.facts, func(f fact) bool { return !p.has(f) })
}

func conflictByFacts(p, q *part) bool {
	return slices.ContainsFunc(q.facts, func(f fact) bool {
		return p.has(updates(f.variable())) || f.updates() && p.has(reads(f.variable()))
	})
}

// weighByFacts looks at one fact after the other.
func weighByFacts(p, q, o *part) int {
	accesses := func(p *part, v variable) bool { return p.has(reads(v)) || p.has(updates(v)) }
	w := changed
	for _, f := range q.facts {
		v := f.variable()
		switch {
		case !f.updates():
		case p.has(reads(v)) && o.has(f):
			w = lost
		case w == changed && accesses(p, v) && !accesses(o, v):
			w = torn
		}
	}
	return w
}

// What is found is the same in two ways. One goes pair by pair, one block of the method after the other, and looks at
// all facts. The other one uses sets, takes one concurrent block after the other, and leaves out what cannot matter
// more.
func TestBetween(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		small := func(n int, label string) int { return rapid.IntRange(0, n-1).Draw(t, label) }
		const variables, functions = 4, 4
		b := newBook(asks{})
		for range small(8, "calls") {
			var inside []envs.Point
			for range small(2, "inside") {
				inside = append(inside, envs.At(0, int32(small(3, "taken"))))
			}
			b.calls(envs.FuncID(small(functions, "from")), envs.FuncID(small(functions, "to")), 0, inside)
		}
		var fields []variable
		in := &crowd{vars: map[variable]*column{}}
		for v := range variable(variables) {
			fields, in.vars[v+1] = append(fields, v+1), &column{place: 40 * int(v)}
		}
		var all []*part
		for id := range 1 + small(6, "views") {
			w := &lockView{id: int32(id), lock: lockName(small(2, "lock"))}
			w.block = blocks.Block{From: envs.At(envs.FuncID(small(functions, "function")), int32(small(3, "place"))),
				Taken: envs.At(0, int32(small(3, "taken")))}
			w.held = []lockName{w.lock}
			for v := variable(1); v <= variables; v++ {
				if n := small(4, "access"); n > 0 {
					w.facts = append(w.facts, []fact{reads(v), updates(v)}[n%2:]...)
				}
			}
			if p := common(w, fields, in); len(p.facts) > 0 {
				w.place = int32(id)
				all = append(all, p)
			}
		}
		var own []*part
		for _, p := range all {
			if b.reaches(0, p.block.From.Func()) {
				own = append(own, p)
			}
		}
		apart := small(5, "apart")
		overlaps := func(p, q *part) bool { return int(p.id+q.id)%5 != apart }
		s := &scope{book: b, plain: rapid.Bool().Draw(t, "plain"), outside: map[route]bool{}}
		first := own
		if s.plain {
			first = all
		}

		var want, got verdict
		for _, p := range first {
			for _, q := range all {
				require.Equal(t, chainedByFacts(p, q), chained(p, q))
				require.Equal(t, conflictByFacts(p, q), conflict(p, q))
				if chained(p, q) {
					continue
				}
				var also *part
				weight := 0
				for _, o := range own {
					if !conflict(p, q) || o.block.From == p.block.From || s.within(o, p) || s.within(p, o) || !conflict(o, q) {
						continue
					}
					if w := weighByFacts(p, q, o); w > weight {
						also, weight = o, w
					}
				}
				if !overlaps(p, q) || !s.plain && weight == 0 {
					continue
				}
				if !slices.Contains(want.interfering, q) {
					want.interfering = append(want.interfering, q)
				}
				if want.own == nil || weight > want.weight {
					want.own, want.other, want.also, want.weight = p, q, also, weight
				}
			}
		}
		for _, q := range all {
			s.between(q, first, own, &got, func(p *part) bool { return overlaps(p, q) })
		}
		require.Equal(t, want.own == nil, got.own == nil)
		if want.own != nil {
			require.Same(t, want.own, got.own)
			require.Same(t, want.other, got.other)
			require.Equal(t, want.also, got.also)
			require.Equal(t, want.weight, got.weight)
		}
		require.ElementsMatch(t, want.interfering, got.interfering)
	})
}

// What a function leads to, by calls some of which are not made under a lock.
func TestOutside(t *testing.T) {
	b := newBook(asks{})
	lock := envs.At(0, 1)
	b.calls(0, 1, 0, nil)
	b.calls(1, 2, 0, []envs.Point{lock})
	b.calls(2, 70, 0, nil)
	b.calls(70, 0, 0, nil)
	require.True(t, b.reaches(0, 70) && b.reaches(70, 2) && b.reaches(0, 0))
	require.False(t, b.reaches(0, 3))
	require.False(t, b.leads(0, route{lock, 2}))
	require.False(t, b.leads(0, route{lock, 70}))
	require.True(t, b.leads(0, route{envs.At(0, 2), 70}))
	b.calls(1, 2, 0, nil) // also without it
	require.True(t, b.leads(0, route{lock, 70}))
	b.calls(2, 130, 0, nil)
	require.True(t, b.reaches(0, 130))
}
