package automaton

import (
	"encoding/json"
	"fmt"
	"iter"
	"math/bits"
	"strings"

	"github.com/seed38182bad/parallax/lattice"
)

// Set is an element of Domain: the states that an object may be in. Sets of one
// automaton are == if they are equal and not empty. The zero Set is bottom.
type Set struct {
	of     *Automaton
	states uint64
}

// All yields the states, in the order of their declaration.
func (s Set) All() iter.Seq[State] {
	return func(yield func(State) bool) {
		for i := range each(s.states) {
			if !yield(s.of.spec.States[i]) {
				return
			}
		}
	}
}

func each(states uint64) iter.Seq[int] {
	return func(yield func(int) bool) {
		for ; states != 0; states &= states - 1 {
			if !yield(bits.TrailingZeros64(states)) {
				return
			}
		}
	}
}

// Len returns the number of states.
func (s Set) Len() int { return bits.OnesCount64(s.states) }

// String returns ⊥ for no states, and otherwise their names in braces.
func (s Set) String() string {
	if s.states == 0 {
		return "⊥"
	}
	return "{" + strings.Join(s.names(), ", ") + "}"
}

func (s Set) names() []string {
	names := []string{}
	for state := range s.All() {
		names = append(names, state.Name)
	}
	return names
}

// MarshalJSON returns the list of the names.
func (s Set) MarshalJSON() ([]byte, error) { return json.Marshal(s.names()) }

// Domain is the lattice of the sets of states of one automaton, ordered by
// inclusion. Sets of another automaton have no place in it; its operations take
// them for top.
type Domain struct{ of *Automaton }

// Domain returns the lattice of the sets of states.
func (a *Automaton) Domain() Domain { return Domain{a} }

// Automaton returns the property.
func (d Domain) Automaton() *Automaton { return d.of }

func (d Domain) all() uint64 { return ^uint64(0) >> (64 - len(d.of.spec.States)) }

// in returns the states in s.
func (d Domain) in(s Set) uint64 {
	if s.states != 0 && s.of != d.of {
		return d.all()
	}
	return s.states
}

func (d Domain) set(states uint64) Set {
	if states == 0 {
		return Set{}
	}
	return Set{d.of, states}
}

// Initial returns the initial state.
func (d Domain) Initial() Set { return d.set(1 << d.of.initial) }

// Of returns the set of the states of these names. It is an error if the automaton
// does not have one of them.
func (d Domain) Of(names ...string) (Set, error) {
	var states uint64
	for _, name := range names {
		i, ok := d.of.states[name]
		if !ok {
			return Set{}, fmt.Errorf("property %q has no state %q", d.of.spec.Name, name)
		}
		states |= 1 << i
	}
	return d.set(states), nil
}

// Bottom returns the empty set.
func (d Domain) Bottom() Set { return Set{} }

// Top returns the set of all states.
func (d Domain) Top() Set { return d.set(d.all()) }

// Leq reports inclusion.
func (d Domain) Leq(a, b Set) bool { return d.in(a)&^d.in(b) == 0 }

// Equal reports whether the states are the same.
func (d Domain) Equal(a, b Set) bool { return d.in(a) == d.in(b) }

// Join returns the union.
func (d Domain) Join(a, b Set) Set { return d.set(d.in(a) | d.in(b)) }

// Merge is Join, and says which operand the result is.
func (d Domain) Merge(a, b Set) (Set, lattice.Side) {
	r := d.Join(a, b)
	return r, lattice.SideOf(d.in(r), d.in(a), d.in(b))
}

// Meet returns the intersection.
func (d Domain) Meet(a, b Set) Set { return d.set(d.in(a) & d.in(b)) }

// Narrow returns the intersection: chains are finite.
func (d Domain) Narrow(old, next Set) Set { return d.Meet(old, next) }

// Hash numbers the sets.
func (d Domain) Hash(s Set) uint64 { return d.in(s) * 0x9e3779b97f4a7c15 }
