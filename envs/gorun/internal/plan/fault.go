package plan

import (
	"fmt"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/seed38182bad/parallax/domains/machine"
	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/gorun/internal/regen"
	"github.com/seed38182bad/parallax/envs/gorun/internal/wire"
	"github.com/seed38182bad/parallax/envs/internal/ssamap"
)

// checks puts probes before the instructions whose checks are of the given kinds.
func (p *plan) checks() {
	p.values = valuesOf(p.m)
	for pc := range p.m.Func.Ops {
		in := p.m.Source(int32(pc))
		if in == nil {
			continue
		}
		if d, deferred := in.(*ssa.Defer); deferred && d != nil {
			continue // its operations run elsewhere
		}
		checks := p.prog.Detail(envs.At(p.id, int32(pc))).Checks
		for i := range checks {
			c := &checks[i]
			if terms := c.Terms(); slices.Contains(p.opts.Checks, c.Kind) && len(terms) <= wire.MaxTerms {
				at := p.where(in, c)
				p.before[at] = append(p.before[at], func(_ *prober, cur *regen.Cursor) string {
					return p.fault(cur, int32(pc), i, c.All, terms)
				})
			}
		}
	}
}

// valuesOf finds the values that registers stand for.
func valuesOf(m *ssamap.Map) map[envs.Reg]ssa.Value {
	values := map[envs.Reg]ssa.Value{}
	for v := range m.Values() {
		if in, ok := v.(ssa.Instruction); ok && m.Block(in.Block()) < 0 {
			continue
		}
		_, part := v.(*ssa.Extract) // rather than the tuple, which has no name
		if r := m.Reg(v); r != 0 && (part || values[r] == nil) {
			values[r] = v
		}
	}
	return values
}

// where is the instruction that panics if the check of in does not hold: that, or one that computes the address that it
// follows.
func (p *plan) where(in ssa.Instruction, c *envs.Check) ssa.Instruction {
	var addr ssa.Value
	switch x := in.(type) {
	case *ssa.UnOp:
		addr = x.X
	case *ssa.Store:
		addr = x.Addr
	case *ssa.IndexAddr, *ssa.FieldAddr:
		addr = in.(ssa.Value)
	case *ssa.Call:
		if !x.Call.IsInvoke() && len(x.Call.Args) > 0 && c.Kind != envs.NilCallCheck {
			addr = x.Call.Args[0]
		}
	}
	at := in
	for addr != nil {
		switch x := addr.(type) {
		case *ssa.FieldAddr:
			at, addr = x, x.X
			continue
		case *ssa.IndexAddr:
			at = x
			if c.Kind == envs.IndexCheck && p.isAbout(c, x.Index) {
				return at
			}
			addr = x.X
			continue
		}
		break
	}
	return at
}

// isAbout reports whether the check is about the value.
func (p *plan) isAbout(c *envs.Check, v ssa.Value) bool {
	return slices.ContainsFunc(c.Terms(), func(t envs.Term) bool { return p.values[t.Reg] == v })
}

// fault writes a statement that reports a check that does not hold, with the values of its terms.
func (p *plan) fault(c *regen.Cursor, pc int32, check int, all []envs.Condition, terms []envs.Term) string {
	values := p.values
	var fails []string
	for _, cond := range all {
		if text, ok := negated(c, values, cond); ok {
			fails = append(fails, text)
		}
	}
	if len(fails) == 0 {
		return ""
	}
	words := [wire.MaxTerms]string{"0", "0", "0", "0"}
	for i, t := range terms {
		if text, ok := number(c, values, t, "uint64"); ok && t.Int() {
			words[i] = text
		}
	}
	return fmt.Sprintf("if %s { %s }", strings.Join(fails, " || "),
		call(c, "Fault", pc, check, strings.Join(words[:], ", ")))
}

// negated is Go for the condition's contrary; false if it always holds, or cannot be written here.
func negated(c *regen.Cursor, values map[envs.Reg]ssa.Value, cond envs.Condition) (string, bool) {
	op := cond.Cmp.Negate().String()
	if !cond.X.Int() {
		if cond.X.IsNil() && cond.Y.IsNil() {
			return "true", cond.Cmp == machine.Ne
		}
		if values[cond.X.Reg] == nil {
			return "", false
		}
		x, ok := c.Value(values[cond.X.Reg])
		return fmt.Sprintf("%s %s nil", x, op), ok && cond.Y.IsNil()
	}
	if text, ok := mixed(c, values, cond); ok {
		return text, true
	}
	wide := "int64"
	for _, t := range []envs.Term{cond.X, cond.Y} {
		if t.Reg != 0 && t.Of == envs.Whole && t.Kind == machine.Uint64 {
			wide = "uint64"
		}
	}
	if wide == "uint64" {
		for _, t := range []envs.Term{cond.X, cond.Y} {
			switch {
			case t.Reg == 0 && t.Const.Sign() < 0:
				return "", false // no unsigned number is below it
			case t.Reg != 0 && t.Of == envs.Whole && t.Kind.Signed():
				return "", false
			}
		}
	}
	if cond.Cmp == machine.Ge && cond.Y.Reg == 0 && cond.Y.Const.Sign() <= 0 && cond.X.Reg != 0 && !cond.X.Kind.Signed() {
		return "", false
	}
	x, okX := number(c, values, cond.X, wide)
	y, okY := number(c, values, cond.Y, wide)
	return x + " " + op + " " + y, okX && okY
}

// mixed is Go for the contrary of a condition between a signed number and an unsigned one of 64 bits, for which no type
// has room. A negative number is below the other one.
func mixed(c *regen.Cursor, values map[envs.Reg]ssa.Value, cond envs.Condition) (string, bool) {
	signed := func(t envs.Term) bool { return t.Reg != 0 && t.Of == envs.Whole && t.Kind.Signed() }
	wide := func(t envs.Term) bool { return t.Reg != 0 && t.Of == envs.Whole && t.Kind == machine.Uint64 }
	s := cond.X
	if signed(cond.Y) {
		s = cond.Y
	}
	if !(signed(cond.X) && wide(cond.Y) || wide(cond.X) && signed(cond.Y)) {
		return "", false
	}
	least, ok := number(c, values, s, "int64")
	x, okX := number(c, values, cond.X, "uint64")
	y, okY := number(c, values, cond.Y, "uint64")
	contrary := cond.Cmp.Negate()
	holds := false // if s is negative
	switch contrary {
	case machine.Ne:
		holds = true
	case machine.Lt, machine.Le:
		holds = s == cond.X
	case machine.Gt, machine.Ge:
		holds = s == cond.Y
	}
	if holds {
		return fmt.Sprintf("%s < 0 || %s %s %s", least, x, contrary, y), ok && okX && okY
	}
	return fmt.Sprintf("%s >= 0 && %s %s %s", least, x, contrary, y), ok && okX && okY
}

// number is Go for an integer term, in a type of 64 bits.
func number(c *regen.Cursor, values map[envs.Reg]ssa.Value, t envs.Term, wide string) (string, bool) {
	if t.Reg == 0 {
		if !t.Const.Fits(wideKinds[wide]) {
			return "", false
		}
		return wide + "(" + t.Const.String() + ")", true
	}
	v := values[t.Reg]
	if v == nil {
		return "", false
	}
	text, ok := c.Value(v)
	switch t.Of {
	case envs.Len:
		text = "len(" + text + ")"
	case envs.Cap:
		text = "cap(" + text + ")"
	}
	return wide + "(" + text + ")", ok
}

var wideKinds = map[string]machine.Kind{"int64": machine.Int64, "uint64": machine.Uint64}
