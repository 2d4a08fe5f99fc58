package balance

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/examples/internal/order"
)

// A State is what may have become of the locks of a frame: a set of cases, of which one holds on each path that leads
// here (a disjunctive completion). It never changes.
type State struct {
	cases []situation // ascending; none covers another
	full  bool        // there were too many
}

const (
	maxCases    = 40 // how many a state keeps
	maxVariants = 6  // how many of them differ in nothing but what is known of conditions
)

// A situation is one case: what the frame has done to locks, where it is known that conditions had these outcomes.
type situation struct {
	open   []balance // locks that are held, or lent out, other than at the frame's entry; ascending
	closed []balance // locks that are as they were at the entry, but have been used since; ascending
	facts  []fact    // ascending
	passed []int32   // the Defers that were executed; below 0 those that have happened since; ascending
	loose  []string  // classes of locks of which some may be held, or not, under other names; ascending
	doubt  bool      // conditions that look the same had different outcomes, or something was wrong before
}

// A lock is the name of one: its identity, in runs, or the frame's name for it.
type lock struct {
	id   envs.Lock
	path *envs.Path
}

func (l lock) is(k lock) bool {
	return l.id == k.id && (l.id != 0 || l.path.Same(k.path))
}

func compareLocks(l, k lock) int {
	return cmp.Or(cmp.Compare(l.id, k.id), order.Paths(l.path, k.path))
}

// Need is how a frame found a lock when it first used it.
type need uint8

const (
	free     need = iota + 1 // certainly nobody's: it was taken exclusively
	readable                 // certainly held by nobody exclusively: it was taken on the shared side
	apart                    // taken, in a way that a holder may take it again
	lent                     // held exclusively by the caller, since it was given back
	shared                   // held by the caller on the shared side
	denied                   // it was tried in vain to take it
)

// A balance is what a frame has done to one lock.
type balance struct {
	of    lock
	class string // of the memory that it lies in, empty if it has no name
	need  need
	// inside says that only callees have used it, and have given it back. The frame itself knows nothing of it then: it
	// is for the callers.
	inside bool
	alone  int8       // how often it was taken exclusively, less how often it was given back
	read   int8       // likewise on the shared side
	at     envs.Point // where it was taken, of locks that the frame holds
}

// held reports whether the lock is held now, on a side.
func (b *balance) heldAlone() bool { return b.alone > 0 || b.need == lent && b.alone == 0 }
func (b *balance) heldRead() bool  { return b.read > 0 || b.need == shared && b.read == 0 }

// took reports whether the frame has taken the lock and not given it back.
func (b *balance) took() bool { return b.alone > 0 || b.read > 0 }

// level reports whether the lock is as it was at the entry of the frame.
func (b *balance) level() bool { return b.alone == 0 && b.read == 0 }

func compareBalances(a, b balance) int {
	return cmp.Or(compareLocks(a.of, b.of), cmp.Compare(a.class, b.class), cmp.Compare(a.need, b.need),
		order.Bools(a.inside, b.inside), cmp.Compare(a.alone, b.alone), cmp.Compare(a.read, b.read), a.at.Compare(b.at))
}

func compareSituations(s, t situation) int {
	return cmp.Or(s.compareLocks(&t), slices.CompareFunc(s.closed, t.closed, compareBalances),
		slices.CompareFunc(s.facts, t.facts, compareFacts), order.Bools(s.doubt, t.doubt))
}

// compareLocks compares all but what may be forgotten.
func (s *situation) compareLocks(t *situation) int {
	return cmp.Or(slices.CompareFunc(s.open, t.open, compareBalances), slices.Compare(s.passed, t.passed),
		slices.Compare(s.loose, t.loose))
}

// covers reports whether t is a case of s, which knows less.
func (s *situation) covers(t *situation) bool {
	return s.compareLocks(t) == 0 && (!s.doubt || t.doubt) &&
		within(s.facts, t.facts, compareFacts) && within(s.closed, t.closed, compareBalances)
}

// within reports whether all of a are among b; both are ascending.
func within[E any](a, b []E, compare func(E, E) int) bool {
	for _, x := range a {
		i, ok := slices.BinarySearchFunc(b, x, compare)
		if !ok {
			return false
		}
		b = b[i+1:]
	}
	return true
}

// common are those of a that are among b.
func common[E any](a, b []E, compare func(E, E) int) (both []E) {
	for _, x := range a {
		if _, ok := slices.BinarySearchFunc(b, x, compare); ok {
			both = append(both, x)
		}
	}
	return both
}

// stateOf is the state with these cases, which it sorts.
func stateOf(cases []situation) State {
	if len(cases) <= 1 {
		return State{cases: cases}
	}
	slices.SortFunc(cases, compareSituations)
	kept := cases[:0:0]
	for i := 0; i < len(cases); {
		j := i + 1
		for j < len(cases) && cases[i].compareLocks(&cases[j]) == 0 {
			j++
		}
		kept = append(kept, variants(cases[i:j])...)
		i = j
	}
	if len(kept) > maxCases {
		return State{full: true}
	}
	return State{cases: kept}
}

