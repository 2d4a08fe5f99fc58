package ir

import (
	"slices"
	"sync"

	ints "github.com/seed38182bad/parallax/domains/machine"
	"github.com/seed38182bad/parallax/envs"
)

// Detail is what an operation does with values. All numbers are of kind int64. A
// register that holds a reference counts as 0, as it does in arithmetic. So what a
// Detail says of a number holds whatever the register holds.
func (p *Program) Detail(pt envs.Point) *envs.Detail {
	c := p.funcs[pt.Func()]
	c.detailing.Do(func() { c.table = p.detailsOf(c) })
	return &c.table[pt.PC()]
}

// detailer makes the details of one function.
type detailer struct {
	p       *Program
	c       *code
	target  []bool // by pc: control comes from elsewhere too
	numbers []bool // by register: never holds a reference
}

func (p *Program) detailsOf(c *code) []envs.Detail {
	d := &detailer{p: p, c: c, target: make([]bool, len(c.insts))}
	for i := range c.insts {
		in := &c.insts[i]
		d.target[in.handler] = true
		switch in.code {
		case oBranch:
			d.target[in.to], d.target[in.els] = true, true
		case oJump:
			d.target[in.to] = true
		}
	}
	p.numbering.Do(p.findNumbers)
	d.numbers = p.numbers.regs(p, c.fn.ID)
	details := make([]envs.Detail, len(c.insts))
	for i := range c.insts {
		d.of(i, &details[i])
	}
	return details
}

func (d *detailer) isNumber(a operand) bool {
	if a > 0 {
		return d.numbers[a]
	}
	return d.p.consts[-a].ref == 0
}

// number is the operand as a number.
func (d *detailer) number(a operand) envs.Term {
	if a > 0 {
		return envs.Reg(a).Term(ints.Int64)
	}
	return number(d.p.consts[-a].num)
}

func number(n int64) envs.Term { return envs.ConstTerm(ints.Int64.Of(n)) }

// object is the operand as a reference, and whether it may be nil at all.
func (d *detailer) object(a operand) (envs.Term, bool) {
	if a > 0 {
		return envs.Reg(a).Term(ints.NoKind), true
	}
	return envs.Term{}, d.p.consts[-a].IsNil()
}

var (
	arithOf = map[opcode]ints.Op{oAdd: ints.Add, oSub: ints.Sub, oMul: ints.Mul, oDiv: ints.Quo, oMod: ints.Rem}
	cmpOf   = map[opcode]ints.Cmp{oEq: ints.Eq, oNe: ints.Ne, oLt: ints.Lt, oLe: ints.Le, oGt: ints.Gt, oGe: ints.Ge}
)

func (d *detailer) of(i int, out *envs.Detail) {
	in := &d.c.insts[i]
	dst := envs.Reg(in.dst)
	switch in.code {
	case oConst, oMove:
		if x, ok := d.object(in.a); ok && in.a <= 0 {
			d.define(out, envs.Def{Reg: dst, Op: envs.Copy, X: x}) // nil
			return
		}
		d.define(out, envs.Def{Reg: dst, Op: envs.Copy, Kind: ints.Int64, X: d.number(in.a)})
		if !d.isNumber(in.a) && in.a > 0 {
			d.define(out, envs.Def{Reg: dst, Of: envs.Len, Op: envs.Copy, Kind: ints.Int, X: envs.Len.Of(envs.Reg(in.a))})
		}
		if in.a <= 0 && !d.isNumber(in.a) {
			d.notNil(out, dst)
			if size, ok := d.p.sizeOf(d.p.consts[-in.a]); ok {
				d.define(out, envs.Def{Reg: dst, Of: envs.Len, Op: envs.Copy, Kind: ints.Int, X: number(size)})
			}
		}
	case oAdd, oSub, oMul, oDiv, oMod:
		x, y := d.number(in.a), d.number(in.b)
		if in.code == oDiv || in.code == oMod {
			d.check(out, envs.DivisionCheck, envs.Condition{X: y, Cmp: ints.Ne, Y: number(0)})
		}
		d.define(out, envs.Def{Reg: dst, Op: envs.Binary, Arith: arithOf[in.code], Kind: ints.Int64, X: x, Y: y})
	case oNeg:
		d.define(out, envs.Def{Reg: dst, Op: envs.Unary, One: ints.Neg, Kind: ints.Int64, X: d.number(in.a)})
	case oEq, oNe, oLt, oLe, oGt, oGe, oNot, oTryAcquire:
		d.bounded(out, dst, 1)
		if in.code == oTryAcquire {
			d.needsObject(out, in.a)
		}
	case oNondet:
		d.bounded(out, dst, int64(in.n)-1)
	case oLen:
		d.needsObject(out, in.a)
		if n, ok := d.length(in.a); ok {
			d.define(out, envs.Def{Reg: dst, Op: envs.Copy, Kind: ints.Int64, X: n})
		}
	case oNewObject:
		d.define(out, envs.Def{Reg: dst, Op: envs.Copy, Kind: ints.Int64, X: number(0)})
		d.notNil(out, dst)
	case oNewArray:
		n := d.number(in.a)
		d.check(out, envs.SizeCheck, envs.Condition{X: n, Cmp: ints.Ge, Y: number(0)})
		d.define(out, envs.Def{Reg: dst, Op: envs.Copy, Kind: ints.Int64, X: number(0)})
		d.define(out, envs.Def{Reg: dst, Of: envs.Len, Op: envs.Copy, Kind: ints.Int, X: n})
		d.notNil(out, dst)
	case oLoadField, oStoreField, oAcquire, oRelease, oWait, oNotify, oNotifyAll, oJoin:
		d.needsObject(out, in.a)
	case oLoadElem, oStoreElem:
		d.needsObject(out, in.a)
		i := d.number(in.b)
		conds := []envs.Condition{{X: i, Cmp: ints.Ge, Y: number(0)}}
		if n, ok := d.length(in.a); ok {
			conds = append(conds, envs.Condition{X: i, Cmp: ints.Lt, Y: n})
		}
		d.check(out, envs.IndexCheck, conds...)
	case oFork:
		d.passesAll(out, in.args)
		d.notNil(out, dst)
	case oBranch:
		d.branch(i, out)
	case oReturn, oCall:
		d.passesAll(out, in.args)
	}
}

