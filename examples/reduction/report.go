package reduction

import (
	"github.com/seed38182bad/parallax/envs"
)

// judge reports a transaction, if there is a path through it that is not atomic: by the name of the
// function whose call it is, or as a block.
func (c *checker) judge(env envs.Env, s paths, call string) {
	p, broken := s.Broken()
	if !broken {
		return
	}
	r := envs.Report{Kind: Kind, Subject: call, Message: call + " is not atomic"}
	if call == "" {
		r.Message = "the block that ends here is not atomic"
	}
	step, later := p.Why()
	if step == later && c.deadlocks.at(step) {
		r.Message += ": it may come to wait for threads that wait for it"
		r.Evidence = []envs.Evidence{{At: step, Text: "here"}}
		env.Report(r)
		return
	}
	r.Message += ": another thread may do something in between"
	r.Evidence = []envs.Evidence{
		{At: step, Text: "after this, others may go on: " + done(env, step)},
		{At: later, Text: "and before this: " + done(env, later)},
	}
	env.Report(r)
}

// done says what an operation is, and why it does not move.
func done(env envs.Env, at envs.Point) string {
	op := &env.Program().Func(at.Func()).Ops[at.PC()]
	name := "memory"
	switch {
	case op.Path != nil && op.Path.Text != "":
		name = op.Path.Text
	case op.Loc != nil:
		name = op.Loc.Name
	}
	switch op.Kind {
	case envs.Load, envs.Store, envs.Atomic:
		return name + " is " + op.Done() + ", which others may write or read at any time"
	case envs.Acquire, envs.TryAcquire:
		return name + " is taken"
	case envs.Release:
		return name + " is given back"
	case envs.Wait:
		return name + " is given back and taken again by a wait"
	}
	return op.Kind.String()
}
