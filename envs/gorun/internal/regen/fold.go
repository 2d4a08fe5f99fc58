package regen

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// root follows a value that is written at its use to the instruction where that use is evaluated.
func (p *plan) rootIndex(in ssa.Instruction) int { return p.lines[in.Block().Index].root[p.pos[in]] }

func (p *plan) foldBlock(b *ssa.BasicBlock) {
	n := len(b.Instrs)
	bp := blockPlan{
		root: make([]int, n), effects: make([]int, n+1), unpure: make([]int, n+1), localStores: make([]int, n+1),
	}
	for i, in := range b.Instrs {
		bp.root[i] = i
		bp.effects[i+1], bp.unpure[i+1], bp.localStores[i+1] = bp.effects[i], bp.unpure[i], bp.localStores[i]
		if p.skip[in] || p.isInit(in) {
			continue
		}
		c := p.classify(in)
		if p.held(in) {
			c = effects
		}
		if c == effects {
			bp.effects[i+1]++
			if _, store := in.(*ssa.Store); store {
				bp.localStores[i+1]++
			}
		}
		if c != pure {
			bp.unpure[i+1]++
		}
	}
	p.lines[b.Index] = bp
	for i := n - 1; i >= 0; i-- {
		in := b.Instrs[i]
		v, ok := in.(ssa.Value)
		if !ok || p.skip[in] {
			continue
		}
		if p.alwaysFolded(v) {
			p.fold[v] = true
			continue
		}
		if at, ok := p.onlyUse(v); ok && p.mayMove(v, i, at) {
			p.fold[v] = true
			bp.root[i] = at
		}
	}
}

// onlyUse returns the index in v's block at which v's single use is evaluated.
func (p *plan) onlyUse(v ssa.Value) (int, bool) {
	in := v.(ssa.Instruction)
	if _, tuple := v.Type().(*types.Tuple); tuple || p.held(in) || p.probed(v) {
		return 0, false // a probe's expression may be evaluated again
	}
	switch v.(type) {
	case *ssa.Phi, *ssa.Range, *ssa.Next, *ssa.Alloc:
		return 0, false
	}
	refs := realRefs(v)
	if len(refs) != 1 {
		return 0, false
	}
	use := refs[0]
	if p.skip[use] {
		return 0, false
	}
	b := in.Block()
	if uv, ok := use.(ssa.Value); ok && len(realRefs(uv)) == 0 && p.classify(use) == pure {
		return 0, false // use is not written
	}
	if phi, ok := use.(*ssa.Phi); ok {
		if p.named(phi) == nil {
			return 0, false
		}
		edges := 0
		for i, e := range phi.Edges {
			if e == v {
				if phi.Block().Preds[i] != b {
					return 0, false
				}
				edges++
			}
		}
		return len(b.Instrs), edges == 1 && len(b.Succs) == 1
	}
	if use.Block() != b || p.needsName(use) {
		return 0, false
	}
	times := 0
	for _, op := range use.Operands(nil) {
		if *op == v {
			times++
		}
	}
	at := p.rootIndex(use)
	if at < len(b.Instrs) && p.held(b.Instrs[at]) && p.classify(in) != pure {
		return 0, false // the probe there comes before the statement, and v before the probe
	}
	return at, times == 1
}

// needsName reports whether use must refer to values by name.
func (p *plan) needsName(use ssa.Instruction) bool {
	switch use := use.(type) {
	case *ssa.Range:
		return true
	case *ssa.Select:
		return true
	case *ssa.MakeClosure:
		if !isBound(use.Fn) {
			return true
		}
	}
	return false
}

