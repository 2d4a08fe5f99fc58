package held

import (
	"github.com/seed38182bad/parallax/domains/lockset"
	"github.com/seed38182bad/parallax/envs"
)

// current is the thread at the position.
func (l *Locks) current() *thread { return l.of(l.pos.Thread) }

// here is what the Step at the position is about, nothing if it is about none of this.
func (l *Locks) here() *latest {
	if l.step.at != l.pos.Moves {
		l.step = latest{at: l.pos.Moves}
	}
	return &l.step
}

// What envs.Locks asks, at the position. In a run may and must are one.

func (l *Locks) Meeting() envs.Lock               { return l.here().lock }
func (l *Locks) MayStay() bool                    { return l.here().stays }
func (l *Locks) Lock() envs.Lock                  { return l.here().lock }
func (l *Locks) MayBeSame(a, b envs.Lock) bool    { return a == b }
func (l *Locks) MustBeSame(a, b envs.Lock) bool   { return a == b && a != 0 }
func (l *Locks) MustRetake() bool                 { return l.here().retake }
func (l *Locks) Table() *lockset.Table[envs.Lock] { return l.names.Table() }
func (l *Locks) LockName(x envs.Lock) string      { return l.names.LockName(x) }
func (l *Locks) Block() envs.Block                { return l.current().current() }
func (l *Locks) LastRelease() envs.Point          { return l.current().released }

func (l *Locks) MustBeOpen(b envs.Block) bool {
	for h := l.current().inner; h != nil; h = h.out {
		if h.token().MustBe(b) {
			return true
		}
	}
	return false
}

func (l *Locks) Acquired() envs.Point {
	if h := l.current().inner; h != nil {
		return h.at
	}
	return envs.Point{}
}

func (l *Locks) LockPath() *envs.Path {
	if h := l.current().inner; h != nil {
		return l.nameOf(h)
	}
	return nil
}

func (l *Locks) MustHold(p *envs.Path) bool { return l.certain(p, func(*hold) bool { return true }) }

func (l *Locks) MustHoldAlone(p *envs.Path) bool {
	return l.certain(p, func(h *hold) bool { return !h.read })
}

func (l *Locks) certain(p *envs.Path, is func(*hold) bool) bool {
	for h := l.current().inner; h != nil; h = h.out {
		if is(&h.hold) && l.isNamed(h, p) {
			return true
		}
	}
	return false
}

func (l *Locks) MayHold(p *envs.Path) bool {
	for h := l.current().inner; h != nil; h = h.out {
		if q := l.nameOf(h); p == nil || q == nil || q.Same(p) {
			return true
		}
	}
	return false
}

// nameOf is the name that the frame has for a lock taken in it or below it on the stack.
func (l *Locks) nameOf(h *heldLock) *envs.Path {
	p := h.path
	for d := int(h.depth); d <= l.pos.Depth && p != nil; d++ {
		p = p.Into(l.pos.Thread.Frames[d].Args())
	}
	return p
}

// isNamed reports whether a lock is the one that this frame calls p. It is if it goes by that name here. It is, too,
// if both names go back to one, in the frame that took the lock or in one below that on the stack.
func (l *Locks) isNamed(h *heldLock, p *envs.Path) bool {
	if p == nil {
		return false
	}
	if p.Same(l.nameOf(h)) {
		return true
	}
	for n := &h.naming; n != nil; n = n.next {
		if l.goesBackTo(p, n) {
			return true
		}
	}
	return false
}

// goesBackTo reports whether p, a name of this frame, and the name n of a frame below it are of one object by the
// arguments of the calls that led here.
func (l *Locks) goesBackTo(p *envs.Path, n *naming) bool {
	q := n.path
	for d := l.pos.Depth; d >= 0 && p != nil && q != nil; d-- {
		below := d < int(n.depth)
		if below && p.Same(q) {
			return true
		}
		args := l.pos.Thread.Frames[d].Args()
		p = p.In(args)
		if below {
			q = q.In(args)
		}
	}
	return false
}

func (l *Locks) MustLocks() envs.LockSet { return l.current().set(l.Table().Must()) }

func (l *Locks) MayLocks() ([]envs.HeldLock, bool) {
	around := l.MustLocks()
	if op := l.pos.Op; op != nil && (op.Kind == envs.Acquire && !l.MustRetake() || op.Kind == envs.Wait) {
		around = l.Table().Must().Clear(around, l.Lock())
	}
	return l.current().list(l.Table().Must(), around), true
}

func (l *Locks) MayHoldAny() bool  { return l.current().n > 0 }
func (l *Locks) MustHoldAny() bool { return l.current().n > 0 }
