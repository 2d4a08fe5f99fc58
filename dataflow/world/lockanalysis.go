package world

import (
	"slices"

	"github.com/seed38182bad/parallax/dataflow/fixpoint"
	"github.com/seed38182bad/parallax/envs"
)

// lockAnalysis is the analysis of the locks that are held.
type lockAnalysis struct {
	structured bool // see envs.Knowledge
	opened     bool // the latest operation, or callee, has opened a block
}

func (a *lockAnalysis) analysis() fixpoint.Analysis[*locks] {
	an := fixpoint.Analysis[*locks]{
		Entry: a.entry, Step: a.step, Branch: a.branch, Enter: a.enter, Threads: true,
		Exit: a.exit, Return: a.returned, Thrown: a.thrown,
	}
	if a.structured {
		an.Thrown = nil
	}
	return an
}

// entry is the state in which something outside the program enters a function: callers are taken to hold what it asks
// them to.
func (a *lockAnalysis) entry(_ envs.Env, fn *envs.Func) *locks {
	l := a.unheld()
	l.held = declared(fn)
	return l
}

// unheld is the state in which threads start.
func (a *lockAnalysis) unheld() *locks { return &locks{cls: &classes{structured: a.structured}} }

// enter maps the caller's locks to the callee's names, and tells callees apart by the locks held around them. A thread
// starts with none.
func (a *lockAnalysis) enter(_ envs.Env, call *envs.Op, s *locks, _ *envs.Func) (in *locks, key string) {
	in = a.unheld()
	if call.Kind != envs.Fork && (len(s.held) > 0 || s.many) {
		in.held, _ = s.held.enter(argsOf(call))
		in.many = s.many
		if key = in.held.key(); s.many {
			key += " ..."
		}
	}
	return in, key
}

func argsOf(call *envs.Op) []*envs.Path {
	if call.Callee == nil {
		return nil
	}
	return call.Callee.Args
}

func (a *lockAnalysis) step(env envs.Env, op *envs.Op, s *locks) *locks {
	s, a.opened = s.step(op, env.Point())
	return s
}

// step is the effect of op; opened reports whether op opened a block, which then has op's site number.
func (l *locks) step(op *envs.Op, at envs.Point) (_ *locks, opened bool) {
	site := int64(op.PC) + 1
	switch op.Kind {
	case envs.Acquire, envs.TryAcquire:
		l = l.copied()
		h := hold{path: op.Path, loc: op.Loc, site: site, at: at, read: op.Is(envs.Shared)}
		if op.Kind == envs.TryAcquire {
			h.maybe, h.try = true, op.Dst
		}
		l.held.forget(op)
		for i := range l.held {
			if o := &l.held[i]; o.site > 0 && l.cls.canon(o.site) == l.cls.canon(site) && !o.is(op.Path) {
				o.site, o.at = looseSite, envs.Point{}
			}
		}
		l.held, opened = l.held.acquire(h)
		l = l.limited()
	case envs.Release:
		l = l.copied()
		l.released = at
		l.held, opened = l.held.release(op.Path, op.Is(envs.Shared), l.cls.structured, site, at)
	case envs.Wait:
		l = l.copied()
		l.released = at
		l.held, opened = l.held.wait(op.Path, site, at)
	default:
		if op.Results > 0 && l.held.names(op) {
			l = l.copied()
			l.held.forget(op)
		}
	}
	return l, opened
}

// branch refines what a TryAcquire left open.
func (*lockAnalysis) branch(_ envs.Env, op *envs.Op, taken int, s *locks) (*locks, bool) {
	return s.branch(op, taken), true
}

func (l *locks) branch(op *envs.Op, taken int) *locks {
	if op.Kind != envs.Branch || len(op.Uses) == 0 || len(l.held) == 0 {
		return l
	}
	for i := len(l.held) - 1; i >= 0; i-- {
		if h := &l.held[i]; h.try != 0 && h.try == op.Uses[0] {
			l = l.copied()
			if got := (taken == 0) != op.Is(envs.Negated); got {
				l.held[i].maybe, l.held[i].try = false, 0
			} else {
				l.held = slices.Delete(l.held, i, i+1)
			}
			return l
		}
	}
	return l
}

