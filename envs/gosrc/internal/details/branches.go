package details

import (
	"go/constant"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/seed38182bad/parallax/domains/machine"
	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/gosrc/internal/local"
	"github.com/seed38182bad/parallax/envs/internal/shape"
)

// branch says what is learnt from a condition.
func (d *detailer) branch(x *ssa.If) {
	cond, negated := local.Unnegated(x.Cond)
	yes, no := d.learnt(cond)
	if t, ok := d.term(cond); ok {
		if _, isComparison := cond.(*ssa.BinOp); !isComparison {
			yes = append(yes, compare(t, machine.Ne, truth(false)))
			no = append(no, compare(t, machine.Eq, truth(false)))
		}
	}
	if negated {
		yes, no = no, yes
	}
	if len(yes)+len(no) > 0 {
		d.out.On = [][]envs.Condition{yes, no}
	}
}

// learnt is what holds if cond is true, and if it is false.
func (d *detailer) learnt(cond ssa.Value) (yes, no []envs.Condition) {
	switch x := cond.(type) {
	case *ssa.BinOp:
		c, ok := comparisons[x.Op]
		if !ok {
			return nil, nil
		}
		if shape.IsString(x.X.Type()) {
			return d.comparedTexts(x, c)
		}
		a, okA := d.term(x.X)
		b, okB := d.term(x.Y)
		if okA && okB && (a.Int() == b.Int()) {
			yes = append(yes, compare(a, c, b))
			no = append(no, compare(a, c.Negate(), b))
		}
		y, n := d.emptyIfNil(x, c)
		return append(yes, y...), append(no, n...)
	case *ssa.Extract:
		if next, ok := x.Tuple.(*ssa.Next); ok && next.IsString && x.Index == 0 {
			if s, ok := next.Iter.(*ssa.Range); ok {
				if n, ok := d.length(s.X); ok {
					yes = append(yes, compare((d.m.Reg(next)+1).Term(machine.Int), machine.Lt, n))
				}
			}
		}
	case *ssa.Call:
		return d.predicate(x)
	}
	return yes, no
}

// comparedTexts is what a comparison of strings says of their lengths.
func (d *detailer) comparedTexts(x *ssa.BinOp, c machine.Cmp) (yes, no []envs.Condition) {
	a, okA := d.length(x.X)
	b, okB := d.length(x.Y)
	if !okA || !okB || c != machine.Eq && c != machine.Ne {
		return nil, nil
	}
	equal := []envs.Condition{compare(a, machine.Eq, b)}
	var differ []envs.Condition
	switch { // only one string is empty
	case b == number(0):
		differ = []envs.Condition{compare(a, machine.Gt, b)}
	case a == number(0):
		differ = []envs.Condition{compare(b, machine.Gt, a)}
	}
	if c == machine.Eq {
		return equal, differ
	}
	return differ, equal
}

// emptyIfNil says that a nil slice has no elements.
func (d *detailer) emptyIfNil(x *ssa.BinOp, c machine.Cmp) (yes, no []envs.Condition) {
	for _, v := range []ssa.Value{x.X, x.Y} {
		if _, ok := v.Type().Underlying().(*types.Slice); !ok {
			continue
		}
		if n, ok := d.length(v); ok && n.Reg != 0 {
			empty := []envs.Condition{compare(n, machine.Eq, number(0))}
			if c == machine.Eq {
				yes = append(yes, empty...)
			} else {
				no = append(no, empty...)
			}
		}
	}
	return yes, no
}

func constantText(c *ssa.Const) string {
	if c.Value != nil && c.Value.Kind() == constant.String {
		return constant.StringVal(c.Value)
	}
	return ""
}
