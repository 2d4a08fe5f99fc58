// Package memory follows the accesses of a run, and answers the questions of envs.Memory.
//
//	event                      effect
//	Step of an access          its variable is shared if another thread has accessed it before; so is the object;
//	                           accesses that race with it are found; then it is one of the last accesses
//	                           in the first pass over a whole run: it bounds what happens before all accesses of others
//	Forget                     the variables are new
//
// Who has accessed an object or variable first owns it, until another thread does. That is the exclusive state of
// Savage et al., "Eraser", TOCS 1997, section 2.2.
//
// Of each variable the last accesses are kept with which one to come may still be in a race. Mostly these are a read
// and a write, compared by epochs (Flanagan and Freund, "FastTrack", PLDI 2009, section 3). FastTrack keeps only the
// last write, and so does not find all accesses that are in races; this does. An access then takes constant time. With
// n unordered accesses it takes up to n; see fewReads and maxRacing for the bounds.
package memory

import (
	"github.com/seed38182bad/parallax/dataflow/internal/exclusion"
	"github.com/seed38182bad/parallax/dataflow/internal/run"
	"github.com/seed38182bad/parallax/dataflow/internal/run/happens"
	"github.com/seed38182bad/parallax/dataflow/internal/run/intern"
	"github.com/seed38182bad/parallax/domains/lockset"
	"github.com/seed38182bad/parallax/envs"
)

// Config says what is followed.
type Config struct {
	Objects   bool // who owns objects
	Variables bool // which variable an access is about, and who owns it
	Races     bool // which accesses race, and over a whole run also who accesses a variable next
}

// Locks is what is asked of the locks that the thread holds.
type Locks interface {
	MustLocks() envs.LockSet
	Table() *lockset.Table[envs.Lock]
}

// A Memory is what was accessed.
type Memory struct {
	Config
	prog  envs.Program
	pos   *run.Position
	names *intern.Table
	locks Locks
	order *happens.Order
	pass  run.Pass

	inSequence bool // see run.Sequenced
	incomplete bool // events are missing, which may have told of order

	owners    owners
	variables [][]variable // some at a time: they are not moved when there are more
	spare     []*accesses
	next      []nextAccesses // by variable, in a whole run

	racing []envs.Access // with the latest access, at most maxRacing
	asked  int           // where in racing the last question was about

	latest // what the latest access was, as long as the position is there
}

// latest is what the latest access has found.
type latest struct {
	at        uint64 // where the position was
	variable  envs.Variable
	alone     bool // no other thread has accessed the object so far
	unshared  bool // or the variable, if it is known
	precedes  bool // all that others do with the variable happens later,
	unlocked  bool // and does so in whatever order locks are taken
	foreknown bool // of these two it is known
}

// New follows the memory of runs of a program. Questions are about pos.
func New(
	prog envs.Program, pos *run.Position, names *intern.Table, locks Locks, order *happens.Order, c Config,
) *Memory {
	return &Memory{Config: c, prog: prog, pos: pos, names: names, locks: locks, order: order}
}

// Begin begins another pass.
func (m *Memory) Begin(p run.Pass) {
	next := m.next
	if !p.Again {
		next = nil
	}
	*m = Memory{
		Config: m.Config, prog: m.prog, pos: m.pos, names: m.names, locks: m.locks, order: m.order, pass: p,
		inSequence: m.inSequence, next: next,
	}
}

// Incomplete says that events of this run are missing from here on.
func (m *Memory) Incomplete() { m.incomplete = true }

// Selects reports whether an operation accesses memory.
func (m *Memory) Selects(kind envs.EventKind, op *envs.Op) run.Interest {
	if kind == envs.Forget || kind == envs.Step && op.Accesses() {
		return run.Needed
	}
	return run.Nothing
}

