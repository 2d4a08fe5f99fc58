package latticetest

import (
	"slices"

	"github.com/seed38182bad/parallax/lattice"
	"pgregory.net/rapid"
)

// drawThresholds draws at most maxThresholds thresholds, strictly ascending.
func drawThresholds(t *rapid.T) []int64 {
	ts := rapid.SliceOfN(rapid.OneOf(rapid.Int64Range(-20, 20), rapid.Int64()), 0, maxThresholds).Draw(t, "thresholds")
	slices.Sort(ts)
	return slices.Compact(ts)
}

// widening are the laws of widening with thresholds, of which there may be none. A lattice without
// widening is held to them with its join.
func (v values[E]) widening() []Law {
	l := v.l
	return []Law{
		{"widen/bound", "widening lies above both operands, and with thresholds not above plain widening",
			v.pairs(func(t *rapid.T, a, b E) {
				r, plain := v.ops.Widen(a, b, v.thresholds(t)...), v.ops.Widen(a, b)
				must(t, l.Leq(a, r) && l.Leq(b, r), "a∇b = %v does not lie above both\na = %v\nb = %v", r, a, b)
				must(t, l.Leq(r, plain), "with thresholds a∇b = %v, without them %v\na = %v\nb = %v", r, plain, a, b)
			})},
		{"widen/stable", "widening by what lies below changes nothing", v.pairs(func(t *rapid.T, a, b E) {
			b = l.Meet(a, b)
			r := v.ops.Widen(a, b, v.thresholds(t)...)
			must(t, l.Equal(r, a), "b ≤ a but a∇b = %v\na = %v\nb = %v", r, a, b)
		})},
		{"widen/stabilises", "every chain of widenings is constant after the stated number of steps", func(t *rapid.T) {
			thresholds := v.thresholds(t)
			v.chain(t, v.Steps*(1+len(thresholds)), func(a, b E) E { return v.ops.Widen(a, b, thresholds...) }, nil)
		}},
	}
}

// thresholds draws what widening may stop at; nothing for a lattice without widening.
func (v values[E]) thresholds(t *rapid.T) []int64 {
	if _, ok := v.l.(lattice.Widening[E]); !ok {
		return nil
	}
	return drawThresholds(t)
}

func (v values[E]) narrowing() []Law {
	l, ops := v.l, v.ops
	if _, ok := l.(lattice.Narrowing[E]); !ok {
		return nil
	}
	return []Law{
		{"narrow/between", "narrowing lies between the old element and the next one below it",
			v.pairs(func(t *rapid.T, old, b E) {
				next := l.Meet(old, b)
				r := ops.Narrow(old, next)
				must(t, l.Leq(next, r) && l.Leq(r, old), "narrowing gives %v, which is not between\nold  = %v\nnext = %v", r, old,
					next)
			})},
		{"narrow/stabilises", "every chain of narrowings is constant after the stated number of steps", func(t *rapid.T) {
			v.chain(t, v.Steps, ops.Narrow, l.Meet)
		}},
	}
}

// chain iterates op from a drawn element, first with drawn elements, then with
// what a transfer function makes of the last one. It fails if that changes more
// often than steps. If there is a below, it first brings the next element below
// the old one.
func (v values[E]) chain(t *rapid.T, steps int, op, below func(old, next E) E) {
	x := v.one(t, "start")
	changes := 0
	step := func(next E) {
		if below != nil {
			next = below(x, next)
		}
		r := op(x, next)
		if v.l.Equal(r, x) {
			return
		}
		changes++
		must(t, changes <= steps, "not stable after %d changes: from %v, next %v leads to %v", steps, x, next, r)
		x = r
	}
	for range rapid.IntRange(0, min(2*steps, 40)).Draw(t, "length") {
		step(v.one(t, "next"))
	}
	if len(v.Transfers) > 0 {
		f := v.Transfers[rapid.IntRange(0, len(v.Transfers)-1).Draw(t, "transfer")]
		for range steps + 2 {
			step(f(x))
		}
	}
}
