package automaton

import (
	"fmt"
	"strings"
)

// MaxStates is the largest number of states that an automaton may have.
const MaxStates = 64

// A Role is what being in a state means.
type Role uint8

// The roles of states.
const (
	Ordinary Role = iota
	Error         // entering it violates the property
	Leak          // ending in it violates the property
)

// String is how the role is written in a text.
func (r Role) String() string {
	switch r {
	case Ordinary:
		return "ordinary"
	case Error:
		return "error"
	case Leak:
		return "leak"
	}
	return fmt.Sprintf("role(%d)", uint8(r))
}

// State is a state of an automaton. The message of an Error or a Leak says what
// went wrong.
type State struct {
	Name    string
	Role    Role
	Message string
}

// Transition says that an event leads from one state to another.
type Transition struct{ From, Event, To string }

// Spec is the description of an automaton. Names consist of anything but white
// space, commas, colons and #; none is "->".
type Spec struct {
	Name        string
	States      []State
	Events      []string
	Initial     string
	Transitions []Transition
}

// Event is the number of an event of an automaton.
type Event int

// Automaton is a property, checked for sense. It never changes. Make one with New
// or Parse.
type Automaton struct {
	spec    Spec
	states  map[string]int
	events  map[string]Event
	initial int
	next    [][]uint8 // by event and state
	errors  uint64
	leaks   uint64
}

// Name returns the name of the property.
func (a *Automaton) Name() string { return a.spec.Name }

// Event returns the event of this name, and false if there is none.
func (a *Automaton) Event(name string) (Event, bool) {
	e, ok := a.events[name]
	return e, ok
}

// Events returns the names of the events, which are numbered from 0.
func (a *Automaton) Events() []string { return append([]string(nil), a.spec.Events...) }

// States returns the states.
func (a *Automaton) States() []State { return append([]State(nil), a.spec.States...) }

// String returns the text of the automaton, which Parse reads back.
func (a *Automaton) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "property %s\nevents %s\ninitial %s\n", a.spec.Name, strings.Join(a.spec.Events, " "), a.spec.Initial)
	for _, s := range a.spec.States {
		line := "state " + s.Name
		if s.Role != Ordinary {
			line += " " + s.Role.String() + " " + s.Message
		}
		fmt.Fprintln(&b, strings.TrimRight(line, " "))
	}
	for _, t := range a.spec.Transitions {
		fmt.Fprintf(&b, "%s -> %s: %s\n", t.From, t.To, t.Event)
	}
	return b.String()
}
