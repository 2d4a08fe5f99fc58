package gosrc

import (
	"go/token"

	"golang.org/x/tools/go/ssa"

	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/internal/walk"
)

// positionsOf gives a place to every operation of f.
func (p *Program) positionsOf(id envs.FuncID) []token.Pos {
	table := make([]token.Pos, len(p.Func(id).Ops))
	branches := p.src.Branches(p.SSA(id))
	last := token.NoPos
	for at := range p.sites(id) {
		var pos token.Pos
		if branch, ok := at.src.(*ssa.If); ok {
			pos = branches[branch]
		}
		if !pos.IsValid() && at.src != nil {
			pos = posOf(at.src)
		}
		if !pos.IsValid() {
			pos = last
		}
		table[at.op.PC], last = pos, pos
	}
	// What comes before the first place takes that place.
	next := p.src.PlaceOf(p.SSA(id))
	for pc := len(table) - 1; pc >= 0; pc-- {
		if table[pc].IsValid() {
			next = table[pc]
		} else {
			table[pc] = next
		}
	}
	return table
}

// posOf is the place of an instruction, or of its operands.
func posOf(i ssa.Instruction) token.Pos {
	if pos := i.Pos(); pos.IsValid() {
		return pos
	}
	if r, ok := i.(*ssa.Return); ok && len(r.Results) == 0 {
		if s := i.Parent().Syntax(); s != nil {
			return s.End() - 1
		}
	}
	if c, ok := i.(*ssa.SliceToArrayPointer); ok {
		return walk.UsePos(c) // a conversion to an array: the load of it has the place
	}
	for op := range walk.Operands(i) {
		switch v := op.(type) {
		case nil, *ssa.Parameter, *ssa.FreeVar, *ssa.Global, *ssa.Function, *ssa.Const, *ssa.Alloc, *ssa.Builtin:
			continue // where these are declared is no place of this instruction
		default:
			if pos := v.Pos(); pos.IsValid() {
				return pos
			}
		}
	}
	if u, ok := i.(*ssa.UnOp); ok {
		return walk.UsePos(u) // a load that is not written, of a constant or a variable
	}
	return token.NoPos
}

// forced reports whether an operation is in a line that is annotated so.
func (p *Program) forced(pt envs.Point) bool {
	if len(p.annotated.Forced) == 0 {
		return false
	}
	return p.annotated.IsForced(p.src.Fset.Position(p.positionIn(pt)))
}
