package modelcheck

import (
	"cmp"
	"slices"

	"github.com/seed38182bad/parallax/envs"
)

// regions are the calls that are to be atomic and that are open in a thread: by function, ascending. A call within
// another one of the same function is part of it.
type regions []region

// A region is such a call, and how far it is.
type region struct {
	fn      envs.FuncID
	entered bool        // something was done in it that others may notice
	at      [2]position // by each of the classifications
}

// A phase is a part of a region.
type phase uint8

const (
	before       phase = iota // all that was done may be moved to the right
	after                     // what is done from now on has to be movable to the left
	contradicted              // it was not
)

// A position is where a region is in the pattern of a classification.
type position struct {
	phase      phase
	last, next envs.Point // others may come in after the one and, if it is contradicted, before the other
}

// begin is the state in which a call of a function has begun.
func (s regions) begin(fn envs.FuncID) regions {
	i, open := s.find(fn)
	if open {
		return s
	}
	return slices.Insert(slices.Clone(s), i, region{fn: fn})
}

// after is the state of a caller after a callee.
func (s regions) after(callee regions) regions {
	return slices.DeleteFunc(slices.Clone(callee), func(r region) bool {
		_, open := s.find(r.fn)
		return !open
	})
}

func (s regions) find(fn envs.FuncID) (int, bool) {
	return slices.BinarySearchFunc(s, fn, func(r region, fn envs.FuncID) int { return cmp.Compare(r.fn, fn) })
}

// Clone returns a copy.
func (s regions) Clone() regions { return slices.Clone(s) }

// Merge joins what may be on two paths: calls that are open on one of them, each as far as it may be.
func (s regions) Merge(o regions) (_ regions, grew bool) {
	for _, r := range o {
		i, open := s.find(r.fn)
		if !open {
			s, grew = slices.Insert(s, i, r), true
			continue
		}
		mine := &s[i]
		grew = grew || r.entered && !mine.entered
		mine.entered = mine.entered || r.entered
		for j, p := range r.at {
			if p.compare(mine.at[j]) > 0 {
				mine.at[j], grew = p, true
			}
		}
	}
	return s, grew
}

// compare orders positions: the further one is larger.
func (p position) compare(q position) int {
	return cmp.Or(cmp.Compare(p.phase, q.phase), p.last.Compare(q.last), p.next.Compare(q.next))
}
