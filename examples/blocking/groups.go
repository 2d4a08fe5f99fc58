package blocking

import (
	"slices"

	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/examples/blocking/internal/exchange"
	"github.com/seed38182bad/parallax/examples/blocking/internal/flow"
)

// A miss is a way on which a thread ends that has been announced to a group, and does not tell it.
type miss struct {
	announced, started, ends envs.Point
}

// ruleOfMisses is about a group in a field or package variable. A thread is announced to it and started. It tells the
// group on some of its ways to an end, and not on others.
func (c *checker) ruleOfMisses(env envs.Env, op *envs.Op) {
	loc, why := op.Loc, "a thread may end without telling the group"
	for _, m := range c.wholly().missing(loc) {
		env.Report(envs.Report{Kind: Kind, Cause: m.ends, Rank: 50, Why: []string{why},
			Message: "a thread may wait for good for the threads of " + loc.Name,
			Evidence: []envs.Evidence{
				{At: m.announced, Text: "a thread is announced to the group"},
				{At: m.started, Text: "it is started"},
				{At: m.ends, Text: "it may end here, and has not told the group"},
				{At: env.Point(), Text: "it waits for the group"},
			}})
	}
}

// missing are the ways on which threads miss to tell a group.
func (c *crew) missing(group *envs.Loc) []miss {
	if all, known := c.misses[group]; known {
		return all
	}
	c.misses[group] = nil
	if group == nil || c.others[group] || len(c.at[deed{exchange.Tells, group}]) == 0 {
		return nil
	}
	var all []miss
	known := map[envs.FuncID]bool{} // those that announce, and the threads that are announced
	for _, at := range c.at[deed{exchange.Adds, group}] {
		fn := c.prog.Func(at.Func())
		known[fn.ID] = true
		for i := range fn.Ops {
			op := &fn.Ops[i]
			if op.Kind != envs.Fork || op.Callee.Open || len(op.Callee.Funcs) != 1 ||
				!c.table.Passes(fn, at.PC(), op.PC) || !c.mayBe(fn, op, deed{exchange.Tells, group}) {
				continue
			}
			thread := c.prog.Func(op.Callee.Funcs[0])
			known[thread.ID] = true
			if ends := c.untold(thread, group); ends >= 0 {
				all = append(all, miss{at, envs.At(fn.ID, op.PC), envs.At(thread.ID, ends)})
			}
		}
	}
	if !c.belongs(known, group) {
		return nil // it may be told of this thread elsewhere
	}
	c.misses[group] = all
	return all
}

// belongs reports whether all that tells a group is called by some functions, and by nobody else.
func (c *crew) belongs(to map[envs.FuncID]bool, group *envs.Loc) bool {
	seen := map[envs.FuncID]bool{}
	var work []envs.FuncID
	for _, at := range c.at[deed{exchange.Tells, group}] {
		work = append(work, at.Func())
	}
	for len(work) > 0 {
		f := work[len(work)-1]
		work = work[:len(work)-1]
		switch {
		case to[f] || seen[f]:
		case len(c.by.Entered(f)) == 0:
			return false
		default:
			seen[f] = true
			for _, at := range c.by.Entered(f) {
				work = append(work, at.Func())
			}
		}
	}
	return true
}

// untold is a Return to which a thread may come and does not tell a group; -1 if there is none. A way on which a
// parameter is asked for may be one of which the group knows nothing.
func (c *crew) untold(thread *envs.Func, group *envs.Loc) int32 {
	ends := int32(-1)
	w := flow.Walk[bool]{Flow: c.table.Flow, Func: thread, Step: func(op *envs.Op, b bool) (bool, bool) {
		switch {
		case c.mayBe(thread, op, deed{exchange.Tells, group}) || c.handsFunction(thread, op):
			return b, false
		case op.Kind == envs.Return && ends < 0:
			ends = op.PC
		}
		return b, true
	}}
	if c.table.AsksForParams(thread) || !w.From(0, false) {
		return -1
	}
	return ends
}

// handsFunction reports whether an operation hands a function with captured variables to code that is not known, which
// may call it, as pprof.Do does.
func (c *crew) handsFunction(fn *envs.Func, op *envs.Op) bool {
	return op.Kind == envs.Call && op.Callee.Open && slices.ContainsFunc(op.Uses, func(r envs.Reg) bool {
		from := c.table.Origin(fn, r)
		return from != nil && from.Kind == envs.New &&
			slices.ContainsFunc(from.Uses, func(captured envs.Reg) bool { return captured != 0 })
	})
}
