package text

import (
	"fmt"
	"slices"

	"github.com/seed38182bad/parallax/domains/interval"
	"github.com/seed38182bad/parallax/lattice"
)

// Domain is the lattice of strings. The zero Domain keeps sets of at most
// DefaultLimit strings.
type Domain struct{ limit int }

// DefaultLimit is the number of strings in a finite set of the zero Domain, and
// MaxLimit the greatest that New takes. A shape with a free byte describes more.
const (
	DefaultLimit = 8
	MaxLimit     = 255
)

// New returns the lattice that keeps sets of at most limit strings.
func New(limit int) (Domain, error) {
	if limit < 1 || limit > MaxLimit {
		return Domain{}, fmt.Errorf("sets of at most %d strings: want a limit from 1 to %d", limit, MaxLimit)
	}
	return Domain{limit}, nil
}

func (d Domain) max() int {
	if d.limit == 0 {
		return DefaultLimit
	}
	return d.limit
}

// Of describes these strings, and others as well if they are more than the limit.
func (d Domain) Of(xs ...string) Text { return around(slices.Clone(xs), d.max()) }

// Prefixed describes all strings that begin with p.
func (d Domain) Prefixed(p string) Text { return shape{p, "", 0, unbounded}.text(d.max()) }

// Suffixed describes all strings that end in s.
func (d Domain) Suffixed(s string) Text { return shape{"", s, 0, unbounded}.text(d.max()) }

// OfLength describes all strings whose length is in n: all if n is top, and none
// if n has no value from 0.
func (d Domain) OfLength(n interval.Interval) Text {
	lo, hi, ok := n.Int64Bounds()
	if !ok || hi < 0 {
		return Text{}
	}
	return shape{"", "", max(lo, 0), hi}.text(d.max())
}

// Bottom returns no string.
func (d Domain) Bottom() Text { return Text{} }

// Top returns all strings.
func (d Domain) Top() Text { return Text{shape: anything, shaped: true} }

// Leq reports whether b describes all strings that a does.
func (d Domain) Leq(a, b Text) bool {
	switch {
	case a.shaped:
		return b.shaped && leq(a.shape, b.shape)
	case b.shaped:
		for _, x := range a.strings {
			if !b.shape.contains(x) {
				return false
			}
		}
		return true
	}
	j := 0
	for _, x := range a.strings {
		for j < len(b.strings) && b.strings[j] < x {
			j++
		}
		if j == len(b.strings) || b.strings[j] != x {
			return false
		}
	}
	return true
}

// Equal reports whether a and b describe the same strings.
func (d Domain) Equal(a, b Text) bool {
	return a.shaped == b.shaped && a.shape == b.shape && slices.Equal(a.strings, b.strings)
}

// Join describes what either describes, and the least else that can be.
func (d Domain) Join(a, b Text) Text {
	r, _ := d.Merge(a, b)
	return r
}

// Merge is Join, and says which operand the result is; it allocates nothing where
// it is one.
func (d Domain) Merge(a, b Text) (Text, lattice.Side) {
	if r, side := lattice.Larger(d, a, b); side != lattice.Neither {
		return r, side
	}
	if !a.shaped && !b.shaped {
		return around(slices.Concat(a.strings, b.strings), d.max()), lattice.Neither
	}
	return Text{shape: hull(a.hull(), b.hull()), shaped: true}, lattice.Neither
}

// Meet describes what both describe, exactly.
func (d Domain) Meet(a, b Text) Text {
	switch {
	case d.Leq(a, b):
		return a
	case d.Leq(b, a):
		return b
	case !a.shaped:
		return a.only(b.Contains)
	case !b.shaped:
		return b.only(a.Contains)
	}
	s, ok := both(a.shape, b.shape)
	if !ok {
		return Text{}
	}
	return s.text(d.max())
}

// only is the finite set t without what keep does not hold for.
func (t Text) only(keep func(string) bool) Text {
	return around(slices.DeleteFunc(slices.Clone(t.strings), func(x string) bool { return !keep(x) }), len(t.strings))
}

// Widen is Join, and gives up a bound of the lengths that does not hold of next.
func (d Domain) Widen(old, next Text) Text { return d.WidenTo(old, next, nil) }

// WidenTo is Widen, but moves a bound of the lengths to the nearest threshold that
// holds of next.
func (d Domain) WidenTo(old, next Text, thresholds []int64) Text {
	joined := d.Join(old, next)
	if !old.shaped {
		return joined
	}
	s := joined.shape
	if s.lo < old.shape.lo {
		lo := int64(0)
		for _, t := range thresholds {
			if lo < t && t <= s.lo {
				lo = t
			}
		}
		s.lo = lo
	}
	if s.hi > old.shape.hi {
		hi := int64(unbounded)
		for _, t := range thresholds {
			if s.hi <= t && t < hi {
				hi = t
			}
		}
		s.hi = hi
	}
	if s == joined.shape {
		return joined
	}
	return s.text(d.max())
}

// Narrow takes a bound of the lengths from next where old has none, and next itself
// if it is a finite set.
func (d Domain) Narrow(old, next Text) Text {
	if !old.shaped || !next.shaped || old.shape.hi < unbounded {
		if next.shaped {
			return old
		}
		return d.Meet(old, next)
	}
	s := old.shape
	s.hi = next.shape.hi
	return s.text(d.max())
}

// Hash numbers texts; see lattice.Hashing.
func (d Domain) Hash(t Text) uint64 {
	const prime = 1099511628211 // FNV-1a
	h := uint64(14695981039346656037)
	add := func(s string) {
		for i := range len(s) {
			h = (h ^ uint64(s[i])) * prime
		}
		h = (h ^ 256) * prime
	}
	for _, x := range t.strings {
		add(x)
	}
	if t.shaped {
		add(t.shape.prefix)
		add(t.shape.suffix)
		h = (h ^ uint64(t.shape.lo)) * prime
		h = (h ^ uint64(t.shape.hi)) * prime
		h = (h ^ 257) * prime
	}
	return h ^ h>>32
}
