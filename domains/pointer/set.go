package pointer

import (
	"encoding/json"
	"iter"
	"strings"

	"github.com/seed38182bad/parallax/lattice"
)

// A Set is what a pointer may be: nil, or a pointer to one of some objects, or to
// any. It never changes. The zero Set is bottom: there is no such pointer.
type Set struct {
	objects lattice.Set[Object]
	null    bool
}

// MayBeNil reports whether the pointer may be nil.
func (p Set) MayBeNil() bool { return p.null }

// IsNil reports whether the pointer can be nothing but nil.
func (p Set) IsNil() bool { return p.null && p.objects.Len() == 0 }

// IsAny reports whether the pointer may point to any object.
func (p Set) IsAny() bool { return p.objects.IsTop() }

// IsBottom reports whether there is no such pointer.
func (p Set) IsBottom() bool { return !p.null && p.objects.Len() == 0 }

// PointsNowhere reports whether there is no object that the pointer may point
// to: following it never succeeds.
func (p Set) PointsNowhere() bool { return p.objects.Len() == 0 }

// Has reports whether the pointer may point to o.
func (p Set) Has(o Object) bool { return p.objects.Has(o) }

// Len is the number of objects that the pointer may point to, -1 if to any.
func (p Set) Len() int { return p.objects.Len() }

// Objects yields the objects that the pointer may point to in ascending order;
// none if it may point to any.
func (p Set) Objects() iter.Seq[Object] { return p.objects.All() }

// Single is the one object that the pointer points to unless it is nil. It also
// says whether that is known to be one, an instance and not a summary of
// several.
func (p Set) Single() (Object, bool) {
	if p.Len() == 1 {
		for o := range p.Objects() {
			return o, o.Single()
		}
	}
	return 0, false
}

// NonNil is p without nil: what is left of the pointer where it was followed, or
// compared with nil and found different.
func (p Set) NonNil() Set { return Set{objects: p.objects} }

// Without is p without o. Of a pointer to any object it takes nothing.
func (p Set) Without(o Object) Set {
	if p.IsAny() || !p.Has(o) {
		return p
	}
	return p.mapped(func(x Object) (Object, bool) { return x, x != o })
}

// Age is what p is after site s has allocated once more.
func (p Set) Age(s Site) Set {
	if p.IsAny() || !p.Has(Recent(s)) {
		return p
	}
	return p.mapped(func(o Object) (Object, bool) { return o.Age(s), true })
}

func (p Set) mapped(f func(Object) (Object, bool)) Set {
	objects := make([]Object, 0, p.Len())
	for o := range p.Objects() {
		if o, keep := f(o); keep {
			objects = append(objects, o)
		}
	}
	return Set{objects: lattice.SetOf(objects...), null: p.null}
}

// String lists the objects and nil, such as {#1 #2* nil}. It is ⊥ for no pointer,
// ⊤ for any, and {any} for any but nil.
func (p Set) String() string {
	switch {
	case p.IsBottom():
		return "⊥"
	case p.IsAny() && p.null:
		return "⊤"
	case p.IsAny():
		return "{any}"
	}
	var parts []string
	for o := range p.Objects() {
		parts = append(parts, o.String())
	}
	if p.null {
		parts = append(parts, "nil")
	}
	return "{" + strings.Join(parts, " ") + "}"
}

// MarshalJSON gives an object with nil, and with objects or any.
func (p Set) MarshalJSON() ([]byte, error) {
	if p.IsAny() {
		return json.Marshal(struct {
			Nil bool `json:"nil"`
			Any bool `json:"any"`
		}{p.null, true})
	}
	names := []string{}
	for o := range p.Objects() {
		names = append(names, o.String())
	}
	return json.Marshal(struct {
		Nil     bool     `json:"nil"`
		Objects []string `json:"objects"`
	}{p.null, names})
}
