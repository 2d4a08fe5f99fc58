package automaton_test

import (
	"fmt"

	"github.com/seed38182bad/parallax/domains/automaton"
	"pgregory.net/rapid"
)

// automata generates descriptions of automata of up to five states and three
// events. Most make sense; some have a state that cannot be reached or no state
// that violates the property.
func automata() *rapid.Generator[automaton.Spec] {
	return rapid.Custom(func(t *rapid.T) automaton.Spec {
		spec := automaton.Spec{Name: "generated"}
		for i := range rapid.IntRange(1, 5).Draw(t, "states") {
			s := automaton.State{Name: fmt.Sprintf("s%d", i)}
			if i > 0 {
				s.Role = rapid.SampledFrom([]automaton.Role{automaton.Ordinary, automaton.Error, automaton.Leak}).Draw(t, "role")
			}
			if s.Role != automaton.Ordinary {
				s.Message = "went wrong in " + s.Name
			}
			spec.States = append(spec.States, s)
		}
		spec.Initial = "s0"
		state := rapid.IntRange(0, len(spec.States)-1)
		for e := range rapid.IntRange(1, 3).Draw(t, "events") {
			event := fmt.Sprintf("e%d", e)
			spec.Events = append(spec.Events, event)
			for from := range spec.States {
				if e > 0 && from > 0 && rapid.Bool().Draw(t, "stays") {
					continue
				}
				to := state.Draw(t, "to")
				spec.Transitions = append(spec.Transitions, automaton.Transition{From: spec.States[from].Name, Event: event,
					To: spec.States[to].Name})
			}
		}
		return spec
	})
}

// stateSets generates sets of states of d's automaton.
func stateSets(d automaton.Domain) *rapid.Generator[automaton.Set] {
	states := d.Automaton().States()
	return rapid.Custom(func(t *rapid.T) automaton.Set {
		var names []string
		for _, s := range states {
			if rapid.Bool().Draw(t, s.Name) {
				names = append(names, s.Name)
			}
		}
		set, err := d.Of(names...)
		if err != nil {
			t.Fatal(err)
		}
		return set
	})
}
