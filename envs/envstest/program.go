package envstest

import (
	"fmt"

	"github.com/seed38182bad/parallax/envs"
)

// Program is a program made of functions written down as operations.
type Program struct {
	Fns  []*envs.Func
	From []envs.FuncID // its roots
}

func (p *Program) NumFuncs() int                  { return len(p.Fns) }
func (p *Program) Func(id envs.FuncID) *envs.Func { return p.Fns[id] }
func (p *Program) Roots() []envs.FuncID           { return p.From }
func (p *Program) Detail(envs.Point) *envs.Detail { return envs.NoDetail }
func (p *Program) Knows() *envs.Knowledge         { return &envs.Knowledge{} }
func (p *Program) Position(at envs.Point) envs.Position {
	return envs.Position{File: p.Fns[at.Func()].Name + ".plx", Line: int(at.PC()) + 1, Col: 1}
}

// ProgramOf makes a program whose first function is its root. Functions need not pass their Check: what drivers do is
// right for operations in any order.
func ProgramOf(fns ...*envs.Func) *Program {
	p := &Program{Fns: fns, From: []envs.FuncID{0}}
	for i, fn := range fns {
		fn.ID = envs.FuncID(i)
	}
	return p
}

// Function makes a function of operations; PC and the number of registers are
// filled in.
func Function(name string, ops ...envs.Op) *envs.Func {
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

// Targets gives the branch at pc of fn its targets.
func Targets(fn *envs.Func, pc int, to ...int32) *envs.Func {
	fn.Lists = append(fn.Lists, to)
	fn.Ops[pc].To = int32(len(fn.Lists) - 1)
	return fn
}

// Op is an operation with at most one result, which is in dst unless that is 0.
func Op(kind envs.Kind, dst envs.Reg, uses ...envs.Reg) envs.Op {
	o := envs.Op{Kind: kind, Dst: dst, Uses: uses}
	if dst != 0 {
		o.Results = 1
	}
	return o
}

// Jump is a jump.
func Jump(to int32) envs.Op { return envs.Op{Kind: envs.Jump, To: to} }

// Calling is a call of functions.
func Calling(dst envs.Reg, fns ...envs.FuncID) envs.Op {
	o := Op(envs.Call, dst)
	o.Callee = &envs.Callee{Name: fmt.Sprint(fns), Funcs: fns}
	return o
}
