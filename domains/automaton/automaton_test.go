package automaton_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/seed38182bad/parallax/domains/automaton"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

const file = `
property file
events   Open Read Close
initial  closed
state    closed
state    open    leak  the file is never closed
state    misused error the file is used after Close   # or before Open

closed -> open:    Open
open   -> open:    Read
open   -> closed:  Close
closed -> misused: Read, Close
`

const mutex = `
property mutex
events   Lock Unlock
initial  free
state    free
state    held leak the lock is never given back
state    bad  error Unlock without Lock
free -> held: Lock
held -> free: Unlock
free -> bad:  Unlock
`

const channel = `
property channel
events   close send
initial  open
state    open
state    closed
state    twice error the channel is closed twice
state    sent  error a send on a closed channel
open   -> closed: close
closed -> twice:  close
closed -> sent:   send
`

const body = `
property body
events   Do (*http.Body).Close
initial  none
state    none
state    unread leak the response body is never closed
none   -> unread: Do
unread -> none:   (*http.Body).Close
`

func parse(t testing.TB, text string) *automaton.Automaton {
	t.Helper()
	a, err := automaton.Parse(text)
	require.NoError(t, err)
	return a
}

func TestParseReadsWhatStringWrites(t *testing.T) {
	for _, text := range []string{file, mutex, channel, body} {
		a := parse(t, text)
		require.Equal(t, a.String(), parse(t, a.String()).String())
	}
	a := parse(t, body)
	require.Equal(t, "body", a.Name())
	require.Equal(t, []string{"Do", "(*http.Body).Close"}, a.Events())
	require.Equal(t, automaton.State{"unread", automaton.Leak, "the response body is never closed"}, a.States()[1])
	rapid.Check(t, func(t *rapid.T) {
		spec := automata().Draw(t, "automaton")
		a, err := automaton.New(spec)
		if err != nil {
			return
		}
		b, err := automaton.Parse(a.String())
		if err != nil || b.String() != a.String() {
			t.Fatalf("%s\nis read back with the error %v as\n%s", a, err, b)
		}
	})
}

func TestBadText(t *testing.T) {
	changed := func(old, new string) string {
		require.Contains(t, file, old)
		return strings.Replace(file, old, new, 1)
	}
	for _, c := range []struct {
		text string
		want []string
	}{
		{changed("closed -> open:    Open", "closed -> open:    Opn"),
			[]string{`line 9: event "Opn" is not declared`, `line 3: event "Open" has no transition`}},
		{changed("open   -> closed:  Close", "opne -> closd: Close"),
			[]string{`line 11: state "opne" is not declared`, `line 11: state "closd" is not declared`}},
		{changed("initial  closed", "initial  shut"), []string{`line 4: initial state "shut" is not declared`}},
		{changed("initial  closed", "initial  misused"), []string{`line 4: initial state "misused" is an error`}},
		{changed("closed -> misused: Read, Close", "closed -> closed: Read"),
			[]string{`line 7: state "misused" cannot be reached from the initial state "closed"`}},
		{changed("open   -> open:    Read", "open -> open: Close"),
			[]string{`line 11: event "Close" leads from state "open" to "open" and to "closed"`}},
		{changed("state    open    leak  the file is never closed", "state open fatal"),
			[]string{`line 6: state "open" is "fatal": want error or leak`}},
		{changed("state    closed", "state"), []string{`line 5: a state without a name`}},
		{changed("state    closed", "state closed\nstate closed"), []string{`line 6: state "closed" is declared twice`}},
		{changed("Open Read", "Open Open Read"), []string{`line 3: event "Open" is declared twice`}},
		{changed("events", "evens"), []string{`line 3: cannot read "evens   Open Read Close"`}},
		{changed("property file", "property the file"), []string{`line 2: property has 2 names`}},
		{changed("state    closed", "property door"), []string{`line 5: property is given again: line 2`}},
		{changed("closed -> open:    Open", "closed -> open Open"),
			[]string{`line 9: cannot read transition "closed -> open Open"`}},
		{changed("closed -> open:    Open", "closed -> open: Open,"),
			[]string{`line 9: transition "closed -> open: Open," lacks an event`}},
		{changed("state    closed", "state a:b"), []string{`line 5: "a:b" is no name for a state`}},
		{strings.NewReplacer("leak  the file is never closed", "", "error the file is used after Close", "").Replace(file),
			[]string{`property "file" cannot be violated`}},
		{"", []string{`the property has no name: want property NAME`, `there is no initial state: want initial NAME`,
			`cannot be violated`}},
	} {
		a, err := automaton.Parse(c.text)
		require.Error(t, err, c.text)
		require.Nil(t, a)
		for _, want := range c.want {
			require.ErrorContains(t, err, want)
		}
	}
}

