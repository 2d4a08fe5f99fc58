package regen

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/seed38182bad/parallax/envs/internal/synthetic"
	"github.com/seed38182bad/parallax/envs/internal/walk"
)

// instr writes the statement of an instruction, if it has one.
func (g *body) instr(in ssa.Instruction) {
	if g.skip[in] {
		return
	}
	g.probeAround(in, func() { g.plainInstr(in) })
}

func (g *body) plainInstr(in ssa.Instruction) {
	switch in := in.(type) {
	case *ssa.DebugRef, *ssa.Phi, *ssa.Extract, *ssa.Range, *ssa.RunDefers:
	case *ssa.Alloc:
		if _, ok := g.res[in]; !ok && g.inits[in] == nil {
			g.declareVariable(in, in.Pos(), "")
		}
	case *ssa.Store:
		g.store(in)
	case *ssa.MapUpdate:
		g.mapUpdate(in)
	case *ssa.Send:
		g.stmt(in.Pos(), g.operand(in.Chan)+" <- "+g.expr(in.X))
	case *ssa.Go:
		g.stmt(in.Pos(), "go "+g.call(&in.Call, token.NoPos))
	case *ssa.Defer:
		if in.DeferStack != nil {
			giveUp("defer in the body of a range over a function")
		}
		g.stmt(in.Pos(), "defer "+g.call(&in.Call, token.NoPos))
	case *ssa.Select:
		g.selecting(in)
	case ssa.Value:
		g.register(in)
	default:
		giveUp("cannot write %T", in)
	}
}

// register writes the statement that computes a value.
func (g *body) register(v ssa.Value) {
	if g.fold[v] {
		return
	}
	if t, ok := v.Type().(*types.Tuple); ok && t.Len() != 1 {
		g.tuple(v, t)
		return
	}
	in := v.(ssa.Instruction)
	pos := loadPos(v)
	if !pos.IsValid() {
		pos = valuePos(v)
	}
	if _, load := v.(*ssa.UnOp); load && !pos.IsValid() {
		pos = walk.UsePos(v)
	}
	if _, call := v.(*ssa.Call); len(realRefs(v)) == 0 && !(call && g.pins(in)) { // a probe may read what a call gave
		if g.classify(in) == pure && !g.pins(in) || isNilTest(v) {
			return
		}
		e, _ := g.build(v)
		if g.isStatement(v) {
			g.stmt(pos, e)
		} else {
			g.stmt(pos, "_ = "+e)
		}
		return
	}
	e, _ := g.build(v)
	n := g.name(v)
	if g.hoist[v] {
		g.stmt(pos, n+" = "+e)
		return
	}
	if t, ok := v.Type().(*types.Basic); ok && t.Info()&types.IsBoolean == 0 && t.Kind() == types.UntypedNil {
		giveUp("untyped nil in a register")
	}
	g.stmt(pos, n+" := "+e+used(n))
}

// isNilTest recognises the test for nil that go/ssa puts before a method value of an interface; Go does that test
// itself, with its own error.
func isNilTest(v ssa.Value) bool {
	t, ok := v.(*ssa.TypeAssert)
	if !ok || !types.Identical(t.X.Type(), t.AssertedType) {
		return false
	}
	rest := t.Block().Instrs
	rest = rest[slices.Index(rest, ssa.Instruction(t))+1:]
	for _, in := range rest {
		switch in := in.(type) {
		case *ssa.DebugRef:
			continue
		case *ssa.MakeClosure:
			if !isBound(in.Fn) {
				return false
			}
			if c, ok := t.X.(*ssa.ChangeInterface); ok && c.X == in.Bindings[0] {
				return true
			}
			return t.X == in.Bindings[0]
		}
		return false
	}
	return false
}

// isStatement reports whether the expression of v may stand alone.
func (g *body) isStatement(v ssa.Value) bool {
	switch v := v.(type) {
	case *ssa.Call:
		if b, ok := v.Call.Value.(*ssa.Builtin); ok {
			switch b.Name() {
			case "copy", "recover", "panic", "print", "println", "close", "delete", "clear":
				return true
			}
			return false
		}
		return true
	case *ssa.UnOp:
		return v.Op == token.ARROW
	}
	return false
}

// tuple writes an instruction with several results.
func (g *body) tuple(v ssa.Value, t *types.Tuple) {
	if _, next := v.(*ssa.Next); next {
		return
	}
	left := make([]string, t.Len())
	marks := ""
	for i := range left {
		left[i] = "_"
		if g.compUsed(v, i) {
			left[i] = g.comp(v, i)
			marks += used(left[i])
		}
	}
	e, _ := g.build(v)
	pos := v.Pos()
	if c, ok := v.(*ssa.Call); ok {
		pos = callPos(c)
	}
	switch {
	case marks == "" && g.isStatement(v):
		g.stmt(pos, e)
	case marks == "" || g.hoist[v]:
		g.stmt(pos, strings.Join(left, ", ")+" = "+e)
	default:
		g.stmt(pos, strings.Join(left, ", ")+" := "+e+marks)
	}
}

// declareVariable writes the variable of an Alloc, with its first value unless that is "".
func (g *body) declareVariable(a *ssa.Alloc, pos token.Pos, init string) {
	t, n := deref(a.Type()), g.name(a)
	if !pos.IsValid() {
		pos = a.Pos()
	}
	switch {
	case len(realRefs(a)) == 0:
	case g.hoist[a] && !a.Heap:
		if init == "" {
			init = "*" + g.newOf(t)
		}
		g.stmt(pos, n+" = "+init)
	case g.hoist[a] && init == "":
		g.stmt(pos, n+" = "+g.newOf(t))
	case g.hoist[a]:
		g.stmt(token.NoPos, n+" = &"+g.temporary(pos, init))
	case init == "":
		g.stmt(pos, "var "+n+" "+g.value(t)+used(n))
	default:
		g.stmt(pos, n+" := "+init+used(n))
	}
}

