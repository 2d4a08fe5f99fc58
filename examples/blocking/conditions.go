package blocking

import (
	"slices"
	"strings"

	"github.com/seed38182bad/parallax/envs"
)

// The kinds of reports about conditions that do not say who waits for good.
const (
	NoLoop     = "wait-no-loop" // a wait for a condition after which nobody looks again
	LostSignal = "lost-signal"  // a notification that may come between the look and the wait
)

// conditions are the operations on the conditions of a program and their locks, by the class of memory in which the
// lock lies.
type conditions map[*envs.Loc]*ofLock

// ofLock is what is done with the locks of one class, and with their conditions.
type ofLock struct {
	local    bool // the lock is a variable of a function, which callers do not know
	acquires []envs.Point
	takers   map[envs.FuncID]bool      // the functions that may take the lock
	at       map[place]*condition      // by the class of memory in which the condition is found
	found    map[envs.Point]*condition // by operation
	lost     bool                      // of some operation it is not known which condition it is about
}

// A condition is the conditions that are found in one class of memory.
type condition struct {
	of       *ofLock
	waits    []envs.Point
	notifies []envs.Point
	single   bool                 // a notification wakes one of those that wait
	tellers  map[envs.FuncID]bool // the functions that may notify
	looks    map[*envs.Loc]bool   // at which those look that wait; nil if nobody has asked
}

// A place is where a condition is found: in a class of memory, or in a register that one operation defines.
type place struct {
	in   *envs.Loc
	made envs.Point
}

// whereFound is where a condition is found, from which it is loaded or which has its address. A register counts if
// nothing else is done with the condition. The place is zero if it is not known.
func whereFound(fn *envs.Func, op *envs.Op) place {
	var defs envs.Definitions
	from := defs.Of(fn, op.Uses[0])
	switch {
	case from == nil:
	case from.Kind == envs.Load || from.Kind == envs.Addr:
		return place{in: from.Loc}
	case !slices.ContainsFunc(fn.Ops, func(o envs.Op) bool {
		return slices.Contains(o.Uses, from.Dst) && o.Kind != envs.Wait && o.Kind != envs.Notify
	}):
		return place{made: envs.At(fn.ID, from.PC)}
	}
	return place{}
}

// note takes in an operation.
func (cs conditions) note(fn *envs.Func, op *envs.Op) {
	if op.Loc == nil {
		return
	}
	at := envs.At(fn.ID, op.PC)
	l := cs[op.Loc]
	if l == nil {
		l = &ofLock{local: op.Loc.Class == envs.Cell && op.Loc.Variable, at: map[place]*condition{},
			found: map[envs.Point]*condition{}}
		cs[op.Loc] = l
	}
	if op.Kind == envs.Acquire || op.Kind == envs.TryAcquire {
		l.acquires = append(l.acquires, at)
		return
	}
	where := whereFound(fn, op)
	if where == (place{}) {
		l.lost = true
		return
	}
	c := l.at[where]
	if c == nil {
		c = &condition{of: l}
		l.at[where] = c
	}
	l.found[at] = c
	if op.Kind == envs.Wait {
		c.waits = append(c.waits, at)
		return
	}
	c.notifies = append(c.notifies, at)
	c.single = c.single || !op.Is(envs.Group)
}

// of is the condition of an operation; nil if others may be about it, too, and cannot be named.
func (cs conditions) of(op *envs.Op, at envs.Point) *condition {
	if l := op.Loc; l != nil && (l.Class == envs.Field || l.Class == envs.Global || l.Variable) && !cs[l].lost {
		return cs[l].found[at]
	}
	return nil
}

