package progress

import (
	"cmp"
	"maps"
	"slices"

	"github.com/seed38182bad/parallax/envs"
)

// A wait is an operation at which a thread may wait, and for which lock.
type wait struct {
	at envs.Point
	of who // nobody if it is for something else
}

// A pair is a lock that a thread may hold while it waits.
type pair struct {
	held who
	wait
}

// A kept is a lock that a thread may keep for good, from somewhere on.
type kept struct {
	of who
	at envs.Point
}

// A need is how often callers have to hold a lock, or the function throws an exception. Left is what it holds then.
type need struct {
	path  *envs.Path
	least int8
	left  *state
}

// A summary is what a function does, and what it calls.
type summary struct {
	returns, throws bool
	gives           bool   // it may give back what its callers have taken
	exit            *state // of what it returns with: the names that callers may know
	thrown          *state // likewise of exceptions
	needs           map[name]need
	inside          map[wait]bool
	never           envs.Point // a wait inside of which nothing shows that it ends; then those in inside do not matter
	pairs           map[pair]bool
	kept            map[kept]bool
	frees           map[who]bool // locks that it may give back by names that callers do not know
}

// again is a summary to which more is added.
func (s *summary) again() *summary {
	if s == nil {
		return &summary{needs: map[name]need{}, inside: map[wait]bool{}, pairs: map[pair]bool{},
			kept: map[kept]bool{}, frees: map[who]bool{}}
	}
	next := *s
	next.needs, next.inside, next.pairs = maps.Clone(s.needs), maps.Clone(s.inside), maps.Clone(s.pairs)
	next.kept, next.frees = maps.Clone(s.kept), maps.Clone(s.frees)
	return &next
}

// like reports whether two summaries tell the same.
func (s *summary) like(o *summary) bool {
	return s.exit == o.exit && s.thrown == o.thrown && s.returns == o.returns && s.throws == o.throws &&
		s.gives == o.gives && s.never == o.never && maps.Equal(s.needs, o.needs) && maps.Equal(s.inside, o.inside) &&
		maps.Equal(s.pairs, o.pairs) && maps.Equal(s.kept, o.kept) && maps.Equal(s.frees, o.frees)
}

// needed adds a need.
func (s *summary) needed(n need) {
	key := nameOf(n.path)
	if old, ok := s.needs[key]; ok {
		n.path, n.least = old.path, max(old.least, n.least)
		n.left, _ = old.left.join(n.left)
	}
	s.needs[key] = n
}

// maxInside is how many waits are kept of a function, with what it calls.
const maxInside = 512

// waits adds a wait to those inside. If nothing shows that it ends, no other one matters.
func (s *summary) waits(w wait) {
	switch {
	case w.of == stuck || len(s.inside) >= maxInside && !s.inside[w]:
		if s.never.IsZero() || w.at.Compare(s.never) < 0 {
			s.never = w.at
		}
		clear(s.inside)
	case s.never.IsZero():
		s.inside[w] = true
	}
}

// all are the waits inside, in order.
func (s *summary) all() []wait {
	if !s.never.IsZero() {
		return []wait{{s.never, stuck}}
	}
	return sorted(s.inside, wait.compare)
}

func (w wait) compare(v wait) int { return cmp.Or(w.at.Compare(v.at), cmp.Compare(w.of, v.of)) }

func (p pair) compare(q pair) int { return cmp.Or(cmp.Compare(p.held, q.held), p.wait.compare(q.wait)) }

func (k kept) compare(l kept) int { return cmp.Or(cmp.Compare(k.of, l.of), k.at.Compare(l.at)) }

// sorted are the keys of a map in order, in which what is found does not depend on the order of maps.
func sorted[K comparable, V any](set map[K]V, compare func(a, b K) int) []K {
	return slices.SortedFunc(maps.Keys(set), compare)
}
