package dataflow

import (
	"fmt"

	"github.com/seed38182bad/parallax/envs"
)

// testProgram is a program made of functions written down as operations.
type testProgram struct {
	fns   []*envs.Func
	roots []envs.FuncID
}

func (p *testProgram) NumFuncs() int                  { return len(p.fns) }
func (p *testProgram) Func(id envs.FuncID) *envs.Func { return p.fns[id] }
func (p *testProgram) Roots() []envs.FuncID           { return p.roots }
func (p *testProgram) Detail(envs.Point) *envs.Detail { return envs.NoDetail }
func (p *testProgram) Position(at envs.Point) envs.Position {
	return envs.Position{File: p.fns[at.Func()].Name + ".plx", Line: int(at.PC()) + 1, Col: 1}
}

// program makes a program whose first function is its root.
func program(fns ...*envs.Func) *testProgram {
	p := &testProgram{fns: fns, roots: []envs.FuncID{0}}
	for i, fn := range fns {
		fn.ID = envs.FuncID(i)
		if err := fn.Check(); err != nil {
			panic(err)
		}
	}
	return p
}

// function makes a function of operations; PC and the number of registers are
// filled in.
func function(name string, ops ...envs.Op) *envs.Func {
	fn := &envs.Func{Name: name, Ops: ops, Regs: 1}
	for i := range fn.Ops {
		op := &fn.Ops[i]
		op.PC = int32(i)
		if op.Results > 0 {
			fn.Regs = max(fn.Regs, int(op.Dst)+int(op.Results))
		}
		for _, r := range op.Uses {
			fn.Regs = max(fn.Regs, int(r)+1)
		}
	}
	return fn
}

// branch appends a two-way branch's targets to fn and returns the index of the
// list.
func targets(fn *envs.Func, pc int, to ...int32) *envs.Func {
	fn.Lists = append(fn.Lists, to)
	fn.Ops[pc].To = int32(len(fn.Lists) - 1)
	return fn
}

func op(kind envs.Kind, dst envs.Reg, uses ...envs.Reg) envs.Op {
	o := envs.Op{Kind: kind, Dst: dst, Uses: uses}
	if dst != 0 {
		o.Results = 1
	}
	return o
}

func jump(to int32) envs.Op { return envs.Op{Kind: envs.Jump, To: to} }

func calling(dst envs.Reg, fns ...envs.FuncID) envs.Op {
	o := op(envs.Call, dst)
	o.Callee = &envs.Callee{Name: fmt.Sprint(fns), Funcs: fns}
	return o
}

// trail is a checker that collects the operations on the way to each point: a
// powerset, finite for every program.
type trail map[envs.Point]bool

func (s trail) Clone() trail {
	c := trail{}
	for p := range s {
		c[p] = true
	}
	return c
}

func (s trail) Merge(o trail) (trail, bool) {
	n := len(s)
	for p := range o {
		s[p] = true
	}
	return s, len(s) > n
}

type trailChecker struct{ atReturn map[envs.FuncID]trail }

func (c *trailChecker) analysis() Analysis[trail] {
	return Analysis[trail]{
		Entry: c.Entry, Step: c.Step,
		Calls: Calls[trail]{Exit: c.Exit, Return: c.Return},
	}
}

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