// exit is the state itself, less what a structured program has certainly given back.
func (a *lockAnalysis) exit(_ envs.Env, _ *envs.Op, s *locks) *locks {
	if !a.structured || !s.many && !slices.ContainsFunc(s.held, perhapsMine) {
		return s
	}
	s = s.copied()
	s.many = false
	s.held = slices.DeleteFunc(s.held, perhapsMine)
	return s
}

// perhapsMine reports whether h was perhaps taken by the frame itself.
func perhapsMine(h hold) bool { return h.maybe && h.from == 0 }

// returned maps what the callee did to its caller's locks back.
func (a *lockAnalysis) returned(env envs.Env, call *envs.Op, exit, s *locks) *locks {
	s, a.opened = s.afterCall(call, env.Point(), exit)
	return s
}

// thrown is what a callee that an exception left did to its caller's locks.
func (*lockAnalysis) thrown(env envs.Env, call *envs.Op, thrown, s *locks) *locks {
	s, _ = s.afterCall(call, env.Point(), thrown)
	return s
}

// afterCall is the effect of a callee that ended with exit on the locks of the caller; opened reports whether a block
// was opened, with the call's site number.
func (l *locks) afterCall(call *envs.Op, at envs.Point, exit *locks) (_ *locks, opened bool) {
	entered, to := l.held.enter(argsOf(call))
	same, released := exit.unchanged(entered), exit.released
	if released.IsZero() {
		released = l.released
	}
	if same && released == l.released {
		return l, false
	}
	l = l.copied()
	if l.released = released; same {
		return l, false
	}
	site := int64(call.PC) + 1
	held := make(stack, 0, len(l.held)+1)
	unsure := false // what follows may be inside of a lock that was taken anew
	for i, n := range l.held {
		e, h := &entered[to[i]], exit.inherited(int32(to[i]+1))
		if h == nil && n.count <= e.count {
			continue
		}
		if h == nil {
			n.count -= e.count // not given back as often as it was taken
		} else {
			n = n.handedBack(e, h)
			if unsure = unsure || h.site == looseSite && e.site != looseSite; h.site > 0 {
				n.site, n.at, opened = site, at, true
			}
		}
		if unsure {
			n.site, n.at = looseSite, envs.Point{}
		}
		held = append(held, n)
	}
	held, took := held.taken(exit.held, argsOf(call), site)
	l.held = held
	l.many = l.many || exit.many
	return l.limited(), opened || took
}

// handedBack is a hold of the caller that a callee began with as e and ended with as h.
func (n hold) handedBack(e, h *hold) hold {
	if e.path != nil {
		n.count += h.count - e.count
		if n.count < 1 || n.count > maxCount+1 {
			n.count, n.more = max(1, min(n.count, maxCount+1)), true
		}
		n.more = n.more || h.more && !e.more
	}
	n.maybe = n.maybe || h.maybe && !e.maybe
	return n
}

// taken adds the holds that a callee has taken itself, of those that it ended with. Those that are not loose have sites
// of their own, so that no two locks share a class: took reports whether there are any.
func (s stack) taken(exit stack, args []*envs.Path, site int64) (_ stack, took bool) {
	kept := len(s)
	for i, n := range exit {
		if n.from > 0 {
			continue
		}
		n.path, n.try = n.path.In(args), 0
		switch {
		case n.maybe:
			n.site = looseSite
		case n.site != looseSite:
			n.site, took = site+int64(i)<<32, true
		}
		if same := s.find(n.path); same >= 0 {
			s[same].more = true // the callee took by another name what is held already
		} else {
			s = append(s, n)
		}
	}
	for i := kept; i < len(s)-1; i++ {
		if s[i].site > 0 {
			s[i].site = pendingSite // of several opened by one call only the innermost is current
		}
	}
	return s, took
}

// inherited is the hold that the frame was entered with at place from, nil if it was given back.
func (l *locks) inherited(from int32) *hold {
	for i := range l.held {
		if l.held[i].from == from {
			return &l.held[i]
		}
	}
	return nil
}

// unchanged reports whether a frame entered with the locks in entered ends with the same, in the same blocks.
func (l *locks) unchanged(entered stack) bool {
	if len(l.held) != len(entered) || l.many {
		return false
	}
	for i := range l.held {
		h, e := &l.held[i], &entered[i]
		if int(h.from) != i+1 || h.site > 0 || h.count != e.count || h.more != e.more ||
			h.maybe && !e.maybe || h.site == looseSite && e.site != looseSite {
			return false
		}
	}
	return true
}
