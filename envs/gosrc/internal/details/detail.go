package details

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/seed38182bad/parallax/domains/machine"
	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/gosrc/internal/loading"
	"github.com/seed38182bad/parallax/envs/gosrc/internal/local"
	"github.com/seed38182bad/parallax/envs/internal/shape"
	"github.com/seed38182bad/parallax/envs/internal/ssamap"
	"github.com/seed38182bad/parallax/envs/internal/walk"
)

// Details makes the details of a program.
type Details struct {
	effects   effects   // what functions write
	constants constants // package variables that are never assigned again
}

// New is for a program, of which code gives the operations of a function, and final reports whether a field is only
// written while its object is made.
func New(src *loading.Program, code func(envs.FuncID) *envs.Func, final func(*types.Var) bool) *Details {
	return &Details{effects: effects{src: src, code: code, final: final}, constants: constants{src: src}}
}

// Complete finds what the bodies of functions without a number say, before these are dropped.
func (s *Details) Complete() { s.constants.once.Do(s.constants.find) }

// Of is what the operations of a function do with values, by pc: nil of those that have no detail.
func (s *Details) Of(m *ssamap.Map) []*envs.Detail {
	d := &detailer{Details: s, m: m, kinds: map[envs.Reg]types.Type{}, equal: equalValues(m.SSA, &s.effects)}
	d.findTypes()
	table := make([]*envs.Detail, len(m.Func.Ops))
	for pc := range table {
		d.out = &envs.Detail{}
		d.operation(&m.Func.Ops[pc], d.m.Source(int32(pc)))
		if !d.out.Empty() {
			table[pc] = d.out
		}
	}
	return table
}

// detailer makes the details of one function.
type detailer struct {
	*Details
	m     *ssamap.Map
	kinds map[envs.Reg]types.Type // of registers that stand for a value
	equal map[ssa.Value]ssa.Value // earlier values that values must be equal to
	out   *envs.Detail
}

// findTypes notes the type of what each register holds.
func (d *detailer) findTypes() {
	for v := range d.m.Values() {
		r := d.m.Reg(v)
		if r == 0 {
			continue
		}
		switch t := v.Type().(type) {
		case *types.Tuple:
			for i := range t.Len() {
				d.kinds[r+envs.Reg(i)] = t.At(i).Type()
			}
		default:
			if a, ok := v.(*ssa.Alloc); ok && !a.Heap && local.IsScalarCell(a) {
				t = t.Underlying().(*types.Pointer).Elem()
			}
			d.kinds[r] = t
		}
	}
}

// operation says what op, which was made for instr, does.
func (d *detailer) operation(op *envs.Op, instr ssa.Instruction) {
	if op.IsPart() || op.Kind == envs.Nop {
		return // what is to be said is said of the whole
	}
	switch op.Kind {
	case envs.Move:
		d.move(op, instr)
		return
	case envs.Const:
		d.constant(op, instr)
		return
	case envs.Branch:
		switch x := instr.(type) {
		case *ssa.If:
			d.branch(x)
		case *ssa.Defer:
			d.guarded(x)
		}
		return
	case envs.Return:
		if x, ok := instr.(*ssa.Return); ok {
			d.passes(x.Results)
			d.out.Hidden = d.m.Hidden()
		}
		return
	}
	v, isValue := instr.(ssa.Value)
	if isValue && op.Results > 0 && d.m.Reg(v) != op.Dst {
		return // part of what the instruction does
	}
	switch x := instr.(type) {
	case *ssa.BinOp:
		d.binary(x)
	case *ssa.UnOp:
		d.unary(op, x)
	case *ssa.Convert:
		d.convert(x)
	case *ssa.Alloc, *ssa.MakeClosure, *ssa.MakeMap:
		d.notNil(v)
	case *ssa.MakeChan:
		d.sized(x.Size)
		if n, ok := d.term(x.Size); ok {
			d.measured(d.m.Reg(x), envs.Cap, n)
		}
		d.notNil(v)
	case *ssa.MakeSlice:
		d.makeSlice(x)
	case *ssa.Slice:
		d.slice(x)
	case *ssa.IndexAddr, *ssa.FieldAddr:
		d.address(v)
		d.notNil(v)
	case *ssa.SliceToArrayPointer:
		n := x.Type().Underlying().(*types.Pointer).Elem().Underlying().(*types.Array).Len()
		if l, ok := d.length(x.X); ok {
			d.check(envs.SliceCheck, compare(l, machine.Ge, number(n)))
		}
	case *ssa.Store:
		if op.Kind == envs.Store {
			d.address(x.Addr)
		}
	case *ssa.Index:
		d.index(x.X, x.Index)
	case *ssa.Lookup:
		if shape.IsString(x.X.Type()) {
			d.index(x.X, x.Index)
		}
	case *ssa.MapUpdate:
		d.notNilCheck(envs.NilMapCheck, x.Map)
	case *ssa.Next:
		if x.IsString {
			d.fact(compare((d.m.Reg(x) + 1).Term(machine.Int), machine.Ge, number(0)))
		}
	case *ssa.TypeAssert:
		if !x.CommaOk && types.IsInterface(x.AssertedType) {
			if types.Identical(x.X.Type(), x.AssertedType) { // so begins the method value i.m
				d.notNilCheck(envs.NilCallCheck, x.X)
			}
			d.notNil(v)
		}
	case *ssa.Call:
		d.call(op, x.Common(), x)
	case *ssa.Go:
		d.call(op, x.Common(), nil)
	case *ssa.Defer:
		d.deferred(op, x)
	}
}

