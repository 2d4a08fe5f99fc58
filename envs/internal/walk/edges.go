package walk

import (
	"slices"

	"golang.org/x/tools/go/ssa"
)

func HasPhi(b *ssa.BasicBlock) bool {
	_, ok := b.Instrs[0].(*ssa.Phi)
	return ok
}

// SuccOf is the index, among the successors of p, of the edge that is the i-th predecessor edge of s.
func SuccOf(p, s *ssa.BasicBlock, i int) int { return sameEdge(s.Preds, i, p.Succs, s) }

// PredOf is the inverse of SuccOf.
func PredOf(p *ssa.BasicBlock, k int) int { return sameEdge(p.Succs, k, p.Succs[k].Preds, p) }

// sameEdge is the index in other of the edge that list has at index i. The two are the lists of edges at its two ends.
// Several edges between two blocks are in the same order in both.
func sameEdge(list []*ssa.BasicBlock, i int, other []*ssa.BasicBlock, from *ssa.BasicBlock) int {
	nth := 0
	for _, b := range list[:i] {
		if b == list[i] {
			nth++
		}
	}
	for k, b := range other {
		if b == from {
			if nth == 0 {
				return k
			}
			nth--
		}
	}
	return -1
}

// ReversePostorder are the blocks to which control may come, each before those that come after it but for loops. Of a
// block's successors the last is visited first, so that the first ends up right after it.
func ReversePostorder(fn *ssa.Function) []*ssa.BasicBlock {
	seen := make([]bool, len(fn.Blocks))
	order := make([]*ssa.BasicBlock, 0, len(fn.Blocks))
	var visit func(*ssa.BasicBlock)
	visit = func(b *ssa.BasicBlock) {
		seen[b.Index] = true
		for _, s := range slices.Backward(b.Succs) {
			if !seen[s.Index] {
				visit(s)
			}
		}
		order = append(order, b)
	}
	visit(fn.Blocks[0])
	slices.Reverse(order)
	return order
}
