package text

import (
	"strings"

	"github.com/seed38182bad/parallax/domains/machine"
)

// Test narrows a and b to the strings that can take part in a pair for which
// x c y holds: both bottom if there is no such pair. It loses no such string; of
// shapes it may keep others.
func (d Domain) Test(c machine.Cmp, a, b Text) (Text, Text) {
	switch c {
	case machine.Eq:
		m := d.Meet(a, b)
		return m, m
	case machine.Ne, machine.Lt, machine.Le, machine.Gt, machine.Ge:
		a, b = against(c, a, b), against(c.Swap(), b, a)
	}
	if a.IsBottom() || b.IsBottom() {
		return Text{}, Text{}
	}
	return a, b
}

// against is a without what x c y does not hold for with any y of b, as far as
// that is known.
func against(c machine.Cmp, a, b Text) Text {
	switch {
	case a.IsBottom() || b.IsBottom():
		return Text{}
	case !a.shaped:
		return a.only(func(x string) bool { return mayHold(c, x, b) })
	}
	// The strings of a lie from its prefix upwards, and below the next string that
	// does not begin so.
	least, greatest := a.shape.prefix, b.hull().prefix
	switch c {
	case machine.Lt, machine.Le:
		if !b.shaped {
			greatest = b.strings[len(b.strings)-1]
			if least > greatest || c == machine.Lt && least == greatest {
				return Text{}
			}
		} else if least > greatest && !strings.HasPrefix(least, greatest) {
			return Text{}
		}
	case machine.Gt, machine.Ge:
		if lowest := lowest(b); least < lowest && !strings.HasPrefix(lowest, least) {
			return Text{}
		}
	}
	return a
}

// lowest is a lower bound of t, attained by a finite set.
func lowest(t Text) string {
	if t.shaped {
		return t.shape.prefix
	}
	return t.strings[0]
}

// mayHold reports whether x c y may hold for some y of b.
func mayHold(c machine.Cmp, x string, b Text) bool {
	if !b.shaped {
		least, greatest := b.strings[0], b.strings[len(b.strings)-1]
		switch c {
		case machine.Ne:
			return least != greatest || x != least
		case machine.Lt:
			return x < greatest
		case machine.Le:
			return x <= greatest
		case machine.Gt:
			return x > least
		}
		return x >= least
	}
	p := b.shape.prefix
	switch c {
	case machine.Lt, machine.Le:
		return x <= p || strings.HasPrefix(x, p)
	case machine.Gt:
		return x > p
	case machine.Ge:
		return x >= p
	}
	return true
}

// TestPrefix narrows a to the strings for which strings.HasPrefix(x, p) is holds.
func (d Domain) TestPrefix(a Text, p string, holds bool) Text {
	in := d.Prefixed(p)
	switch {
	case holds:
		return d.Meet(a, in)
	case d.Leq(a, in):
		return Text{}
	case !a.shaped:
		return a.only(func(x string) bool { return !strings.HasPrefix(x, p) })
	}
	return a
}

// TestSuffix narrows a to the strings for which strings.HasSuffix(x, s) is holds.
func (d Domain) TestSuffix(a Text, s string, holds bool) Text {
	in := d.Suffixed(s)
	switch {
	case holds:
		return d.Meet(a, in)
	case d.Leq(a, in):
		return Text{}
	case !a.shaped:
		return a.only(func(x string) bool { return !strings.HasSuffix(x, s) })
	}
	return a
}

// TestContains narrows a to the strings for which strings.Contains(x, sub) is
// holds.
func (d Domain) TestContains(a Text, sub string, holds bool) Text {
	switch {
	case !a.shaped:
		return a.only(func(x string) bool { return strings.Contains(x, sub) == holds })
	case holds:
		return d.Meet(a, shape{"", "", int64(len(sub)), unbounded}.text(d.max()))
	case strings.Contains(a.shape.prefix, sub) || strings.Contains(a.shape.suffix, sub):
		return Text{}
	}
	return a
}

// TrimPrefix covers strings.TrimPrefix(x, p).
func (d Domain) TrimPrefix(a Text, p string) Text {
	with := d.TestPrefix(a, p, true)
	if !with.IsBottom() {
		with = d.slice(with, int64(len(p)), int64(len(p)), 0, unbounded, true)
	}
	return d.Join(with, d.TestPrefix(a, p, false))
}

// TrimSuffix covers strings.TrimSuffix(x, s).
func (d Domain) TrimSuffix(a Text, s string) Text {
	with := d.TestSuffix(a, s, true)
	if !with.IsBottom() {
		with = d.cut(with, s)
	}
	return d.Join(with, d.TestSuffix(a, s, false))
}

// cut is a, all of whose strings end in s, without it.
func (d Domain) cut(a Text, s string) Text {
	if !a.shaped {
		var short []string
		for _, x := range a.strings {
			short = append(short, x[:len(x)-len(s)])
		}
		return around(short, d.max())
	}
	h, n := a.shape, int64(len(s))
	h.lo, h.hi = h.lo-n, minus(h.hi, n)
	h.suffix = h.suffix[:len(h.suffix)-len(s)]
	h.prefix = h.prefix[:min(int64(len(h.prefix)), h.lo)]
	return h.text(d.max())
}
