package sequence

import (
	"encoding/json"
	"fmt"
	"math"
	"strings"

	"github.com/seed38182bad/parallax/domains/interval"
	"github.com/seed38182bad/parallax/domains/machine"
	"github.com/seed38182bad/parallax/lattice"
)

// unbounded is the greatest length.
const unbounded = math.MaxInt64

// A Sequence is a set of sequences; see the package comment. It never changes. The
// zero Sequence is bottom.
type Sequence[V any] struct {
	lo, hi int64 // the least and the greatest length
	elems  []V   // at the first indices below hi, as many as the domain keeps
	rest   V     // at all other indices below hi, if there are any
	some   bool  // not bottom
}

// IsBottom reports whether s describes no sequence.
func (s Sequence[V]) IsBottom() bool { return !s.some }

// Len is the length, as values of type int.
func (s Sequence[V]) Len() interval.Interval {
	if !s.some {
		return interval.Interval{}
	}
	n, _ := interval.Between(machine.Int.Of(s.lo), machine.Int.Of(s.hi)) // lo ≤ hi
	return n
}

// hasRest reports whether there are indices that are not kept one by one.
func (s Sequence[V]) hasRest() bool { return s.some && s.hi > int64(len(s.elems)) }

// String lists the elements, the summary of the rest followed by …, and the
// length if it is not known from the elements.
func (s Sequence[V]) String() string {
	if !s.some {
		return "⊥"
	}
	var parts []string
	for _, v := range s.elems {
		parts = append(parts, fmt.Sprint(v))
	}
	if s.hasRest() {
		parts = append(parts, fmt.Sprint(s.rest)+"…")
	}
	text := "[" + strings.Join(parts, ", ") + "]"
	switch {
	case s.lo == s.hi && !s.hasRest():
	case s.hi == unbounded:
		text += fmt.Sprintf(" length [%d, ∞)", s.lo)
	default:
		text += fmt.Sprintf(" length [%d, %d]", s.lo, s.hi)
	}
	return text
}

// MarshalJSON gives null for bottom, and otherwise an object with the bounds of the
// length, of which the upper may be missing, the elements, and the rest if there is
// one, with values as of lattice.JSON.
func (s Sequence[V]) MarshalJSON() ([]byte, error) {
	if !s.some {
		return []byte("null"), nil
	}
	out := struct {
		Length   []int64 `json:"length"`
		Elements []any   `json:"elements"`
		Rest     any     `json:"rest,omitempty"`
	}{Length: []int64{s.lo}, Elements: []any{}}
	if s.hi < unbounded {
		out.Length = append(out.Length, s.hi)
	}
	for _, v := range s.elems {
		out.Elements = append(out.Elements, lattice.JSON(v))
	}
	if s.hasRest() {
		out.Rest = lattice.JSON(s.rest)
	}
	return json.Marshal(out)
}