func (d *detailer) passesAll(out *envs.Detail, args []operand) {
	for i, a := range args {
		d.passes(out, envs.Reg(i+1), a)
	}
}

// passes says what a parameter or result is given.
func (d *detailer) passes(out *envs.Detail, param envs.Reg, a operand) {
	if x, ok := d.object(a); ok && a <= 0 {
		out.Passes = append(out.Passes, envs.Def{Reg: param, Op: envs.Copy, X: x}) // nil
		return
	}
	if a <= 0 && d.p.consts[-a].ref != 0 {
		out.Passes = append(out.Passes, envs.Def{Reg: param, Op: envs.NonNil})
	} else {
		out.Passes = append(out.Passes, envs.Def{Reg: param, Op: envs.Copy, Kind: ints.Int64, X: d.number(a)})
	}
	if n, ok := d.length(a); ok && !d.isNumber(a) {
		out.Passes = append(out.Passes, envs.Def{Reg: param, Of: envs.Len, Op: envs.Copy, Kind: ints.Int, X: n})
	}
}

// closed reports whether only operations of the program enter a function: it is no
// root.
func (p *Program) closed(id envs.FuncID) bool { return !slices.Contains(p.roots, id) }

// length is the operand's length, if it has one.
func (d *detailer) length(a operand) (envs.Term, bool) {
	if a > 0 {
		return envs.Len.Of(envs.Reg(a)), true
	}
	size, ok := d.p.sizeOf(d.p.consts[-a])
	return number(size), ok
}

// sizeOf is the length of an array that has a name.
func (p *Program) sizeOf(v Value) (int64, bool) {
	for _, g := range p.globals {
		if g.isObj && g.class < 0 && g.value == v {
			return int64(g.size), true
		}
	}
	return 0, false
}

func (d *detailer) define(out *envs.Detail, def envs.Def) {
	if def.Reg > 0 {
		out.Defs = append(out.Defs, def)
	}
}

func (d *detailer) check(out *envs.Detail, kind envs.CheckKind, all ...envs.Condition) {
	out.Checks = append(out.Checks, envs.Check{Kind: kind, All: all})
}

func (d *detailer) notNil(out *envs.Detail, r envs.Reg) {
	if r > 0 {
		out.Facts = append(out.Facts, envs.Condition{X: r.Term(ints.NoKind), Cmp: ints.Ne, Y: envs.Term{}})
	}
}

func (d *detailer) needsObject(out *envs.Detail, a operand) {
	if x, may := d.object(a); may {
		d.check(out, envs.NilCheck, envs.Condition{X: x, Cmp: ints.Ne, Y: envs.Term{}})
	}
}