// mayMove reports whether v, computed at index i of its block, may be computed at index at instead.
//
// A pure value may always. A value that fails or reads must not pass an effect. It must not pass another value that may
// fail either. A call must not pass anything that could observe it: then Go's own rules leave only one order of
// evaluation.
func (p *plan) mayMove(v ssa.Value, i, at int) bool {
	in := v.(ssa.Instruction)
	bp := &p.lines[in.Block().Index]
	switch c := p.classify(in); c {
	case pure:
		return true
	case fails:
		return bp.effects[at] == bp.effects[i+1] && !p.passesFailure(in.Block(), i, at)
	case reads:
		if root := localRoot(v); root != nil {
			return bp.localStores[at] == bp.localStores[i+1]
		}
		return bp.effects[at] == bp.effects[i+1] && !p.passesFailure(in.Block(), i, at)
	}
	switch v := v.(type) {
	case *ssa.Call:
		if b, ok := v.Call.Value.(*ssa.Builtin); ok && b.Name() == "recover" {
			return false
		}
	case *ssa.UnOp:
	default:
		return false
	}
	return bp.unpure[at] == bp.unpure[i+1]
}

// passesFailure reports whether something between i and at may fail and is evaluated before what stands at at.
func (p *plan) passesFailure(b *ssa.BasicBlock, i, at int) bool {
	bp := &p.lines[b.Index]
	for j := i + 1; j < at; j++ {
		in := b.Instrs[j]
		if bp.root[j] >= at || p.skip[in] {
			continue
		}
		switch p.classify(in) {
		case fails:
			return true
		case reads:
			if v, ok := in.(ssa.Value); ok && localRoot(v) == nil {
				return true
			}
		}
	}
	return false
}

// localRoot returns the variable that a load reads, if that variable's address never leaves loads and stores.
func localRoot(v ssa.Value) *ssa.Alloc {
	load, ok := v.(*ssa.UnOp)
	if !ok || load.Op != token.MUL {
		return nil
	}
	x := load.X
	for {
		switch a := x.(type) {
		case *ssa.Alloc:
			if a.Heap {
				return nil
			}
			return a
		case *ssa.FieldAddr:
			x = a.X
		case *ssa.IndexAddr:
			x = a.X
		default:
			return nil
		}
	}
}

// alwaysFolded holds for values that are another way to write a place or a name.
func (p *plan) alwaysFolded(v ssa.Value) bool {
	switch v := v.(type) {
	case *ssa.Extract:
		return true
	case *ssa.FieldAddr:
		return isPlace(v.X) && !p.held(v) || p.hidden(v)
	case *ssa.IndexAddr:
		return isPlace(v) && !p.held(v) || core(v.X.Type()) == nil
	}
	return p.hidden(v)
}

// hidden recognises a step of a selection through an embedded field that this package may not name. It is left to Go's
// own promotion: x.unexported.F is written x.F.
func (p *plan) hidden(v ssa.Value) bool {
	var f *types.Var
	switch v := v.(type) {
	case *ssa.FieldAddr:
		f = structField(deref(v.X.Type()), v.Field)
	case *ssa.Field:
		f = structField(v.X.Type(), v.Field)
	case *ssa.UnOp:
		return v.Op == token.MUL && p.hidden(v.X)
	default:
		return false
	}
	_, ok := p.names.field(f)
	return !ok && f.Embedded()
}

// isPlace reports whether an address is that of a variable or of a part of one at a fixed offset. Writing it anew at
// each use costs nothing and cannot fail.
func isPlace(v ssa.Value) bool {
	switch v := v.(type) {
	case *ssa.Alloc, *ssa.Global, *ssa.FreeVar:
		return true
	case *ssa.FieldAddr:
		return isPlace(v.X)
	case *ssa.IndexAddr:
		pt, ok := core(v.X.Type()).(*types.Pointer)
		if !ok || !isPlace(v.X) {
			return false
		}
		arr, ok := core(pt.Elem()).(*types.Array)
		if !ok {
			return false
		}
		i, ok := v.Index.(*ssa.Const)
		return ok && i.Int64() >= 0 && i.Int64() < arr.Len()
	}
	return false
}
