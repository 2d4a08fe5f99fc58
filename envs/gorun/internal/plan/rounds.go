package plan

import (
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/seed38182bad/parallax/envs"
)

// Limits of a quiet loop. What is copied from one variable to the next, in each round, has reached the last variable
// after minRounds.
const (
	maxPhis   = 6           // variables that the loop changes
	minRounds = maxPhis + 2 // rounds that are told at least
)

// A quietLoop is one of which only the first rounds have records.
type quietLoop struct {
	counter int         // its number
	indices []ssa.Value // of elements that they access
}

// A simpleLoop has one way through it.
type simpleLoop struct {
	blocks []*ssa.BasicBlock
	head   *ssa.BasicBlock // by which it is entered
	round  *ssa.BasicBlock // that says that a round begins
	behind *ssa.BasicBlock // that says that the loop is over
}

// findRounds finds the loops of which only the first rounds have records: see Omit.Rounds. The indices of the elements
// that a round accesses are added to p.indices, as the round begins with a statement that reads them.
func (p *plan) findRounds() {
	p.quietLoops, p.left = map[int]quietLoop{}, map[int][]int{}
	for _, b := range p.m.SSA.Blocks {
		for side := range b.Succs {
			l, ok := p.loopOf(b, side)
			if !ok {
				continue
			}
			if indices, ok := p.quiet(l); ok {
				n := len(p.quietLoops)
				p.quietLoops[l.round.Index] = quietLoop{n, indices}
				p.left[l.behind.Index] = append(p.left[l.behind.Index], n)
				for _, x := range indices {
					p.indices[x] = append(p.indices[x], l.round)
				}
			}
		}
	}
}

// loopOf is the loop that goes through a branch to one of its successors, if there is only one way through it, and
// one to it.
func (p *plan) loopOf(branch *ssa.BasicBlock, side int) (l simpleLoop, ok bool) {
	if len(branch.Succs) != 2 {
		return l, false
	}
	l.blocks = []*ssa.BasicBlock{branch}
	for b := branch.Succs[side]; b != branch; b = b.Succs[0] {
		if len(b.Succs) != 1 || len(l.blocks) == len(p.m.SSA.Blocks) {
			return l, false
		}
		l.blocks = append(l.blocks, b)
	}
	for _, b := range l.blocks {
		switch {
		case p.m.Block(b) < 0 || len(b.Preds) > 2 || len(b.Preds) == 2 && l.head != nil:
			return l, false
		case len(b.Preds) == 2:
			l.head = b
		}
	}
	l.round, l.behind = p.beginning(branch.Succs[side]), p.beginning(branch.Succs[1-side])
	return l, l.head != nil && slices.Contains(l.blocks, l.round) && !slices.Contains(l.blocks, l.behind)
}

// quiet reports whether a round does nothing that others can see but write elements, and gives their indices, which are
// known when the round begins. A round that reads such memory is not quiet: it may keep what it has read, and the last
// round with a record reads another element than the last round.
func (p *plan) quiet(l simpleLoop) (indices []ssa.Value, ok bool) {
	for _, b := range l.blocks {
		if _, accesses := p.ranged[b.Index]; accesses {
			return nil, false
		}
		for _, in := range b.Instrs {
			if p.after[in] != nil || !p.inFrame(in) {
				return nil, false
			}
			for _, pr := range p.before[in] {
				if _, stores := in.(*ssa.Store); pr.kind != accessProbe || !stores || !l.known(pr.index) {
					return nil, false
				}
				indices = append(indices, pr.index)
			}
		}
	}
	return indices, l.settles()
}

// known reports whether a value of a round is known when the round begins.
func (l simpleLoop) known(v ssa.Value) bool {
	in, ok := v.(ssa.Instruction)
	if !ok || in.Block() != l.head {
		return false
	}
	_, phi := v.(*ssa.Phi)
	return phi || l.head != l.round
}

// inFrame reports whether the operations of an instruction only compute, access memory, and go on in the same frame.
func (p *plan) inFrame(in ssa.Instruction) bool {
	for op := range p.ops(in) {
		switch op.Kind {
		case envs.Nop, envs.Const, envs.Move, envs.Compute, envs.Addr, envs.Load, envs.Store, envs.Jump, envs.Branch:
		default:
			return false
		}
	}
	return true
}

// settles reports whether a round after the first few gives no variable a value that depends on other ones than the
// round before it. No two variables of the loop depend on each other in turn, so that what one depends on has come to
// it after as many rounds as there are variables. What is written to memory is not read again, but for elements whose
// index is no constant: these are one memory to a checker, or have no value of their own.
func (l simpleLoop) settles() bool {
	var phis []*ssa.Phi
	for _, in := range l.head.Instrs {
		if phi, ok := in.(*ssa.Phi); ok {
			phis = append(phis, phi)
		}
	}
	if len(phis) > maxPhis || l.keepsInMemory() {
		return false
	}
	needs := map[*ssa.Phi]map[*ssa.Phi]bool{}
	for _, phi := range phis {
		needs[phi] = map[*ssa.Phi]bool{}
		l.needed(phi, needs[phi], map[ssa.Value]bool{})
	}
	for range phis { // what depends on no other one that is left leaves
		phis = slices.DeleteFunc(phis, func(phi *ssa.Phi) bool {
			return !slices.ContainsFunc(phis, func(o *ssa.Phi) bool { return o != phi && needs[phi][o] })
		})
	}
	return len(phis) == 0
}

// needed adds the variables of the loop of which a round computes v.
func (l simpleLoop) needed(v ssa.Value, to map[*ssa.Phi]bool, seen map[ssa.Value]bool) {
	in, ok := v.(ssa.Instruction)
	if !ok || seen[v] || !slices.Contains(l.blocks, in.Block()) {
		return
	}
	seen[v] = true
	for _, x := range in.Operands(nil) {
		if phi, ok := (*x).(*ssa.Phi); ok && phi.Block() == l.head {
			to[phi] = true
			continue
		}
		if *x != nil {
			l.needed(*x, to, seen)
		}
	}
}

// keepsInMemory reports whether a round may read what the round before has written, and that is no element with an
// index that is computed.
func (l simpleLoop) keepsInMemory() bool {
	var reads, writes, cells bool
	note := func(addr ssa.Value, is *bool) {
		*is = true
		x, ok := addr.(*ssa.IndexAddr)
		if ok {
			_, constant := x.Index.(*ssa.Const)
			ok = !constant
		}
		cells = cells || !ok
	}
	for _, b := range l.blocks {
		for _, in := range b.Instrs {
			switch in := in.(type) {
			case *ssa.UnOp:
				if in.Op == token.MUL {
					note(in.X, &reads)
				}
			case *ssa.Store:
				note(in.Addr, &writes)
			}
		}
	}
	return reads && writes && cells
}
