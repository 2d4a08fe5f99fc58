package taint

import (
	"fmt"

	"github.com/seed38182bad/parallax/envs"
)

// sinks reports arguments of a call that are of a higher level than they may be.
func (c *checker) sinks(env envs.Env, op *envs.Op, n called, s state) {
	if s.regs.Len() == 0 {
		return
	}
	for _, b := range n.sinks {
		if b.operand != stored {
			c.check(env, "tainted-argument", described(n.name, b.operand), s.regs.Get(argument(op, b.operand)), b.level)
		}
	}
}

// check reports v if it is of a higher level than it may be where it goes.
func (c *checker) check(env envs.Env, kind, what string, v value, most int) {
	level, evidence := c.levels.Bottom(), []envs.Evidence(nil)
	for _, f := range v {
		level = c.levels.Join(level, c.elements[f.level])
		if !c.levels.Leq(c.elements[f.level], c.elements[most]) {
			evidence = c.story(env, f)
		}
	}
	if c.levels.Leq(level, c.elements[most]) {
		return
	}
	for _, f := range v {
		if evidence == nil { // only together are they too high
			evidence = append(evidence, c.story(env, f)...)
		}
	}
	env.Report(envs.Report{
		Kind: kind, Cause: env.Point(),
		Message:  fmt.Sprintf("%s has the level %s, and may have %s at most", what, level, c.elements[most]),
		Evidence: append(evidence, envs.Evidence{At: env.Point(), Text: "comes to " + what}),
	})
}

// story tells of a flow from its source to the frame.
func (c *checker) story(env envs.Env, f flow) []envs.Evidence {
	fn := env.Program().Func(f.from.Func())
	name := "a parameter of " + fn.Name
	switch op := &fn.Ops[f.from.PC()]; {
	case op.Kind == envs.Call && c.callee(op).rule != silent:
		name = c.callee(op).name
	case op.Loc != nil && c.loc(op.Loc).source > 0:
		name = op.Loc.Name
	}
	story := []envs.Evidence{{At: f.from, Text: c.elements[f.level].String() + " from " + name}}
	if f.via.IsZero() {
		return story
	}
	text := "comes by this call"
	if op := env.Program().Func(f.via.Func()).Ops[f.via.PC()]; op.Callee == nil {
		text = "is put into an element"
		if named(op.Loc) {
			text = "is put into " + op.Loc.Name
		}
	}
	return append(story, envs.Evidence{At: f.via, Text: text})
}
