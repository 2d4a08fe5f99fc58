package local

import (
	"slices"

	"golang.org/x/tools/go/ssa"
)

// A value that is computed in a loop is another one each time, under one name. What was kept in a variable, or comes
// round by way of a phi, may be of an earlier round:
//
//	for _, c := range cs {
//		if f != nil {
//			f() // increments what c was before
//		}
//		f = func() { c.n++ }
//	}

// ComesRound reports whether block b may be executed again before block through is, or at all if that is nil.
func ComesRound(b, through *ssa.BasicBlock) bool { return reaches(b, b, through) }

// reaches reports whether control may come from the end of one block to another one without passing block through.
func reaches(from, to, through *ssa.BasicBlock) bool { return Reach(from, through).Has(to) }

// A BlockSet is a set of blocks of a function, by their indices.
type BlockSet []bool

// Has reports whether a block is in the set.
func (r BlockSet) Has(b *ssa.BasicBlock) bool { return b.Index < len(r) && r[b.Index] }

// Add puts a block into the set.
func (r *BlockSet) Add(b *ssa.BasicBlock) {
	*r = append(*r, make(BlockSet, max(0, b.Index+1-len(*r)))...)
	(*r)[b.Index] = true
}

// Reach gives the blocks to which control may come from the end of one without passing block through. The function need
// not list its blocks any more (loading.Program.DropBodies): those that are asked about are still connected.
func Reach(from, through *ssa.BasicBlock) (reached BlockSet) {
	work := []*ssa.BasicBlock{from}
	for len(work) > 0 {
		last := work[len(work)-1]
		work = work[:len(work)-1]
		for _, s := range last.Succs {
			if s != through && !reached.Has(s) {
				reached.Add(s)
				work = append(work, s)
			}
		}
	}
	return reached
}

// comesLater reports whether control may come from one instruction to another one without going through the start of
// a block.
func comesLater(in, after ssa.Instruction, through *ssa.BasicBlock) bool {
	from, to := after.Block(), in.Block()
	return from == to && slices.Index(from.Instrs, in) > slices.Index(from.Instrs, after) || reaches(from, to, through)
}

// StaysFor reports whether v is the same as long as variable a is, which is another one each time that it is
// declared.
func StaysFor(v ssa.Value, a *ssa.Alloc) bool {
	i, ok := v.(ssa.Instruction)
	return !ok || i.Block().Dominates(a.Block()) || !ComesRound(i.Block(), a.Block())
}

// StaysFrom reports whether v is what it was when a value was computed that comes to the phi.
func StaysFrom(v ssa.Value, phi *ssa.Phi) bool {
	i, ok := v.(ssa.Instruction)
	if !ok {
		return true
	}
	b, at := i.Block(), phi.Block()
	return b != at && b.Dominates(at) || !ComesRound(b, nil)
}

// SetOnce reports whether a variable is set at one place at most, in the function that declares it, and once at most.
// What it was set to is what it is.
func SetOnce(a *ssa.Alloc) bool {
	all, ok := Stores(a)
	return ok && (len(all) == 0 || len(all) == 1 && SoleStore(a) != nil)
}