// ruleOfWaits is about a wait for a condition. Who is notified has to look again whether it holds: others may have
// come first, or nothing has happened. That is done in a loop. A function that takes no lock, or is called in loops
// only, leaves that to who calls it.
func (c *checker) ruleOfWaits(env envs.Env, op *envs.Op) {
	fn := env.Func()
	if of := c.roll.conditions.of(op, env.Point()); of != nil {
		switch {
		case len(of.notifies) == 0:
			c.forGood(env, "nothing in the program notifies of the condition")
		case of.single && c.mixed(of):
			c.unnotified(env, "one thread at a time is notified, and others wait there for something else",
				"a thread waits at the condition", of.waits...)
		default:
			if at := c.untold(env.Point(), of); !at.IsZero() {
				c.unnotified(env, "what it waits for is changed on a path on which nobody is notified",
					"it is changed here", at)
			}
		}
	}
	locks := func(o envs.Op) bool { return o.Kind == envs.Acquire && c.table.Leads(fn, o.PC, op.PC) }
	again := func(at envs.Point) bool { return c.table.Leads(c.callers.Program().Func(at.Func()), at.PC(), at.PC()) }
	calls := c.callers.Called(fn.ID)
	looped := len(calls) > 0 && !slices.ContainsFunc(calls, func(at envs.Point) bool { return !again(at) })
	if !looped && !c.table.Leads(fn, op.PC, op.PC) && slices.ContainsFunc(fn.Ops, locks) {
		env.Report(envs.Report{Kind: NoLoop, Cause: env.Point(), Rank: 40,
			Message:  "a wait for a condition is not in a loop that looks again",
			Evidence: []envs.Evidence{{At: env.Point(), Text: "it goes on, whether what it waits for is so or not"}}})
	}
}

// unnotified reports a wait for a condition of which others are told, or nobody is.
func (c *checker) unnotified(env envs.Env, why, text string, places ...envs.Point) {
	story := []envs.Evidence{{At: env.Point(), Text: "it waits to be notified"}}
	for _, at := range places {
		if at != env.Point() {
			story = append(story, envs.Evidence{At: at, Text: text})
		}
	}
	env.Report(envs.Report{Kind: Kind, Cause: env.Point(), Rank: 40, Why: []string{why}, Evidence: story,
		Message: "a thread may wait for good for a condition that holds: " + why})
}

// mixed reports whether not all who wait at a condition look at the same memory, to know whether to go on.
func (c *checker) mixed(of *condition) bool {
	var first []*envs.Loc
	for i, at := range of.waits {
		looks := c.looks(at)
		switch {
		case len(looks) == 0:
			return false
		case i == 0:
			first = looks
		case !slices.Equal(looks, first):
			return true
		}
	}
	return false
}

// looks are the classes of memory on whose contents it depends whether control leaves the loop around a wait, by name.
func (c *checker) looks(at envs.Point) (all []*envs.Loc) {
	fn := c.callers.Program().Func(at.Func())
	in, seen := c.table.Loop(fn, at.PC()), map[envs.Reg]bool{}
	var add func(r envs.Reg)
	add = func(r envs.Reg) {
		from := c.table.Origin(fn, r)
		if r == 0 || seen[r] || from == nil {
			return
		}
		seen[r] = true
		switch from.Kind {
		case envs.Load:
			if from.Loc != nil && in(from.PC) && !slices.Contains(all, from.Loc) {
				all = append(all, from.Loc)
			}
		case envs.Compute, envs.Move:
			for _, r := range from.Uses {
				add(r)
			}
		}
	}
	for _, way := range c.table.WaysOut(fn, at.PC()) {
		for _, r := range fn.Ops[way].Uses {
			add(r)
		}
	}
	slices.SortFunc(all, func(a, b *envs.Loc) int { return strings.Compare(a.Name, b.Name) })
	return all
}

// ruleOfSignals is about a notification by a thread that has not held the lock of the condition before. What it tells
// of may come about when another thread has looked, and does not wait yet.
func (c *checker) ruleOfSignals(env envs.Env, op *envs.Op) {
	of := c.roll.conditions.of(op, env.Point())
	if of == nil || len(of.waits) == 0 || c.locked(env.Point(), of, false, map[envs.FuncID]bool{}) {
		return
	}
	env.Report(envs.Report{Kind: LostSignal, Cause: env.Point(), Rank: 50,
		Message: "a notification may be lost: it may come between the look of a thread and its wait",
		Evidence: []envs.Evidence{
			{At: env.Point(), Text: "it is given here, and the lock of the condition was not held before"},
			{At: of.waits[0], Text: "a thread waits here"},
		}})
}

