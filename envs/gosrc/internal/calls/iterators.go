package calls

import (
	"slices"
	"sync"

	"golang.org/x/tools/go/ssa"

	"github.com/seed38182bad/parallax/envs/gosrc/internal/local"
	"github.com/seed38182bad/parallax/envs/internal/synthetic"
)

// The body of a range-over-func loop is called by the iterator, under the locks that this holds meanwhile:
//
//	func (s *S) each(yield func(*int) bool) { s.mu.Lock(); defer s.mu.Unlock(); yield(&s.n) }
//	for p := range s.each { *p++ }
//
// If there may be such locks, the iterator's call of yield lists the body. Then the loop does not call it, too,
// unless the iterator may have other calls of it that are not seen. Other bodies are called by their loops only: what
// these know of their objects the iterator does not.

// iterators is what is known of them.
type iterators struct {
	once  sync.Once
	calls map[*ssa.Function][][]ssa.Value // the arguments of calls by loops that do not name the function
	under sync.Map                        // *ssa.Function, the body of a loop, to bool: see underLock
}

// looped is the arguments of calls of an iterator by loops that do not name it: of a method value, or of a literal
// that another function returns.
func (g *Graph) looped(fn *ssa.Function) [][]ssa.Value {
	g.iterators.once.Do(func() {
		g.iterators.calls = map[*ssa.Function][][]ssa.Value{}
		for _, c := range g.flows.loops {
			fns, recv := g.iteratorsOf(c)
			for _, to := range fns {
				args := c.Args
				if recv != nil {
					args = slices.Concat([]ssa.Value{recv}, args)
				}
				g.iterators.calls[to] = append(g.iterators.calls[to], args)
			}
		}
	})
	return g.iterators.calls[fn]
}

// iteratorsOf are the functions that a call of an iterator may call, as far as that is known, with the receiver.
func (g *Graph) iteratorsOf(c *ssa.CallCommon) (fns []*ssa.Function, recv ssa.Value) {
	if to := local.ResolveAt(c.Value, 0); to.Fn != nil && to.Via == nil {
		return []*ssa.Function{g.src.Declared(to.Fn)}, to.Recv
	}
	if c.IsInvoke() {
		return nil, nil
	}
	may := alternatives{named: true}
	g.collect(c.Value, &may, 0)
	return may.fns, nil
}

// underLock reports whether the body of a range-over-func loop may be called by one that holds a lock, since a
// function takes one that is handed the body.
func (g *Graph) underLock(body *ssa.Function) bool {
	if under, ok := g.iterators.under.Load(body); ok {
		return under.(bool)
	}
	h := hands{g: g}
	h.literal(body)
	g.iterators.under.Store(body, h.lock)
	return h.lock
}

// hands are the functions to whom a function literal is handed, as far as they are seen.
type hands struct {
	g    *Graph
	seen []ssa.Value
	lock bool // one of them takes a lock
}

// maxHands is how many values are followed that a literal is.
const maxHands = 64

// literal follows a literal, and those in which it is called.
func (h *hands) literal(fn *ssa.Function) {
	if !h.visit(fn) || fn.Referrers() == nil {
		return
	}
	for _, r := range *fn.Referrers() {
		if c, ok := r.(*ssa.MakeClosure); ok && c.Fn == ssa.Value(fn) {
			h.value(c)
		}
	}
}

func (h *hands) visit(v ssa.Value) bool {
	if h.lock || len(h.seen) == maxHands || slices.Contains(h.seen, v) {
		return false
	}
	h.seen = append(h.seen, v)
	return true
}

// value follows a value that the literal is.
func (h *hands) value(v ssa.Value) {
	if !h.visit(v) || v.Referrers() == nil {
		return
	}
	for _, r := range *v.Referrers() {
		switch r := r.(type) {
		case *ssa.Phi, *ssa.ChangeType:
			h.value(r.(ssa.Value))
		case *ssa.Store:
			if a, ok := r.Addr.(*ssa.Alloc); ok && r.Val == v && h.visit(a) {
				for load := range local.Loads(a) {
					h.value(load)
				}
			}
		case ssa.CallInstruction:
			h.call(v, r)
		}
	}
}

// call looks at who calls the literal, and follows it to whom it is passed to.
func (h *hands) call(v ssa.Value, at ssa.CallInstruction) {
	c := at.Common()
	if c.Value == v {
		fn := at.Parent()
		if h.lock = h.lock || local.TakesLock(fn); fn.Parent() != nil {
			h.literal(fn)
		}
		return
	}
	fns, recv := h.g.iteratorsOf(c)
	for _, to := range fns {
		if h.lock = h.lock || local.TakesLock(to); h.lock {
			return
		}
		params := to.Params
		if recv != nil && len(params) > 0 { // a function without a body has none
			params = params[1:]
		}
		for i, a := range c.Args {
			if a == v && i < len(params) {
				h.value(params[i])
			}
		}
	}
}

// loopsOnly reports whether nothing is known of a function literal but that a loop calls it: it is the body of one,
// which is not followed to the iterator.
func (g *Graph) loopsOnly(fn *ssa.Function) bool { return synthetic.IsYield(fn) && !g.underLock(fn) }

// isLoopBody reports whether a value is the body of a loop of which loopsOnly is true.
func (g *Graph) isLoopBody(v ssa.Value) bool {
	return local.IsYield(v) && g.loopsOnly(v.(*ssa.MakeClosure).Fn.(*ssa.Function))
}
