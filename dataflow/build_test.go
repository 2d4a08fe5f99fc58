package dataflow

import (
	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/envstest"
	"github.com/seed38182bad/parallax/lattice"
)

type testProgram = envstest.Program

var (
	program  = envstest.ProgramOf
	function = envstest.Function
	targets  = envstest.Targets
	op       = envstest.Op
	jump     = envstest.Jump
	calling  = envstest.Calling
)

type trail = envstest.Set[envs.Point]

// trailChecker collects the operations on the way to each point.
type trailChecker struct{ atReturn map[envs.FuncID]trail }

func (c *trailChecker) Entry(envs.Env, *envs.Func) trail { return trail{} }
func (c *trailChecker) Step(env envs.Env, op *envs.Op, s trail) trail {
	s[env.Point()] = true
	if op.Kind == envs.Return && c.atReturn != nil {
		old := c.atReturn[env.Func().ID]
		if old == nil {
			old = trail{}
		}
		old, _ = old.Merge(s)
		c.atReturn[env.Func().ID] = old
	}
	return s
}
func (c *trailChecker) Exit(_ envs.Env, _ *envs.Op, s trail) trail { return s }
func (c *trailChecker) Return(_ envs.Env, _ *envs.Op, exit, s trail) trail {
	s, _ = s.Merge(exit)
	return s
}

// gathers makes an analysis that gathers what is in a table.
func gathers[S lattice.Mergeable[S]](an Analysis[S], t Table) func(*Requires) Analysis[S] {
	return func(r *Requires) Analysis[S] {
		r.Gather(t)
		return an
	}
}
