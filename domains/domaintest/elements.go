package domaintest

import (
	"encoding/json"
	"fmt"
	"testing"

	"github.com/seed38182bad/parallax/lattice"
	"github.com/seed38182bad/parallax/lattice/latticetest"
	"pgregory.net/rapid"
)

// ElementLaws are what all domains promise of their elements as values: the zero
// value is bottom, and elements are equal exactly if they print alike, for
// persons and as JSON; equal ones have equal numbers if the domain hashes.
func ElementLaws[E any](d lattice.Lattice[E], elements *rapid.Generator[E]) []latticetest.Law {
	s := elementLaws[E]{d, elements}
	laws := []latticetest.Law{
		{Name: "element/zero", Says: "the zero value is bottom", Check: func(t *rapid.T) {
			var zero E
			if e := s.one(t); !d.Equal(zero, d.Bottom()) || !d.Leq(zero, e) || d.Leq(e, zero) != d.Equal(e, zero) {
				t.Fatalf("the zero value %v is not bottom, or not below %v", zero, e)
			}
		}},
		{Name: "element/text", Says: "elements are equal exactly if they print alike", Check: func(t *rapid.T) {
			s.injective(t, func(e E) string { return fmt.Sprint(e) })
		}},
		{Name: "element/json", Says: "elements are equal exactly if they have the same JSON", Check: func(t *rapid.T) {
			s.injective(t, func(e E) string {
				text, err := json.Marshal(e)
				if err != nil {
					t.Fatalf("%v has no JSON: %v", e, err)
				}
				return string(text)
			})
		}},
	}
	if h, ok := d.(lattice.Hashing[E]); ok {
		laws = append(laws, latticetest.Law{Name: "element/hash", Says: "equal elements have equal numbers", Check: func(t *rapid.T) {
			s.pairs(t, func(a, b E) {
				if d.Equal(a, b) && h.Hash(a) != h.Hash(b) {
					t.Fatalf("%v and %v are equal and have the numbers %d and %d", a, b, h.Hash(a), h.Hash(b))
				}
			})
		}})
	}
	return laws
}

type elementLaws[E any] struct {
	d        lattice.Lattice[E]
	elements *rapid.Generator[E]
}

func (s elementLaws[E]) one(t *rapid.T) E {
	switch rapid.IntRange(0, 9).Draw(t, "kind of element") {
	case 8:
		return s.d.Bottom()
	case 9:
		return s.d.Top()
	}
	return s.elements.Draw(t, "element")
}

// pairs calls f with elements that are often equal, and often got there in
// different ways.
func (s elementLaws[E]) pairs(t *rapid.T, f func(a, b E)) {
	a, b := s.one(t), s.one(t)
	all := []E{a, b, s.d.Join(a, b), s.d.Join(b, a), s.d.Meet(a, b), s.d.Meet(b, a), s.d.Join(a, s.d.Meet(a, b))}
	for _, x := range all {
		for _, y := range all {
			f(x, y)
		}
	}
}

func (s elementLaws[E]) injective(t *rapid.T, text func(E) string) {
	s.pairs(t, func(a, b E) {
		if x, y := text(a), text(b); (x == y) != s.d.Equal(a, b) || x == "" {
			t.Fatalf("equal is %v, written as %q and %q", s.d.Equal(a, b), x, y)
		}
	})
}

// Allocations checks that Leq, Equal and, on ordered operands, Join, Meet and
// Merge allocate nothing.
func Allocations[E any](t *testing.T, d lattice.Lattice[E], elements *rapid.Generator[E]) {
	t.Helper()
	none := func(what string, a, b E, f func()) {
		t.Helper()
		if n := testing.AllocsPerRun(1, f); n != 0 {
			t.Fatalf("%s allocates %v times\na = %v\nb = %v", what, n, a, b)
		}
	}
	for seed := range 200 {
		a, b := elements.Example(2*seed), elements.Example(2*seed+1)
		none("comparing", a, b, func() { d.Leq(a, b); d.Equal(a, b) })
		b = d.Join(a, b)
		none("comparing ordered operands", a, b, func() { d.Leq(a, b); d.Leq(b, a); d.Equal(a, b) })
		none("a join or meet of ordered operands", a, b, func() { d.Join(a, b); d.Join(b, a); d.Meet(a, b); d.Meet(b, a) })
		if m, ok := d.(lattice.Merging[E]); ok {
			none("merging ordered operands", a, b, func() { m.Merge(a, b); m.Merge(b, a) })
		}
	}
}