// Event takes in an event.
func (m *Memory) Event(t *run.Thread, op *envs.Op, ev run.Event) {
	switch ev.Kind {
	case envs.Step:
		m.racing, m.asked = m.racing[:0], 0
		if ev.Obj != 0 {
			m.access(t, op, ev.Obj)
		}
	case envs.Forget:
		delete(m.owners, ev.Obj)
		for _, v := range m.names.Gone().Variables {
			*m.variable(v) = variable{}
		}
	}
}

// access takes in an access.
func (m *Memory) access(t *run.Thread, op *envs.Op, obj uint64) {
	m.latest = latest{at: m.pos.Moves}
	if m.Objects {
		m.alone = m.owners.alone(t.ID, obj)
	}
	if !m.Variables {
		return
	}
	number := m.names.Variable(obj, op.Loc)
	v := m.variable(number)
	switch {
	case v.shared || v.owner == t.ID:
	case v.owner == 0:
		v.owner = t.ID
	default:
		v.shared, v.owner = true, 0
	}
	m.unshared = !v.shared
	if !op.Splits() { // else whether it is shared is all that is asked of it
		m.latest.variable = number
	}
	if !m.Races {
		return
	}
	c := m.order.Of(t)
	if m.pass.Again {
		m.foreknown = true
		m.precedes, m.unlocked = m.next[number].precede(t.ID, c)
	} else if m.pass.Whole {
		m.note(t, c, number, op.Synchronises())
	}
	if !op.Splits() {
		m.compareLast(t, c, v, op)
	}
}

// here is what the access at the position has found, nothing if it is none.
func (m *Memory) here() *latest {
	if m.at != m.pos.Moves {
		m.latest = latest{at: m.pos.Moves}
	}
	return &m.latest
}

// What envs.Memory asks, at the position. In a run may and must are one.

func (m *Memory) Variable() envs.Variable { return m.here().variable }

// MustBeVariable reports whether both are one: a run tells cells apart.
func (m *Memory) MustBeVariable(a, b envs.Variable) bool { return a == b && a != 0 }

func (m *Memory) VariableName(v envs.Variable) string { return m.names.VariableName(v) }

// foreseen reports whether it is known what comes later, and the asker may know it.
func (m *Memory) foreseen() bool { return m.here().foreknown && m.pos.Asker.Order }

func (m *Memory) MayShare() bool {
	op := m.pos.Op
	if op == nil {
		return true
	}
	alone := m.here().alone
	if m.pos.Asker.Variables {
		if alone = m.unshared; m.foreseen() {
			alone = m.unlocked
		}
	}
	return !alone && !op.Is(envs.Local)
}

func (m *Memory) MustPrecede() bool {
	if !m.pos.Asker.Variables {
		return !m.MayShare()
	}
	first := m.here().unshared
	if m.foreseen() {
		first = m.precedes
	}
	return m.pos.Op != nil && (first || m.pos.Op.Is(envs.Local))
}

func (m *Memory) MayReach() bool { return m.pos.Op == nil || !m.pos.Op.Is(envs.Local) }

func (m *Memory) MayWrite() bool {
	op := m.pos.Op
	return op == nil || op.Loc == nil || !op.Loc.Final
}

func (m *Memory) MayRace() []envs.Access {
	if m.here().variable == 0 {
		return nil
	}
	return m.racing
}

func (m *Memory) MayComeLater() ([]envs.Access, bool) {
	if m.inSequence = m.inSequence || m.prog.Knows().Sequenced; m.inSequence || m.here().variable == 0 {
		return nil, true
	}
	return m.racing, len(m.racing) < maxRacing
}

// Excluded asks the clocks before the locks. A lock that both threads hold has mostly ordered them. It has not if
// another thread gave it back in between: then nothing kept its holder from going on.
func (m *Memory) Excluded(a envs.Access) string {
	if x := exclusion.ByAccess(m, m.pos.Op, a); x != "" {
		return x
	}
	if m.races(a) {
		return ""
	}
	if x := exclusion.ByLocks(m.locks.Table(), m.locks.MustLocks(), a); x != "" {
		return x
	}
	return exclusion.Ordered
}
