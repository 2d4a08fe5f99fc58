package latticetest

import (
	"github.com/seed38182bad/parallax/lattice"
	"pgregory.net/rapid"
)

// partialOrder are the laws of the order of elements or states, which are drawn as the
// suites do.
func partialOrder[E any](leq, equal func(a, b E) bool, pairs func(func(t *rapid.T, a, b E)) func(*rapid.T),
	triples func(func(t *rapid.T, a, b, c E)) func(*rapid.T)) []Law {
	return []Law{
		{"order/reflexive", "everything lies below itself", pairs(func(t *rapid.T, a, _ E) {
			must(t, leq(a, a), "not a ≤ a for a = %v", a)
			must(t, equal(a, a), "not a = a for a = %v", a)
		})},
		{"order/antisymmetric", "what lies below each other is equal, and what is equal does",
			pairs(func(t *rapid.T, a, b E) {
				both, equals := leq(a, b) && leq(b, a), equal(a, b)
				must(t, both == equals, "a ≤ b and b ≤ a is %v but a = b is %v\na = %v\nb = %v", both, equals, a, b)
				must(t, equals == equal(b, a), "a = b is %v but b = a is not\na = %v\nb = %v", equals, a, b)
			})},
		{"order/transitive", "what lies below something that lies below c lies below c",
			triples(func(t *rapid.T, a, b, c E) {
				if leq(a, b) && leq(b, c) {
					must(t, leq(a, c), "a ≤ b and b ≤ c but not a ≤ c\na = %v\nb = %v\nc = %v", a, b, c)
				}
				if equal(a, b) && equal(b, c) {
					must(t, equal(a, c), "a = b and b = c but not a = c\na = %v\nb = %v\nc = %v", a, b, c)
				}
			})},
	}
}

func (v values[E]) order() []Law {
	l := v.l
	return append(partialOrder(l.Leq, l.Equal, v.pairs, v.triples), []Law{
		{"order/join", "a ≤ b exactly if their join is b", v.pairs(func(t *rapid.T, a, b E) {
			leq, j := l.Leq(a, b), l.Join(a, b)
			must(t, leq == l.Equal(j, b), "a ≤ b is %v but a⊔b = %v\na = %v\nb = %v", leq, j, a, b)
		})},
		{"order/meet", "a ≤ b exactly if their meet is a", v.pairs(func(t *rapid.T, a, b E) {
			leq, m := l.Leq(a, b), l.Meet(a, b)
			must(t, leq == l.Equal(m, a), "a ≤ b is %v but a⊓b = %v\na = %v\nb = %v", leq, m, a, b)
		})},
	}...)
}

func (v values[E]) bounds() []Law {
	l := v.l
	return []Law{
		{"bounds/bottom", "bottom lies below everything, adds nothing to a join and swallows a meet", func(t *rapid.T) {
			a, bottom := v.one(t, "a"), l.Bottom()
			must(t, l.Leq(bottom, a), "not ⊥ ≤ a for a = %v", a)
			must(t, l.Equal(l.Join(a, bottom), a), "a⊔⊥ = %v for a = %v", l.Join(a, bottom), a)
			must(t, l.Equal(l.Join(bottom, a), a), "⊥⊔a = %v for a = %v", l.Join(bottom, a), a)
			must(t, l.Equal(l.Meet(a, bottom), bottom), "a⊓⊥ = %v for a = %v", l.Meet(a, bottom), a)
		}},
		{"bounds/top", "top lies above everything, swallows a join and takes nothing from a meet", func(t *rapid.T) {
			a, top := v.one(t, "a"), l.Top()
			must(t, l.Leq(a, top), "not a ≤ ⊤ for a = %v", a)
			must(t, l.Equal(l.Join(a, top), top), "a⊔⊤ = %v for a = %v", l.Join(a, top), a)
			must(t, l.Equal(l.Meet(a, top), a), "a⊓⊤ = %v for a = %v", l.Meet(a, top), a)
			must(t, l.Equal(l.Meet(top, a), a), "⊤⊓a = %v for a = %v", l.Meet(top, a), a)
		}},
	}
}

// joinAndMeet states each law once and checks it of the join, and of the meet
// with the order turned round.
func (v values[E]) joinAndMeet() []Law {
	laws := v.operation("join", "⊔", "above", "least", v.l.Join, v.l.Leq)
	laws = append(laws, v.operation("meet", "⊓", "below", "greatest", v.l.Meet,
		func(a, b E) bool { return v.l.Leq(b, a) })...)
	return append(laws, Law{"absorption", "joining with a meet, or meeting with a join, of oneself changes nothing",
		v.pairs(func(t *rapid.T, a, b E) {
			l := v.l
			must(t, l.Equal(l.Join(a, l.Meet(a, b)), a), "a⊔(a⊓b) = %v\na = %v\nb = %v", l.Join(a, l.Meet(a, b)), a, b)
			must(t, l.Equal(l.Meet(a, l.Join(a, b)), a), "a⊓(a⊔b) = %v\na = %v\nb = %v", l.Meet(a, l.Join(a, b)), a, b)
		})})
}

