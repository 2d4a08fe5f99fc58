package lower

import (
	"go/token"

	"golang.org/x/tools/go/ssa"

	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/gosrc/internal/library"
	"github.com/seed38182bad/parallax/envs/gosrc/internal/local"
	"github.com/seed38182bad/parallax/envs/gosrc/internal/memory"
	"github.com/seed38182bad/parallax/envs/gosrc/internal/naming"
	"github.com/seed38182bad/parallax/envs/internal/ssamap"
	"github.com/seed38182bad/parallax/envs/internal/synthetic"
	"github.com/seed38182bad/parallax/envs/internal/walk"
)

// modelled lowers a call of a function with a model; it reports false if the call is to be lowered like any other. A
// wrapper gets by via from its receiver to that of the function.
func (l *lowerer) modelled(t *target, free, args []ssa.Value, via, v ssa.Value, mode callMode) bool {
	m := t.model
	if mode == asDefer || mode == asFork {
		if !m.Accesses() {
			return false
		}
		// The address may have been folded, so that it has no register.
		var p place
		l.at(&p, args[0])
		l.operation(mode, nil, l.accessWith(&p, args[1:])).Callee = t.callee
		return true
	}
	switch m.Effect {
	case library.Acquires, library.Tries, library.Releases:
		l.lockOp(m, args[0], via, v)
		return true
	case library.CondWaits:
		op := l.using(envs.Wait, l.reg(args[0]))
		op.Path, op.Loc = l.names.CondLock(args[0], 0), memory.LocOf(l.mem.CondMeeting(args[0]))
		l.locking = true
		l.recent.forget()
		return true
	case library.Notifies:
		op := l.using(envs.Notify, l.reg(args[0]))
		op.Flags = m.Flags
		op.Path, op.Loc = l.names.CondLock(args[0], 0), memory.LocOf(l.mem.CondMeeting(args[0]))
		return true
	case library.Tells:
		l.using(envs.Notify, l.reg(args[0])).Loc = l.group(args[0], via)
		return true
	case library.Joins:
		l.recent.forget()
		if v != nil && ssamap.Width(v) > 0 {
			l.callFunc(t, free, args, v, mode)
		}
		op := l.emit(envs.Join)
		op.Flags, op.Loc = envs.Group, l.group(args[0], via)
		return true
	case library.Forks, library.ForksLater:
		op := l.fork(args[m.Arg])
		if m.Group {
			op.Loc = l.group(args[0], via)
		}
		return m.Effect == library.Forks
	case library.AtomicLoads, library.AtomicStores, library.AtomicUpdates:
		l.atomicOp(m, args, v)
		return true
	}
	return false
}

func (l *lowerer) lockOp(m *library.Model, mu, via ssa.Value, v ssa.Value) {
	var p place
	l.at(&p, mu)
	uses := l.access(&p, 0)
	var op *envs.Op
	switch m.Effect {
	case library.Acquires:
		op = l.emit(envs.Acquire)
	case library.Tries:
		if v == nil {
			op = l.defining(envs.TryAcquire, l.regs.Temp(1))
		} else {
			op = l.result(envs.TryAcquire, v, nil)
		}
	case library.Releases:
		op = l.emit(envs.Release)
	}
	op.Uses = uses
	op.Flags |= m.Flags
	if fromRLocker(mu, 0) {
		op.Flags |= envs.Shared
	}
	path := l.names.Path(mu)
	if via != nil && path != nil {
		if steps, ok := stepsFrom(via); ok {
			path = path.Extend(steps)
		} else {
			path = nil
		}
	}
	op.Path = path
	if via == nil && (p.loc.Class != envs.Cell || p.loc.Variable) {
		op.Loc = &p.loc.Loc // what only a pointer leads to may lie anywhere
	} else if loc := l.mem.LockMet(mu); via == nil && loc != nil {
		op.Loc = &loc.Loc
	}
	l.locking = true
	l.recent.forget()
}