// locked reports whether a thread that comes to an operation may have held the lock of a condition before: by the
// function itself, by what it calls, or by its callers. Of callers that are not known it is taken for granted, unless
// something was changed before at which those look that wait.
func (c *checker) locked(at envs.Point, of *condition, changes bool, seen map[envs.FuncID]bool) bool {
	fn := c.callers.Program().Func(at.Func())
	if seen[fn.ID] {
		return false
	}
	seen[fn.ID] = true
	before := func(op *envs.Op) bool { return op.PC == at.PC() || c.table.Leads(fn, op.PC, at.PC()) }
	for i := range fn.Ops {
		op := &fn.Ops[i]
		if c.takes(op, of.of) && before(op) {
			return true
		}
		changes = changes || (op.Kind == envs.Store || op.Kind == envs.Atomic) && c.looked(of, op.Loc) && before(op)
	}
	if c.callers.Open(fn.ID) && !changes && !of.of.local {
		return true
	}
	return slices.ContainsFunc(c.callers.Entered(fn.ID), func(by envs.Point) bool {
		return c.locked(by, of, changes, seen)
	})
}

// looked reports whether those who wait at a condition look at a class of memory.
func (c *checker) looked(of *condition, l *envs.Loc) bool {
	if of.looks == nil {
		of.looks = map[*envs.Loc]bool{}
		for _, at := range of.waits {
			for _, l := range c.looks(at) {
				of.looks[l] = true
			}
		}
	}
	return of.looks[l]
}

// takes reports whether an operation takes the lock of a condition, or calls a function that may.
func (c *checker) takes(op *envs.Op, of *ofLock) bool {
	switch op.Kind {
	case envs.Acquire, envs.TryAcquire:
		return op.Loc != nil && c.roll.conditions[op.Loc] == of
	case envs.Call:
		if of.takers == nil {
			of.takers = c.callers.Reaching(of.acquires, c.callers.Called)
		}
		return slices.ContainsFunc(op.Callee.Funcs, func(f envs.FuncID) bool { return of.takers[f] })
	}
	return false
}

// untold is where a thread, on one path of a function, changes what those look at who wait at a condition, and tells
// nobody: neither there, nor before or after. On another path the function notifies. It is the zero Point if there is
// no such place.
func (c *checker) untold(at envs.Point, of *condition) envs.Point {
	looks := c.looks(at)
	if of.tellers == nil {
		of.tellers = c.callers.Reaching(of.notifies, c.callers.Called)
	}
	for _, n := range of.notifies {
		fn := c.callers.Program().Func(n.Func())
		for i := range fn.Ops {
			store := &fn.Ops[i]
			if store.Kind == envs.Store && slices.Contains(looks, store.Loc) && c.silent(fn, store, of) {
				return envs.At(fn.ID, store.PC)
			}
		}
	}
	return envs.Point{}
}

// silent reports whether control comes to an operation with the lock of a condition, and passes no notification.
func (c *checker) silent(fn *envs.Func, of *envs.Op, cond *condition) bool {
	locked := false
	for i := range fn.Ops {
		op := &fn.Ops[i]
		tells := false
		switch op.Kind {
		case envs.Acquire:
			locked = locked || c.takes(op, cond.of) && c.table.Leads(fn, op.PC, of.PC)
		case envs.Notify:
			tells = cond.of.found[envs.At(fn.ID, op.PC)] == cond
		case envs.Call, envs.Defer:
			tells = slices.ContainsFunc(op.Callee.Funcs, func(f envs.FuncID) bool { return cond.tellers[f] })
		}
		if tells && (c.table.Leads(fn, op.PC, of.PC) || c.table.Leads(fn, of.PC, op.PC)) {
			return false
		}
	}
	return locked
}
