package progress

import (
	"cmp"
	"slices"
	"strings"

	"github.com/seed38182bad/parallax/envs"
)

// A who is a lock as a function knows it: the number of an object, or one of its own parameters.
type who int32

// nobody is who a wait is about that is not for a lock, and stuck if also nothing shows that it ends.
const (
	nobody who = -1<<31 + iota
	stuck
)

func param(i envs.Reg) who { return -1 - who(i) }

// param is the index of the parameter; false for an object.
func (w who) param() (int, bool) { return int(-1 - w), w < 0 && w > stuck }

// A name is what a frame calls a lock.
type name struct {
	root   envs.Root
	reg    envs.Reg
	global string
	steps  string
}

func nameOf(p *envs.Path) name { return name{p.Root, p.Reg, p.Global, p.Steps} }

func (n name) compare(m name) int {
	return cmp.Or(cmp.Compare(n.root, m.root), cmp.Compare(n.reg, m.reg), strings.Compare(n.global, m.global),
		strings.Compare(n.steps, m.steps))
}

// A hold is how often a frame, with what it has called, has taken a lock by one of its names and not given it back.
//
// Several names may be of one lock. The sum of most over them is at least as often as the frame holds it beyond what
// its callers do, and the sum of least is at most as often as the thread holds it. What is given back by a name by
// which it was perhaps not taken is charged to all of them.
type hold struct {
	name  name
	path  *envs.Path
	of    []who
	most  int8       // negative if more was given back than taken
	least int8       // never negative
	owed  int8       // how often it was given back at most beyond least
	at    envs.Point // where it was taken
}

// Counts end at limit; beyond it most and owed are endless.
const (
	limit   = 4
	endless = 100
)

// plus adds to a count that goes up to endless.
func plus(a, b int8) int8 {
	switch n := int(a) + int(b); {
	case a == endless || b == endless || n > limit:
		return endless
	default:
		return int8(max(n, -limit))
	}
}

func (h *hold) idle() bool { return h.most == 0 && h.least == 0 && h.owed == 0 }

// A state is what a frame holds, by name. It does not change. Nil is that of a point that is not reached.
type state struct {
	holds  []hold
	tried  envs.Reg // tells whether the last operation on a lock, a TryAcquire, has taken it; 0 if there is none
	try    name
	passed uint64 // the Defers that were executed, by their numbers; lost if that is not known
}

// lost is in the stead of the Defers that were executed if there are too many paths to tell them apart.
const lost = ^uint64(0)

// deferred is the state after a Defer.
func (s *state) deferred(number int32) *state {
	if s.passed == lost || number >= 63 {
		return s
	}
	next := *s
	next.passed |= 1 << number
	return &next
}

// may reports whether control may go where a deferred call is executed, or skipped.
func (s *state) may(number int32, runs bool) bool {
	return number == 0 || number >= 63 || s.passed == lost || s.passed>>number&1 != 0 == runs
}

func (s *state) find(n name) (int, bool) {
	return slices.BinarySearchFunc(s.holds, n, func(h hold, n name) int { return h.name.compare(n) })
}

// get is the hold of a lock by a name.
func (s *state) get(n name) hold {
	if i, found := s.find(n); found {
		return s.holds[i]
	}
	return hold{name: n}
}

// set is the state with another hold.
func (s *state) set(h hold) *state {
	i, found := s.find(h.name)
	next := &state{holds: slices.Clone(s.holds), passed: s.passed}
	switch {
	case found && h.idle():
		next.holds = slices.Delete(next.holds, i, i+1)
	case found:
		next.holds[i] = h
	case !h.idle():
		next.holds = slices.Insert(next.holds, i, h)
	}
	return next
}

// settled is the state in which it is no longer open whether a TryAcquire has taken its lock.
func (s *state) settled() *state {
	if s.tried == 0 {
		return s
	}
	return &state{holds: s.holds, passed: s.passed}
}

