package progress

import (
	"cmp"
	"slices"

	"github.com/seed38182bad/parallax/envs"
)

// A flow follows what one function holds on its paths.
type flow struct {
	*prover
	fn   *envs.Func
	sum  *summary
	in   [][]*state // by operation: for each set of Defers that were executed
	more []bool     // it is to be looked at
}

// follow makes a new summary of a function.
func (p *prover) follow(fn *envs.Func) *summary {
	f := &flow{prover: p, fn: fn, sum: p.sums[fn.ID].again(),
		in: make([][]*state, len(fn.Ops)), more: make([]bool, len(fn.Ops))}
	f.come(0, &state{})
	for again := true; again; {
		again = false
		for pc := range fn.Ops {
			if f.more[pc] {
				f.more[pc], again = false, true
				for _, s := range f.in[pc] {
					f.step(&fn.Ops[pc], s)
				}
			}
		}
	}
	for pc := range fn.Ops {
		for _, s := range f.in[pc] {
			f.collect(&fn.Ops[pc], s)
		}
	}
	return f.sum
}

func (f *flow) at(op *envs.Op) envs.Point { return envs.At(f.fn.ID, op.PC) }

// maxPaths is how many sets of Defers are told apart at an operation.
const maxPaths = 8

// come notes that control may come to an operation.
func (f *flow) come(pc int32, s *state) {
	all := f.in[pc]
	i := slices.IndexFunc(all, func(o *state) bool { return o.passed == s.passed || o.passed == lost })
	switch {
	case i < 0 && len(all) < maxPaths:
		f.in[pc], f.more[pc] = append(all, s), true
	case i < 0:
		one := *s
		one.passed = lost
		joined := &one
		for _, o := range all {
			joined, _ = joined.join(o)
		}
		f.in[pc], f.more[pc] = []*state{joined}, true
	default:
		if joined, grew := all[i].join(s); grew {
			all[i], f.more[pc] = joined, true
		}
	}
}

// step sends what is held on to where control may go.
func (f *flow) step(op *envs.Op, s *state) {
	f.throw(op, s)
	switch op.Kind {
	case envs.Return:
		f.sum.returns = true
		f.sum.exit, _ = f.sum.exit.join(f.leave(s))
	case envs.Throw:
	case envs.Jump, envs.Branch, envs.Switch:
		for i, to := range f.fn.Targets(op) {
			if s.may(f.fn.Deferred(op, i)) {
				f.come(to, s.told(op, i))
			}
		}
	default:
		if next := f.after(op, s); next != nil {
			f.come(op.PC+1, f.redefined(op, next))
		}
	}
}

// told is what is held where control goes from a branch on whether a TryAcquire has taken its lock.
func (s *state) told(op *envs.Op, taken int) *state {
	if op.Kind == envs.Jump || s.tried == 0 {
		return s
	}
	if op.Kind != envs.Branch || len(op.Uses) != 1 || op.Uses[0] != s.tried {
		return s.settled()
	}
	h := s.get(s.try)
	if (taken == 0) != op.Is(envs.Negated) {
		h.least = min(h.least+1, limit)
	} else {
		h.most = less(h.most)
	}
	return s.set(h)
}

// after is what is held after an operation, nil if it never ends.
func (f *flow) after(op *envs.Op, s *state) *state {
	switch op.Kind {
	case envs.Acquire, envs.TryAcquire:
		of := f.locks(op)
		if len(of) == 0 { // it throws
			return nil
		}
		if op.Path == nil {
			f.keep(of, f.at(op))
			return s.settled()
		}
		h := hold{name: nameOf(op.Path), path: op.Path, of: of, at: f.at(op)}
		s = s.take(h, op.Kind == envs.TryAcquire)
		if op.Kind == envs.TryAcquire && op.Results == 1 {
			s.tried, s.try = op.Dst, h.name
		}
	case envs.Release:
		of := f.locks(op)
		if op.Path == nil {
			f.free(of)
			return s.settled().doubt(of, f.meet)
		}
		h := hold{name: nameOf(op.Path), path: op.Path, of: of}
		next, certain := s.give(h, f.knows.Structured || !f.taken(op))
		if !certain {
			next, f.sum.gives = next.doubt(of, f.meet), true
		}
		return next
	case envs.Wait:
		return s.settled()
	case envs.Defer:
		return s.deferred(op.Deferred)
	case envs.Call:
		return f.call(op, s.settled())
	}
	return s
}

