package latticetest

import (
	"github.com/seed38182bad/parallax/lattice"
	"pgregory.net/rapid"
)

func (v states[S]) widening() []Law {
	if !has[S, lattice.Widener[S]]() {
		return []Law{{"merge/stabilises",
			"without widening, every chain of merges is constant after the stated number of steps", func(t *rapid.T) {
				v.chain(t, v.Steps, func(old, next S) (S, bool) { return old.Merge(next) })
			}}}
	}
	widen := func(old, next S, thresholds ...int64) (S, bool) {
		return any(old).(lattice.Widener[S]).Widen(next, thresholds...)
	}
	return []Law{
		{"widen/bound", "widening lies above both states", v.pairs(func(t *rapid.T, a, b S) {
			r, _ := widen(a.Clone(), b, drawThresholds(t)...)
			must(t, v.Leq(a, r) && v.Leq(b, r), "widening gives %v, which does not lie above both\na = %v\nb = %v", r, a, b)
		})},
		{"widen/grew", "widening reports growth exactly if the result differs from what the receiver was",
			v.pairs(func(t *rapid.T, a, b S) {
				r, grew := widen(a.Clone(), b, drawThresholds(t)...)
				must(t, grew == !v.Equal(r, a), "widening reports grew = %v and gives %v\na = %v\nb = %v", grew, r, a, b)
			})},
		{"widen/stable", "widening by what lies below changes nothing", v.pairs(func(t *rapid.T, a, b S) {
			if !v.Leq(b, a) {
				a = v.join(a, b)
			}
			r, grew := widen(a.Clone(), b, drawThresholds(t)...)
			must(t, !grew && v.Equal(r, a), "b ≤ a but widening reports grew = %v and gives %v\na = %v\nb = %v", grew, r, a, b)
		})},
		{"widen/other-unchanged", "widening does not change the next state, at once or through what the result shares " +
			"with it", v.triples(func(t *rapid.T, a, b, c S) {
			before := v.Fingerprint(b)
			r, _ := widen(a.Clone(), b, drawThresholds(t)...)
			v.disturb(r, c)
			must(t, v.Fingerprint(b) == before, "widening, or changing its result, has changed the next state\nbefore: "+
				"%s\nafter:  %s", before, v.Fingerprint(b))
		})},
		{"widen/stabilises", "every chain of widenings is constant after the stated number of steps", func(t *rapid.T) {
			thresholds := drawThresholds(t)
			v.chain(t, v.Steps*(1+len(thresholds)), func(old, next S) (S, bool) { return widen(old, next, thresholds...) })
		}},
	}
}

func (v states[S]) narrowing() []Law {
	var zero S
	if _, ok := any(zero).(lattice.Narrower[S]); !ok {
		return nil
	}
	narrow := func(old, next S) (S, bool) { return any(old).(lattice.Narrower[S]).Narrow(next) }
	return []Law{
		{"narrow/between", "narrowing lies between the old state and the next one below it", func(t *rapid.T) {
			next := v.States.Draw(t, "next")
			old := v.join(next, v.near(t, "b", next))
			r, _ := narrow(old.Clone(), next)
			must(t, v.Leq(next, r) && v.Leq(r, old), "narrowing gives %v, which is not between\nold  = %v\nnext = %v", r, old,
				next)
		}},
		{"narrow/changed", "narrowing reports a change exactly if the result differs from what the receiver was",
			func(t *rapid.T) {
				next := v.States.Draw(t, "next")
				old := v.join(next, v.near(t, "b", next))
				r, changed := narrow(old.Clone(), next)
				must(t, changed == !v.Equal(r, old), "narrowing reports changed = %v and gives %v\nold  = %v\nnext = %v",
					changed, r, old, next)
			}},
		{"narrow/other-unchanged", "narrowing does not change the next state, at once or through what the result shares " +
			"with it", func(t *rapid.T) {
			next := v.States.Draw(t, "next")
			old := v.join(next, v.near(t, "b", next))
			c := v.States.Draw(t, "c")
			before := v.Fingerprint(next)
			r, _ := narrow(old, next)
			v.disturb(r, c)
			must(t, v.Fingerprint(next) == before, "narrowing, or changing its result, has changed the next state\nbefore: "+
				"%s\nafter:  %s", before, v.Fingerprint(next))
		}},
		{"narrow/stabilises", "every chain of narrowings is constant after the stated number of steps", v.descent(narrow)},
	}
}

// descent builds an ascending sequence and narrows back down along it: with no
// meet, that is how states below one another are had.
func (v states[S]) descent(narrow func(old, next S) (S, bool)) func(*rapid.T) {
	return func(t *rapid.T) {
		rising := []S{v.States.Draw(t, "lowest")}
		for range rapid.IntRange(0, min(2*v.Steps, 40)).Draw(t, "length") {
			rising = append(rising, v.join(rising[len(rising)-1], v.States.Draw(t, "more")))
		}
		x := rising[len(rising)-1].Clone()
		changes := 0
		for i := len(rising) - 1; i >= 0; i-- {
			r, changed := narrow(x, rising[i].Clone())
			if x = r; changed {
				changes++
			}
			must(t, changes <= v.Steps, "not stable after %d changes, at %v", v.Steps, x)
		}
	}
}

func (v states[S]) chain(t *rapid.T, steps int, op func(old, next S) (S, bool)) {
	x := v.States.Draw(t, "start").Clone()
	changes := 0
	step := func(next S) {
		r, grew := op(x, next)
		if x = r; grew {
			changes++
		}
		must(t, changes <= steps, "not stable after %d changes, at %v", steps, x)
	}
	for range rapid.IntRange(0, min(2*steps, 40)).Draw(t, "length") {
		step(v.States.Draw(t, "next"))
	}
	if len(v.Transfers) > 0 {
		f := v.Transfers[rapid.IntRange(0, len(v.Transfers)-1).Draw(t, "transfer")]
		for range steps + 2 {
			step(f(x.Clone()))
		}
	}
}
