package world

import (
	"slices"

	"github.com/seed38182bad/parallax/envs"
)

// locks are the state of the lowest analysis: which locks a frame holds. A state is copied to be changed.
type locks struct {
	held     stack
	released envs.Point // the smallest latest release, for evidence
	many     bool       // more locks than are kept apart, or fewer than held says
	cls      *classes
}

// maxHeld is how many locks held at once a state keeps apart. Only recursion
// that takes a lock on its way down reaches it.
const maxHeld = 8

// limited gives up on telling locks apart when there are too many.
func (l *locks) limited() *locks {
	if len(l.held) > maxHeld {
		l.held = l.held[:maxHeld]
		l.many = true
	}
	return l
}

// classes puts the places of one frame that open blocks into classes: blocks that meet where paths meet are one class,
// and are the same token. Merging blocks this way changes no state, so it costs no iteration, and the result does not
// depend on the order. Ageing keeps it sound: two blocks of one class are separated by an opening of that class. That
// holds as long as no two of a class are held at once, so only blocks of one lock are put together.
type classes struct {
	parent     map[int64]int64
	structured bool // see envs.Knowledge
}

func (c *classes) canon(site int64) int64 {
	for {
		p, ok := c.parent[site]
		if !ok {
			return site
		}
		site = p
	}
}

func (c *classes) union(a, b int64) {
	a, b = c.canon(a), c.canon(b)
	if a == b {
		return
	}
	if a > b {
		a, b = b, a
	}
	if c.parent == nil {
		c.parent = map[int64]int64{}
	}
	c.parent[b] = a
}

// Clone gives l itself.
func (l *locks) Clone() *locks { return l }

// copied is a copy of l that may be changed.
func (l *locks) copied() *locks {
	return &locks{slices.Clone(l.held), l.released, l.many, l.cls}
}

func (l *locks) block() envs.Block {
	if l.many {
		return envs.Loose()
	}
	return l.held.block(l.cls.canon)
}

func (l *locks) Merge(o *locks) (*locks, bool) {
	if l == o {
		return l, false
	}
	r, grew := l, false
	own := func() {
		if !grew {
			r, grew = l.copied(), true
		}
	}
	if earlier(o.released, l.released) {
		own()
		r.released = o.released
	}
	if o.many && !l.many {
		own()
		r.many = true
	}
	for i := range max(len(l.held), len(o.held)) {
		switch {
		case i >= len(o.held):
			if !r.held[i].maybe {
				own()
				r.held[i].maybe = true
			}
		case i >= len(l.held):
			own()
			h := o.held[i]
			h.maybe = true
			r.held = append(r.held, h)
		default:
			if h, g := l.held[i].merge(o.held[i], l.cls); g {
				own()
				r.held[i] = h
			}
		}
	}
	return r, grew
}

// earlier reports whether a is to replace b as the smallest of several points, where the zero point is none at all.
func earlier(a, b envs.Point) bool {
	return !a.IsZero() && (b.IsZero() || a.Compare(b) < 0)
}

func (h hold) merge(o hold, cls *classes) (hold, bool) {
	r := h
	if h.path != nil && !h.path.Same(o.path) {
		r.path = nil
	}
	if h.loc != o.loc {
		r.loc = nil
	}
	if h.site != o.site {
		switch {
		case h.site == looseSite:
		case h.site > 0 && o.site > 0 && h.path != nil && h.path.Same(o.path):
			cls.union(h.site, o.site)
		default:
			r.site = looseSite
		}
	}
	if earlier(o.at, h.at) {
		r.at = o.at
	}
	if h.from != o.from {
		r.from = 0
	}
	if h.try != o.try {
		r.try = 0
	}
	r.count, r.more = min(h.count, o.count), h.more || o.more || h.count != o.count
	r.read = h.read && o.read
	r.maybe = r.maybe || o.maybe
	return r, r != h
}
