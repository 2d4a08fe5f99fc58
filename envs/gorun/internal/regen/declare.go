package regen

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/seed38182bad/parallax/envs/internal/walk"
)

// declare decides where each variable is declared. A register is declared by the statement that computes it if all uses
// are in that scope. Otherwise, and for phis, it is declared at the end of the innermost block that holds them all.
func (p *plan) declare() {
	for in := range walk.Instrs(p.fn) {
		if v, ok := in.(ssa.Value); ok && in.Block() != p.fn.Recover && p.named(v) != nil {
			p.declareValue(in.Block(), v)
		}
	}
	p.declareFuncs()
}

// named returns the variable that stands for v, nil if there is none.
func (p *plan) named(v ssa.Value) ssa.Value {
	if phi, ok := v.(*ssa.Phi); ok {
		if len(phiReaders(phi)) == 0 && !p.probed(phi) {
			return nil
		}
		return v
	}
	in := v.(ssa.Instruction)
	if _, ok := v.(*ssa.Range); ok || p.skip[in] || p.fold[v] {
		return nil
	}
	if a, ok := v.(*ssa.Alloc); ok {
		if _, ok := p.res[a]; ok {
			return nil
		}
	}
	return v
}

// probed reports whether a probe reads v.
func (p *plan) probed(v ssa.Value) bool {
	any := false
	p.readers(v, func(*ssa.BasicBlock) { any = true })
	return any
}

// phiReaders are the uses of a phi other than by itself.
func phiReaders(phi *ssa.Phi) []ssa.Instruction {
	return slices.DeleteFunc(slices.Clone(realRefs(phi)), func(in ssa.Instruction) bool { return in == phi })
}

func (p *plan) declareValue(b *ssa.BasicBlock, v ssa.Value) {
	home := b
	_, isPhi := v.(*ssa.Phi)
	if isPhi {
		home = p.sh.parent[b.Index]
	}
	_, inFor := v.(*ssa.Next)
	use := func(at *ssa.BasicBlock) {
		if inFor {
			if !p.sh.within(at, b) || at == b || !p.inBody(at, b) {
				home = p.sh.common(home, p.sh.parentOr(b))
			}
		}
		home = p.sh.common(home, at)
	}
	p.eachUse(v, use)
	p.readers(v, use)
	if !isPhi && home == b {
		return
	}
	p.hoist[v] = true
	p.decl[home] = append(p.decl[home], v)
}

// inBody reports whether block at is written between the braces of the range loop whose head is h.
func (p *plan) inBody(at, h *ssa.BasicBlock) bool {
	for at != h {
		up := p.sh.parent[at.Index]
		if up == h {
			if p.sh.loops[h] != nil {
				return true
			}
			return at == h.Succs[0] && p.sh.inline[at.Index]
		}
		at = up
	}
	return false
}

func (s *shape) parentOr(b *ssa.BasicBlock) *ssa.BasicBlock {
	if q := s.parent[b.Index]; q != nil {
		return q
	}
	return b
}

// eachUse calls f with the blocks in whose text v is used.
func (p *plan) eachUse(v ssa.Value, f func(*ssa.BasicBlock)) {
	_, next := v.(*ssa.Next)
	for _, r := range realRefs(v) {
		if x, ok := r.(*ssa.Extract); ok && next && x.Index == 0 {
			continue // the test of a range statement
		}
		switch r := r.(type) {
		case *ssa.Phi:
			for i, e := range r.Edges {
				if e == v {
					f(r.Block().Preds[i])
				}
			}
			continue
		case *ssa.Range:
			for _, next := range realRefs(r) {
				f(next.Block())
			}
			continue
		case ssa.Value:
			if p.fold[r] && p.spreads(r) {
				p.eachUse(r, f)
				continue
			}
		}
		if r.Block() != p.fn.Recover {
			f(r.Block())
		}
	}
}

// spreads reports whether a folded value may be written in other blocks than its own.
func (p *plan) spreads(v ssa.Value) bool {
	if p.alwaysFolded(v) {
		return true
	}
	in := v.(ssa.Instruction)
	refs := realRefs(v)
	if len(refs) == 1 {
		_, phi := refs[0].(*ssa.Phi)
		return phi || refs[0].Block() != in.Block()
	}
	return false
}

// declareFuncs gives a name to function literals without free variables that occur more than once.
func (p *plan) declareFuncs() {
	if len(p.fn.AnonFuncs) == 0 {
		return
	}
	uses := map[*ssa.Function][]*ssa.BasicBlock{}
	for in := range walk.Instrs(p.fn) {
		_, closure := in.(*ssa.MakeClosure)
		for i, op := range in.Operands(nil) {
			f, ok := (*op).(*ssa.Function)
			if !ok || f.Parent() != p.fn || closure {
				continue
			}
			at := in.Block()
			if _, ok := in.(*ssa.Phi); ok {
				at = at.Preds[i]
			}
			uses[f] = append(uses[f], at)
		}
	}
	for _, f := range p.fn.AnonFuncs {
		at := uses[f]
		if len(at) < 2 {
			continue
		}
		home := at[0]
		for _, b := range at[1:] {
			home = p.sh.common(home, b)
		}
		p.shared[home] = append(p.shared[home], f)
	}
}
