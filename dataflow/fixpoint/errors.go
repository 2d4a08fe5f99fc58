package fixpoint

import (
	"cmp"
	"fmt"

	"github.com/seed38182bad/parallax/envs"
)

// A PanicError says that an analysis panicked.
type PanicError struct {
	Place envs.Place // the zero Place before the first operation
	Of    string     // the analysis; empty if it is the checker
	Value any
	Stack []byte
}

func (e *PanicError) Error() string {
	s := fmt.Sprintf("%s panicked: %v", e.Who(), e.Value)
	if e.Place != (envs.Place{}) {
		s = e.Place.String() + ": " + s
	}
	return s
}

// Who names the analysis.
func (e *PanicError) Who() string { return cmp.Or(e.Of, "checker") }

// A DivergenceError says that a checker's state kept growing at a point where paths meet, usually the head of a loop,
// or that a function is entered in ever more contexts.
type DivergenceError struct {
	Place    envs.Place
	Of       string   // the analysis; empty if it is the checker
	Visits   int      // how often the state at the place grew
	Contexts int      // of the function, if there are too many
	Grows    string   // what kept growing, if the state can tell
	Same     string   // how it is known that the state stays the same, whatever Merge says; empty if it is not
	Last     []string // its last values, or contexts, the oldest first
}

func (e *DivergenceError) Error() string {
	s := fmt.Sprintf("no fixpoint after %d visits", e.Visits)
	if e.Contexts > 0 {
		s = fmt.Sprintf("no fixpoint: the function is entered in %d contexts", e.Contexts)
	}
	if e.Of != "" {
		s = e.Of + " has " + s
	}
	s = e.Place.String() + ": " + s
	if e.Grows != "" {
		s += ": " + e.Grows + " keeps growing"
	}
	if e.Same != "" {
		s += ": Merge reports that the state grew, but it is " + e.Same
	}
	for _, v := range e.Last {
		s += "\n\t" + v
	}
	if e.Contexts > 0 {
		return s + "\n\tlet Enter give fewer contexts, finitely many, or raise MaxVisits"
	}
	if e.Same != "" {
		return s + "\n\tlet Merge report growth only if the receiver is larger than it was"
	}
	return s + "\n\tgive the state a Widen method, or make Merge stabilise"
}