// variants are cases that differ in what may be forgotten only: those that no other one covers, or if these are too
// many, what they have in common.
func variants(cases []situation) []situation {
	var kept []situation
	for i := range cases {
		s := &cases[i]
		if !slices.ContainsFunc(kept, func(k situation) bool { return k.covers(s) }) {
			kept = slices.DeleteFunc(kept, func(k situation) bool { return s.covers(&k) })
			kept = append(kept, *s)
		}
	}
	if len(kept) <= maxVariants {
		return kept
	}
	all := kept[0]
	for _, s := range kept[1:] {
		all.facts = common(all.facts, s.facts, compareFacts)
		all.closed = common(all.closed, s.closed, compareBalances)
		all.doubt = all.doubt && s.doubt
	}
	return []situation{all}
}

// Clone returns s: it never changes.
func (s State) Clone() State { return s }

// Merge unites the cases.
func (s State) Merge(o State) (State, bool) {
	switch {
	case o.Leq(s):
		return s, false
	case s.Leq(o):
		return o, true
	case s.full || o.full:
		return State{full: true}, true
	}
	return stateOf(slices.Concat(s.cases, o.cases)), true
}

// Leq reports whether each case of s is covered by one of o.
func (s State) Leq(o State) bool {
	if s.full || o.full {
		return o.full
	}
	for i := range s.cases {
		if !o.covers(&s.cases[i]) {
			return false
		}
	}
	return true
}

func (s State) covers(t *situation) bool {
	for i := range s.cases {
		if s.cases[i].covers(t) {
			return true
		}
	}
	return false
}

// Equal reports whether both have the same cases.
func (s State) Equal(o State) bool { return s.Leq(o) && o.Leq(s) }

// trivial reports whether nothing is known.
func (s *situation) trivial() bool {
	return len(s.open)+len(s.closed)+len(s.facts)+len(s.passed)+len(s.loose) == 0 && !s.doubt
}

// idle reports whether nothing was done to any lock, and nothing is known.
func (s State) idle() bool { return len(s.cases) == 1 && s.cases[0].trivial() }

// each is the state of what change makes of the cases. It drops those for which it is false. The case that it is given
// may be changed, but not what its slices hold.
func (s State) each(change func(*situation) bool) State {
	if s.full {
		return s
	}
	out := make([]situation, 0, len(s.cases))
	for _, c := range s.cases {
		if change(&c) {
			out = append(out, c)
		}
	}
	return stateOf(out)
}

// counts reports whether what a case says is to be reported: one of which there is doubt does not, if there is
// another one.
func (s State) counts(c *situation, all bool) bool {
	return all || !c.doubt || !slices.ContainsFunc(s.cases, func(o situation) bool { return !o.doubt })
}

// find gives the balance of a lock, nil if the frame has not used it.
func (s *situation) find(l lock) *balance {
	for _, list := range [2][]balance{s.open, s.closed} {
		for i := range list {
			if list[i].of.is(l) && !list[i].inside {
				return &list[i]
			}
		}
	}
	return nil
}

// put replaces the balance of a lock.
func (s *situation) put(b balance) {
	s.drop(func(o *balance) bool { return o.of.is(b.of) })
	if b.level() {
		b.at = envs.Point{}
		s.closed = inserted(s.closed, b, compareBalances)
	} else {
		s.open = inserted(s.open, b, compareBalances)
	}
}

// drop forgets locks.
func (s *situation) drop(is func(*balance) bool) {
	s.open, s.closed = without(s.open, is), without(s.closed, is)
}

func without(list []balance, is func(*balance) bool) []balance {
	for i := range list {
		if is(&list[i]) {
			return slices.DeleteFunc(slices.Clone(list), func(b balance) bool { return is(&b) })
		}
	}
	return list
}

func inserted[E any](list []E, e E, compare func(E, E) int) []E {
	i, ok := slices.BinarySearchFunc(list, e, compare)
	if ok {
		return list
	}
	return slices.Insert(slices.Clip(list), i, e)
}

// loosen gives up on all locks of a class.
func (s *situation) loosen(class string) {
	s.drop(func(b *balance) bool { return b.class == class })
	s.loose = inserted(s.loose, class, strings.Compare)
}

func (s *situation) isLoose(class string) bool {
	_, ok := slices.BinarySearch(s.loose, class)
	return ok
}

// someLoose reports whether that is so in some case.
func (s State) someLoose(class string) bool {
	return slices.ContainsFunc(s.cases, func(t situation) bool { return t.isLoose(class) })
}

// String is for debugging.
func (s State) String() string {
	if s.full {
		return "unknown"
	}
	var b strings.Builder
	for i := range s.cases {
		c := &s.cases[i]
		if i > 0 {
			b.WriteString(" | ")
		}
		b.WriteString("case")
		for _, l := range slices.Concat(c.open, c.closed) {
			fmt.Fprintf(&b, " %v#%d(%s) needs %d: %d/%d at %v", l.of.path, l.of.id, l.class, l.need, l.alone, l.read, l.at)
		}
		for _, f := range c.facts {
			fmt.Fprintf(&b, " [%d %v]", f.n, f.yes)
		}
		fmt.Fprintf(&b, " passed %v loose %q doubt %v", c.passed, c.loose, c.doubt)
	}
	if len(s.cases) == 0 {
		return "never"
	}
	return b.String()
}
