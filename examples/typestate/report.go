package typestate

import (
	"fmt"

	"github.com/seed38182bad/parallax/domains/automaton"
	"github.com/seed38182bad/parallax/envs"
)

// report tells that a fact comes to a state in which it should not be, and how it came
// there.
func report(env envs.Env, f *fact, v automaton.State, cause envs.Point, what string) {
	env.Report(reported(f, v, cause, env.Point(), what))
}

func reported(f *fact, v automaton.State, cause, at envs.Point, what string) envs.Report {
	r := envs.Report{Kind: f.of.Name() + "-" + v.Name, Cause: cause, Message: message(f.of, v)}
	if !f.made.IsZero() {
		r.Evidence = append(r.Evidence, envs.Evidence{At: f.made, Text: "obtained here"})
	}
	if f.last != f.made && !f.last.IsZero() {
		r.Evidence = append(r.Evidence, envs.Evidence{At: f.last, Text: f.state() + " from here on"})
	}
	r.Evidence = append(r.Evidence, envs.Evidence{At: at, Text: what})
	return r
}

// message is what the property says of a state, or what is known without it.
func message(p *Property, v automaton.State) string {
	switch {
	case v.Message != "":
		return v.Message
	case v.Role == automaton.Leak:
		return fmt.Sprintf("an object of the property %s ends in the state %s, which is a leak", p.Name(), v.Name)
	}
	return fmt.Sprintf("an object of the property %s comes to the state %s, which is an error", p.Name(), v.Name)
}
