package envs

import (
	"fmt"

	"github.com/seed38182bad/parallax/domains/machine"
)

// detail holds what is said of an operation to speak of what there is.
func (v *validator) detail(fn *Func, op *Op, d *Detail) {
	d.Reads(func(r Reg) {
		if r < 0 || int(r) >= fn.Regs {
			v.at(fn, op, "its Detail speaks of register %d outside 1..%d", r, fn.Regs-1)
		}
	})
	defined := map[Term]bool{} // of no kind
	for i := range d.Defs {
		def := &d.Defs[i]
		target := Term{Reg: def.Reg, Of: def.Of}
		switch {
		case !op.Defines(def.Reg):
			v.at(fn, op, "its Detail defines (%s), but the operation does not define register %d", def, def.Reg)
		case defined[target]:
			v.at(fn, op, "its Detail defines %s twice, want one Def for each register and measure", target)
		}
		defined[target] = true
	}
	for _, defs := range [][]Def{d.Defs, d.Passes} {
		for i := range defs {
			v.kinds(fn, op, &defs[i], defs[i].Kind, defs[i].X.Kind, defs[i].Y.Kind)
		}
	}
	for i := range d.Checks {
		c := &d.Checks[i]
		if c.Kind >= numChecks || len(c.All) == 0 {
			v.at(fn, op, "check %d of its Detail (%s: %s) is none, want a kind of check and a condition", i, c.Kind, c)
		}
		v.conditions(fn, op, c.All)
	}
	v.conditions(fn, op, d.Facts)
	if n := len(fn.Targets(op)); len(d.On) > n {
		v.at(fn, op, "its Detail says what holds at %d targets, but it has %d", len(d.On), n)
	}
	for _, on := range d.On {
		v.conditions(fn, op, on)
	}
	if most, known := v.takes(fn, op); known {
		for i := range d.Passes {
			if r := d.Passes[i].Reg; r < 1 || int(r) > most {
				v.at(fn, op, "its Detail passes (%s) to number %d outside 1..%d: want parameters and results counted from 1",
					&d.Passes[i], r, most)
			}
		}
	}
}

// takes is how much an operation may hand over: as many parameters as a callee has, or as many results as the function.
func (v *validator) takes(fn *Func, op *Op) (most int, known bool) {
	switch {
	case op.Kind == Return:
		return fn.Results, true
	case op.Kind != Call && op.Kind != Fork:
		return 0, true
	case op.Callee.Open:
		return 0, false
	}
	for _, id := range op.Callee.Funcs {
		if called := v.prog.Func(id); called != nil {
			most = max(most, len(called.Params))
		}
	}
	return most, true
}

// kinds holds the kinds of integers in a part of a Detail to be some.
func (v *validator) kinds(fn *Func, op *Op, part fmt.Stringer, kinds ...machine.Kind) {
	for _, k := range kinds {
		if k != machine.NoKind && !k.Valid() {
			v.at(fn, op, "its Detail has integers of %s (%s), want a kind of package machine", k, part)
			return
		}
	}
}

// conditions holds conditions to compare what can be compared.
func (v *validator) conditions(fn *Func, op *Op, all []Condition) {
	for _, c := range all {
		v.kinds(fn, op, c, c.X.Kind, c.Y.Kind)
		if c.Cmp >= machine.NumCmps {
			v.at(fn, op, "its Detail compares by %s, want a comparison of package machine", c.Cmp)
			continue
		}
		switch ordered := c.Cmp != machine.Eq && c.Cmp != machine.Ne; {
		case c.X.Int() != c.Y.Int():
			v.at(fn, op, "its Detail compares an integer with something else (%s), want terms of which both have a Kind, "+
				"or none has", c)
		case ordered && !c.X.Int():
			v.at(fn, op, "its Detail has an order of what are no integers (%s), want == or !=", c)
		}
		for _, t := range []Term{c.X, c.Y} {
			if t.Reg == 0 && t.Const.Kind() != t.Kind {
				v.at(fn, op, "its Detail has a constant of kind %s in a term of kind %s (%s): want ConstTerm", t.Const.Kind(),
					t.Kind, c)
			}
		}
	}
}
