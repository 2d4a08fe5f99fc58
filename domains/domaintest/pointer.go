package domaintest

import (
	"pgregory.net/rapid"

	"github.com/seed38182bad/parallax/domains/accesspath"
	"github.com/seed38182bad/parallax/domains/memory"
	"github.com/seed38182bad/parallax/domains/pointer"
)

// The numbers of sites, variables and fields that the generators of memory use.
const (
	Sites  = 2
	Vars   = 3
	Fields = 3
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

// Memories generates elements of d, with values from values.
func Memories[V any](d *memory.Domain[V], values *rapid.Generator[V]) *rapid.Generator[memory.Memory[V]] {
	return rapid.Custom(func(t *rapid.T) memory.Memory[V] {
		m := d.Empty()
		for x := range pointer.Var(Vars) {
			if rapid.Bool().Draw(t, "known") {
				m = d.Assign(m, x, values.Draw(t, "variable"))
			}
		}
		for s := range pointer.Site(Sites) {
			if rapid.Bool().Draw(t, "earlier instances") {
				m = d.AllocateMany(m, s, values.Draw(t, "rest"))
			}
			if rapid.Bool().Draw(t, "latest instance") {
				m = d.Allocate(m, s, values.Draw(t, "rest"))
			}
		}
		only := pointer.Domain{}
		for range rapid.IntRange(0, 3).Draw(t, "stores") {
			o := Objects().Draw(t, "object")
			if d.Has(m, o) {
				f := pointer.Field(rapid.IntRange(0, Fields-1).Draw(t, "field"))
				m = d.Store(m, only.To(o), f, values.Draw(t, "value"))
			}
		}
		return m
	})
}
