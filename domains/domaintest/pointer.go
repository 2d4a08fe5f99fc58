package domaintest

import (
	"pgregory.net/rapid"

	"github.com/seed38182bad/parallax/domains/accesspath"
	"github.com/seed38182bad/parallax/domains/pointer"
)

// The numbers of sites and variables that the generators of memory use.
const (
	Sites = 2
	Vars  = 3
)

// Objects generates the abstract objects of the first Sites sites.
func Objects() *rapid.Generator[pointer.Object] {
	return rapid.Map(rapid.IntRange(0, 2*Sites-1), func(i int) pointer.Object { return pointer.Object(i) })
}

// Pointers generates elements of d.
func Pointers(d pointer.Domain) *rapid.Generator[pointer.Set] {
	return rapid.Custom(func(t *rapid.T) pointer.Set {
		var p pointer.Set
		switch objects := rapid.SliceOfN(Objects(), 0, 3).Draw(t, "objects"); {
		case rapid.IntRange(0, 9).Draw(t, "any") == 9:
			p = d.NonNil()
		default:
			p = d.To(objects...)
		}
		if rapid.Bool().Draw(t, "nil") {
			p = d.Join(p, d.Nil())
		}
		return p
	})
}

// AccessPaths generates elements of d, none of which is bottom or top.
func AccessPaths(d accesspath.Domain) *rapid.Generator[accesspath.Path] {
	return rapid.Custom(func(t *rapid.T) accesspath.Path {
		x := pointer.Var(rapid.IntRange(0, Vars-1).Draw(t, "root"))
		fields := rapid.SliceOfN(rapid.Map(rapid.IntRange(0, 1), func(i int) pointer.Field { return pointer.Field(i) }), 0,
			4).Draw(t, "fields")
		if rapid.Bool().Draw(t, "exact") {
			return d.Of(x, fields...)
		}
		return d.From(x, fields...)
	})
}