// handOn gives a number to the function behind a method value that takes or releases a lock. It does so if the value
// is put where a call of it cannot be recognised: into a slice, a channel, an interface. A run sees the function by
// its number.
func (l *lowerer) handOn(v *ssa.MakeClosure) {
	fn := v.Fn.(*ssa.Function)
	if !synthetic.IsBound(fn) {
		return
	}
	switch library.ModelOf(fn).Effect {
	case library.Acquires, library.Tries, library.Releases:
	default:
		return
	}
	for _, r := range *v.Referrers() {
		if s, ok := r.(*ssa.Store); ok {
			_, element := s.Addr.(*ssa.IndexAddr)
			if !element {
				continue
			}
		}
		switch r.(type) {
		case *ssa.Store, *ssa.Send, *ssa.MakeInterface, *ssa.MapUpdate:
			l.target(fn)
			return
		}
	}
}

// stepsFrom are the fields followed from a wrapper's receiver to v.
func stepsFrom(v ssa.Value) (string, bool) {
	from, steps := walk.WayTo(v, func(v ssa.Value) ssa.Value {
		switch x := v.(type) {
		case *ssa.UnOp:
			return x.X
		case *ssa.Call:
			if walk.IsBuiltin(&x.Call, "ssa:wrapnilchk") {
				return x.Call.Args[0]
			}
		}
		return nil
	})
	switch from.(type) {
	case *ssa.Parameter, *ssa.Alloc:
		return steps, true
	}
	return "", false
}

// fromRLocker reports whether v is the read side of a lock as a Locker.
func fromRLocker(v ssa.Value, depth int) bool {
	switch x := v.(type) {
	case *ssa.Call:
		fn := x.Call.StaticCallee()
		return fn != nil && library.IsRLocker(fn)
	case *ssa.ChangeInterface:
		return depth < 4 && fromRLocker(x.X, depth+1)
	case *ssa.UnOp:
		if a := local.CapturedVariable(x.X); a != nil && x.Op == token.MUL && depth < 4 {
			if s := local.SoleStore(a); s != nil {
				return fromRLocker(s, depth+1)
			}
		}
	}
	return false
}

// fork lowers the start of a goroutine that executes the function value f.
func (l *lowerer) fork(f ssa.Value) *envs.Op {
	to := local.ResolveAt(f, 0)
	switch {
	case to.Fn != nil:
		var args []ssa.Value
		if to.Recv != nil {
			args = []ssa.Value{to.Recv}
		}
		l.callFunc(l.target(to.Fn), to.Bindings, args, nil, asFork)
	default:
		uses := l.use(l.reg(f))
		op := l.operation(asFork, nil, uses)
		op.Callee = &envs.Callee{Name: l.names.ValueName(f), Full: naming.None{}, Open: true, FirstArg: 1}
	}
	return &l.ops[len(l.ops)-1]
}

// group is the group of threads at address v; a wrapper gets by via from its receiver to it.
func (l *lowerer) group(v, via ssa.Value) *envs.Loc {
	if via != nil {
		v = via
	}
	return l.mem.Meeting(v, 0)
}

var atomicKinds = map[library.Effect]envs.Kind{
	library.AtomicLoads: envs.Load, library.AtomicStores: envs.Store, library.AtomicUpdates: envs.Atomic,
}

func (l *lowerer) atomicOp(m *library.Model, args []ssa.Value, v ssa.Value) {
	var p place
	l.at(&p, args[0])
	uses := l.accessWith(&p, args[1:])
	kind := atomicKinds[m.Effect]
	op := l.results(kind, v, uses)
	if op.Results == 0 && kind == envs.Load {
		op.Dst, op.Results = l.regs.Temp(1), 1
	}
	if p.loc != nil {
		op.Loc = &p.loc.Loc
		l.accessAlone(p.loc)
		if kind != envs.Load {
			l.mem.Written(p.loc)
			l.mem.WrittenAround(args[0])
		}
	}
	op.Flags |= envs.Volatile | p.flags()
}
