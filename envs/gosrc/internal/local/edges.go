package local

import "golang.org/x/tools/go/ssa"

func HasPhi(b *ssa.BasicBlock) bool {
	_, ok := b.Instrs[0].(*ssa.Phi)
	return ok
}

// SuccOf is the index, among the successors of p, of the edge that is the i-th predecessor edge of s.
func SuccOf(p, s *ssa.BasicBlock, i int) int {
	nth := 0
	for _, q := range s.Preds[:i] {
		if q == p {
			nth++
		}
	}
	for k, t := range p.Succs {
		if t == s {
			if nth == 0 {
				return k
			}
			nth--
		}
	}
	return -1
}

// PredOf is the inverse of SuccOf.
func PredOf(p *ssa.BasicBlock, k int) int {
	s := p.Succs[k]
	nth := 0
	for _, t := range p.Succs[:k] {
		if t == s {
			nth++
		}
	}
	for i, q := range s.Preds {
		if q == p {
			if nth == 0 {
				return i
			}
			nth--
		}
	}
	return -1
}