// bounded defines a number from 0 to most.
func (d *detailer) bounded(out *envs.Detail, dst envs.Reg, most int64) {
	if dst <= 0 {
		return
	}
	d.define(out, envs.Def{Reg: dst, Op: envs.Any, Kind: ints.Int64})
	r := dst.Term(ints.Int64)
	out.Facts = append(out.Facts,
		envs.Condition{X: r, Cmp: ints.Ge, Y: number(0)},
		envs.Condition{X: r, Cmp: ints.Le, Y: number(most)})
}

// branch says what is learnt from a condition: what the comparison just before it
// compares, or what it means for a register to count as true.
func (d *detailer) branch(i int, out *envs.Detail) {
	in := &d.c.insts[i]
	out.On = make([][]envs.Condition, 2)
	if in.a <= 0 {
		return
	}
	if i > 0 && !d.target[i] {
		before := &d.c.insts[i-1]
		c, ok := cmpOf[before.code]
		if ok && before.dst == in.a && before.dst != before.a && before.dst != before.b {
			out.On[0] = d.compared(c, before.a, before.b)
			out.On[1] = d.compared(c.Negate(), before.a, before.b)
			return
		}
	}
	n := d.number(in.a)
	out.On[0] = []envs.Condition{{X: envs.Reg(in.a).Term(ints.NoKind), Cmp: ints.Ne, Y: envs.Term{}}}
	if d.isNumber(in.a) {
		out.On[0] = []envs.Condition{{X: n, Cmp: ints.Ne, Y: number(0)}}
	}
	out.On[1] = []envs.Condition{{X: n, Cmp: ints.Eq, Y: number(0)}}
}

// compared is what holds if a c b does. References are compared as such by ==
// and !=, and count as 0 in an order. So different values need not be different
// numbers, unless both are numbers.
func (d *detailer) compared(c ints.Cmp, a, b operand) []envs.Condition {
	var conds []envs.Condition
	if c != ints.Ne || d.isNumber(a) && d.isNumber(b) {
		conds = append(conds, envs.Condition{X: d.number(a), Cmp: c, Y: d.number(b)})
	}
	if c != ints.Eq && c != ints.Ne {
		return conds
	}
	for _, pair := range [][2]operand{{a, b}, {b, a}} {
		x, y := pair[0], pair[1]
		switch {
		case x <= 0:
		case y <= 0 && d.p.consts[-y].IsNil():
			conds = append(conds, envs.Condition{X: envs.Reg(x).Term(ints.NoKind), Cmp: c, Y: envs.Term{}})
		case y <= 0 && c == ints.Eq:
			conds = append(conds, envs.Condition{X: envs.Reg(x).Term(ints.NoKind), Cmp: ints.Ne, Y: envs.Term{}})
		}
	}
	return conds
}

// fault emits a Fault if the operation that t is at cannot take effect because one of its
// checks fails: a nil, an index, a size or a divisor.
func (m *machine) fault(t *thread) {
	if m.emit == nil {
		return
	}
	f := t.top()
	at := envs.At(f.code.fn.ID, f.pc)
	regs := t.regs[f.base:]
	for i, c := range m.p.Detail(at).Checks {
		terms := c.Terms()
		values := make([]ints.Value, len(terms))
		value := func(t envs.Term) (Value, bool) {
			switch {
			case t.Reg == 0 && t.IsNil():
				return nilValue(), true
			case t.Reg == 0:
				n, _ := t.Const.Int64()
				return intValue(n), true
			case t.Of == envs.Len:
				o := m.object(regs[t.Reg])
				if o == nil {
					return Value{}, false
				}
				return intValue(int64(len(o.slots))), true
			}
			return regs[t.Reg], true
		}
		holds := true
		for _, cond := range c.All {
			x, okX := value(cond.X)
			y, okY := value(cond.Y)
			if !okX || !okY {
				continue
			}
			if cond.X.Int() {
				holds = holds && cond.Cmp.Holds(ints.Int64.Of(x.num), ints.Int64.Of(y.num))
			} else {
				holds = holds && (x == y) == (cond.Cmp == ints.Eq)
			}
		}
		if holds {
			continue
		}
		for j, t := range terms {
			if v, ok := value(t); ok && t.Int() {
				values[j] = ints.Int64.Of(v.num)
			}
		}
		m.event(envs.Event{Kind: envs.Fault, Func: at.Func(), PC: at.PC(), Thread: envs.Thread(t.id),
			Failure: &envs.Failure{Check: int32(i), Values: values}})
		return
	}
}

// details are made when they are first asked for.
type details struct {
	detailing sync.Once
	table     []envs.Detail
}
