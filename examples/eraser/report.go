package eraser

import (
	"slices"
	"strings"

	"github.com/seed38182bad/parallax/envs"
)

// story completes the report of an access of a variable that is not protected.
func (c *checker) story(env envs.Env, r *envs.Report) {
	r.Message = r.Subject + " is shared, and no lock is held at all its accesses"
	if c.Multi {
		r.Message = r.Subject + " is shared, and some of its accesses hold no lock that keeps them from a write"
	}
	switch {
	case r.Proved:
		r.Message += "; a run proves it, in which nothing orders two of them"
	case c.Pairs || c.Order:
		r.Message += "; that is not proved by a run"
	}
	g, _ := c.Of(env.Variable())
	uses := slices.Clone(g.uses)
	slices.SortStableFunc(uses, func(u, v use) int { return u.at.Compare(v.at) })
	for _, u := range uses {
		r.Evidence = append(r.Evidence, envs.Evidence{At: u.at, Text: u.done() + " " + under(env, u.held)})
	}
	if c.Pairs || r.Proved {
		r.Evidence = append(r.Evidence, pairs(env, r.Proved)...)
	}
}

// maxPairs is how many accesses are told of with which one may be a race.
const maxPairs = 8

// pairs tells of the accesses that this one may race with, and of those that it might if
// it were not for a reason.
func pairs(env envs.Env, proved bool) (list []envs.Evidence) {
	here := env.Program().Position(env.Point()).String()
	for _, a := range env.MayRace() {
		x := env.Excluded(a)
		if proved && x != envs.NotExcluded || len(list) == maxPairs {
			continue
		}
		text := a.Done() + " by another thread " + under(env, a.Locks)
		switch {
		case x != envs.NotExcluded:
			text += ", but no race with the access at " + here + ": " + x.String()
		case a.Certain:
			text += ", and nothing orders that with the access at " + here
		default:
			text += ", a race with the access at " + here + " as far as is known; excluded is none of: " + envs.TriedExclusions()
		}
		list = append(list, envs.Evidence{At: a.At, Text: text})
	}
	return list
}

// under says which locks are held: "under a and b".
func under(env envs.Env, held envs.LockSet) string {
	var names []string
	for l := range held.All() {
		name := "atomicity"
		if l.Key != atomically {
			name = env.LockName(l.Key)
		}
		if l.Write == 0 {
			name += " (shared)"
		}
		names = append(names, name)
	}
	if len(names) == 0 {
		return "under no lock"
	}
	slices.Sort(names)
	names = slices.Compact(names)
	if n := len(names); n > 1 {
		return "under " + strings.Join(names[:n-1], ", ") + " and " + names[n-1]
	}
	return "under " + names[0]
}