func TestBadSpec(t *testing.T) {
	good := automaton.Spec{Name: "p", States: []automaton.State{{Name: "a"}, {Name: "b", Role: automaton.Error}},
		Events:  []string{"e"},
		Initial: "a", Transitions: []automaton.Transition{{"a", "e", "b"}}}
	_, err := automaton.New(good)
	require.NoError(t, err)
	for want, change := range map[string]func(*automaton.Spec){
		`"x y" is no name for a property`: func(s *automaton.Spec) { s.Name = "x y" },
		`role(7)`:                         func(s *automaton.Spec) { s.States[1].Role = 7 },
		`message "oh" of`:                 func(s *automaton.Spec) {},
		`state "a" has the message "oh"`:  func(s *automaton.Spec) { s.States[0].Message = "oh" },
		`the message "a  b" of state "b"`: func(s *automaton.Spec) { s.States[1].Message = "a  b" },
		`65 states: want at most 64`: func(s *automaton.Spec) {
			s.States = append(s.States,
				make([]automaton.State, 63)...)
		},
		`"->" is no name for an event`: func(s *automaton.Spec) { s.Events[0] = "->" },
		`event "e" leads from state "a" to "b" and to "a"`: func(s *automaton.Spec) {
			s.Transitions = append(s.Transitions,
				automaton.Transition{"a", "e", "a"})
		},
	} {
		spec := good
		spec.States, spec.Events = append([]automaton.State(nil), good.States...), append([]string(nil), good.Events...)
		change(&spec)
		_, err := automaton.New(spec)
		if want == `message "oh" of` {
			require.NoError(t, err)
			continue
		}
		require.ErrorContains(t, err, want)
	}
}

// New refuses exactly the generated automata with a state that no word of events
// leads to, or without one that violates the property.
func TestRefusesWhatMakesNoSense(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		spec := automata().Draw(t, "automaton")
		reached, violated := map[string]bool{spec.Initial: true}, false
		for range spec.States {
			for _, step := range spec.Transitions {
				reached[step.To] = reached[step.To] || reached[step.From]
			}
		}
		for _, s := range spec.States {
			violated = violated || s.Role != automaton.Ordinary
		}
		_, err := automaton.New(spec)
		if ok := violated && len(reached) == len(spec.States) && !hasFalse(reached); ok != (err == nil) {
			t.Fatalf("%+v makes sense: %v, but the error is %v", spec, ok, err)
		}
	})
}

func hasFalse(m map[string]bool) bool {
	for _, v := range m {
		if !v {
			return true
		}
	}
	return false
}

func TestAsManyStatesAsFit(t *testing.T) {
	spec := automaton.Spec{Name: "long", Initial: "s0", Events: []string{"e"}}
	for i := range automaton.MaxStates {
		spec.States = append(spec.States, automaton.State{Name: fmt.Sprintf("s%d", i)})
		if i > 0 {
			spec.Transitions = append(spec.Transitions, automaton.Transition{fmt.Sprintf("s%d", i-1), "e",
				fmt.Sprintf("s%d", i)})
		}
	}
	spec.States[63].Role = automaton.Error
	a, err := automaton.New(spec)
	require.NoError(t, err)
	d := a.Domain()
	s := d.Initial()
	for i := range 63 {
		require.False(t, d.Check(s, 0).May, i)
		if i < 62 {
			s = d.Step(s, 0)
		}
		if i == 61 {
			require.True(t, d.Check(s, 0).Must)
			break
		}
	}
	require.Equal(t, 64, d.Top().Len())
}
