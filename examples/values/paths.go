package main

import (
	"iter"
	"strings"

	"github.com/seed38182bad/parallax/domains/lookahead"
	"github.com/seed38182bad/parallax/domains/partition"
	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/lattice"
)

// maxParts is how many pasts a partitioned state tells apart.
const maxParts = 8

// apart is an analysis in which states are kept apart by the branches that led to them.
func apart[S lattice.Mergeable[S]](base Values[S]) Values[*partition.State[S]] {
	m := partition.New(partition.Options[S]{Limit: maxParts, Unreachable: base.Impossible})
	return Values[*partition.State[S]]{
		Top: func() *partition.State[S] { return m.Of(base.Top()) },
		Define: func(s *partition.State[S], x variable, d *envs.Def) *partition.State[S] {
			s.Apply(func(s S) S { return base.Define(s, x, d) })
			return s
		},
		Forget: func(s *partition.State[S], x variable) *partition.State[S] {
			s.Apply(func(s S) S { return base.Forget(s, x) })
			return s
		},
		Assume: func(s *partition.State[S], c envs.Condition) *partition.State[S] {
			s.Apply(func(s S) S { return base.Assume(s, c) })
			return s
		},
		Impossible: func(s *partition.State[S]) bool { return s.Len() == 0 },
		Format: func(s *partition.State[S], name func(variable) string) string {
			return join(func(yield func(S) bool) {
				for _, part := range s.All() {
					if !yield(part) {
						return
					}
				}
			}, func(part S) string { return base.Format(part, name) })
		},
		Took: func(s *partition.State[S], branch *envs.Op, taken int) {
			s.Mark(partition.Choice{At: int(branch.PC), Took: taken})
		},
	}
}

// ahead is an analysis that widens by a pilot, which runs ahead on the paths that are
// possible so far.
func ahead[S lattice.Mergeable[S]](base Values[S]) Values[*lookahead.State[S]] {
	m := lookahead.New(lookahead.Options[S]{Unreachable: base.Impossible})
	apply := func(s *lookahead.State[S], f func(S) S) *lookahead.State[S] {
		s.Apply(f)
		return s
	}
	return Values[*lookahead.State[S]]{
		Top: func() *lookahead.State[S] { return m.Of(base.Top()) },
		Define: func(s *lookahead.State[S], x variable, d *envs.Def) *lookahead.State[S] {
			return apply(s, func(s S) S { return base.Define(s, x, d) })
		},
		Forget: func(s *lookahead.State[S], x variable) *lookahead.State[S] {
			return apply(s, func(s S) S { return base.Forget(s, x) })
		},
		Assume: func(s *lookahead.State[S], c envs.Condition) *lookahead.State[S] {
			return apply(s, func(s S) S { return base.Assume(s, c) })
		},
		Impossible: func(s *lookahead.State[S]) bool { return base.Impossible(s.Main()) },
		Format: func(s *lookahead.State[S], name func(variable) string) string {
			return base.Format(s.Main(), name)
		},
	}
}

// join lists cases.
func join[E any](cases iter.Seq[E], format func(E) string) string {
	var parts []string
	for e := range cases {
		parts = append(parts, format(e))
	}
	return strings.Join(parts, " or ")
}
