package eraser

import (
	"cmp"
	"slices"
	"strings"

	"github.com/seed38182bad/parallax/dataflow/world"
	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/examples/internal/lists"
	"github.com/seed38182bad/parallax/examples/internal/order"
)

// A use is an access and the locks that it held.
type use struct {
	at    envs.Point
	write bool
	held  envs.LockSet
}

func (u use) done() string { return envs.Access{Write: u.write}.Done() }

// compare puts those that hold fewer locks first, and those that hold the same together, by place.
func (u use) compare(v use) int {
	return cmp.Or(cmp.Compare(u.held.Len(), v.held.Len()), u.held.Compare(v.held), u.at.Compare(v.at),
		order.Bools(v.write, u.write))
}

// maxUses is how many examples are kept, maxAlike how many with the same locks: the first ones, which does not depend
// on the order in which they are found. So an access with no lock is among them, and others by their locks.
const (
	maxUses  = 16
	maxAlike = 8
)

// uses are examples of the accesses of a variable.
type uses []use

// has reports whether a use is among the examples.
func (us uses) has(u use) bool {
	return slices.Contains(us, u)
}

// late reports whether a use, if it is not among the examples, comes too late to be one.
func (us uses) late(u use) bool {
	if n := len(us); n == maxUses && us[n-1].compare(u) < 0 {
		return true
	}
	first, end := us.alike(u)
	return end-first == maxAlike && us[end-1].compare(u) < 0
}

// alike are the examples with the locks of a use.
func (us uses) alike(u use) (first, end int) {
	for first < len(us) && us[first].held != u.held {
		first++
	}
	for end = first; end < len(us) && us[end].held == u.held; end++ {
	}
	return first, end
}

// add adds examples, and reports whether there is another one now.
func (us *uses) add(others uses) (grew bool) {
	for _, u := range others {
		i, found := slices.BinarySearchFunc(*us, u, use.compare)
		if found || us.late(u) {
			continue
		}
		*us = slices.Insert(*us, i, u)
		if first, end := us.alike(u); end-first > maxAlike {
			*us = slices.Delete(*us, end-1, end)
		}
		*us = (*us)[:min(len(*us), maxUses)]
		grew = true
	}
	return grew
}

// story completes the report of an access of a variable that is not protected.
func (c *checker) story(env envs.Env, r *envs.Report) {
	r.Message = r.Subject + " is shared, and no lock is held at all its accesses"
	if c.Multi {
		r.Message = r.Subject + " is shared, and some of its accesses hold no lock that keeps them from a write"
	}
	switch {
	case r.Proved:
		r.Message += "; a run proves it, in which nothing orders two of them"
	case c.races != nil:
		r.Message += "; that is not proved by a run"
	}
	g, _ := c.Of(c.memory.Variable())
	uses := slices.Clone(g.uses)
	slices.SortStableFunc(uses, func(u, v use) int { return u.at.Compare(v.at) })
	for _, u := range uses {
		r.Evidence = append(r.Evidence, envs.Evidence{At: u.at, Text: u.done() + " " + c.under(u.held)})
	}
	if c.Pairs || r.Proved {
		r.Evidence = append(r.Evidence, c.pairs(env, r.Proved)...)
	}
}

// maxPairs is how many accesses are told of: first those with which one may be a race.
const maxPairs = 8

// pairs tells of the accesses that this one may race with, and of those that it might if
// it were not for a reason.
func (c *checker) pairs(env envs.Env, proved bool) (list []envs.Evidence) {
	here := env.Program().Position(env.Point()).String()
	var excluded []envs.Evidence
	for _, a := range c.races.MayRace() {
		x := c.races.Excluded(a)
		if proved && x != "" {
			continue
		}
		text := a.Done() + " by another thread " + c.under(a.Locks)
		switch {
		case x != "":
			text += ", but no race with the access at " + here + ": " + string(x)
		case a.Certain:
			text += ", and nothing orders that with the access at " + here
		default:
			text += ", a race with the access at " + here + " as far as is known; nothing of this rules it out: " +
				world.Exclusions
		}
		to := &list
		if x != "" {
			to = &excluded
		}
		if e := (envs.Evidence{At: a.At, Text: text}); len(*to) < maxPairs && !slices.Contains(*to, e) {
			*to = append(*to, e)
		}
	}
	list = append(list, excluded...)
	return list[:min(len(list), maxPairs)]
}

// under says which locks are held: "under a and b".
func (c *checker) under(held envs.LockSet) string {
	names := lists.Locks(held, func(l envs.Lock) string {
		if l == atomically {
			return "atomicity"
		}
		return c.locks.LockName(l)
	})
	if len(names) == 0 {
		return "under no lock"
	}
	if n := len(names); n > 1 {
		return "under " + strings.Join(names[:n-1], ", ") + " and " + names[n-1]
	}
	return "under " + names[0]
}
