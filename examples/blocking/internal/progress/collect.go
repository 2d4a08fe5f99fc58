package progress

import (
	"github.com/seed38182bad/parallax/envs"
)

// collect notes what an operation waits for and what is held meanwhile, with what was found of what it calls or starts.
func (f *flow) collect(op *envs.Op, s *state) {
	switch op.Kind {
	case envs.Acquire, envs.Wait:
		if f.retakes(f.at(op), op.Path, s) {
			return
		}
		f.takes[f.at(op)] = true
		for _, w := range f.locks(op) {
			f.waits(op, s, wait{f.at(op), w}, op.Path)
		}
	case envs.Join:
		w := wait{f.at(op), nobody}
		if op.Is(envs.Group) {
			w.of = stuck
		}
		f.waits(op, s, w, nil)
	case envs.Send, envs.Receive:
		f.waits(op, s, wait{f.at(op), stuck}, nil)
	case envs.Call, envs.Fork:
		f.collectCall(op, s)
	}
}

// waits notes a wait for a lock that the frame calls path, if it has a name.
func (f *flow) waits(op *envs.Op, s *state, w wait, path *envs.Path) {
	f.sum.waits(w)
	for _, h := range s.holds {
		if h.most <= 0 || path != nil && nameOf(path) == h.name && f.lets(w) {
			continue
		}
		for _, of := range h.of {
			f.sum.pairs[pair{of, w}] = true
		}
	}
}

// retakes reports whether an operation takes a lock of this name that the thread certainly holds, and does not wait.
func (f *flow) retakes(at envs.Point, path *envs.Path, s *state) bool {
	op := f.op(at)
	return path != nil && op.Kind == envs.Acquire && op.Is(envs.Reentrant) && s.get(nameOf(path)).least > 0
}

// lets reports whether a wait for a lock is none for a thread that holds it, or gives it back meanwhile.
func (p *prover) lets(w wait) bool {
	op := p.op(w.at)
	return op.Kind == envs.Wait || op.Kind == envs.Acquire && op.Is(envs.Reentrant)
}

func (f *flow) collectCall(op *envs.Op, s *state) {
	if op.Kind == envs.Call && isOpen(f.prog, op) {
		f.waits(op, s, wait{f.at(op), stuck}, nil)
	}
	for _, id := range op.Callee.Funcs {
		sum := f.sums[id]
		if sum == nil {
			continue
		}
		for _, k := range sorted(sum.kept, kept.compare) {
			f.keep(f.instances(op, id, k.of), k.at)
		}
		for _, p := range sorted(sum.pairs, pair.compare) {
			for _, h := range f.instances(op, id, p.held) {
				for _, w := range f.instances(op, id, p.of) {
					f.sum.pairs[pair{h, wait{p.at, w}}] = true
				}
			}
		}
		if op.Kind == envs.Fork {
			f.ended(op, id, sum)
			continue
		}
		for _, w := range sum.all() {
			path := argumentOf(op, id, w.of)
			if path != nil && !sum.gives && f.retakes(w.at, path, s) {
				continue
			}
			for _, of := range f.instances(op, id, w.of) {
				f.waits(op, s, wait{w.at, of}, path)
			}
		}
	}
}

// ended notes what a thread still holds when the function with which it has begun is left.
func (f *flow) ended(op *envs.Op, id envs.FuncID, sum *summary) {
	for _, k := range sum.left() {
		f.keep(f.instances(op, id, k.of), k.at)
	}
}

// argumentOf is the caller's name for a lock that a callee knows as a parameter; nil if it has none, or it is another
// lock.
func argumentOf(op *envs.Op, id envs.FuncID, w who) *envs.Path {
	if i, ok := w.param(); ok {
		return argument(op, id, i)
	}
	return nil
}
