package dataflow

import (
	"cmp"
	"context"
	"slices"

	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/lattice"
)

// sites are all that a program's accesses can be told apart by: the operations that access
// memory, each with the different surroundings in which it is executed. Calling contexts
// are many more than these, as most of them differ in what an access is not asked about. A
// checker that has no state in a frame, and to which only accesses mean something, is shown
// each site once, in place of each operation in each context.
type sites struct {
	byFunc [][]site
	around []surrounding // each once
	byHash map[uint64][]int32
	last   int32 // the surrounding that was found last
}

// site is an operation of a function in a surrounding.
type site struct{ pc, around int32 }

// surrounding is what an environment knows at an access, beside the operation.
type surrounding struct {
	locks *locks     // nil in a flat frame; of what is followed beside them, it has the fact
	flat  envs.Block // of a flat frame: none, or that of its caller
	mine  bool
}

func newSites(funcs int) *sites {
	return &sites{byFunc: make([][]site, funcs), byHash: map[uint64][]int32{}, last: -1}
}

// add notes that the operation at which env is, an access, is executed in what env knows.
func (t *sites) add(env *staticEnv) {
	fn := env.fn.ID
	t.byFunc[fn] = append(t.byFunc[fn], site{env.op.PC, t.number(surrounding{env.locks, env.flat, env.mine})})
}

// done puts the sites in order and leaves out repetitions.
func (t *sites) done() {
	for fn, list := range t.byFunc {
		slices.SortFunc(list, func(a, b site) int { return cmp.Or(cmp.Compare(a.pc, b.pc), cmp.Compare(a.around, b.around)) })
		t.byFunc[fn] = slices.Clip(slices.Compact(list))
	}
	t.byHash = nil
}

// number is the number of a surrounding. One that is new is copied.
func (t *sites) number(s surrounding) int32 {
	if t.last >= 0 && s.same(&t.around[t.last]) {
		return t.last
	}
	h := s.hash()
	for _, i := range t.byHash[h] {
		if s.same(&t.around[i]) {
			t.last = i
			return i
		}
	}
	t.last = int32(len(t.around))
	t.byHash[h] = append(t.byHash[h], t.last)
	t.around = append(t.around, s.settled())
	return t.last
}

// settled is s with locks that nobody changes, and whose blocks have their final names.
func (s surrounding) settled() surrounding {
	if s.locks == nil {
		return s
	}
	l := *s.locks
	l.held = slices.Clone(l.held)
	for i := range l.held {
		if h := &l.held[i]; h.site > 0 {
			h.site = l.cls.canon(h.site)
		}
	}
	l.cls = &classes{structured: l.cls.structured}
	l.beside = &beside{follow: l.follow, fact: l.fact}
	s.locks = &l
	return s
}

func (s *surrounding) hash() uint64 {
	l := s.locks
	if l == nil {
		return 1
	}
	const prime = 0x9e3779b97f4a7c15
	n := (uint64(uint32(l.fact))<<32+uint64(len(l.held)))*prime ^ uint64(l.released.Func())<<32 ^ uint64(l.released.PC())
	for i := range l.held {
		h := &l.held[i]
		n = (n ^ n>>29 ^ uint64(h.at.Func())<<32 ^ uint64(h.at.PC())) * prime
	}
	return n
}

// same reports whether s is like one that is settled.
func (s *surrounding) same(o *surrounding) bool {
	l, m := s.locks, o.locks
	if s.flat.None() != o.flat.None() || s.mine != o.mine || (l == nil) != (m == nil) {
		return false
	}
	if l == nil {
		return true
	}
	if l.fact != m.fact || l.released != m.released || l.many != m.many || len(l.held) != len(m.held) {
		return false
	}
	for i := range l.held {
		h := l.held[i]
		if h.site > 0 {
			h.site = l.cls.canon(h.site)
		}
		p, q := h.path, m.held[i].path
		if h.path = q; h != m.held[i] || !identical(p, q) {
			return false
		}
	}
	return true
}

// identical reports whether two paths are the same in all that they tell.
func identical(p, q *envs.Path) bool {
	return p == q || p != nil && q != nil && p.Same(q) && p.Text == q.Text && identical(p.Within, q.Within)
}

// bySites reports whether it is enough to show a checker the sites: it keeps nothing in
// frames, and only accesses mean something to it.
func bySites[S lattice.Mergeable[S]](e *engine[S], c *Contexts) bool {
	_, alone := e.ch.(interface{ frameless() })
	sel, selects := e.ch.(Selector)
	a := &e.can
	if !alone || !selects || c.accesses == nil || e.watch != nil || e.pick != nil || e.everywhere ||
		a.caller != nil || a.enterer != nil || a.brancher != nil || a.contexter != nil || a.skipper != nil {
		return false
	}
	for id := range c.accesses.sites.byFunc {
		fn := e.prog.Func(envs.FuncID(id))
		for i := range lengthOf(fn) {
			if op := &fn.Ops[i]; !op.Accesses() && sel.Selects(op) {
				return false
			}
		}
	}
	return true
}

func lengthOf(fn *envs.Func) int {
	if fn == nil {
		return 0
	}
	return len(fn.Ops)
}

// overSites shows a checker all sites.
func (e *engine[S]) overSites(ctx context.Context, t *sites) (err error) {
	defer e.recovered(&err)
	var s S
	e.env.atSite = true
	for id, list := range t.byFunc {
		if err := ctx.Err(); err != nil {
			return err
		}
		if len(list) == 0 {
			continue
		}
		in := &instance[S]{id: int32(len(e.insts)), fn: e.prog.Func(envs.FuncID(id)), key: instKey{fn: envs.FuncID(id)}}
		e.insts = append(e.insts, in)
		e.env.frame(in.fn, &in.reports)
		s = e.ch.Entry(e.env, in.fn)
		for _, x := range list {
			around := &t.around[x.around]
			e.env.op = &in.fn.Ops[x.pc]
			e.env.locks, e.env.flat, e.env.mine = around.locks, around.flat, around.mine
			e.env.must = nil
			s = e.ch.Step(e.env, e.env.op, s)
			e.visits++
		}
	}
	return nil
}
