package automaton

import (
	"errors"
	"fmt"
	"strings"
)

// New returns the automaton of spec. The error names each thing that is wrong
// with it:
//
//   - a name that is missing, malformed, unknown or given twice
//   - more than MaxStates states
//   - a state that no events lead to
//   - two transitions that lead to different states from the same state and
//     event
//   - an event without transitions
//   - no state that violates the property
func New(spec Spec) (*Automaton, error) { return build(spec, places{}) }

// places are the lines of the parts of a Spec that was read from a text.
type places struct{ name, initial, states, events, transitions []int }

// builder collects what is wrong.
type builder struct {
	*Automaton
	problems []error
}

func (b *builder) wrong(lines []int, i int, format string, args ...any) {
	problem := fmt.Errorf(format, args...)
	if i < len(lines) {
		problem = fmt.Errorf("line %d: %w", lines[i], problem)
	}
	b.problems = append(b.problems, problem)
}

func build(spec Spec, at places) (*Automaton, error) {
	b := &builder{Automaton: &Automaton{
		spec: Spec{
			spec.Name,
			append([]State(nil), spec.States...),
			append([]string(nil), spec.Events...),
			spec.Initial,
			append([]Transition(nil), spec.Transitions...),
		},
		states: map[string]int{},
		events: map[string]Event{},
	}}
	b.declare(at)
	b.connect(at)
	if len(b.problems) == 0 {
		b.reach(at)
	}
	if len(b.problems) > 0 {
		return nil, errors.Join(b.problems...)
	}
	return b.Automaton, nil
}

func (b *builder) declare(at places) {
	name := func(lines []int, i int, what, name string) {
		if name == "" || name == "->" || strings.ContainsAny(name, ",:# \t\r\n") {
			b.wrong(lines, i, "%q is no name for %s: want no white space, comma, colon, # or ->", name, what)
		}
	}
	if b.spec.Name == "" {
		b.wrong(at.name, 0, "the property has no name: want property NAME")
	} else {
		name(at.name, 0, "a property", b.spec.Name)
	}
	if len(b.spec.States) > MaxStates {
		b.wrong(at.states, MaxStates, "%d states: want at most %d", len(b.spec.States), MaxStates)
		b.spec.States = b.spec.States[:MaxStates]
	}
	violated := false
	for i, s := range b.spec.States {
		name(at.states, i, "a state", s.Name)
		if _, twice := b.states[s.Name]; twice {
			b.wrong(at.states, i, "state %q is declared twice", s.Name)
		}
		b.states[s.Name] = i
		if strings.Contains(s.Message, "#") || strings.Join(strings.Fields(s.Message), " ") != s.Message {
			b.wrong(at.states, i, "the message %q of state %q has a #, or white space other than single spaces between words",
				s.Message, s.Name)
		}
		switch s.Role {
		case Error:
			b.errors |= 1 << i
		case Leak:
			b.leaks |= 1 << i
		case Ordinary:
			if s.Message != "" {
				b.wrong(at.states, i, "state %q has the message %q but is neither an error nor a leak", s.Name, s.Message)
			}
			continue
		default:
			b.wrong(at.states, i, "state %q has the role %v: want ordinary, error or leak", s.Name, s.Role)
		}
		violated = true
	}
	if !violated {
		b.wrong(nil, 0, "property %q cannot be violated: want a state that is an error or a leak, as in state NAME "+
			"error MESSAGE", b.spec.Name)
	}
	for i, e := range b.spec.Events {
		name(at.events, i, "an event", e)
		if _, twice := b.events[e]; twice {
			b.wrong(at.events, i, "event %q is declared twice", e)
		}
		b.events[e] = Event(i)
	}
	initial, ok := b.states[b.spec.Initial]
	switch {
	case b.spec.Initial == "":
		b.wrong(at.initial, 0, "there is no initial state: want initial NAME")
	case !ok:
		b.wrong(at.initial, 0, "initial state %q is not declared", b.spec.Initial)
	case b.errors>>initial&1 != 0:
		b.wrong(at.initial, 0, "initial state %q is an error", b.spec.Initial)
	}
	b.initial = initial
}

func (b *builder) connect(at places) {
	b.next = make([][]uint8, len(b.spec.Events))
	for e := range b.next {
		b.next[e] = make([]uint8, len(b.spec.States))
		for i := range b.next[e] {
			b.next[e][i] = uint8(i)
		}
	}
	type step struct {
		from  int
		event Event
	}
	taken := map[step]int{}
	used := make([]bool, len(b.spec.Events))
	for n, t := range b.spec.Transitions {
		from, knownFrom := b.states[t.From]
		to, knownTo := b.states[t.To]
		event, knownEvent := b.events[t.Event]
		for _, name := range []struct {
			known      bool
			what, name string
		}{{knownFrom, "state", t.From}, {knownTo, "state", t.To}, {knownEvent, "event", t.Event}} {
			if !name.known {
				b.wrong(at.transitions, n, "%s %q is not declared", name.what, name.name)
			}
		}
		if !knownFrom || !knownTo || !knownEvent {
			continue
		}
		used[event] = true
		if other, ok := taken[step{from, event}]; ok && other != to {
			b.wrong(at.transitions, n, "event %q leads from state %q to %q and to %q", t.Event, t.From,
				b.spec.States[other].Name, t.To)
		}
		taken[step{from, event}] = to
		b.next[event][from] = uint8(to)
	}
	for e, ok := range used {
		if !ok {
			b.wrong(at.events, e, "event %q has no transition", b.spec.Events[e])
		}
	}
}

// reach finds the states that no events lead to.
func (b *builder) reach(at places) {
	reached := uint64(1) << b.initial
	for before := uint64(0); before != reached; {
		before = reached
		for e := range b.next {
			reached |= b.image(Event(e), reached)
		}
	}
	for i, s := range b.spec.States {
		if reached>>i&1 == 0 {
			b.wrong(at.states, i, "state %q cannot be reached from the initial state %q", s.Name, b.spec.Initial)
		}
	}
}
