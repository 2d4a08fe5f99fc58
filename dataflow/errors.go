package dataflow

import (
	"fmt"

	"github.com/seed38182bad/parallax/dataflow/fixpoint"
	"github.com/seed38182bad/parallax/envs"
)

// A Place is an operation that an error speaks of.
type Place = fixpoint.Place

// A PanicError says that a checker panicked.
type PanicError = fixpoint.PanicError

// A DivergenceError says that a checker's state kept growing at a point where paths meet.
type DivergenceError = fixpoint.DivergenceError

// An InputError is something wrong in a file that the user has written.
type InputError struct {
	Pos     envs.Position
	Message string
}

func (e *InputError) Error() string { return fmt.Sprintf("%s: %s", e.Pos, e.Message) }
