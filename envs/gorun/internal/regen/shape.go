package regen

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/seed38182bad/parallax/envs/internal/walk"
)

// A shape says where each block of a function stands in the nest of Go scopes that will be written.
//
// Blocks nest as they dominate each other, so a register may be declared where it is computed and is in scope wherever
// SSA lets it be used. A goto then only ever leaves scopes, which is what Go permits. There is one departure: a block
// that runs after a loop is lifted out of it. So escape analysis and deferred calls see the loop end where it ended in
// the user's text.
type shape struct {
	fn     *ssa.Function
	order  []int                           // block index -> position in reverse postorder
	loops  map[*ssa.BasicBlock]*loop       // header -> loop
	inner  []*loop                         // block index -> innermost loop
	parent []*ssa.BasicBlock               // block index -> block in whose scope it stands
	inline []bool                          // block index -> written at its only edge, without a label
	kids   map[*ssa.BasicBlock][]blockList // labelled blocks of a scope
	depth  []int                           // block index -> depth in the scope tree
}

type blockList = *ssa.BasicBlock

type loop struct {
	header *ssa.BasicBlock
	outer  *loop
}

func newShape(fn *ssa.Function) *shape {
	n := len(fn.Blocks)
	s := &shape{
		fn:     fn,
		order:  make([]int, n),
		loops:  map[*ssa.BasicBlock]*loop{},
		inner:  make([]*loop, n),
		parent: make([]*ssa.BasicBlock, n),
		inline: make([]bool, n),
		kids:   map[*ssa.BasicBlock][]blockList{},
		depth:  make([]int, n),
	}
	if len(fn.Blocks[0].Preds) > 0 {
		giveUp("entry block is a loop head")
	}
	for i, b := range walk.ReversePostorder(fn) {
		s.order[b.Index] = i
	}
	s.findLoops()
	s.place()
	return s
}

// findLoops finds the natural loops, inner ones first, and assigns each block its innermost loop.
func (s *shape) findLoops() {
	pre := s.fn.DomPreorder()
	for i := len(pre) - 1; i >= 0; i-- {
		h := pre[i]
		var work []*ssa.BasicBlock
		for _, p := range h.Preds {
			if h.Dominates(p) {
				work = append(work, p)
			}
		}
		if len(work) == 0 || h == s.fn.Recover {
			continue
		}
		l := &loop{header: h}
		s.loops[h] = l
		for len(work) > 0 {
			b := work[len(work)-1]
			work = work[:len(work)-1]
			in := s.inner[b.Index]
			if in == nil {
				s.inner[b.Index] = l
				if b != h {
					work = append(work, b.Preds...)
				}
				continue
			}
			for in.outer != nil {
				in = in.outer
			}
			if in != l {
				in.outer = l
				if in.header != h {
					work = append(work, in.header.Preds...)
				}
			}
		}
		if s.inner[h.Index] == nil {
			s.inner[h.Index] = l
		}
	}
}

func (s *shape) inLoop(b *ssa.BasicBlock, l *loop) bool {
	for in := s.inner[b.Index]; in != nil; in = in.outer {
		if in == l {
			return true
		}
	}
	return false
}

// place computes parent, inline and kids.
func (s *shape) place() {
	for _, b := range s.fn.DomPreorder() {
		if b == s.fn.Recover || b.Index == 0 {
			continue
		}
		p := b.Idom()
		lifted := p
		for {
			l := s.inner[lifted.Index]
			for l != nil && s.inLoop(b, l) {
				l = nil
			}
			if l == nil {
				break
			}
			lifted = s.parent[l.header.Index]
		}
		switch {
		case len(b.Preds) == 1 && (lifted == p || !s.continues(b)):
			s.inline[b.Index] = true
		default:
			p = lifted
			s.kids[p] = append(s.kids[p], b)
		}
		s.parent[b.Index] = p
		s.depth[b.Index] = s.depth[p.Index] + 1
	}
	for _, k := range s.kids {
		slices.SortFunc(k, func(a, b *ssa.BasicBlock) int { return s.order[a.Index] - s.order[b.Index] })
	}
}

// continues reports whether b, reached by one edge out of a loop, is where the function goes on after the loop. The
// last things done in the loop's body are not.
func (s *shape) continues(b *ssa.BasicBlock) bool {
	if s.loops[b.Preds[0]] != nil {
		return true
	}
	work := []*ssa.BasicBlock{b}
	n := 0
	for len(work) > 0 {
		c := work[len(work)-1]
		work = work[:len(work)-1]
		if n++; n > 20 || s.loops[c] != nil {
			return true
		}
		for _, in := range c.Instrs {
			switch in.(type) {
			case *ssa.Defer, *ssa.Range:
				return true
			}
		}
		work = append(work, c.Dominees()...)
	}
	return false
}

// within reports whether block b stands in the scope of block scope.
func (s *shape) within(b, scope *ssa.BasicBlock) bool {
	for s.depth[b.Index] > s.depth[scope.Index] {
		b = s.parent[b.Index]
	}
	return b == scope
}

// common is the innermost block whose scope holds both a and b.
func (s *shape) common(a, b *ssa.BasicBlock) *ssa.BasicBlock {
	for a != b {
		if s.depth[a.Index] < s.depth[b.Index] {
			a, b = b, a
		}
		a = s.parent[a.Index]
	}
	return a
}

func realRefs(v ssa.Value) []ssa.Instruction {
	r := v.Referrers()
	if r == nil {
		return nil
	}
	if slices.ContainsFunc(*r, isA[*ssa.DebugRef]) {
		return slices.DeleteFunc(slices.Clone(*r), isA[*ssa.DebugRef])
	}
	return *r
}
