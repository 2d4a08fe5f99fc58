package main

import (
	"fmt"

	"github.com/seed38182bad/parallax/dataflow"
	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/lattice"
)

// A variable is a number that an analysis follows: what a register holds, or the
// length of that.
type variable int

func variableOf(t envs.Term) variable {
	if t.Of == envs.Len {
		return variable(t.Reg)<<1 | 1
	}
	return variable(t.Reg) << 1
}

// term is the variable as a term of a condition.
func (v variable) term() envs.Term {
	if v&1 != 0 {
		return envs.Len.Of(envs.Reg(v >> 1))
	}
	return envs.Reg(v >> 1).Term(kind)
}

// Values is a value analysis: states, and what a program does to them. S may be any
// state of package lattice or of domains, which brings its own merging, widening and
// narrowing.
type Values[S lattice.Mergeable[S]] struct {
	// Top knows nothing.
	Top func() S
	// Define gives a variable the value that d says; what it had is lost.
	Define func(s S, v variable, d *envs.Def) S
	// Forget lets a variable have any value.
	Forget func(s S, v variable) S
	// Assume restricts a state to where a condition between integers holds.
	Assume func(s S, c envs.Condition) S
	// Impossible reports that no values fit: control does not come here.
	Impossible func(S) bool
	// Took remembers in a state which way a branch took; nil if that makes no difference.
	Took func(s S, branch *envs.Op, taken int)
	// Format is what is known, with names for the variables.
	Format func(s S, name func(variable) string) string
}

// The kinds of reports: what is known at the head of a loop, and a check or throw of
// which it is not proved that it does no harm.
const (
	invariant = "invariant"
	unproved  = "unproved"
)

// analysis is the one algorithm for all domains. It reports invariants, and what it
// cannot prove.
func (v Values[S]) analysis() dataflow.Analysis[S] {
	return dataflow.Analysis[S]{
		Entry:  func(envs.Env, *envs.Func) S { return v.Top() },
		Step:   v.step,
		Branch: v.branch,
	}
}

func (v Values[S]) step(env envs.Env, op *envs.Op, s S) S {
	fn, d := env.Func(), env.Detail()
	if isLoopHead(fn, op.PC) {
		env.Report(envs.Report{Kind: invariant, Cause: env.Point(), Message: v.text(s.Clone(), fn)})
	}
	if op.Kind == envs.Throw {
		env.Report(envs.Report{Kind: unproved, Cause: env.Point(), Message: "throw"})
	}
	for i := range d.Checks {
		c := &d.Checks[i]
		if !v.holds(s, c.All) {
			env.Report(envs.Report{Kind: unproved, Cause: env.Point(), Message: c.Kind.String()})
		}
		s = v.assume(s, c.All)
	}
	s = v.define(s, op, d)
	return v.assume(s, d.Facts)
}

// text is what s says of the registers that have names.
func (v Values[S]) text(s S, fn *envs.Func) string {
	for r := range envs.Reg(fn.Regs) {
		if fn.RegNames[r] == "" {
			s = v.Forget(v.Forget(s, variableOf(r.Term(kind))), variableOf(envs.Len.Of(r)))
		}
	}
	return v.Format(s, func(x variable) string { return x.term().Text(fn.RegName) })
}

// isLoopHead reports whether control comes back to pc from behind.
func isLoopHead(fn *envs.Func, pc int32) bool {
	for i := range fn.Ops[pc:] {
		for _, to := range fn.Next(pc + int32(i)) {
			if to == pc {
				return true
			}
		}
	}
	return false
}

// holds reports whether the conditions between integers hold in s for certain. Of
// others it is not known.
func (v Values[S]) holds(s S, conds []envs.Condition) bool {
	for _, c := range conds {
		if c.X.Int() && c.Y.Int() && !v.Impossible(v.Assume(s.Clone(), c.Negate())) {
			return false
		}
	}
	return true
}

func (v Values[S]) assume(s S, conds []envs.Condition) S {
	for _, c := range conds {
		if c.X.Int() && c.Y.Int() {
			s = v.Assume(s, c)
		}
	}
	return s
}

// define gives what op defines its values, lengths first: these are told by what
// registers held before.
func (v Values[S]) define(s S, op *envs.Op, d *envs.Detail) S {
	known := map[variable]bool{}
	for _, of := range []envs.Measure{envs.Len, envs.Whole} {
		for i := range d.Defs {
			if def := &d.Defs[i]; def.Of == of && def.Kind == kind {
				x := variableOf(def.Target())
				s, known[x] = v.Define(s, x, def), true
			}
		}
	}
	for r := op.Dst; r < op.Dst+envs.Reg(op.Results); r++ {
		for _, t := range []envs.Term{r.Term(kind), envs.Len.Of(r)} {
			if x := variableOf(t); !known[x] {
				s = v.Forget(s, x)
			}
		}
	}
	return s
}

func (v Values[S]) branch(env envs.Env, op *envs.Op, taken int, s S) (S, bool) {
	if on := env.Detail().On; taken < len(on) {
		s = v.assume(s, on[taken])
	}
	if v.Took != nil {
		v.Took(s, op, taken)
	}
	return s, !v.Impossible(s)
}

// String is a variable without a name.
func (v variable) String() string { return fmt.Sprint(v.term()) }
