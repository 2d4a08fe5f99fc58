package progress

import (
	"cmp"
	"strings"

	"github.com/seed38182bad/parallax/envs"
)

// throw sends what is held on to where control may go when the operation throws, and has no effect.
func (f *flow) throw(op *envs.Op, s *state) {
	switch op.Kind {
	case envs.Call:
		f.throwCall(op, s.settled())
	case envs.Acquire, envs.TryAcquire:
		if !f.isLock(op, s) {
			f.raise(op, s)
		}
	case envs.Release, envs.Wait, envs.Notify:
		f.unless(op, op.Path, 1, s, s)
	default:
		if op.Handler != 0 || !f.knows.Structured && f.mayThrow(op) {
			f.raise(op, s)
		}
	}
}

// raise sends what is held when an exception occurs to its handler, or out of the frame. Where authors pair locks up,
// who throws an exception out of a frame has given them back.
func (f *flow) raise(op *envs.Op, s *state) {
	switch {
	case op.Handler != 0:
		f.come(op.Handler, s)
	case !f.knows.Structured:
		f.sum.throws = true
		f.sum.thrown, _ = f.sum.thrown.join(f.leave(s))
	}
}

// isLock reports whether what an operation takes certainly is a lock, so that it does not throw.
func (f *flow) isLock(op *envs.Op, s *state) bool {
	switch path := op.Path; {
	case path == nil:
		return false
	case isNamed(path) || s.get(nameOf(path)).least > 0:
		return true
	case path.Root == envs.AtParam && path.Steps == "":
		return f.isObject(f.fn.ID, f.fn.Params[path.Reg])
	}
	return len(op.Uses) > 0 && f.isObject(f.fn.ID, op.Uses[0])
}

// unless raises an exception that occurs unless the thread, in a state s, holds a lock so often. Callers may see to
// that. What is held then is left.
func (f *flow) unless(op *envs.Op, path *envs.Path, least int8, s, left *state) {
	if path == nil {
		f.raise(op, left)
		return
	}
	h := s.get(nameOf(path))
	if h.least >= least {
		return
	}
	if op.Handler != 0 || path.Root == envs.AtReg || path.Root == envs.AtParam && path.Steps != "" || f.knows.Structured {
		f.raise(op, left)
		return
	}
	f.sum.needed(need{path, f.beyond(path, plus(least, -h.least), s), f.leave(left)})
}

// beyond is how often callers have to hold a lock so that the frame holds it so often beyond what it has taken: it may
// have given back some of that by this and other names.
func (f *flow) beyond(path *envs.Path, least int8, s *state) int8 {
	of := []who{0}
	switch {
	case path.Root == envs.AtParam:
		of = []who{param(path.Reg)}
	case isNamed(path):
		of = []who{who(f.number(object{sort: named, name: path.Global}))}
	}
	for _, h := range s.holds {
		if h.owed > 0 && f.meet(h.of, of) {
			least = plus(least, h.owed)
		}
	}
	for _, w := range sorted(f.sum.frees, cmp.Compare) {
		if f.meet([]who{w}, of) {
			return endless
		}
	}
	return least
}

// throwCall raises the exceptions of a call: those of its callees, and that of a thread with too many frames.
func (f *flow) throwCall(op *envs.Op, s *state) {
	if isOpen(f.prog, op) || f.deep[f.fn.ID] {
		f.raise(op, s)
	}
	for _, id := range op.Callee.Funcs {
		sum := f.sums[id]
		if sum == nil {
			continue
		}
		if sum.throws {
			f.raise(op, f.called(op, id, s, sum, sum.thrown))
		}
		for _, key := range sorted(sum.needs, name.compare) {
			n := sum.needs[key]
			f.unless(op, n.path.In(op.Callee.ArgsOf(id)), n.least, s, f.called(op, id, s, sum, n.left))
		}
	}
}

// mayThrow reports whether an operation without a handler that is about no lock may end in an exception.
func (f *flow) mayThrow(op *envs.Op) bool {
	switch op.Kind {
	case envs.Load, envs.Store:
		return op.Loc == nil || op.Loc.Class != envs.Global && !f.has(op)
	case envs.Compute:
		return len(f.prog.Detail(f.at(op)).Checks) > 0 || len(op.Uses) == 1 && op.Uses[0] == 0
	case envs.New:
		return len(op.Uses) > 0
	case envs.Nop, envs.Const, envs.Move, envs.Fork, envs.Defer, envs.Return, envs.Catch, envs.Branch, envs.Switch,
		envs.Jump:
		return false
	}
	return true
}

// has reports whether an operation accesses a field of a named object that certainly has it: the type of the field is
// that in the name of its class of memory.
func (f *flow) has(op *envs.Op) bool {
	base := f.knows.BaseAt(f.at(op))
	if op.Loc.Class != envs.Field || !isNamed(base) || f.where[base.Global] == nil {
		return false
	}
	return strings.HasPrefix(op.Loc.Name, f.where[base.Global].Name+".")
}
