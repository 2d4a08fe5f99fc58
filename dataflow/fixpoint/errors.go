package fixpoint

import (
	"fmt"

	"github.com/seed38182bad/parallax/envs"
)

// A Place is an operation that an error speaks of.
type Place struct {
	Func string
	Op   string
	Pos  envs.Position
}

func (p Place) String() string { return fmt.Sprintf("%s: %s: %s", p.Pos, p.Func, p.Op) }

// A PanicError says that a checker panicked.
type PanicError struct {
	Place Place
	Value any
	Stack []byte
}

func (e *PanicError) Error() string {
	return fmt.Sprintf("%s: checker panicked: %v", e.Place, e.Value)
}

// A DivergenceError says that a checker's state kept growing at a point where
// paths meet, usually the head of a loop.
type DivergenceError struct {
	Place  Place
	Visits int      // how often the state at the place grew
	Grows  string   // what kept growing, if the state can tell
	Last   []string // its last values, the oldest first
}

func (e *DivergenceError) Error() string {
	s := fmt.Sprintf("%s: no fixpoint after %d visits", e.Place, e.Visits)
	if e.Grows != "" {
		s += ": " + e.Grows + " keeps growing"
	}
	for _, v := range e.Last {
		s += "\n\t" + v
	}
	return s + "\n\tgive the state a Widen method, or make Merge stabilise"
}

// PlaceOf is the place of a point.
func PlaceOf(p envs.Program, at envs.Point) Place {
	fn := p.Func(at.Func())
	pl := Place{Func: fn.Name, Pos: p.Position(at)}
	if pc := at.PC(); pc >= 0 && int(pc) < len(fn.Ops) {
		pl.Op = fn.Ops[pc].String()
	}
	return pl
}