// both calls f with the holds of two states, by name: with an idle one where a state has none.
func (s *state) both(o *state, f func(a, b *hold) bool) bool {
	i, j := 0, 0
	for i < len(s.holds) || j < len(o.holds) {
		order := 1
		switch {
		case j == len(o.holds):
			order = -1
		case i < len(s.holds):
			order = s.holds[i].name.compare(o.holds[j].name)
		}
		a, b := &idle, &idle
		if order <= 0 {
			a, i = &s.holds[i], i+1
		}
		if order >= 0 {
			b, j = &o.holds[j], j+1
		}
		if !f(a, b) {
			return false
		}
	}
	return true
}

// idle is a hold of no lock. It is never changed.
var idle hold

// covers reports whether a state says no more than another one.
func (s *state) covers(o *state) bool {
	return s == o || (s.tried == 0 || s.tried == o.tried && s.try == o.try) && s.both(o, func(a, b *hold) bool {
		return a.idle() && b.most <= 0 && b.owed == 0 || a.most >= b.most && a.least <= b.least && a.owed >= b.owed &&
			(b.at.IsZero() || !a.at.IsZero() && a.at.Compare(b.at) <= 0) &&
			!slices.ContainsFunc(b.of, func(w who) bool { return !slices.Contains(a.of, w) })
	})
}

// join is what holds on either of two paths.
func (s *state) join(o *state) (joined *state, grew bool) {
	if s == nil {
		return o, o != nil
	}
	if o == nil || s.covers(o) {
		return s, false
	}
	joined = &state{passed: s.passed}
	if s.tried == o.tried && s.try == o.try {
		joined.tried, joined.try = s.tried, s.try
	}
	s.both(o, func(a, b *hold) bool {
		if a == &idle {
			a = &hold{name: b.name, path: b.path}
		}
		if m := a.join(*b); !m.idle() {
			joined.holds = append(joined.holds, m)
		}
		return true
	})
	return joined, true
}

func (h hold) join(o hold) hold {
	h.most, h.least, h.owed = max(h.most, o.most), min(h.least, o.least), max(h.owed, o.owed)
	for _, w := range o.of {
		h.of = inserted(h.of, w)
	}
	if h.at.IsZero() || !o.at.IsZero() && o.at.Compare(h.at) < 0 {
		h.at = o.at
	}
	return h
}

// doubt is the state after a lock was given back that may be one of those.
func (s *state) doubt(of []who, meet func(a, b []who) bool) *state {
	if !slices.ContainsFunc(s.holds, func(h hold) bool { return h.least > 0 && meet(h.of, of) }) {
		return s
	}
	next := &state{holds: slices.Clone(s.holds), tried: s.tried, try: s.try, passed: s.passed}
	for i := range next.holds {
		if h := &next.holds[i]; meet(h.of, of) {
			h.least = 0
		}
	}
	next.holds = slices.DeleteFunc(next.holds, func(h hold) bool { return h.idle() })
	return next
}

// take is the state after a lock was taken once. It is not certain that it was if maybe.
func (s *state) take(h hold, maybe bool) *state {
	of := h.of
	g := s.get(h.name)
	h.most, h.least, h.owed = plus(g.most, 1), g.least, g.owed
	if !maybe {
		h.least = min(g.least+1, limit)
	}
	if g.most > 0 {
		h.at = g.at
	}
	for _, w := range g.of {
		h.of = inserted(of, w)
		of = h.of
	}
	return s.set(h)
}

// give is the state after a lock was given back once. With exact it certainly was, and otherwise only if the thread
// held it. Other names of the lock are doubted by the caller if it is not certain that it was taken by this one.
func (s *state) give(h hold, exact bool) (next *state, certain bool) {
	g := s.get(h.name)
	h.of, h.at = slices.Clip(g.join(h).of), g.at
	h.most, h.least, h.owed = g.most, g.least, g.owed
	switch {
	case g.least > 0:
		h.most, h.least = less(g.most), g.least-1
	case exact:
		h.most, h.owed = less(g.most), plus(g.owed, 1)
	default:
		h.most, h.owed = max(less(g.most), min(g.most, 0)), plus(g.owed, 1)
	}
	return s.set(h), g.least > 0
}

// less is one less than a count that goes up to endless.
func less(n int8) int8 {
	if n == endless {
		return n
	}
	return max(n-1, -limit)
}
