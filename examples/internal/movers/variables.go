package movers

import (
	"slices"

	"github.com/seed38182bad/parallax/domains/lockfamily"
	"github.com/seed38182bad/parallax/domains/mover"
	"github.com/seed38182bad/parallax/envs"
)

// maxReads is how many sets of locks are kept for the reads of a variable; see package eraser.
const maxReads = 64

// accesses are what is known of the accesses of a variable that threads share, in all of them together.
type accesses struct {
	domain *lockfamily.AccessDomain[envs.Lock]
	lockfamily.Accesses[envs.Lock]
	atomicity mover.Atomicity // of the accesses of the variable
	racing    []envs.Point    // those that nothing excludes from racing with another one, ascending
	lately    [2]envs.LockSet // held at a read, and a write, that are among them; bottom if there is none
}

// access classifies an access. Of memory that is not shared or not written it is Const, and of memory that is
// protected by locks a Mover. Otherwise it is Atomic, as others may access the memory right before or after.
func (m *Movers) access(env envs.Env, op *envs.Op) mover.Atomicity {
	v := m.asks.Variable()
	if v == 0 || !m.asks.MayShare() {
		return mover.Const
	}
	if m.families == nil {
		families, _ := lockfamily.New(m.asks.Table(), maxReads) // which is in range
		d := families.Accesses()
		m.families = &d
	}
	held, side := m.asks.MustLocks(), 0
	if op.Writes() {
		side = 1
	}
	known, has := m.variables.Of(v)
	if !has || known.lately[side] != held || m.options.Pairs {
		x := accesses{domain: m.families}
		if op.Writes() {
			x.Accesses = x.domain.Write(x.Accesses, held)
		} else {
			x.Accesses = x.domain.Read(x.Accesses, held)
		}
		if m.options.Pairs {
			x.racing = m.racing(env)
		}
		if !has || !known.covers(&x) {
			if known = m.more(v, x); known == nil {
				return mover.Const
			}
		}
		known.lately[side] = held
	}
	switch {
	case !m.asks.MayWrite():
		return mover.Const
	case m.options.Pairs && known.atomicity == mover.Atomic && !op.Synchronises():
		if _, found := slices.BinarySearchFunc(known.racing, env.Point(), envs.Point.Compare); !found {
			return mover.Mover
		}
	}
	return known.atomicity
}

// more is what is known of a variable with one more access; nil if by that it is initialised.
func (m *Movers) more(v envs.Variable, x accesses) *accesses {
	x.judge()
	if known, has := m.variables.Of(v); m.options.Published && m.asks.MustPrecede() && (!has || known.spoilt(&x)) {
		return nil
	}
	return m.variables.Publish(v, &x)
}

// racing are the access and those with which it may be in a data race, if there are any.
func (m *Movers) racing(env envs.Env) (at []envs.Point) {
	for _, a := range m.asks.MayRace() {
		if m.asks.Excluded(a) == "" {
			at = append(at, a.At)
		}
	}
	if len(at) > 0 {
		at = append(at, env.Point())
		slices.SortFunc(at, envs.Point.Compare)
	}
	return slices.Compact(at)
}

// judge is the verdict of the multi-lockset algorithm.
func (a *accesses) judge() {
	switch verdict, _ := a.domain.Judge(a.Accesses); verdict {
	case lockfamily.NotWritten:
		a.atomicity = mover.Const
	case lockfamily.Protected:
		a.atomicity = mover.Mover
	default:
		a.atomicity = mover.Atomic
	}
}

// spoilt reports whether the variable is protected, or not written, and would not be with o.
func (a *accesses) spoilt(o *accesses) bool {
	both, _ := a.Clone().Merge(o)
	return both.atomicity == mover.Atomic && a.atomicity != mover.Atomic
}

// covers reports whether o adds nothing.
func (a *accesses) covers(o *accesses) bool {
	for _, p := range o.racing {
		if _, found := slices.BinarySearchFunc(a.racing, p, envs.Point.Compare); !found {
			return false
		}
	}
	return a.domain.Leq(o.Accesses, a.Accesses)
}

// Clone returns a copy.
func (a *accesses) Clone() *accesses {
	b := *a
	b.racing = slices.Clone(a.racing)
	return &b
}

// Merge adds the accesses of o.
func (a *accesses) Merge(o *accesses) (*accesses, bool) {
	if a.covers(o) {
		return a, false
	}
	a.Accesses = a.domain.Limit(a.domain.Join(a.Accesses, o.Accesses))
	a.racing = append(a.racing, o.racing...)
	slices.SortFunc(a.racing, envs.Point.Compare)
	a.racing = slices.Compact(a.racing)
	a.judge()
	return a, true
}
