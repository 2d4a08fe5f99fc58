package numbers

import (
	"github.com/seed38182bad/parallax/domains/linear"
	"github.com/seed38182bad/parallax/domains/machine"
	"github.com/seed38182bad/parallax/envs"
)

// Passed is what s knows of the parameters that a call gives by passes (see
// envs.Detail): in the result, register i stands for parameter i, counted from 1.
func (s *State) Passed(passes []envs.Def) *State {
	with := s.Clone()
	for i := range passes {
		p := &passes[i]
		if p.Kind.Valid() {
			with.assign(VarOf(envs.Term{Reg: -p.Reg, Of: p.Of}), with.expr(p.X))
		}
	}
	return with.renamed(func(r envs.Reg) (envs.Reg, bool) { return -r, r < 0 })
}

// Received is the state in which fn starts if passed says of its parameters what
// Passed says.
func Received(passed *State, fn *envs.Func) *State {
	return passed.renamed(func(r envs.Reg) (envs.Reg, bool) {
		if int(r) > len(fn.Params) {
			return 0, false
		}
		return fn.Params[r-1], true
	})
}

// renamed is what s knows of some registers, by other names.
func (s *State) renamed(to func(envs.Reg) (envs.Reg, bool)) *State {
	if s.Impossible() {
		return s.Clone()
	}
	r := &State{rel: s.rel.Drop(func(Var) bool { return true }), plain: s.plain}
	for _, f := range s.rel.Facts() {
		known := true
		of := linear.Rename(f.Of, func(v Var) Var {
			reg, ok := to(v.Reg())
			known = known && ok
			return Var(reg)*measures + v&(measures-1)
		})
		if !known {
			continue
		}
		if f.In.Lo != linear.MinusInf {
			r.rel = r.rel.Assume(of, machine.Ge, linear.Const[Var](f.In.Lo))
		}
		if f.In.Hi != linear.PlusInf {
			r.rel = r.rel.Assume(of, machine.Le, linear.Const[Var](f.In.Hi))
		}
	}
	return r
}
