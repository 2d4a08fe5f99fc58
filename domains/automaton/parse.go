package automaton

import (
	"errors"
	"fmt"
	"strings"
)

// Parse returns the automaton that text describes; the package comment shows one.
// A line is one of
//
//	property NAME
//	events   NAME...
//	initial  NAME
//	state    NAME
//	state    NAME error MESSAGE
//	state    NAME leak MESSAGE
//	FROM -> TO: EVENT, EVENT...
//
// in any order; what follows a # is a comment. There is one property and one
// initial state. The error gives the line of each thing that is wrong; see New for
// what that may be.
func Parse(text string) (*Automaton, error) {
	var p parser
	for i, line := range strings.Split(text, "\n") {
		line, _, _ = strings.Cut(line, "#")
		if err := p.line(i+1, strings.TrimSpace(line)); err != nil {
			p.problems = append(p.problems, fmt.Errorf("line %d: %w", i+1, err))
		}
	}
	if len(p.problems) > 0 {
		return nil, errors.Join(p.problems...)
	}
	return build(p.spec, p.at)
}

type parser struct {
	spec     Spec
	at       places
	problems []error
}

func (p *parser) line(n int, line string) error {
	words := strings.Fields(line)
	switch {
	case len(words) == 0:
		return nil
	case len(words) > 1 && words[1] == "->":
		return p.transitions(n, line)
	case words[0] == "property":
		return p.once(n, words, &p.spec.Name, &p.at.name)
	case words[0] == "initial":
		return p.once(n, words, &p.spec.Initial, &p.at.initial)
	case words[0] == "events":
		for _, e := range words[1:] {
			p.spec.Events, p.at.events = append(p.spec.Events, e), append(p.at.events, n)
		}
		return nil
	case words[0] == "state":
		return p.state(n, words)
	}
	return fmt.Errorf("cannot read %q: want property, events, initial, state, or FROM -> TO: EVENT", line)
}

func (p *parser) once(n int, words []string, name *string, at *[]int) error {
	switch {
	case len(words) != 2:
		return fmt.Errorf("%s has %d names: want one", words[0], len(words)-1)
	case len(*at) > 0:
		return fmt.Errorf("%s is given again: line %d has it", words[0], (*at)[0])
	}
	*name, *at = words[1], []int{n}
	return nil
}

func (p *parser) state(n int, words []string) error {
	if len(words) < 2 {
		return errors.New("a state without a name")
	}
	s := State{Name: words[1]}
	if len(words) > 2 {
		switch words[2] {
		case "error":
			s.Role = Error
		case "leak":
			s.Role = Leak
		default:
			return fmt.Errorf("state %q is %q: want error or leak, or nothing", s.Name, words[2])
		}
		s.Message = strings.Join(words[3:], " ")
	}
	p.spec.States, p.at.states = append(p.spec.States, s), append(p.at.states, n)
	return nil
}

func (p *parser) transitions(n int, line string) error {
	states, list, ok := strings.Cut(line, ":")
	words := strings.Fields(states)
	if !ok || len(words) != 3 || words[1] != "->" {
		return fmt.Errorf("cannot read transition %q: want FROM -> TO: EVENT, EVENT", line)
	}
	for _, e := range strings.Split(list, ",") {
		e = strings.TrimSpace(e)
		if e == "" {
			return fmt.Errorf("transition %q lacks an event", line)
		}
		p.spec.Transitions = append(p.spec.Transitions, Transition{words[0], e, words[2]})
		p.at.transitions = append(p.at.transitions, n)
	}
	return nil
}
