package paths

import (
	"golang.org/x/tools/go/ssa"

	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/gosrc/internal/local"
	"github.com/seed38182bad/parallax/envs/internal/shape"
)

// merged is the name of an object that comes to the phi on several ways. It may have been found at one place on some of
// them, while on the others it has no name of its own. There it was put at that place before. Its name is then what
// that place leads to, as if it was loaded there again:
//
//	it, ok := b.m[k]
//	if !ok {
//		it = &item{}
//		b.m[k] = it
//	}
//	it.n++ // of b.m[k]
//
// What happens to the place afterwards does not count, here as for any value that was loaded. The registers from which
// the name starts are defined before all the ways part, for what has the name comes after them on each. So they are the
// same ones on all. In particular, of two elements whose indices are in two registers, none is taken for the other.
func (n *Namer) merged(phi *ssa.Phi) *envs.Path {
	p, known := n.mergedAt[phi]
	if !known {
		n.mergedAt[phi] = nil // what goes round a loop has no name yet
		p = n.mergedOf(phi)
		n.mergedAt[phi] = p
	}
	if p == nil {
		return n.regPath(phi)
	}
	return p
}

func (n *Namer) mergedOf(phi *ssa.Phi) (p *envs.Path) {
	if !shape.LeadsOn(phi.Type()) {
		return nil
	}
	unnamed := false
	for _, v := range phi.Edges {
		switch q := n.Path(v); {
		case v == phi:
		case q == nil:
			return nil
		case isRegister(q):
			unnamed = true
		case p == nil:
			p = q
		case !p.Same(q):
			return nil
		}
	}
	if p == nil || !unnamed {
		return p
	}
	for i, v := range phi.Edges {
		if v != phi && isRegister(n.Path(v)) && !n.putAt(p, v, phi.Block().Preds[i], 0) {
			return nil
		}
	}
	return p
}

// putAt reports whether v is put at p on all ways through the block.
func (n *Namer) putAt(p *envs.Path, v ssa.Value, through *ssa.BasicBlock, depth int) bool {
	if depth > local.MaxSteps {
		return false
	}
	for _, r := range *v.Referrers() {
		if !r.Block().Dominates(through) {
			continue
		}
		switch x := r.(type) {
		case *ssa.Store:
			if x.Val == v && p.Same(n.Path(x.Addr)) {
				return true
			}
		case *ssa.MapUpdate:
			if x.Value == v && p.Same(n.element(x.Map, x.Key, 0)) {
				return true
			}
		case *ssa.MakeInterface, *ssa.ChangeInterface, *ssa.ChangeType:
			if n.putAt(p, x.(ssa.Value), through, depth+1) {
				return true
			}
		}
	}
	return false
}

// isRegister reports whether a value has no other name than its register.
func isRegister(p *envs.Path) bool {
	return p.Root == envs.AtReg && p.Steps == "" && p.Global == ""
}
