package memory_test

import (
	"github.com/seed38182bad/parallax/domains/domaintest"
	"github.com/seed38182bad/parallax/domains/memory"
	"github.com/seed38182bad/parallax/domains/pointer"
	"pgregory.net/rapid"
)

// drawnFields is the number of fields that drawn programs and memoriesOf use.
const drawnFields = 3

// memoriesOf generates elements of d, with values from values.
func memoriesOf[V any](d *memory.Domain[V], values *rapid.Generator[V]) *rapid.Generator[memory.Memory[V]] {
	return rapid.Custom(func(t *rapid.T) memory.Memory[V] {
		m := d.Empty()
		for x := range pointer.Var(domaintest.Vars) {
			if rapid.Bool().Draw(t, "known") {
				m = d.Assign(m, x, values.Draw(t, "variable"))
			}
		}
		for s := range pointer.Site(domaintest.Sites) {
			if rapid.Bool().Draw(t, "earlier instances") {
				m = d.AllocateMany(m, s, values.Draw(t, "rest"))
			}
			if rapid.Bool().Draw(t, "latest instance") {
				m = d.Allocate(m, s, values.Draw(t, "rest"))
			}
		}
		only := pointer.Domain{}
		for range rapid.IntRange(0, 3).Draw(t, "stores") {
			o := domaintest.Objects().Draw(t, "object")
			if d.Has(m, o) {
				f := pointer.Field(rapid.IntRange(0, drawnFields-1).Draw(t, "field"))
				m = d.Store(m, only.To(o), f, values.Draw(t, "value"))
			}
		}
		return m
	})
}
