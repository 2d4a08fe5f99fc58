package typeset

import (
	"cmp"
	"encoding/json"
	"fmt"
	"iter"
	"strings"

	"github.com/seed38182bad/parallax/lattice"
)

// A Set is what an interface value may hold: nil, and values of some types. It
// never changes. The zero Set is bottom: there is no such value.
type Set[T cmp.Ordered] struct {
	types  lattice.Set[T] // listed, or excluded
	except bool           // all types but these
	null   bool
}

// MayBeNil reports whether the value may be nil.
func (s Set[T]) MayBeNil() bool { return s.null }

// IsNil reports whether the value can be nothing but nil.
func (s Set[T]) IsNil() bool { return s.null && s.HasNoType() }

// HasNoType reports whether the value has no dynamic type for certain: it is
// nil, or there is none.
func (s Set[T]) HasNoType() bool { return !s.except && s.types.Len() == 0 }

// IsBottom reports whether there is no such value.
func (s Set[T]) IsBottom() bool { return !s.null && s.HasNoType() }

// IsTop reports whether the value may be anything.
func (s Set[T]) IsTop() bool { return s.null && s.except && s.types.Len() == 0 }

// Has reports whether the dynamic type may be t.
func (s Set[T]) Has(t T) bool { return s.types.Has(t) != s.except }

// Types yields the types that the value may have in ascending order. If listed is
// false, they are those that it cannot have.
func (s Set[T]) Types() (types iter.Seq[T], listed bool) { return s.types.All(), !s.except }

// Single is the one type that the value has unless it is nil.
func (s Set[T]) Single() (T, bool) {
	if !s.except && s.types.Len() == 1 {
		for t := range s.types.All() {
			return t, true
		}
	}
	var none T
	return none, false
}

// NonNil is s without nil.
func (s Set[T]) NonNil() Set[T] {
	s.null = false
	return s
}

// String lists the types and nil, such as {int string nil}; those that cannot be
// stand after any but. It is ⊥ for no value and ⊤ for all.
func (s Set[T]) String() string {
	var parts []string
	for t := range s.types.All() {
		parts = append(parts, fmt.Sprint(t))
	}
	list := strings.Join(parts, " ")
	switch {
	case s.IsBottom():
		return "⊥"
	case s.IsTop():
		return "⊤"
	case s.except && s.null:
		return "any but {" + list + "}"
	case s.except:
		return "any but {" + strings.Join(append(parts, "nil"), " ") + "}"
	case s.null:
		return "{" + strings.Join(append(parts, "nil"), " ") + "}"
	}
	return "{" + list + "}"
}

// MarshalJSON gives an object with nil and with either types or except.
func (s Set[T]) MarshalJSON() ([]byte, error) {
	types := []T{}
	for t := range s.types.All() {
		types = append(types, t)
	}
	if s.except {
		return json.Marshal(struct {
			Nil    bool `json:"nil"`
			Except []T  `json:"except"`
		}{s.null, types})
	}
	return json.Marshal(struct {
		Nil   bool `json:"nil"`
		Types []T  `json:"types"`
	}{s.null, types})
}
