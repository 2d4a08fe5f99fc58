package numbers

import (
	"slices"

	"github.com/seed38182bad/parallax/envs"
)

// A Slice is the part of a program that bears on some of its checks. It has the registers that the conditions of
// checks mention, those that definitions, conditions and calls connect with these, directly or not, and what is said
// of them. Most of the integers of a program have no bearing on an index: the standard library takes 26 s of processor
// time with a Slice, and 62 s without.
//
// It is found before any state is. Registers that occur together in a definition, check or condition are one group,
// and so are arguments and results of a call that are one group in a callee. A group matters if a check is about it,
// or if what is known of it is handed to one that matters. A callee that returns hands it over. So do the callers of a
// function all of whose calls are known. A state that follows what matters knows of it what one that follows
// everything does. The exception is which paths are impossible by what is known of other numbers.
type Slice struct {
	prog    envs.Program
	details [][]*envs.Detail // by function and operation; nil where nothing matters
}

// NewSlice finds what bears on the checks whose kinds are asked for.
func NewSlice(prog envs.Program, asked func(envs.CheckKind) bool) *Slice {
	l := newLinker(prog, asked)
	s := &Slice{prog: prog, details: make([][]*envs.Detail, prog.NumFuncs())}
	for _, fn := range l.fns {
		s.details[fn.ID] = l.relevant(fn)
	}
	return s
}

// Matters reports whether anything that a function does bears on the checks.
func (s *Slice) Matters(fn envs.FuncID) bool { return s.details[fn] != nil }

// Detail is what the program says of an operation and bears on the checks.
func (s *Slice) Detail(at envs.Point) *envs.Detail {
	if ds := s.details[at.Func()]; ds != nil && ds[at.PC()] != nil {
		return ds[at.PC()]
	}
	return envs.NoDetail
}

// relevant is what matters of the details of a function, nil if nothing does.
func (l *linker) relevant(fn *envs.Func) []*envs.Detail {
	base, any := l.base[fn.ID], l.fixed[fn.ID]
	for r := range fn.Regs + fn.Results {
		any = any || l.matters[l.groups.find(base+int32(r))]
	}
	if !any {
		return nil
	}
	ds := make([]*envs.Detail, len(fn.Ops))
	for pc := range fn.Ops {
		d := l.prog.Detail(envs.At(fn.ID, int32(pc)))
		if cut := l.cut(fn, d); !cut.Empty() {
			ds[pc] = cut
		}
	}
	return ds
}

// cut is d without what does not matter; d itself if all does.
func (l *linker) cut(fn *envs.Func, d *envs.Detail) *envs.Detail {
	if d.Empty() {
		return d
	}
	is := func(t envs.Term) bool { return t.Int() && l.matters[l.groups.find(l.base[fn.ID]+int32(t.Reg))] }
	cond := func(c envs.Condition) bool { return is(c.X) || is(c.Y) || c.X.Reg == 0 && c.Y.Reg == 0 }
	c := *d
	c.Defs = filtered(d.Defs, func(x envs.Def) bool { return is(x.Target()) })
	c.Facts = filtered(d.Facts, cond)
	c.Checks = filtered(d.Checks, func(x envs.Check) bool { return slices.ContainsFunc(x.All, cond) })
	// Of what is handed over some is no register here, but one there.
	c.Passes = filtered(d.Passes, func(x envs.Def) bool { return x.Kind.Valid() && (x.X.Reg == 0 || is(x.X)) })
	for i, on := range d.On {
		if kept := filtered(on, cond); len(kept) < len(on) {
			if &c.On[0] == &d.On[0] {
				c.On = slices.Clone(d.On)
			}
			c.On[i] = kept
		}
	}
	if !slices.ContainsFunc(c.On, func(on []envs.Condition) bool { return len(on) > 0 }) {
		c.On = nil
	}
	if len(c.Defs) == len(d.Defs) && len(c.Facts) == len(d.Facts) && len(c.Checks) == len(d.Checks) &&
		len(c.Passes) == len(d.Passes) && len(c.On) == len(d.On) {
		return d
	}
	return &c
}
