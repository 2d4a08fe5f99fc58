package reduction

import (
	"strings"

	"github.com/seed38182bad/parallax/dataflow/transactions"
	"github.com/seed38182bad/parallax/envs"
)

// judge reports a transaction, if there is a path through it that is not atomic: by the name of the
// function whose call it is, or as a block.
func (c *checker) judge(env envs.Env, s paths, call string) {
	if r, broken := c.verdict(env, s, call); broken {
		env.Report(r)
	}
}

// judgeLeft reports a call that is a transaction and that did not return, where others come in last.
func (c *checker) judgeLeft(env envs.Env, s *state) {
	r, broken := c.verdict(env, s.call, env.Program().Func(s.fn).Name)
	if !broken {
		return
	}
	r.At = envs.At(s.fn, 0)
	if last := r.Evidence[len(r.Evidence)-1].At; last.Func() == s.fn {
		r.At = last
	}
	env.Report(r)
}

// judgeOpen reports a block of a thread that comes no further.
func (c *checker) judgeOpen(env envs.Env, block paths) {
	if r, broken := c.verdict(env, block, ""); broken {
		r.Message = strings.Replace(r.Message, "that ends here", "that is open here in the end", 1)
		env.Report(r)
	}
}

// verdict is the report about a transaction that is not atomic.
func (c *checker) verdict(env envs.Env, s paths, call string) (r envs.Report, broken bool) {
	p, broken := s.Broken()
	if !broken {
		return r, false
	}
	r = envs.Report{Kind: Kind, Subject: call, Message: call + " is not atomic"}
	if call == "" {
		r.Message = "the critical section that ends here is not atomic"
	}
	step, later := p.Why()
	if step == later && c.deadlocks.at(step) {
		r.Message += ": it may come to wait for threads that wait for it"
		r.Evidence = []envs.Evidence{{At: step, Text: "here"}}
		return r, true
	}
	r.Message += ": others may come in " + transactions.Gap(env, step, later)
	r.Evidence = []envs.Evidence{
		{At: step, Text: "after this others may come in: " + done(env, step) + in(env, step, call)},
		{At: later, Text: "and before this: " + done(env, later) + in(env, later, call)},
	}
	return r, true
}

// in says in which function an operation is, if that is not the one that is looked at.
func in(env envs.Env, at envs.Point, call string) string {
	name := env.Program().Func(at.Func()).Name
	if name == call || call == "" && at.Func() == env.Func().ID {
		return ""
	}
	return ", in " + name
}

// done says what an operation is, and why it does not move.
func done(env envs.Env, at envs.Point) string {
	deed := transactions.Deed(env, at)
	if op := &env.Program().Func(at.Func()).Ops[at.PC()]; op.Accesses() {
		deed += ", and no lock protects it"
	}
	return deed
}
