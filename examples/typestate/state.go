package typestate

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/seed38182bad/parallax/domains/automaton"
	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/examples/internal/order"
)

// A State is what is known of objects in a frame: a set of facts, each of which
// holds on some path. It never changes.
type State struct {
	facts []fact // ascending, all different
	full  bool   // there were too many facts: nothing is told any more
}

// maxFacts is how many facts a frame keeps.
const maxFacts = 100

// A fact says that on some path there is an object in this state. These registers hold the object, or it is the lock
// of this name.
type fact struct {
	of   *Property
	made envs.Point // where the frame got it; zero if others may know it
	last envs.Point // the event that led to the state
	regs []envs.Reg // ascending; never changed in place
	errs []envs.Reg // registers that are nil if the object was made at all
	lock *envs.Path
	// field says that the object is not in the registers, but in this field of what they hold.
	field *envs.Loc
	sure  bool          // that it was made
	done  bool          // what was deferred ends it well
	in    automaton.Set // one state

	passed []int32 // the Defers that were executed since, ascending
}

func compareFacts(f, g fact) int {
	return cmp.Or(
		strings.Compare(f.of.name, g.of.name), f.made.Compare(g.made), f.last.Compare(g.last),
		slices.Compare(f.regs, g.regs), slices.Compare(f.errs, g.errs), slices.Compare(f.passed, g.passed),
		order.Paths(f.lock, g.lock), strings.Compare(nameOf(f.field), nameOf(g.field)),
		order.Bools(f.sure, g.sure), order.Bools(f.done, g.done),
		cmp.Compare(f.of.domain.Hash(f.in), g.of.domain.Hash(g.in)), // single states have different ones
	)
}

// stateOf is the state with these facts, which it sorts. What can be the subject of
// no report is left out.
func stateOf(facts []fact) State {
	facts = slices.DeleteFunc(facts, func(f fact) bool {
		return f.in.Len() == 0 || len(f.regs) == 0 && f.lock == nil && !f.leaks()
	})
	slices.SortFunc(facts, compareFacts)
	facts = slices.CompactFunc(facts, func(f, g fact) bool { return compareFacts(f, g) == 0 })
	if len(facts) > maxFacts {
		return State{full: true}
	}
	return State{facts: facts}
}

// leaks reports whether the object, if it ends now, may be one that the property
// does not want to end.
func (f *fact) leaks() bool {
	return !f.made.IsZero() && !f.done && f.field == nil && f.of.domain.End(f.in).May
}

// isOn reports whether the fact is on an object, which has one name.
func (f *fact) isOn(object *fact) bool {
	if object.lock != nil {
		return f.lock != nil && f.lock.Same(object.lock)
	}
	return f.field == object.field && slices.Contains(f.regs, object.regs[0])
}

// state is the name of the state.
func (f *fact) state() string {
	for s := range f.in.All() {
		return s.Name
	}
	return ""
}

// Clone returns s: it never changes.
func (s State) Clone() State { return s }

// Merge unites the facts.
func (s State) Merge(o State) (State, bool) {
	switch {
	case o.Leq(s):
		return s, false
	case s.Leq(o):
		return o, true
	}
	return stateOf(slices.Concat(s.facts, o.facts)), true
}

// Leq reports whether o has all facts of s, or gave up.
func (s State) Leq(o State) bool {
	if s.full || o.full {
		return o.full
	}
	i := 0
	for j := range s.facts {
		f := &s.facts[j]
		for i < len(o.facts) && compareFacts(o.facts[i], *f) < 0 {
			i++
		}
		if i == len(o.facts) || compareFacts(o.facts[i], *f) != 0 {
			return false
		}
	}
	return true
}

// Equal reports whether both have the same facts.
func (s State) Equal(o State) bool { return s.Leq(o) && o.Leq(s) }

// with is the state with a further fact.
func (s State) with(f fact) State {
	if s.full {
		return s
	}
	return stateOf(append(slices.Clone(s.facts), f))
}

// each is the state of what change makes of the facts; it drops those for which it
// is false.
func (s State) each(change func(*fact) bool) State {
	var out []fact
	for i := range s.facts {
		f := s.facts[i]
		kept := change(&f)
		if out == nil && (!kept || !f.same(&s.facts[i])) {
			out = append(make([]fact, 0, len(s.facts)), s.facts[:i]...)
		}
		if kept && out != nil {
			out = append(out, f)
		}
	}
	if out == nil {
		return s
	}
	return stateOf(out)
}

// same reports whether f is g unchanged.
func (f *fact) same(g *fact) bool {
	return f.field == g.field && f.made == g.made && f.last == g.last && f.sure == g.sure && f.done == g.done &&
		f.in == g.in &&
		slices.Equal(f.regs, g.regs) && slices.Equal(f.errs, g.errs) && slices.Equal(f.passed, g.passed)
}

// DropRegisters forgets registers that nothing reads any more.
func (s State) DropRegisters(dead func(envs.Reg) bool) State {
	return s.each(func(f *fact) bool {
		f.regs, f.errs = order.Without(f.regs, dead), order.Without(f.errs, dead)
		return true
	})
}

// including is the list with r.
func including[T cmp.Ordered](regs []T, r T) []T {
	if i, ok := slices.BinarySearch(regs, r); !ok {
		return slices.Insert(slices.Clip(slices.Clone(regs)), i, r)
	}
	return regs
}

// String lists the facts: "file r3 {open}".
func (s State) String() string {
	if s.full {
		return "unknown"
	}
	if len(s.facts) == 0 {
		return "nothing"
	}
	var b strings.Builder
	for i, f := range s.facts {
		if i > 0 {
			b.WriteString(", ")
		}
		b.WriteString(f.of.Name())
		for _, r := range f.regs {
			fmt.Fprintf(&b, " r%d", r)
		}
		if f.lock != nil {
			b.WriteString(" " + f.lock.String())
		}
		if f.field != nil {
			b.WriteString(" in " + f.field.Name)
		}
		b.WriteString(" " + f.in.String())
	}
	return b.String()
}
