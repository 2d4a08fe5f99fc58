package latticetest

import (
	"github.com/seed38182bad/parallax/lattice"
	"pgregory.net/rapid"
)

// states is a suite at work. As the states may be changed in place, each law
// works on clones and keeps the drawn states for comparison.
type states[S lattice.Mergeable[S]] struct{ StateSuite[S] }

func (v states[S]) join(a, b S) S {
	r, _ := a.Clone().Merge(b.Clone())
	return r
}

func (v states[S]) near(t *rapid.T, name string, a S) S {
	switch rapid.IntRange(0, 3).Draw(t, name+" stands how") {
	case 2:
		return a.Clone()
	case 3:
		return v.join(a, v.States.Draw(t, name+" merged"))
	}
	return v.States.Draw(t, name)
}

func (v states[S]) some(t *rapid.T, n int) []S {
	some := []S{v.States.Draw(t, "state")}
	for len(some) < n {
		some = append(some, v.near(t, "state", some[len(some)-1]))
	}
	return some
}

func (v states[S]) pairs(law func(t *rapid.T, a, b S)) func(*rapid.T) {
	return func(t *rapid.T) {
		eachPair(v.some(t, 5), func(a, b S) { law(t, a.Clone(), b.Clone()) })
	}
}

func (v states[S]) triples(law func(t *rapid.T, a, b, c S)) func(*rapid.T) {
	return func(t *rapid.T) {
		eachTriple(v.some(t, 4), func(a, b, c S) { law(t, a.Clone(), b.Clone(), c.Clone()) })
	}
}

// disturb changes s in every way that its owner may.
func (v states[S]) disturb(s, other S) {
	s, _ = s.Merge(other)
	if w, ok := any(s).(lattice.Widener[S]); ok {
		s, _ = w.Widen(other)
	}
	for _, f := range v.Transfers {
		s = f(s)
	}
}

func (v states[S]) cloning() []Law {
	return []Law{
		{"clone/equal", "a clone equals the original", func(t *rapid.T) {
			a := v.States.Draw(t, "a")
			must(t, v.Equal(a.Clone(), a), "clone of %v is %v", a, a.Clone())
		}},
		{"clone/independent", "changing a clone leaves the original alone, and the other way round",
			v.pairs(func(t *rapid.T, a, b S) {
				before := v.Fingerprint(a)
				v.disturb(a.Clone(), b)
				must(t, v.Fingerprint(a) == before, "changing a clone has changed the original\nbefore: %s\nafter:  %s", before,
					v.Fingerprint(a))
				c := a.Clone()
				before = v.Fingerprint(c)
				v.disturb(a, b)
				must(t, v.Fingerprint(c) == before, "changing the original has changed a clone\nbefore: %s\nafter:  %s", before,
					v.Fingerprint(c))
			})},
	}
}

// recycling are the laws of lattice.Recycler, if S has it.
func (v states[S]) recycling() []Law {
	var zero S
	if _, ok := any(zero).(lattice.Recycler[S]); !ok {
		return nil
	}
	return []Law{{"clone-into",
		"a clone in a spare's memory is independent; what the spare was cloned or merged into stays",
		v.triples(func(t *rapid.T, a, spare, other S) {
			twin := spare.Clone()
			merged, _ := other.Merge(spare)
			others := []S{a, twin, merged}
			var before []string
			for _, s := range others {
				before = append(before, v.Fingerprint(s))
			}
			unchanged := func(when string) {
				for i, name := range []string{"the original", "a clone of the spare", "a state that the spare was merged into"} {
					must(t, v.Fingerprint(others[i]) == before[i], "%s has changed %s\nbefore: %s\nafter:  %s", when, name, before[i],
						v.Fingerprint(others[i]))
				}
			}
			c := any(a).(lattice.Recycler[S]).CloneInto(spare)
			unchanged("cloning")
			must(t, v.Equal(c, a), "clone of %v is %v", a, c)
			v.disturb(c, twin.Clone())
			unchanged("changing the clone")
		})}}
}

func (v states[S]) merging() []Law {
	return append(partialOrder(v.Leq, v.Equal, v.pairs, v.triples), []Law{
		{"merge/bound", "the result of merging lies above both states", v.pairs(func(t *rapid.T, a, b S) {
			r := v.join(a, b)
			must(t, v.Leq(a, r) && v.Leq(b, r), "merging gives %v, which does not lie above both\na = %v\nb = %v", r, a, b)
		})},
		{"merge/grew", "merging reports growth exactly if the result differs from what the receiver was",
			v.pairs(func(t *rapid.T, a, b S) {
				r, grew := a.Clone().Merge(b)
				must(t, grew == !v.Equal(r, a), "merging reports grew = %v and gives %v\na = %v\nb = %v", grew, r, a, b)
			})},
		{"merge/idempotent", "merging a state with itself changes nothing", func(t *rapid.T) {
			a := v.States.Draw(t, "a")
			r, grew := a.Clone().Merge(a)
			must(t, !grew && v.Equal(r, a), "merging a with itself reports grew = %v and gives %v\na = %v", grew, r, a)
		}},
		{"merge/other-unchanged", "merging does not change the other state, at once or through what the result shares " +
			"with it", v.triples(func(t *rapid.T, a, b, c S) {
			before := v.Fingerprint(b)
			r, _ := a.Clone().Merge(b)
			must(t, v.Fingerprint(b) == before, "merging has changed the other state\nbefore: %s\nafter:  %s", before,
				v.Fingerprint(b))
			v.disturb(r, c)
			must(t, v.Fingerprint(b) == before, "changing the result has changed the other state\nbefore: %s\nafter:  %s",
				before, v.Fingerprint(b))
		})},
		{"merge/order", "a lies below b exactly if merging a into b changes nothing", v.pairs(func(t *rapid.T, a, b S) {
			r, grew := b.Clone().Merge(a)
			if !v.Approximate {
				must(t, v.Leq(a, b) == !grew, "a ≤ b is %v but merging a into b reports grew = %v and gives %v\na = %v\nb = %v",
					v.Leq(a, b), grew, r, a, b)
			}
			must(t, grew || v.Leq(a, b), "merging a into b does not grow, but not a ≤ b\na = %v\nb = %v", a, b)
		})},
	}...)
}

