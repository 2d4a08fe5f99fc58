package modelcheck

import (
	"github.com/seed38182bad/parallax/dataflow/transactions"
	"github.com/seed38182bad/parallax/envs"
)

// The kinds of reports.
const (
	// definite says that a call cannot be atomic, by whatever classification.
	definite = "definitely-not-atomic"
	// possible says that the classification does not show that calls of a function are atomic.
	possible = "possibly-not-atomic"
)

// contradicts reports that the operation that is looked at cannot be moved to those before it in a region.
func (c *checker) contradicts(env envs.Env, r *region, at position) {
	name := nameOf(env, r)
	env.Report(envs.Report{
		Kind: possible, Subject: name, Tell: func(env envs.Env, report *envs.Report) {
			report.Message = name + " is possibly not atomic: others may come in " + transactions.Gap(env, at.last, at.next)
			report.Evidence = []envs.Evidence{
				{At: at.last, Text: "after this others may come in: " + deed(env, at.last, r)},
				{At: at.next, Text: "and before this: " + deed(env, at.next, r)},
			}
		},
	})
}

// waits reports that a region gives a lock back to wait for others.
func (c *checker) waits(env envs.Env, r *region) {
	name := nameOf(env, r)
	env.Report(envs.Report{
		Kind: definite, Subject: name, Proved: true, Tell: func(env envs.Env, report *envs.Report) {
			report.Message = name + " is not atomic: it waits until others have come in and notified it"
			report.Evidence = []envs.Evidence{{At: env.Point(), Text: deed(env, env.Point(), r)}}
		},
	})
}

// stays reports that a region that others have noticed is never left.
func (c *checker) stays(env envs.Env, r *region, at envs.Point) {
	name := nameOf(env, r)
	env.Report(envs.Report{
		Kind: definite, Subject: name, Proved: true, At: at, Tell: func(env envs.Env, report *envs.Report) {
			report.Message = name + " is not atomic: once it has begun, it may never come to its end"
			text := "its thread never goes on from here: " + waitAt(env, at) + in(env, at, r)
			report.Evidence = []envs.Evidence{{At: at, Text: text}}
		},
	})
}

// deed says what is done at a point, and where, if that is not in the function whose call is the region.
func deed(env envs.Env, at envs.Point, r *region) string {
	return transactions.Deed(env, at) + in(env, at, r)
}

func in(env envs.Env, at envs.Point, r *region) string {
	if at.Func() == r.fn {
		return ""
	}
	return ", in " + env.Program().Func(at.Func()).Name
}

// waitAt says for what a thread waits at a point.
func waitAt(env envs.Env, at envs.Point) string {
	switch op := &env.Program().Func(at.Func()).Ops[at.PC()]; op.Kind {
	case envs.Acquire:
		return "it waits for " + op.Path.String()
	case envs.Wait:
		return "it waits to be notified, or for " + op.Path.String()
	case envs.Join:
		return "it waits for the end of a thread"
	}
	return "it waits"
}

func nameOf(env envs.Env, r *region) string { return env.Program().Func(r.fn).Name }
