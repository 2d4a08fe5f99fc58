package regen

import (
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// isRangeHead reports whether a loop that begins at b is a range statement. A range statement whose body is left in its
// first turn is no loop, and may stand whole in the first block of one.
func isRangeHead(b *ssa.BasicBlock) bool {
	for _, in := range b.Instrs {
		if n, ok := in.(*ssa.Next); ok {
			return n.Iter.(*ssa.Range).Block() != b
		}
	}
	return false
}

// checkRange gives up unless the Next at index i of b can head a range statement: nothing else happens in its block.
func (g *body) checkRange(b *ssa.BasicBlock, i int) {
	n := b.Instrs[i].(*ssa.Next)
	br, ok := b.Instrs[len(b.Instrs)-1].(*ssa.If)
	if !ok {
		giveUp("range loop without a test")
	}
	ok1, isExtract := br.Cond.(*ssa.Extract)
	if !isExtract || ok1.Tuple != n || ok1.Index != 0 || len(realRefs(ok1)) != 1 {
		giveUp("range loop with an unusual test")
	}
	for _, in := range b.Instrs[i+1 : len(b.Instrs)-1] {
		switch in := in.(type) {
		case *ssa.DebugRef, *ssa.Extract:
		default:
			giveUp("range loop with %T at its head", in)
		}
	}
	if g.sh.loops[b] == nil || !isRangeHead(b) {
		return
	}
	for _, in := range b.Instrs[:i] {
		switch in := in.(type) {
		case *ssa.DebugRef, *ssa.Phi:
		default:
			giveUp("range loop with %T before its head", in)
		}
	}
}

func (g *body) rangeHead(b *ssa.BasicBlock, n *ssa.Next) {
	r := n.Iter.(*ssa.Range)
	if len(realRefs(r)) != 1 {
		giveUp("range iterator used twice")
	}
	x := g.operand(r.X)
	if strings.Contains(x, "{") {
		x = "(" + x + ")"
	}
	k, v := "_", "_"
	if g.compUsed(n, 1) {
		k = g.comp(n, 1)
	}
	if g.compUsed(n, 2) {
		v = g.comp(n, 2)
	}
	head := "for " + k + ", " + v + " := range "
	switch {
	case g.hoist[n]:
		head = "for " + k + ", " + v + " = range "
	case v == "_" && k == "_":
		head = "for range "
	case v == "_":
		head = "for " + k + " := range "
	}
	g.stmt(r.Pos(), head+x+" {")
	if !g.hoist[n] {
		for _, c := range []string{k, v} {
			if c != "_" {
				g.raw(used(c) + "\n")
			}
		}
	}
}

// compUsed reports whether component i of a tuple is extracted and read.
func (g *body) compUsed(v ssa.Value, i int) bool {
	if _, next := v.(*ssa.Next); next && i == 0 {
		return false
	}
	return slices.ContainsFunc(realRefs(v), func(r ssa.Instruction) bool {
		x, ok := r.(*ssa.Extract)
		return ok && x.Index == i && len(realRefs(x)) > 0
	})
}
