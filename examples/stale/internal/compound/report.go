package compound

import (
	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/examples/stale/internal/copies"
)

// The kinds of reports.
const (
	kindCheck  = "check-then-act"  // what one critical section has read decides what another one writes
	kindAtomic = "atomic-then-act" // an atomic load, and an atomic store that it decides or gives its value
	kindMap    = "lookup-then-act" // the same for a look-up and a store in a sync.Map
)

// defect names a pair if the reading and the act are both in other functions, which this one only calls one after the
// other. Who calls the same two has the same defect.
func defect(env envs.Env, a act, r *reading, name string) string {
	read, writes := env.Program().Func(r.point.Func()), env.Program().Func(a.point.Func())
	if fn := env.Func(); read == nil || writes == nil || read.ID == fn.ID || writes.ID == fn.ID {
		return ""
	}
	return name + " in " + read.Name + " and then " + writes.Name
}

// story leads from the reading to the act.
func (c *checker) story(env envs.Env, a act, r *reading, l lock) []envs.Evidence {
	read := "read here"
	var e []envs.Evidence
	if !l.at.IsZero() {
		e = append(e, envs.Evidence{At: l.at, Text: "lock taken"})
		read += " under " + copies.Short(env, c.locks.LockName(l.is))
	}
	e = append(e, envs.Evidence{At: r.point, Text: copies.Short(env, nameOf(r.loc)) + " " + read},
		envs.Evidence{At: r.end, Text: "lock released: what was read may change from here on"})
	if !a.under.at.IsZero() && a.callee == "" {
		e = append(e, envs.Evidence{At: a.under.at, Text: "lock taken again"})
	}
	text := copies.Short(env, nameOf(a.loc)) + " written here"
	if a.callee != "" {
		e = append(e, envs.Evidence{At: env.Point(), Text: "written by " + a.callee})
		text = copies.Short(env, nameOf(a.loc)) + " written here"
	}
	return append(e, envs.Evidence{At: a.point, Text: text})
}
