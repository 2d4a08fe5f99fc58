package memory_test

import (
	"fmt"
	"slices"
	"strings"

	"pgregory.net/rapid"

	"github.com/seed38182bad/parallax/domains/domaintest"
	"github.com/seed38182bad/parallax/domains/pointer"
	"github.com/seed38182bad/parallax/lattice/latticetest"
)

// fields are the fields of each concrete object; the last is one that no program
// and no generator names.
const fields = drawnFields + 1

// thing is a concrete value: a number, or else a pointer to an object, which is
// nil if it is negative.
type thing struct {
	isNumber bool
	number   int
	object   int
}

var null = thing{object: -1}

// object is a concrete object. latest says that it was allocated by an operation
// of the program, and no other has been at its site since.
type object struct {
	site   pointer.Site
	latest bool
	fields [fields]thing
}

func (o object) name() pointer.Object {
	if o.latest {
		return pointer.Recent(o.site)
	}
	return pointer.Old(o.site)
}

// world is a concrete memory.
type world struct {
	vars    [domaintest.Vars]thing
	objects []object
}

func (w world) clone() world {
	w.objects = slices.Clone(w.objects)
	return w
}

func (w world) String() string {
	var b strings.Builder
	show := func(c thing) string {
		switch {
		case c.isNumber:
			return fmt.Sprint(c.number)
		case c.object < 0:
			return "nil"
		}
		return fmt.Sprintf("&%d", c.object)
	}
	for _, v := range w.vars {
		b.WriteString(show(v) + " ")
	}
	for i, o := range w.objects {
		fmt.Fprintf(&b, "%d=%v{", i, o.name())
		for _, v := range o.fields {
			b.WriteString(show(v) + " ")
		}
		b.WriteString("} ")
	}
	return b.String()
}

func (w world) in(c cell, x thing) bool {
	switch {
	case x.isNumber:
		return c.Second.Has(x.number)
	case x.object < 0:
		return c.First.MayBeNil()
	}
	return c.First.Has(w.objects[x.object].name())
}

// contains is the concretization that the package comment states.
func contains(m mem, w world) bool {
	if !domain.Reached(m) {
		return false
	}
	for x, v := range w.vars {
		if !w.in(domain.Var(m, pointer.Var(x)), v) {
			return false
		}
	}
	for _, o := range w.objects {
		if !domain.Has(m, o.name()) {
			return false
		}
		for f, v := range o.fields {
			if !w.in(domain.Load(m, pointers.To(o.name()), pointer.Field(f)), v) {
				return false
			}
		}
	}
	return true
}

func meaning() latticetest.Gamma[mem, world] {
	return latticetest.Gamma[mem, world]{Lattice: domain, Elements: memories(), Contains: contains, Pick: pick}
}

// pick draws the objects that exist and then what everything holds, so that the
// pointers can be to any of them.
func pick(t *rapid.T, m mem) (world, bool) {
	var w world
	for s := range pointer.Site(domaintest.Sites) {
		for i := range 3 {
			o := object{site: s, latest: i == 0}
			if domain.Has(m, o.name()) && rapid.IntRange(0, 3).Draw(t, "exists") > 0 {
				w.objects = append(w.objects, o)
			}
		}
	}
	ok := domain.Reached(m)
	draw := func(c cell) thing {
		var can []thing
		for n := range 4 {
			if x := (thing{isNumber: true, number: n}); w.in(c, x) {
				can = append(can, x)
			}
		}
		for i := -1; i < len(w.objects); i++ {
			if x := (thing{object: i}); w.in(c, x) {
				can = append(can, x, x)
			}
		}
		if len(can) == 0 {
			ok = false
			return null
		}
		return rapid.SampledFrom(can).Draw(t, "holds")
	}
	for x := range w.vars {
		w.vars[x] = draw(domain.Var(m, pointer.Var(x)))
	}
	for i, o := range w.objects {
		for f := range o.fields {
			w.objects[i].fields[f] = draw(domain.Load(m, pointers.To(o.name()), pointer.Field(f)))
		}
	}
	return w, ok
}
