package zone

import (
	"encoding/json"
	"fmt"
	"strconv"

	"github.com/seed38182bad/parallax/domains/internal/dbm"
	"github.com/seed38182bad/parallax/domains/linear"
	"github.com/seed38182bad/parallax/domains/machine"
)

// MaxVars is the largest number of variables of a State: 500, of which a State takes
// 2 megabytes.
const MaxVars = dbm.MaxVars

// A State is what is known of its variables, numbered from 0. It is changed in
// place by its owner; what only asks may be called by many goroutines. The zero
// State is bottom, with no variables.
//
// A State says nothing of variables that it does not have. Operations on such a
// variable give it more, and States of different numbers of variables can be
// compared, merged, met and widened like others. An operation on a variable that no
// State can have, below 0 or not below MaxVars, returns an error and leaves the
// State as it is.
type State struct{ matrix dbm.Matrix[layout] }

// New returns a State that knows nothing and has room for n variables. It returns an
// error if n is negative or more than MaxVars.
func New(n int) (*State, error) {
	if n < 0 || n > MaxVars {
		return nil, fmt.Errorf("%d variables: want 0 to %d", n, MaxVars)
	}
	return &State{dbm.Top[layout](n)}, nil
}

// Len returns the number of variables that s has.
func (s *State) Len() int { return s.matrix.Len() }

// IsBottom reports whether no integers satisfy s.
func (s *State) IsBottom() bool { return s.matrix.IsBottom() }

// IsTop reports whether nothing is known.
func (s *State) IsTop() bool { return s.matrix.IsTop() }

// SetBottom makes s the State of a point that is not reached.
func (s *State) SetBottom() { s.matrix.SetBottom() }

// SetTop makes s forget all it knows.
func (s *State) SetTop() { s.matrix.SetTop() }

// Clone returns a copy.
func (s *State) Clone() *State { return &State{s.matrix.Clone()} }

// CloneInto returns a copy in the memory of spare.
func (s *State) CloneInto(spare *State) *State {
	s.matrix.CopyInto(&spare.matrix)
	return spare
}

// Leq reports whether s implies other. It is exact.
func (s *State) Leq(other *State) bool { return s.matrix.Leq(&other.matrix) }

// Equal reports whether s and other imply each other. It is exact.
func (s *State) Equal(other *State) bool { return s.matrix.Equal(&other.matrix) }

// Merge raises s to the least State above both.
func (s *State) Merge(other *State) (*State, bool) { return s, s.matrix.Merge(&other.matrix) }

// Meet restricts s to what satisfies other too. It is exact.
func (s *State) Meet(other *State) { s.matrix.Meet(&other.matrix) }

// Widen gives up the bounds of s that do not hold in next. As long as s is not
// changed otherwise, the next widening works on what this one made before it was
// closed; so chains are no longer than there are bounds, (n+1)².
func (s *State) Widen(next *State) (*State, bool) { return s.WidenTo(next, nil) }

// WidenTo is Widen that moves bounds to the nearest of the thresholds and their
// negatives.
func (s *State) WidenTo(next *State, thresholds []int64) (*State, bool) {
	return s, s.matrix.Widen(&next.matrix, thresholds)
}

// Narrow takes from next the bounds that widening gave up.
func (s *State) Narrow(next *State) (*State, bool) { return s, s.matrix.Narrow(&next.matrix) }

// Assign gives variable x the value of e, which may mention x. The result is exact
// for c, x + c, y + c and an interval in place of c; for other expressions it has the
// bounds of x, and of its differences with the variables of e, that follow from
// those of single variables and of pairs.
func (s *State) Assign(x int, e linear.Expr[int]) error { return s.matrix.Assign(x, e) }

// Assume restricts s to where a c b. The result is exact where a - b is a constant
// plus a multiple of x or of x - y, and c is not !=; otherwise, each variable and each
// difference of two in a - b is bounded by what the bounds of the others leave. !=
// moves a bound that it excludes.
func (s *State) Assume(a linear.Expr[int], c machine.Cmp, b linear.Expr[int]) error {
	return s.matrix.Assume(a, c, b)
}

// Forget removes all that is known of xs. It is exact.
func (s *State) Forget(xs ...int) error { return s.matrix.Forget(xs...) }

// Select returns the State whose variable i is what variable xs[i] of s is, and of
// which nothing is known if xs[i] is -1. It is exact. It returns an error for a
// variable that is selected twice.
func (s *State) Select(xs ...int) (*State, error) {
	var r State
	if err := s.matrix.Select(&r.matrix, xs); err != nil {
		return nil, err
	}
	return &r, nil
}

// Eval returns an interval of the values of e: the least one for constants,
// variables, and differences of two. A variable that s does not have may be any
// integer.
func (s *State) Eval(e linear.Expr[int]) linear.Interval { return s.matrix.Eval(e) }

// Bounds returns the least interval of the values of x.
func (s *State) Bounds(x int) linear.Interval { return s.matrix.Bounds(x) }

// Difference returns the least interval of the values of x - y.
func (s *State) Difference(x, y int) linear.Interval {
	if x == y && !s.IsBottom() {
		return linear.Point(0)
	}
	return s.matrix.Pair(x, y, true)
}

// Sum returns an interval of the values of x + y, from the bounds of either.
func (s *State) Sum(x, y int) linear.Interval {
	if x == y {
		return s.Bounds(x).Times(2)
	}
	return s.matrix.Pair(x, y, false)
}

// Facts returns what s says: the bounds of variables, and those of differences
// that do not follow from them. Different States have different
// facts, but for bottom, which has none like top.
func (s *State) Facts() []linear.Fact[int] { return s.matrix.Facts() }

// Hash returns the same number for Equal States, in every run.
func (s *State) Hash() uint64 { return s.matrix.Hash() }

// String is such as 0 <= x0 <= 10, x0 - x1 <= 3.
func (s *State) String() string {
	return s.Format(func(x int) string { return "x" + strconv.Itoa(x) })
}

// Format is String with names for the variables.
func (s *State) Format(name func(x int) string) string {
	if s.IsBottom() {
		return "⊥"
	}
	return linear.Conjunction(s.Facts(), name)
}

// MarshalJSON gives the list of facts, null for bottom.
func (s *State) MarshalJSON() ([]byte, error) {
	if s.IsBottom() {
		return []byte("null"), nil
	}
	return json.Marshal(append([]linear.Fact[int]{}, s.Facts()...))
}