// move is a copy, but for a value that becomes an interface, which is never nil.
func (d *detailer) move(op *envs.Op, instr ssa.Instruction) {
	if x, ok := instr.(*ssa.MakeInterface); ok && d.m.Reg(x) == op.Dst {
		d.notNil(x)
		return
	}
	src := op.Uses[0]
	if d.kinds[op.Dst] == nil {
		d.kinds[op.Dst] = d.kinds[src] // between copies that form a cycle
	}
	d.copyReg(op.Dst, src, d.kinds[src])
}

// copyReg defines r as what is in register src, a value of type t.
func (d *detailer) copyReg(r, src envs.Reg, t types.Type) {
	if t == nil {
		return
	}
	if k := kindOf(t); k.Valid() || mayBeNil(t) {
		d.define(envs.Def{Reg: r, Op: envs.Copy, Kind: k, X: src.Term(k)})
	}
	_, isSlice := t.Underlying().(*types.Slice)
	if isSlice || shape.IsString(t) {
		d.measured(r, envs.Len, envs.Len.Of(src))
	}
	if isSlice {
		d.measured(r, envs.Cap, envs.Cap.Of(src))
	}
}

// constant defines a register by a constant: of a phi, of what is stored in a variable, or zero, with which a
// variable begins.
func (d *detailer) constant(op *envs.Op, instr ssa.Instruction) {
	switch x := instr.(type) {
	case *ssa.Jump:
		d.phi(op, x.Block(), 0)
	case *ssa.If:
		d.phi(op, x.Block(), 0)
		if len(d.out.Defs) == 0 {
			d.phi(op, x.Block(), 1)
		}
	case *ssa.Store:
		d.copyOf(op.Dst, x.Val)
	case *ssa.ChangeType, *ssa.ChangeInterface:
		d.copyOf(op.Dst, local.Unconverted(x))
	case *ssa.MakeInterface:
		d.notNil(x)
	case *ssa.Alloc:
		d.zero(op.Dst, d.kinds[op.Dst])
	case *ssa.Call:
		if walk.IsBuiltin(x.Common(), "ssa:wrapnilchk") {
			d.copyOf(op.Dst, x.Call.Args[0])
		}
	case *ssa.Select: // each case gives its number, the default -1
		if op.Dst != d.m.Reg(x) {
			return
		}
		n := int64(0)
		for pc := d.m.Instr(x).Lo; pc < op.PC; pc++ {
			if o := &d.m.Func.Ops[pc]; o.Kind == envs.Const && o.Dst == op.Dst {
				n++
			}
		}
		if n == int64(len(x.States)) {
			n = -1
		}
		d.measured(op.Dst, envs.Whole, number(n))
	}
}

// phi defines the register of a phi by the constant that comes with an edge.
func (d *detailer) phi(op *envs.Op, b *ssa.BasicBlock, succ int) {
	if span := d.m.Edge(b, succ); op.PC < span.Lo || op.PC >= span.Hi {
		return
	}
	edge := walk.PredOf(b, succ)
	for _, i := range b.Succs[succ].Instrs {
		phi, ok := i.(*ssa.Phi)
		if !ok {
			return
		}
		if d.m.Reg(phi) == op.Dst {
			d.copyOf(op.Dst, phi.Edges[edge])
			return
		}
	}
}

// copyOf defines r as v, which is not in a register.
func (d *detailer) copyOf(r envs.Reg, v ssa.Value) {
	c, ok := v.(*ssa.Const)
	if !ok {
		d.isNotNil(r)
		return
	}
	if t, ok := d.term(c); ok {
		d.define(envs.Def{Reg: r, Op: envs.Copy, Kind: t.Kind, X: t})
	}
	if n, ok := d.length(c); ok {
		d.measured(r, envs.Len, n)
	}
	if _, ok := c.Type().Underlying().(*types.Slice); ok && c.IsNil() {
		d.measured(r, envs.Cap, number(0))
	}
}

func (d *detailer) zero(r envs.Reg, t types.Type) {
	switch t.Underlying().(type) {
	case *types.Basic, *types.Pointer, *types.Slice, *types.Map, *types.Chan, *types.Signature, *types.Interface:
		d.copyOf(r, ssa.NewConst(nil, t))
	}
}

func (d *detailer) define(def envs.Def) {
	if def.Reg != 0 {
		d.out.Defs = append(d.out.Defs, def)
	}
}

func (d *detailer) check(kind envs.CheckKind, all ...envs.Condition) {
	for _, c := range all {
		if c.X.Reg != 0 || c.Y.Reg != 0 || !holds(c) {
			d.out.Checks = append(d.out.Checks, envs.Check{Kind: kind, All: all})
			return
		}
	}
}

func (d *detailer) fact(c envs.Condition) { d.out.Facts = append(d.out.Facts, c) }

func (d *detailer) notNil(v ssa.Value) {
	if r := d.m.Reg(v); r != 0 {
		d.isNotNil(r)
	}
}

func (d *detailer) isNotNil(r envs.Reg) {
	d.fact(compare(r.Term(machine.NoKind), machine.Ne, envs.Term{}))
}

// measured defines the length or capacity of r as n.
func (d *detailer) measured(r envs.Reg, of envs.Measure, n envs.Term) {
	d.define(envs.Def{Reg: r, Of: of, Op: envs.Copy, Kind: machine.Int, X: n})
}
