package octagon

import "github.com/seed38182bad/parallax/domains/internal/dbm"

// MaxVars is the largest number of variables of a State: 500, of which a State takes
// 4 megabytes, and closing it a third of a second.
const MaxVars = dbm.MaxVars

// A State is what is known of its variables, numbered from 0. It is changed in place.
// Assign, Assume, Forget and Meet change it as a program does; Eval, Bounds, Difference,
// Sum and Facts ask it; Merge, Widen and Narrow are for an engine. Variables
// that it does not have may have any value.
type State = dbm.State[layout]

// New returns a State that knows nothing and has room for n variables. It returns an
// error if n is negative or more than MaxVars.
func New(n int) (*State, error) { return dbm.New[layout](n) }
