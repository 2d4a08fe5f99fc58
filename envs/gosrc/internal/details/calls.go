package details

import (
	"golang.org/x/tools/go/ssa"

	"github.com/seed38182bad/parallax/domains/machine"
	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/gosrc/internal/local"
)

func (d *detailer) call(op *envs.Op, c *ssa.CallCommon, v ssa.Value) {
	if b, ok := c.Value.(*ssa.Builtin); ok {
		if op.Results > 0 {
			d.builtin(b.Name(), c.Args, v)
		}
		return
	}
	if c.IsInvoke() {
		d.notNilCheck(envs.NilCallCheck, c.Value)
		return
	}
	switch c.Value.(type) {
	case *ssa.Function, *ssa.MakeClosure:
	default:
		d.notNilCheck(envs.NilCallCheck, c.Value)
	}
	switch op.Kind {
	case envs.Acquire, envs.Release, envs.TryAcquire:
		if len(c.Args) > 0 {
			d.address(c.Args[0])
		}
	}
	d.returns(c, v)
	isCall := (op.Kind == envs.Call || op.Kind == envs.Fork) && c.StaticCallee() != nil
	if isCall && len(op.Uses) == op.Callee.FirstArg+len(c.Args) {
		d.passes(c.Args)
	}
}

// deferred is what op, which was made for a defer statement, takes for granted. Where the statement stands, there is an
// interface; where the call is made, there is a function or a lock.
func (d *detailer) deferred(op *envs.Op, x *ssa.Defer) {
	c := x.Common()
	switch {
	case x.Parent() != d.m.SSA: // the body of a range-over-func loop, whose values are not known
	case op.Kind == envs.Defer:
		if c.IsInvoke() {
			d.notNilCheck(envs.NilCallCheck, c.Value)
		}
	case op.Kind == envs.Acquire || op.Kind == envs.Release || op.Kind == envs.TryAcquire:
		if !c.IsInvoke() && len(c.Args) > 0 {
			d.address(c.Args[0])
		}
	case op.Kind == envs.Call && !c.IsInvoke():
		switch c.Value.(type) {
		case *ssa.Function, *ssa.MakeClosure, *ssa.Builtin:
		default:
			if !local.ComesRound(x.Block(), nil) || !d.testedNotNil(x, c.Value) {
				d.notNilCheck(envs.NilCallCheck, c.Value)
			}
		}
	}
}

// passes says what parameters or results are given.
func (d *detailer) passes(values []ssa.Value) {
	defs, facts := d.out.Defs, d.out.Facts
	d.out.Defs, d.out.Facts = nil, nil
	for i, v := range values {
		if d.mustBe(envs.Reg(i+1), v); len(d.out.Facts) > 0 {
			d.define(envs.Def{Reg: envs.Reg(i + 1), Op: envs.NonNil})
			d.out.Facts = nil
		}
	}
	d.out.Passes, d.out.Defs, d.out.Facts = d.out.Defs, defs, facts
}

func (d *detailer) builtin(name string, args []ssa.Value, v ssa.Value) {
	if v == nil {
		return
	}
	r, k := d.m.Reg(v), kindOf(v.Type())
	switch name {
	case "len", "cap":
		n, ok := d.length(args[0])
		if !ok { // of maps and channels, which change
			d.fact(compare(r.Term(k), machine.Ge, number(0)))
			return
		}
		if name == "cap" && n.Reg != 0 {
			n.Of = envs.Cap
		}
		d.define(envs.Def{Reg: r, Op: envs.Copy, Kind: k, X: n})
	case "append":
		a, okA := d.length(args[0])
		if len(args) == 1 {
			d.mustBe(r, args[0])
			return
		}
		b, okB := d.length(args[1])
		if given, ok := args[1].(*ssa.Slice); ok && given.Low == nil && given.High == nil {
			b, okB = d.length(given.X) // append(s, x, y): an array of x and y
		}
		if okA && okB {
			d.define(envs.Def{Reg: r, Of: envs.Len, Op: envs.Binary, Arith: machine.Add, Kind: machine.Int, X: a, Y: b})
			if b.Reg == 0 && b.Const.Sign() > 0 {
				d.notNil(v)
			}
		}
	case "copy":
		a, okA := d.length(args[0])
		b, okB := d.length(args[1])
		if okA && okB {
			d.define(envs.Def{Reg: r, Op: envs.Minimum, Kind: k, X: a, Y: b})
		}
	case "min", "max":
		op := envs.Minimum
		if name == "max" {
			op = envs.Maximum
		}
		if len(args) != 2 || !k.Valid() {
			return
		}
		a, okA := d.term(args[0])
		b, okB := d.term(args[1])
		if okA && okB {
			d.define(envs.Def{Reg: r, Op: op, Kind: k, X: a, Y: b})
		}
	case "ssa:wrapnilchk":
		d.notNilCheck(envs.NilCheck, args[0])
		d.mustBe(r, args[0])
	}
}
