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
	uses   []use        // by point; see maxUses
}

// A use is an access and the locks that it held.
type use struct {
	at    envs.Point
	write bool
	held  envs.LockSet
}

func (u use) done() string { return envs.Access{Write: u.write}.Done() }

func (u use) compare(v use) int {
	if c := u.at.Compare(v.at); c != 0 {
		return c
	}
	if c := u.held.Compare(v.held); c != 0 || u.write == v.write {
		return c
	}
	if u.write {
		return -1
	}
	return 1
}

// maxUses is how many examples are kept: the first by their places, which does not
// depend on the order in which they are found.
const maxUses = 16

// covers reports whether an access adds nothing. It may say no though it does.
func (g *guards) covers(held envs.LockSet, at envs.Point, write bool) bool {
	for i := range g.uses {
		if u := &g.uses[i]; u.held == held && u.at == at && u.write == write {
			return true
		}
	}
	if len(g.uses) < maxUses || at.Compare(g.uses[len(g.uses)-1].at) <= 0 {
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
		if found || i == maxUses {
			continue
		}
		g.uses = slices.Insert(g.uses, i, u)
		g.uses = g.uses[:min(len(g.uses), maxUses)]
		grew = true
	}
	return g, grew
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
