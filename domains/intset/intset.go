// Package intset is the domain of finite sets of machine integers of one kind, up to a
// limit. Such a set is what is known of a flag, a state or a mode that takes a few
// values.
//
//	⊤                    anything
//	uint8                any value of the kind
//	{1, 5, 9} uint8      these values
//	⊥                    nothing
//
// A set is its values in ascending order. A set that would have more than the limit
// becomes all values of the kind. A set that has all values of a kind is written as
// that, so that no two elements describe the same. Operations on sets are exact: they
// apply the operation to all values, and are as costly. All values of a kind give all
// values, but where the other operand decides, or leaves a few. Examples are x & 0, x %
// 3 of unsigned numbers, and x < 3.
//
// Chains have at most the limit and four elements. Sets of one value are the constants,
// the oldest of the domains (Kildall, POPL 1973). Bounded sets are as old as the
// k-limiting of Jones and Muchnick (POPL 1979).
package intset

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/seed38182bad/parallax/domains/machine"
)

// A Set is an element of Domain. The zero Set is bottom. Sets are compared by
// Domain.Equal.
type Set struct {
	kind   machine.Kind    // NoKind for bottom and top
	whole  bool            // all values of the kind, or top
	values []machine.Value // otherwise; ascending, without repeats, and never changed
}

var top = Set{whole: true}

// DefaultLimit is the limit of Domain{}.
const DefaultLimit = 8

// Domain is the lattice of sets of at most so many values, with the operations
// of programs. It implements machine.Domain. Domain{} has the default limit; elements
// of one Domain must not be given to one of another limit.
type Domain struct{ limit int }

// New returns the domain of sets of at most limit values. It is an error if that is
// less than 1.
func New(limit int) (Domain, error) {
	if limit < 1 {
		return Domain{}, fmt.Errorf("sets of at most %d integers: want a limit of at least 1", limit)
	}
	return Domain{limit}, nil
}

// Limit is the greatest number of values that a set has.
func (d Domain) Limit() int {
	if d.limit == 0 {
		return DefaultLimit
	}
	return d.limit
}

// Of describes x alone; it is bottom if x is of no kind.
func (Domain) Of(x machine.Value) Set {
	if !x.Kind().Valid() {
		return Set{}
	}
	return Set{kind: x.Kind(), values: []machine.Value{x}}
}

// OfValues describes these values, or all of their kind if they are too many, and
// is top if they are of several kinds. Values of no kind are left out.
func (d Domain) OfValues(values ...machine.Value) Set {
	values = slices.DeleteFunc(slices.Clone(values), func(x machine.Value) bool { return !x.Kind().Valid() })
	if len(values) == 0 {
		return Set{}
	}
	c := d.collect(values[0].Kind())
	for _, x := range values {
		if x.Kind() != c.kind {
			return top
		}
		c.add(x)
	}
	return c.set()
}

func (s Set) isBottom() bool { return !s.whole && len(s.values) == 0 }

// String is the values in braces, such as "{1, 5, 9} uint8", or the name of the
// kind if they are all.
func (s Set) String() string {
	switch {
	case s.isBottom():
		return "⊥"
	case s.whole && s.kind == machine.NoKind:
		return "⊤"
	case s.whole:
		return s.kind.String()
	}
	texts := make([]string, len(s.values))
	for i, x := range s.values {
		texts[i] = x.String()
	}
	return s.kind.Label("{" + strings.Join(texts, ", ") + "}")
}

// MarshalJSON gives an object such as {"kind":"uint8","values":[1,5,9]}, without
// values if they are all; null for
// bottom and "any" for top.
func (s Set) MarshalJSON() ([]byte, error) {
	switch {
	case s.isBottom():
		return []byte("null"), nil
	case s.whole && s.kind == machine.NoKind:
		return []byte(`"any"`), nil
	}
	return json.Marshal(struct {
		Kind   string          `json:"kind"`
		Values []machine.Value `json:"values,omitempty"`
	}{s.kind.String(), s.values})
}
