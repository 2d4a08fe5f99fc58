package lower

import "golang.org/x/tools/go/ssa"

// layout is the order of the blocks of one function after the other.
type layout struct {
	order   []*ssa.BasicBlock // reverse postorder
	rank    []int32           // by block index: position in order, -1 if unreachable
	blockPC []int32           // by block index
	listOf  []int32           // by block index: number of its last instruction's target list
	isHead  []bool            // by block index: a loop begins here
	dfs     []dfsFrame
}

type dfsFrame struct {
	b    *ssa.BasicBlock
	next int
}

// sortBlocks puts the reachable blocks in reverse postorder. Of a block's successors the last is visited first, so
// that the first ends up right after it.
func (o *layout) sortBlocks(fn *ssa.Function) {
	n := len(fn.Blocks)
	if r := fn.Recover; r != nil {
		n = max(n, r.Index+1)
	}
	if cap(o.rank) < n {
		o.rank = make([]int32, n+n/2)
		o.blockPC = make([]int32, n+n/2)
		o.listOf = make([]int32, n+n/2)
		o.isHead = make([]bool, n+n/2)
	}
	o.rank, o.blockPC, o.listOf, o.isHead = o.rank[:n], o.blockPC[:n], o.listOf[:n], o.isHead[:n]
	entry := fn.Blocks[0]
	if n == 1 {
		o.rank[0], o.blockPC[0], o.listOf[0], o.isHead[0] = 0, -1, -1, len(entry.Preds) > 0
		o.order = append(o.order[:0], entry)
		return
	}
	for i := range n {
		o.rank[i], o.blockPC[i], o.listOf[i], o.isHead[i] = -1, -1, -1, false
	}
	const open, done = 0, 1 // ranks until all are known
	o.order = o.order[:0]
	o.rank[entry.Index] = open
	o.dfs = append(o.dfs[:0], dfsFrame{entry, len(entry.Succs)})
	for len(o.dfs) > 0 {
		top := &o.dfs[len(o.dfs)-1]
		if top.next == 0 {
			o.order = append(o.order, top.b)
			o.rank[top.b.Index] = done
			o.dfs = o.dfs[:len(o.dfs)-1]
			continue
		}
		top.next--
		s := top.b.Succs[top.next]
		switch o.rank[s.Index] {
		case -1:
			o.rank[s.Index] = open
			o.dfs = append(o.dfs, dfsFrame{s, len(s.Succs)})
		case open:
			o.isHead[s.Index] = true
		}
	}
	for i, j := 0, len(o.order)-1; i < j; i, j = i+1, j-1 {
		o.order[i], o.order[j] = o.order[j], o.order[i]
	}
	for i, b := range o.order {
		o.rank[b.Index] = int32(i)
	}
}

// reachFrom marks the blocks that can be reached from the end of b.
func (o *layout) reachFrom(b *ssa.BasicBlock) []bool {
	reach := make([]bool, len(o.rank))
	work := []*ssa.BasicBlock{b}
	for len(work) > 0 {
		b := work[len(work)-1]
		work = work[:len(work)-1]
		for _, s := range b.Succs {
			if !reach[s.Index] {
				reach[s.Index] = true
				work = append(work, s)
			}
		}
	}
	return reach
}
