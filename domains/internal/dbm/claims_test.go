package dbm_test

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// A Claim says how good the result of an operation is, compared with what the
// operation does to points. Each includes the ones before.
type Claim uint8

const (
	// Unsound is what no operation is.
	Unsound Claim = iota
	// Sound: the result describes all points that it should, and perhaps more.
	Sound
	// Best: no other state, or interval, that describes these points is smaller.
	Best
	// Exact: the result describes these points and no other.
	Exact
)

func (c Claim) String() string { return [...]string{"unsound", "sound", "best", "exact"}[c] }

// A row of the table is an operation, with what zones and octagons claim of it.
type row[S State[S]] struct {
	operation     string
	zone, octagon Claim
	// try draws small states and does the operation to them and to their points. It
	// returns how good this one result is, and what was done.
	try func(*rapid.T) (Claim, string)
}

// table has all relational operations. c and d stand for small numbers.
func (s Suite[S]) table() []row[S] {
	return []row[S]{
		{"x := [c, d]", Exact, Exact, s.assignNumber},
		{"x := x + [c, d]", Exact, Exact, s.assignShift},
		{"x := y + [c, d]", Exact, Exact, s.assignCopy},
		{"x := -y + [c, d], y may be x", Best, Exact, s.assignNegated},
		{"x := any other linear expression", Sound, Sound, s.assignLinear},

		{"assume ±x + [c, d] ≤ 0, < = > ≥", Exact, Exact, s.assumeBound},
		{"assume x - y + [c, d] ≤ 0, < = > ≥", Exact, Exact, s.assumeDifference},
		{"assume ±(x + y) + [c, d] ≤ 0, < = > ≥", Sound, Exact, s.assumeSum},
		{"assume any other linear expression ≤ 0, < = > ≥", Sound, Sound, s.assumeLinear},
		{"assume any linear expression ≠ 0", Sound, Sound, s.assumeUnequal},

		{"forget variables", Exact, Exact, s.forget},
		{"select variables", Exact, Exact, s.selectVariables},
		{"close what facts say", Exact, Exact, s.closeFacts},

		{"order", Exact, Exact, s.order},
		{"merge (join)", Best, Best, s.join},
		{"meet", Exact, Exact, s.meetOfTwo},
		{"widen", Sound, Sound, s.widenOnce},
		{"narrow", Sound, Sound, s.narrowOnce},

		{"bounds of x", Exact, Exact, s.evalVariable},
		{"bounds of x - y", Exact, Best, s.evalDifference},
		{"bounds of x + y", Best, Best, s.evalSum},
		{"bounds of any other linear expression", Sound, Sound, s.evalLinear},
	}
}

// manyWitnesses is the number of results among which there is one that is no better
// than claimed. They are the same in every run.
const manyWitnesses = 10_000

// checkClaims checks of each operation that all its results are as good as is
// claimed, and that one is no better.
func (s Suite[S]) checkClaims(t *testing.T) {
	for _, row := range s.table() {
		claim := row.zone
		if s.Sums {
			claim = row.octagon
		}
		t.Run(row.operation, func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) {
				if got, did := row.try(t); got < claim {
					t.Fatalf("claimed to be %v, but is %v: %s", claim, got, did)
				}
			})
			results := rapid.Custom(func(t *rapid.T) Claim {
				got, _ := row.try(t)
				return got
			})
			for seed := range manyWitnesses {
				if results.Example(seed) <= claim {
					return
				}
			}
			require.Fail(t, "a claim that is too modest", "%d results are all better than %v", manyWitnesses, claim)
		})
	}
}

// judge says how good result is if it should describe the points of want, whatever
// the variables in free are; these are 0 in want.
func (s Suite[S]) judge(result S, want map[point]bool, free ...int) Claim {
	if result.IsBottom() {
		if len(want) == 0 {
			return Exact
		}
		return Unsound
	}
	for p := range want {
		for _, x := range free {
			p[x] = edge
		}
		if !contains(result, p) {
			return Unsound
		}
	}
	if len(want) == 0 || !s.tight(result, want, free) {
		return Sound
	}
	if len(pointsOf(result, free...)) > len(want) {
		return Best
	}
	return Exact
}

// tight reports whether each bound of result is attained by one of the points.
func (s Suite[S]) tight(result S, want map[point]bool, free []int) bool {
	for _, form := range s.forms() {
		in, all := result.Eval(form), attained(want, form)
		for _, term := range form.Terms() {
			for _, x := range free {
				if term.Var == x {
					all = nil
				}
			}
		}
		if !bounds(in, all) {
			return false
		}
	}
	return true
}
