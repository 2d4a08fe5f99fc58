package eraser

import (
	"slices"

	"github.com/seed38182bad/parallax/domains/lockfamily"
	"github.com/seed38182bad/parallax/domains/lockset"
	"github.com/seed38182bad/parallax/envs"
)

// guards is what is known of the accesses of a variable, in all threads together: the
// locks, and examples for people.
type guards struct {
	domain lockfamily.AccessDomain[envs.Lock]
	sets   lockset.MustDomain[envs.Lock]
	locks  lockfamily.Accesses[envs.Lock]
	all    envs.LockSet // see common
	fresh  bool         // all is up to date
	uses   []use        // see use.compare and maxUses
}

// A use is an access and the locks that it held.
type use struct {
	at    envs.Point
	write bool
	held  envs.LockSet
}

func (u use) done() string { return envs.Access{Write: u.write}.Done() }

// compare puts those that hold fewer locks first, and those that hold the same together, by place.
func (u use) compare(v use) int {
	if c := u.held.Len() - v.held.Len(); c != 0 {
		return c
	}
	if c := u.held.Compare(v.held); c != 0 {
		return c
	}
	if c := u.at.Compare(v.at); c != 0 || u.write == v.write {
		return c
	}
	if u.write {
		return -1
	}
	return 1
}

// maxUses is how many examples are kept, maxAlike how many with the same locks: the first ones, which does not depend
// on the order in which they are found. So an access with no lock is among them, and others by their locks.
const (
	maxUses  = 16
	maxAlike = 8
)

// covers reports whether an access adds nothing. It may say no though it does.
func (g *guards) covers(held envs.LockSet, at envs.Point, write bool) bool {
	for i := range g.uses {
		if u := &g.uses[i]; u.held == held && u.at == at && u.write == write {
			return true
		}
	}
	if !g.full(use{at, write, held}) {
		return false
	}
	if write {
		return g.domain.Equal(g.domain.Write(g.locks, held), g.locks)
	}
	return g.domain.Equal(g.domain.Read(g.locks, held), g.locks)
}

// Clone returns a copy.
func (g *guards) Clone() *guards {
	c := *g
	c.uses = slices.Clone(g.uses)
	return &c
}

// Merge adds the accesses of o.
func (g *guards) Merge(o *guards) (*guards, bool) {
	joined := g.domain.Limit(g.domain.Join(g.locks, o.locks))
	grew := !g.domain.Equal(joined, g.locks)
	g.locks = joined
	g.fresh = g.fresh && !grew
	for _, u := range o.uses {
		i, found := slices.BinarySearchFunc(g.uses, u, use.compare)
		if found || g.full(u) {
			continue
		}
		g.uses = slices.Insert(g.uses, i, u)
		if first, end := g.alike(u); end-first > maxAlike {
			g.uses = slices.Delete(g.uses, end-1, end)
		}
		g.uses = g.uses[:min(len(g.uses), maxUses)]
		grew = true
	}
	return g, grew
}

// full reports whether a use, if it is not among the examples, comes too late to be one.
func (g *guards) full(u use) bool {
	if n := len(g.uses); n == maxUses && g.uses[n-1].compare(u) < 0 {
		return true
	}
	first, end := g.alike(u)
	return end-first == maxAlike && g.uses[end-1].compare(u) < 0
}

// alike are the examples with the locks of a use.
func (g *guards) alike(u use) (first, end int) {
	for first < len(g.uses) && g.uses[first].held != u.held {
		first++
	}
	for end = first; end < len(g.uses) && g.uses[end].held == u.held; end++ {
	}
	return first, end
}

// common are the locks held at all accesses: Eraser's set of candidates.
func (g *guards) common() envs.LockSet {
	if !g.fresh {
		g.all, g.fresh = g.locks.Writes, true
		for s := range g.locks.Reads.All() {
			g.all = g.sets.Join(g.all, s)
		}
	}
	return g.all
}