func (v states[S]) least() []Law {
	return []Law{
		{"merge/least", "no upper bound of both states is better than the result of merging them",
			v.triples(func(t *rapid.T, a, b, c S) {
				if v.Leq(a, c) && v.Leq(b, c) {
					must(t, v.Leq(v.join(a, b), c), "merging gives %v but c lies above both and is better\na = %v\nb = %v\nc = %v",
						v.join(a, b), a, b, c)
				}
			})},
		{"merge/commutative", "it does not matter which state is merged into which", v.pairs(func(t *rapid.T, a, b S) {
			x, y := v.join(a, b), v.join(b, a)
			must(t, v.Equal(x, y), "a merged with b gives %v, b with a %v\na = %v\nb = %v", x, y, a, b)
		})},
		{"merge/associative", "the grouping of three states does not matter", v.triples(func(t *rapid.T, a, b, c S) {
			x, y := v.join(v.join(a, b), c), v.join(a, v.join(b, c))
			must(t, v.Equal(x, y), "(a⊔b)⊔c = %v but a⊔(b⊔c) = %v\na = %v\nb = %v\nc = %v", x, y, a, b, c)
		})},
		{"merge/monotone", "merging into a larger state gives a larger result", v.triples(func(t *rapid.T, a, b, c S) {
			if v.Leq(a, b) {
				x, y := v.join(a, c), v.join(b, c)
				must(t, v.Leq(x, y), "a ≤ b but not a⊔c = %v ≤ b⊔c = %v\na = %v\nb = %v\nc = %v", x, y, a, b, c)
			}
		})},
	}
}

// comparing covers the methods that states compare themselves with.
func (v states[S]) comparing() []Law {
	var laws []Law
	if has[S, interface{ Leq(S) bool }]() {
		laws = append(laws, leqAllocatesNothing(v.some,
			func(a S) func(S) bool { return any(a).(interface{ Leq(S) bool }).Leq }))
	}
	if has[S, lattice.Equaler[S]]() {
		laws = append(laws, equalAllocatesNothing(v.some,
			func(a S) func(S) bool { return any(a).(lattice.Equaler[S]).Equal }))
	}
	return laws
}

// naming covers what stands for a state elsewhere.
func (v states[S]) naming() []Law {
	draw := func(t *rapid.T) []S {
		some := v.some(t, 4)
		for i, a := range some[1:] {
			some = append(some, v.join(a, some[i]), v.join(some[i], a))
		}
		return some
	}
	laws := printing(draw, v.Equal, v.PrintsAll)
	if has[S, interface{ Hash() uint64 }]() {
		laws = append(laws, hashing(draw, v.Equal, func(s S) uint64 { return any(s).(interface{ Hash() uint64 }).Hash() }))
	}
	return laws
}

func (v states[S]) sharing() Law {
	return Law{"merge/shares", "merging ordered states gives the upper one back and allocates nothing", func(t *rapid.T) {
		a := v.States.Draw(t, "a")
		b := v.join(a, v.near(t, "b", a))
		up, _ := a.Merge(b)
		must(t, same(up, b) || v.Equal(a, b) && same(up, a),
			"a ≤ b but merging b into a does not give b back\na = %v\nb = %v", a, b)
		down, _ := b.Merge(a)
		must(t, same(down, b), "a ≤ b but merging a into b does not give b back\na = %v\nb = %v", a, b)
		n := allocations(func() {
			a.Merge(b)
			b.Merge(a)
		})
		must(t, n == 0, "merging ordered states allocates %d times\na = %v\nb = %v", n, a, b)
	}}
}

func (v states[S]) monotone(f func(S) S) Law {
	return Law{"transfer/monotone", "a transfer function maps larger states to larger ones", func(t *rapid.T) {
		a := v.States.Draw(t, "a")
		b := v.join(a, v.States.Draw(t, "b"))
		x, y := f(a.Clone()), f(b.Clone())
		must(t, v.Leq(x, y), "a ≤ b but not f(a) = %v ≤ f(b) = %v\na = %v\nb = %v", x, y, a, b)
	}}
}
