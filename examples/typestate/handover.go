package typestate

import (
	"slices"

	"github.com/seed38182bad/parallax/envs"
)

// Exit hands the objects that are returned to the caller, by the numbers of the
// results from 1.
func (c *checker) Exit(env envs.Env, ret *envs.Op, s State) State {
	passes := env.Detail().Passes
	return s.each(func(f *fact) bool {
		var regs, errs []envs.Reg
		for i, r := range ret.Uses {
			isNil := slices.ContainsFunc(passes, func(d envs.Def) bool { return int(d.Reg) == i+1 && d.Op == envs.Copy && d.X.IsNil() })
			if r != 0 && slices.Contains(f.regs, r) {
				regs = append(regs, envs.Reg(i+1))
			} else if r != 0 && slices.Contains(f.errs, r) || f.sure && isNil {
				errs = append(errs, envs.Reg(i+1))
			}
		}
		f.regs, f.errs, f.passed, f.sure = regs, errs, nil, f.sure && len(ret.Uses) == 1
		return len(regs) > 0 && !f.made.IsZero()
	})
}

// Return takes over the objects that a callee has made.
func (c *checker) Return(env envs.Env, call *envs.Op, exit, s State) State {
	name := call.Callee.FullName()
	for _, f := range exit.facts {
		if slices.ContainsFunc(f.of.bindings(call, name), func(b binding) bool { return b.role == makes }) {
			continue // it is made by the call as such
		}
		if f.last == f.made {
			f.last = env.Point()
		}
		f.made = env.Point()
		f.regs, f.errs = results(call, f.regs), results(call, f.errs)
		s = s.with(f)
	}
	return s
}

// results are the registers of a call's results with these numbers.
func results(call *envs.Op, numbers []envs.Reg) []envs.Reg {
	var regs []envs.Reg
	for _, n := range numbers {
		if r := call.Dst + n - 1; call.Defines(r) {
			regs = append(regs, r)
		}
	}
	return regs
}
