package regen

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// findVariables recognises, among the variables of a block, those that go/ssa makes for an expression, and those whose
// first use is the store of their value.
func (p *plan) findVariables(b *ssa.BasicBlock) {
	for i, in := range b.Instrs {
		a, ok := in.(*ssa.Alloc)
		if _, isRes := p.res[a]; !ok || isRes || p.held(a) || p.skip[a] {
			continue
		}
		switch {
		case isMade(a):
			p.skip[a] = true
		case a.Comment != "varargs" || !p.spreadable(a):
			if st := firstUse(a, b.Instrs[i+1:]); st != nil && st.Addr == a && st.Val != a && !p.held(st) {
				p.inits[a] = st
			}
		}
	}
}

// isMade recognises the array that go/ssa slices for make([]T, n, 10). It stands nowhere else, and is written as that
// call: another expression would panic with another text.
func isMade(a *ssa.Alloc) bool { return a.Comment == "makeslice" }

// firstUse is the first instruction that uses a variable, if it is a store.
func firstUse(a *ssa.Alloc, after []ssa.Instruction) *ssa.Store {
	for _, in := range after {
		if _, dbg := in.(*ssa.DebugRef); dbg {
			continue
		}
		if slices.ContainsFunc(in.Operands(nil), func(op *ssa.Value) bool { return *op == a }) {
			st, _ := in.(*ssa.Store)
			return st
		}
	}
	return nil
}

// spreadable recognises the array of the last arguments of a variadic call: each element is stored once, and a slice of
// the whole is passed to the call. The call is written with the elements, so that the type of the array is not named:
// another package need not export it.
func (p *plan) spreadable(a *ssa.Alloc) bool {
	elems := make([]ssa.Value, core(deref(a.Type())).(*types.Array).Len())
	var members []ssa.Instruction
	var slice *ssa.Slice
	for _, r := range realRefs(a) {
		members = append(members, r)
		switch r := r.(type) {
		case *ssa.IndexAddr:
			i, constant := r.Index.(*ssa.Const)
			refs := realRefs(r)
			if !constant || len(refs) != 1 {
				return false
			}
			st, ok := refs[0].(*ssa.Store)
			if !ok || st.Addr != r {
				return false
			}
			members = append(members, st)
			elems[i.Int64()] = st.Val
		case *ssa.Slice:
			slice = r
		default:
			return false
		}
	}
	if slice == nil || len(realRefs(slice)) != 1 || slices.Contains(elems, nil) {
		return false
	}
	members = append(members, a)
	call, ok := realRefs(slice)[0].(ssa.CallInstruction)
	if !ok || slices.ContainsFunc(members, func(in ssa.Instruction) bool {
		return p.held(in) || in.Block() != call.Block()
	}) {
		return false
	}
	for _, in := range members {
		p.skip[in] = true
	}
	p.variadic[slice] = elems
	return true
}