// taken reports whether a Release may be the end of a region that has taken its lock, and is left alone then if the
// lock is not held.
func (f *flow) taken(op *envs.Op) bool {
	for i := range f.fn.Ops {
		if a := &f.fn.Ops[i]; a.Kind == envs.Acquire && a.Path.Same(op.Path) && f.leads(f.fn, a.PC, op.PC) {
			return true
		}
	}
	return false
}

// call is what is held after a call, nil if no callee returns.
func (f *flow) call(op *envs.Op, s *state) (after *state) {
	if isOpen(f.prog, op) {
		f.free([]who{0})
		after = s.doubt([]who{0}, f.meet)
	}
	for _, id := range op.Callee.Funcs {
		if sum := f.sums[id]; sum != nil && sum.returns {
			after, _ = after.join(f.called(op, id, s, sum, sum.exit))
		}
	}
	return after
}

// called is what is held after one callee, which has left the state end.
func (f *flow) called(op *envs.Op, id envs.FuncID, s *state, sum *summary, end *state) *state {
	for _, w := range sorted(sum.frees, cmp.Compare) {
		of := f.instances(op, id, w)
		f.free(of)
		s = s.doubt(of, f.meet)
	}
	for _, e := range end.holds {
		of := f.instance(op, id, e.of)
		to := e.path.In(op.Callee.ArgsOf(id))
		if to == nil {
			s = f.lose(hold{of: of, most: e.most, owed: e.owed, at: e.at}, s)
			continue
		}
		h := s.get(nameOf(to))
		if e.owed > h.least {
			h.owed, h.least = plus(h.owed, minus(e.owed, h.least)), 0
			s, f.sum.gives = s.doubt(of, f.meet), true
		} else {
			h.least -= e.owed
		}
		if h.most <= 0 {
			h.at = e.at
		}
		h.path, h.most, h.least = to, plus(h.most, e.most), min(h.least+e.least, limit)
		for _, w := range of {
			h.of = inserted(h.of, w)
		}
		s = s.set(h)
	}
	return s
}

// minus subtracts from a count that goes up to endless.
func minus(a, b int8) int8 {
	if a == endless {
		return a
	}
	return a - b
}

// lose is what is held when a frame has no name any more for a lock.
func (f *flow) lose(h hold, s *state) *state {
	if h.most > 0 {
		f.keep(h.of, h.at)
	}
	if h.owed > 0 {
		f.free(h.of)
		s = s.doubt(h.of, f.meet)
	}
	return s
}

// redefined is what is held after an operation has defined registers: names that begin there have become those of
// something else.
func (f *flow) redefined(op *envs.Op, s *state) *state {
	if op.Results == 0 {
		return s
	}
	for _, h := range s.holds {
		if h.name.root == envs.AtReg && op.Defines(h.name.reg) {
			s = f.lose(h, s.set(hold{name: h.name}))
		}
	}
	if s.tried != 0 && op.Defines(s.tried) && op.Kind != envs.TryAcquire {
		s = s.settled()
	}
	return s
}

// maxLeft is how many locks are told apart that a function leaves to its callers.
const maxLeft = 8

// leave is what callers may know by names of their own of what a frame holds at its end. What is endless stays so.
func (f *flow) leave(s *state) *state {
	left := &state{}
	for _, h := range s.holds {
		if h.name.root == envs.AtReg || h.most == endless || h.owed == endless || len(left.holds) == maxLeft {
			f.lose(h, s)
		} else {
			left.holds = append(left.holds, h)
		}
	}
	return left
}

func (f *flow) keep(of []who, at envs.Point) {
	for _, w := range of {
		f.sum.kept[kept{w, at}] = true
	}
}

func (f *flow) free(of []who) {
	f.sum.gives = true
	for _, w := range of {
		f.sum.frees[w] = true
	}
}

// locks are the locks that an operation may be about.
func (f *flow) locks(op *envs.Op) []who { return f.locksOf(f.fn, op) }

// meet reports whether a lock may be one of a and one of b, as the function knows them.
func (f *flow) meet(a, b []who) bool {
	x, y := f.objects(f.fn.ID, a), f.objects(f.fn.ID, b)
	return slices.ContainsFunc(x, func(i int32) bool {
		return slices.ContainsFunc(y, func(j int32) bool { return f.mayBe(i, j) })
	})
}
