package lower

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/internal/walk"
)

// layout is the order of the blocks of one function after the other.
type layout struct {
	order   []*ssa.BasicBlock // reverse postorder
	rank    []int32           // by block index: position in order, -1 if unreachable
	blockPC []int32           // by block index, -1 if unreachable
	listOf  []int32           // by block index: number of its last instruction's target list
}

// sortBlocks puts the reachable blocks in order.
func (o *layout) sortBlocks(fn *ssa.Function) {
	none := []int32{-1}
	o.rank, o.blockPC = slices.Repeat(none, len(fn.Blocks)), slices.Repeat(none, len(fn.Blocks))
	o.listOf = slices.Repeat(none, len(fn.Blocks))
	o.order = walk.ReversePostorder(fn)
	for i, b := range o.order {
		o.rank[b.Index] = int32(i)
	}
}

// isHead reports whether a loop begins at a block: control comes to it from one that does not precede it.
func (o *layout) isHead(b *ssa.BasicBlock) bool {
	return slices.ContainsFunc(b.Preds, func(p *ssa.BasicBlock) bool { return o.rank[p.Index] >= o.rank[b.Index] })
}

// follows reports whether control falls from the end of the block of the given rank into s, nothing lying between.
func (l *lowerer) follows(rank int32, s *ssa.BasicBlock) bool {
	if l.rank[s.Index] != rank+1 {
		return false
	}
	if !walk.HasPhi(s) {
		return true
	}
	for _, p := range s.Preds {
		if len(p.Succs) > 1 && l.rank[p.Index] >= 0 && l.rank[p.Index] <= rank {
			return false // a stub lies between
		}
	}
	return true
}

// stubsBefore writes the moves of forward edges that come from a branch.
func (l *lowerer) stubsBefore(s *ssa.BasicBlock, rank int32) {
	if len(s.Preds) < 2 || !walk.HasPhi(s) {
		return
	}
	pending := int32(-1)
	for i, p := range s.Preds {
		if len(p.Succs) < 2 || l.rank[p.Index] < 0 || l.rank[p.Index] >= rank {
			continue
		}
		if pending >= 0 {
			l.jump(s)
		}
		k := walk.SuccOf(p, s, i)
		pending = int32(len(l.ops))
		l.lists[l.listOf[p.Index]][k] = pending
		l.moves(p, k)
		if int32(len(l.ops)) == pending {
			l.lists[l.listOf[p.Index]][k] = toBlock + int32(s.Index)
			pending = -1
		}
	}
}

// stubsAfter writes the moves of back edges that come from a branch.
func (l *lowerer) stubsAfter(b *ssa.BasicBlock, rank int32) {
	for k, s := range b.Succs {
		if l.rank[s.Index] > rank || !walk.HasPhi(s) {
			continue
		}
		start := int32(len(l.ops))
		l.moves(b, k)
		if int32(len(l.ops)) == start {
			continue
		}
		l.lists[l.listOf[b.Index]][k] = start
		l.jump(s)
	}
}

type copyPair struct{ dst, src envs.Reg }

// moves writes what the phis of p's k-th successor mean on that edge: a parallel copy, in an order in which no source
// is overwritten before it is read.
func (l *lowerer) moves(p *ssa.BasicBlock, k int) {
	s := p.Succs[k]
	if !walk.HasPhi(s) {
		return
	}
	edge := walk.PredOf(p, k)
	start := len(l.ops)
	var buf [8]copyPair
	copies := buf[:0]
	var consts [8]envs.Reg
	zero := consts[:0]
	for _, instr := range s.Instrs {
		phi, ok := instr.(*ssa.Phi)
		if !ok {
			break
		}
		dst := l.def(phi, 1)
		src := l.reg(phi.Edges[edge])
		switch {
		case src == 0:
			zero = append(zero, dst)
		case src != dst:
			copies = append(copies, copyPair{dst, src})
		}
	}
	l.copyAll(copies)
	for _, r := range zero {
		l.defining(envs.Const, r)
	}
	if l.rec != nil {
		l.rec.Edge(p, k, start, len(l.ops))
	}
}

func (l *lowerer) copyAll(copies []copyPair) {
	for len(copies) > 0 {
		ready := -1
		for i, c := range copies {
			reads := func(d copyPair) bool { return d != c && d.src == c.dst } // no two have one destination
			if !slices.ContainsFunc(copies, reads) {
				ready = i
				break
			}
		}
		if ready < 0 {
			// Every destination is still read by another copy: a cycle.
			t := l.regs.Temp(1)
			l.move(t, copies[0].dst)
			for i := range copies {
				if copies[i].src == copies[0].dst {
					copies[i].src = t
				}
			}
			ready = 0
		}
		l.move(copies[ready].dst, copies[ready].src)
		copies = append(copies[:ready], copies[ready+1:]...)
	}
}

func (l *lowerer) jump(b *ssa.BasicBlock) {
	op := l.emit(envs.Jump)
	op.To = int32(b.Index)
	l.jumps = append(l.jumps, op.PC)
}

func (w *writer) move(dst, src envs.Reg) {
	w.defining(envs.Move, dst, src)
}

func (l *lowerer) settleTargets() {
	for _, pc := range l.jumps {
		op := &l.ops[pc]
		op.To = l.blockPC[op.To]
	}
	for _, list := range l.lists {
		for i, t := range list {
			if t >= toBlock {
				list[i] = l.blockPC[t-toBlock]
			}
		}
	}
}
