package details

import (
	"golang.org/x/tools/go/ssa"

	"github.com/seed38182bad/parallax/domains/machine"
	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/gosrc/internal/library"
)

// returns says what is known of the results of a library function.
func (d *detailer) returns(c *ssa.CallCommon, v ssa.Value) {
	f := c.StaticCallee()
	if f == nil || v == nil {
		return
	}
	if library.ReturnsNotNil(c) {
		d.isNotNil(d.m.Reg(v))
	}
	m, ok := library.ResultsOf[library.Name(f)]
	if !ok {
		return
	}
	r := (d.m.Reg(v) + envs.Reg(m.Result)).Term(machine.Int)
	if t := d.kinds[r.Reg]; t != nil {
		r.Kind = kindOf(t)
	}
	if !r.Int() {
		return
	}
	d.fact(compare(r, machine.Ge, number(m.Least)))
	limit := number(m.Most)
	if m.Arg >= 0 {
		if limit, ok = d.length(c.Args[m.Arg]); !ok {
			limit, ok = d.term(c.Args[m.Arg])
			ok = ok && (m.Below || library.IsCount(c.Args[m.Arg])) // of what is negative, nothing is below
		}
		if !ok {
			return
		}
	}
	cmp := machine.Le
	if m.Below && (m.Sought == 0 || d.notEmpty(c.Args[m.Sought])) {
		cmp = machine.Lt
	}
	d.fact(compare(r, cmp, limit))
}

// notEmpty reports whether v is a constant that is not empty.
func (d *detailer) notEmpty(v ssa.Value) bool {
	n, ok := d.length(v)
	return ok && n.Reg == 0 && n.Const.Sign() > 0
}

// predicate says what the truth of a library function means for lengths.
func (d *detailer) predicate(x *ssa.Call) (yes, no []envs.Condition) {
	f := x.Call.StaticCallee()
	if f == nil {
		return nil, nil
	}
	switch library.Name(f) {
	case "strings.HasPrefix", "strings.HasSuffix", "strings.Contains",
		"bytes.HasPrefix", "bytes.HasSuffix", "bytes.Contains":
		a, okA := d.length(x.Call.Args[0])
		b, okB := d.length(x.Call.Args[1])
		if okA && okB {
			yes = append(yes, compare(a, machine.Ge, b))
		}
	}
	return yes, no
}