func (v values[E]) operation(name, sign, side, best string, op func(a, b E) E, leq func(a, b E) bool) []Law {
	equal := v.l.Equal
	laws := []Law{
		{name + "/bound", "the " + name + " lies " + side + " both operands", v.pairs(func(t *rapid.T, a, b E) {
			r := op(a, b)
			must(t, leq(a, r) && leq(b, r), "a%sb = %v does not lie %s both\na = %v\nb = %v", sign, r, side, a, b)
		})},
		{name + "/idempotent", "the " + name + " of an element with itself is that element", func(t *rapid.T) {
			a := v.one(t, "a")
			must(t, equal(op(a, a), a), "a%sa = %v for a = %v", sign, op(a, a), a)
		}},
	}
	if v.Approximate {
		return laws
	}
	return append(laws, []Law{
		{name + "/" + best, "no bound of both operands is better than the " + name, v.triples(func(t *rapid.T, a, b, c E) {
			if leq(a, c) && leq(b, c) {
				r := op(a, b)
				must(t, leq(r, c), "a%sb = %v but c lies %s both and is better\na = %v\nb = %v\nc = %v", sign, r, side, a, b, c)
			}
		})},
		{name + "/commutative", "the order of the operands does not matter", v.pairs(func(t *rapid.T, a, b E) {
			x, y := op(a, b), op(b, a)
			must(t, equal(x, y), "a%sb = %v but b%sa = %v\na = %v\nb = %v", sign, x, sign, y, a, b)
		})},
		{name + "/associative", "the grouping of three operands does not matter", v.triples(func(t *rapid.T, a, b, c E) {
			x, y := op(op(a, b), c), op(a, op(b, c))
			must(t, equal(x, y), "(a%sb)%sc = %v but a%s(b%sc) = %v\na = %v\nb = %v\nc = %v", sign, sign, x, sign, sign, y, a, b,
				c)
		})},
		{name + "/monotone", "larger operands give a larger result", v.triples(func(t *rapid.T, a, b, c E) {
			if v.l.Leq(a, b) {
				must(t, v.l.Leq(op(a, c), op(b, c)), "a ≤ b but not a%sc = %v ≤ b%sc = %v\na = %v\nb = %v\nc = %v", sign,
					op(a, c), sign, op(b, c), a, b, c)
			}
		})},
	}...)
}

// purity covers what is promised of the operations as functions.
func (v values[E]) purity() []Law {
	l := v.l
	return []Law{
		{"operands/unchanged", "no operation changes its operands, nor what an earlier one returned",
			v.triplesOf(4, func(t *rapid.T, a, b, c E) {
				j, m := l.Join(a, b), l.Meet(a, b)
				kept := []E{a, b, c, j, m}
				before := make([]string, len(kept))
				for i, e := range kept {
					before[i] = v.Fingerprint(e)
				}
				thresholds := drawThresholds(t)
				for _, op := range []func(x, y E) E{l.Join, l.Meet, v.ops.Narrow,
					func(x, y E) E { return v.ops.Widen(x, y, thresholds...) },
					func(x, y E) E { r, _ := v.ops.Merge(x, y); return r },
					func(x, y E) E { l.Leq(x, y); l.Equal(x, y); return x },
				} {
					op(op(a, b), c)
					op(c, op(j, m))
					op(m, op(l.Meet(b, a), a))
				}
				for i, e := range kept {
					must(t, v.Fingerprint(e) == before[i], "an operation changed element %d of a, b, c, a⊔b, a⊓b\nbefore: "+
						"%s\nafter:  %s", i, before[i], v.Fingerprint(e))
				}
			})},
		{"operands/bottom-and-top", "bottom and top are the same whenever one asks", func(t *rapid.T) {
			a := v.one(t, "a")
			bottom, top := v.Fingerprint(l.Bottom()), v.Fingerprint(l.Top())
			v.ops.Widen(l.Bottom(), a)
			l.Join(l.Bottom(), a)
			l.Meet(l.Top(), a)
			must(t, v.Fingerprint(l.Bottom()) == bottom && v.Fingerprint(l.Top()) == top,
				"bottom or top has changed after operations with %v", a)
		}},
	}
}

// merging is the law of lattice.Merging, if the lattice has it.
func (v values[E]) merging() []Law {
	l := v.l
	if _, ok := l.(lattice.Merging[E]); !ok {
		return nil
	}
	return []Law{{"merge/exact", "Merge is the join, and names exactly the operands that it equals",
		v.pairs(func(t *rapid.T, a, b E) {
			r, side := v.ops.Merge(a, b)
			must(t, l.Equal(r, l.Join(a, b)), "Merge gives %v but Join %v\na = %v\nb = %v", r, l.Join(a, b), a, b)
			must(t, side&^lattice.Both == 0, "Merge gives side %b, which is none of Neither, Left, Right, Both", side)
			must(t, side&lattice.Left != 0 == l.Equal(r, a), "Merge gives side %b, and %v, for\na = %v\nb = %v", side, r, a, b)
			must(t, side&lattice.Right != 0 == l.Equal(r, b), "Merge gives side %b, and %v, for\na = %v\nb = %v", side, r, a, b)
		})}}
}