func (g *body) store(in *ssa.Store) {
	pos := in.Pos()
	if !pos.IsValid() {
		pos = valuePos(in.Val)
	}
	val := g.expr(in.Val)
	switch a := in.Addr.(type) {
	case *ssa.Alloc:
		if g.inits[a] == in {
			g.declareVariable(a, in.Pos(), val)
			return
		}
		if !g.boxed(a) {
			g.stmt(pos, g.unboxed(a)+" = "+val)
			return
		}
	case *ssa.FreeVar:
		if n := g.captured(a); isWord(n) { // which an assignment does not use
			g.stmt(pos, n+" = "+val)
			return
		}
	}
	g.stmt(pos, g.place(in.Addr)+" = "+val)
}

// mapUpdate writes m[k] op= y where it can: that takes one look-up instead of two.
func (g *body) mapUpdate(in *ssa.MapUpdate) {
	if op, ok := in.Value.(*ssa.BinOp); ok && g.fold[op] && !isComparison(op.Op) {
		old, ok := op.X.(*ssa.Lookup)
		if ok && g.fold[old] && old.X == in.Map && old.Index == in.Key && !isConst(op.Y) {
			g.stmt(in.Pos(), g.operand(in.Map)+"["+g.expr(in.Key)+"] "+op.Op.String()+"= "+g.expr(op.Y))
			return
		}
	}
	g.stmt(in.Pos(), g.operand(in.Map)+"["+g.expr(in.Key)+"] = "+g.expr(in.Value))
}

func (g *body) selecting(in *ssa.Select) {
	comps := make([]string, in.Type().(*types.Tuple).Len())
	for i := range comps {
		comps[i] = "_"
		if g.compUsed(in, i) {
			comps[i] = g.comp(in, i)
			if !g.hoist[in] {
				g.stmt(in.Pos(), "var "+comps[i]+" "+g.value(in.Type().(*types.Tuple).At(i).Type())+used(comps[i]))
			}
		}
	}
	heads := make([]string, len(in.States))
	r := 2
	for i, st := range in.States {
		if st.Dir == types.SendOnly {
			heads[i] = "case " + g.operand(st.Chan) + " <- " + g.expr(st.Send) + ":"
			continue
		}
		switch {
		case comps[1] != "_":
			heads[i] = "case " + comps[r] + ", " + comps[1] + " = <-" + g.operand(st.Chan) + ":"
		case comps[r] != "_":
			heads[i] = "case " + comps[r] + " = <-" + g.operand(st.Chan) + ":"
		default:
			heads[i] = "case <-" + g.operand(st.Chan) + ":"
		}
		r++
	}
	g.stmt(in.Pos(), "select {")
	for i, h := range heads {
		g.stmt(in.States[i].Pos, h)
		if comps[0] != "_" {
			g.stmt(token.NoPos, comps[0]+" = "+strconv.Itoa(i))
		}
	}
	if !in.Blocking {
		g.stmt(token.NoPos, "default:")
		if comps[0] != "_" {
			g.stmt(token.NoPos, comps[0]+" = -1")
		}
	}
	g.raw("}\n")
}

// loadPos is the position of a conversion of a slice to an array, which go/ssa gives to the load of the array only.
func loadPos(v ssa.Value) token.Pos {
	if c, ok := v.(*ssa.SliceToArrayPointer); ok && !c.Pos().IsValid() {
		return walk.UsePos(c)
	}
	return token.NoPos
}

// callPos is the position of a call. That of a range over a function has none of its own, and takes the loop's.
func callPos(c *ssa.Call) token.Pos {
	if c.Pos().IsValid() || len(c.Call.Args) == 0 {
		return c.Pos()
	}
	body := c.Call.Args[len(c.Call.Args)-1]
	if m, ok := body.(*ssa.MakeClosure); ok {
		body = m.Fn
	}
	if fn, ok := body.(*ssa.Function); ok && synthetic.IsYield(fn) {
		return fn.Syntax().(*ast.RangeStmt).For
	}
	return c.Pos()
}

// valuePos finds a source position for a value that has none: that of the first operand that has one.
func valuePos(v ssa.Value) token.Pos {
	for range 8 {
		if v == nil {
			return token.NoPos
		}
		if c, ok := v.(*ssa.MakeClosure); ok && !isBound(c.Fn) {
			return c.Fn.Pos()
		}
		if c, ok := v.(*ssa.Call); ok && callPos(c).IsValid() {
			return callPos(c)
		}
		if p := v.Pos(); p.IsValid() {
			if _, ok := v.(ssa.Instruction); ok {
				return p
			}
			return token.NoPos
		}
		in, ok := v.(ssa.Instruction)
		if !ok {
			return token.NoPos
		}
		v = nil
		for _, op := range in.Operands(nil) {
			if _, isInstr := (*op).(ssa.Instruction); isInstr && !isAlloc(*op) { // which is where it is declared
				v = *op
				break
			}
		}
	}
	return token.NoPos
}

func isAlloc(v ssa.Value) bool {
	_, ok := v.(*ssa.Alloc)
	return ok
}
