package details

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/gosrc/internal/local"
)

// guarded says what holds where control goes from a Branch to a deferred call. It is what the branches that lead to the
// defer statement have tested, since the values are still the same. In a loop they may be others.
func (d *detailer) guarded(x *ssa.Defer) {
	if conds := d.tested(x); len(conds) > 0 && !local.ComesRound(x.Block(), nil) {
		d.out.On = [][]envs.Condition{conds, nil}
	}
}

// testedNotNil reports whether a value was compared with nil on each way to the defer statement.
func (d *detailer) testedNotNil(x *ssa.Defer, v ssa.Value) bool {
	r := d.m.Reg(v)
	return r != 0 && slices.ContainsFunc(d.tested(x), func(c envs.Condition) bool {
		of, isNil := c.NilTest()
		return of == r && !isNil
	})
}

// tested are the conditions of the branches through which each way to the defer statement goes.
func (d *detailer) tested(x *ssa.Defer) (conds []envs.Condition) {
	if x.Parent() != d.m.SSA {
		return nil // the body of a range-over-func loop, whose values are not known
	}
	for b := x.Block(); b != nil; b = b.Idom() {
		if len(b.Preds) != 1 || len(b.Preds[0].Succs) != 2 {
			continue
		}
		p := b.Preds[0]
		if test, ok := p.Instrs[len(p.Instrs)-1].(*ssa.If); ok && p.Succs[0] != p.Succs[1] {
			if on := d.directions(test); len(on) == 2 {
				conds = append(conds, on[slices.Index(p.Succs, b)]...)
			}
		}
	}
	return conds
}

// directions is what a branch learns on each way.
func (d *detailer) directions(x *ssa.If) [][]envs.Condition {
	out := d.out
	d.out = &envs.Detail{}
	d.branch(x)
	on := d.out.On
	d.out = out
	return on
}
