package eraser

import (
	"slices"
	"strings"

	"github.com/seed38182bad/parallax/envs"
)

// report tells of an access of a variable that is not protected.
func (c *checker) report(env envs.Env, op *envs.Op, v envs.Variable, g *guards) {
	name := env.VariableName(v)
	r := envs.Report{Kind: Kind, Subject: name, Message: name + " is shared, and no lock is held at all its accesses"}
	if c.Multi {
		r.Message = name + " is shared, and some of its accesses hold no lock that keeps them from a write"
	}
	for _, u := range g.uses {
		r.Evidence = append(r.Evidence, envs.Evidence{At: u.at, Text: verb(u.write) + " " + under(env, u.held)})
	}
	if c.Order || c.Pairs {
		for _, a := range env.MayRace() {
			if env.Excluded(a) == envs.NotExcluded {
				r.Evidence = append(r.Evidence, envs.Evidence{At: a.At, Text: verb(a.Write) + " by another thread with nothing that orders it before the access at " + env.Program().Position(env.Point()).String()})
				break
			}
		}
	}
	env.Report(r)
}

func verb(write bool) string {
	if write {
		return "written"
	}
	return "read"
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
