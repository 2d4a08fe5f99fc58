package blocking

import (
	"slices"

	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/examples/blocking/internal/flow"
)

// ruleOfPartners is about waits that nothing in the program ends, wherever the channel lives. A select is one if that
// is so of all its cases.
func (c *checker) ruleOfPartners(env envs.Env, op *envs.Op) {
	fn := env.Func()
	switch op.Kind {
	case envs.Send, envs.Receive:
		if why := c.unserved(fn, op); why != "" && !op.Is(envs.Chosen) && (op.Loc == nil || !c.asksForNil(op.Loc)) {
			c.forGood(env, why, c.made(fn, op)...)
		}
		c.ruleOfServants(env, op)
		c.ruleOfReplies(env, op)
		c.ruleOfCircles(env, op)
		c.ruleOfStages(env, op)
		if !op.Is(envs.Chosen) {
			c.ruleOfHolders(env, []*envs.Op{op})
		}
	case envs.Branch, envs.Switch:
		cases := flow.Cases(fn, op)
		if len(cases) == 0 {
			return
		}
		whys := make([]string, len(cases))
		for i, of := range cases {
			whys[i] = c.unserved(fn, of)
		}
		switch {
		case !slices.Contains(whys, ""):
			c.forGood(env, "nothing in the program serves any of its cases", c.made(fn, cases[0])...)
		case c.runDry(fn, op, cases):
			c.forGood(env, "all its channels become nil, and nothing else ends the loop")
		default:
			c.ruleOfHolders(env, cases)
		}
	}
}

// forGood reports a wait that nothing in the program ends.
func (c *checker) forGood(env envs.Env, why string, story ...envs.Evidence) {
	env.Report(envs.Report{Kind: Kind, Cause: env.Point(), Rank: 50, Why: []string{why},
		Message:  "a thread may wait for good: " + why,
		Evidence: append(story, envs.Evidence{At: env.Point(), Text: "it waits here"})})
}

// made is where the channel of an operation is made.
func (c *checker) made(fn *envs.Func, op *envs.Op) []envs.Evidence {
	of := c.channels.Of(fn.ID, op.Uses[0])
	if of == nil || len(of.Made) != 1 {
		return nil
	}
	return []envs.Evidence{{At: of.Made[0], Text: "the channel is made"}}
}

// unserved says why no operation of the program is the other side of a send or receive, empty if one may be.
//
// A receive that is the only operation on its channel is meant: it keeps a thread from its end.
func (c *checker) unserved(fn *envs.Func, op *envs.Op) string {
	if c.isNil(fn, op) {
		return "nothing stores a channel there"
	}
	of := c.channels.Of(fn.ID, op.Uses[0])
	switch {
	case of == nil || of.Open || len(of.Made) == 0:
	case op.Kind == envs.Receive && len(of.Sends)+len(of.Closes) == 0 && (len(of.Receives) > 1 || op.Is(envs.Chosen)):
		return "nothing in the program sends to the channel, or closes it"
	case op.Kind == envs.Send && len(of.Receives) == 0 && of.Unbuffered:
		return "nothing in the program receives from the channel"
	}
	return ""
}

// ruleOfServants is about a thread that serves one object until a channel is closed, which nobody does. Whoever drops
// the object leaves the thread. A channel that is made once is meant to stay, and so is its thread.
func (c *checker) ruleOfServants(env envs.Env, op *envs.Op) {
	fn := env.Func()
	of := c.channels.Of(fn.ID, op.Uses[0])
	if op.Kind != envs.Receive || op.Is(envs.Chosen) || op.Results != 2 || of == nil || of.Open || len(of.Closes) > 0 ||
		len(of.Made) == 0 || len(of.Sends) == 0 || !c.threads.MustStart() ||
		slices.ContainsFunc(of.Made, c.once) {
		return
	}
	if ways := c.table.WaysOut(fn, op.PC); len(ways) == 1 && c.asks(fn, op, ways[0]) {
		c.forGood(env, "nothing in the program closes the channel", c.made(fn, op)...)
	}
}

// once reports whether an operation may be executed only once: by the functions with which the program begins, or by
// those that they call once, and nobody else.
func (c *checker) once(at envs.Point) bool {
	for range 8 {
		prog := c.callers.Program()
		fn := prog.Func(at.Func())
		switch {
		case c.table.Leads(fn, at.PC(), at.PC()) || c.callers.Open(fn.ID):
			return false
		case c.callers.Begins(fn.ID):
			return true
		}
		sites := c.callers.Entered(fn.ID)
		if len(sites) != 1 {
			return false
		}
		at = sites[0]
	}
	return false
}

// asks reports whether a branch asks whether a receive has got something, or the channel is closed.
func (c *checker) asks(fn *envs.Func, receive *envs.Op, branch int32) bool {
	op := &fn.Ops[branch]
	return op.Kind == envs.Branch && len(op.Uses) == 1 && op.Uses[0] == receive.Dst+1
}

// runDry reports whether all channels of a select become nil in the loop around it, and nothing else ends that loop.
func (c *checker) runDry(fn *envs.Func, op *envs.Op, cases []*envs.Op) bool {
	if !c.table.Leads(fn, op.PC, op.PC) {
		return false
	}
	for _, of := range cases {
		from := c.table.Origin(fn, of.Uses[0])
		if from == nil || from.Kind != envs.Load || from.Loc == nil || !from.Loc.Variable ||
			!slices.ContainsFunc(fn.Ops, func(o envs.Op) bool {
				return o.Kind == envs.Store && o.Loc == from.Loc && o.Value() == 0 && c.table.Leads(fn, o.PC, op.PC) &&
					c.table.Leads(fn, op.PC, o.PC)
			}) {
			return false
		}
	}
	return len(c.table.WaysOut(fn, op.PC)) == 0
}
