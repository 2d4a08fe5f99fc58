package methods

import (
	"slices"

	"github.com/seed38182bad/parallax/envs"
)

// narrow is how many blocks of a method that are in conflict with another one are compared with each other one by
// one. More are, too, until that has been as much work as to find out which are apart. That was a third of the time of
// a trace of 16,000 lines with random locks, in which few blocks have to be compared.
const narrow = 8

// A sum is what the blocks have together that are apart from another one.
type sum struct {
	updates words // by one that may follow it
	common  words // what all access
}

// bound is no less than how much it matters that q comes between p and another block that is in conflict with q. near
// has the numbers of these blocks. The bound is 0 only if it does not matter. Of many blocks that are held at once
// each two would have to be compared for each third one.
func (s *scope) bound(p, q *part, near words) int {
	if s.apart == nil {
		s.setApart()
	}
	if !s.apart[p.number].meets(near) {
		return 0
	}
	t, most := s.sum(p), changed
	for i, updated := range q.writes[:min(len(q.writes), len(p.writes))] {
		if updated&p.reads[i]&t.updates.at(i) != 0 {
			return lost
		}
		if updated&(p.reads[i]|p.writes[i])&^t.common.at(i) != 0 {
			most = torn
		}
	}
	return most
}

// sum is what the blocks have together that are apart from one.
func (s *scope) sum(p *part) *sum {
	t := &s.sums[p.number]
	if t.updates != nil {
		return t
	}
	t.updates, t.common = make(words, len(p.writes)), make(words, len(p.writes))
	for i := range t.common {
		t.common[i] = p.reads[i] | p.writes[i]
	}
	for n := range s.apart[p.number].all() {
		o := s.own[n]
		follows := s.follows.may(p, o)
		for i := range t.common {
			if t.common[i] &= o.reads.at(i) | o.writes.at(i); follows {
				t.updates[i] |= o.writes.at(i)
			}
		}
	}
	return t
}

// setApart finds out which blocks of the method are apart: they begin at different places, and none is within the
// other.
func (s *scope) setApart() {
	taken, begun, locks := sets[envs.Point]{}, sets[envs.Point]{}, sets[lockName]{}
	left, all := s.some(), s.some()
	for i, p := range s.own {
		taken.enter(s, p.block.Taken, i)
		locks.enter(s, p.lock, i)
		begun.enter(s, p.block.From, i)
		if all.add(i); s.among.words != nil && !s.among.has(p.block.From.Func()) {
			left.add(i)
		}
	}
	called := s.alwaysCalled(taken)
	s.apart, s.sums = make([]words, len(s.own)), make([]sum, len(s.own))
	for i := range s.own {
		s.apart[i] = slices.Clone(all)
	}
	for i, p := range s.own {
		around := slices.Clone(called[p.block.From.Func()]) // those in which it is
		for _, at := range p.inside {
			around.unite(taken[at])
		}
		for _, l := range p.held {
			if l != p.lock {
				around.unite(locks[l])
			}
		}
		for n := range around.all() {
			s.apart[n].remove(i)
		}
		around.unite(begun[p.block.From])
		if left.has(i) {
			around.unite(left)
		}
		for k, w := range around {
			s.apart[i][k] &^= w
		}
	}
}

// alwaysCalled are the blocks of the method in which a function that has blocks is always called. They are given by
// where their locks are taken.
func (s *scope) alwaysCalled(taken sets[envs.Point]) map[envs.FuncID]words {
	called := map[envs.FuncID]words{}
	for _, p := range s.own {
		called[p.block.From.Func()] = s.some()
	}
	for at := range s.heldAtCalls() {
		if taken[at] == nil {
			continue
		}
		outside := s.by(s.fn, func(c *call) bool { return !slices.Contains(c.inside, at) })
		for fn, in := range called {
			if !outside.has(fn) {
				in.unite(taken[at])
			}
		}
	}
	return called
}

// sets are sets of blocks of a method, by some key.
type sets[K comparable] map[K]words

func (x sets[K]) enter(s *scope, k K, i int) {
	if x[k] == nil {
		x[k] = s.some()
	}
	x[k].add(i)
}

// heldAtCalls are the places where locks were taken that are held at all calls of some function by another one.
func (s *scope) heldAtCalls() map[envs.Point]bool {
	held := map[envs.Point]bool{}
	for fn := range s.reach(s.fn).all() {
		for _, c := range s.method(fn).calls {
			for _, at := range c.inside {
				held[at] = true
			}
		}
	}
	return held
}
