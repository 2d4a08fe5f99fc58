package latticetest

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/seed38182bad/parallax/lattice"
)

type ring struct {
	next  *ring
	label string
	any   any
	bits  map[string][]uint8
	f     func()
}

func TestDumpSeesEverythingAndEnds(t *testing.T) {
	make := func() *ring {
		r := &ring{label: "a", any: 3, bits: map[string][]uint8{"y": {1}, "x": nil}, f: func() {}}
		r.next = &ring{next: r, any: &r.label}
		return r
	}
	r := make()
	before := dump(r)
	require.Equal(t, before, dump(make()), "two equal values have different dumps")
	for name, change := range map[string]func(r *ring){
		"a string":              func(r *ring) { r.label = "b" },
		"behind a pointer":      func(r *ring) { r.next.label = "b" },
		"an interface":          func(r *ring) { r.any = 4 },
		"the type in interface": func(r *ring) { r.any = int8(3) },
		"in a map":              func(r *ring) { r.bits["y"][0]++ },
		"a key":                 func(r *ring) { delete(r.bits, "x") },
	} {
		r := make()
		change(r)
		require.NotEqual(t, before, dump(r), name)
	}
	require.Equal(t, "nil", dump(nil))
}

// holder keeps maps where reflection alone is not shown what they hold.
type holder struct {
	facts lattice.Map[int, []string]
	in    map[string]lattice.Map[uint8, lattice.Map[int, bool]]
	any   any
}

func TestDumpSeesWhatMapsHold(t *testing.T) {
	make := func() *holder {
		h := &holder{in: map[string]lattice.Map[uint8, lattice.Map[int, bool]]{}}
		for i := range 20 {
			h.facts = h.facts.Set(i, []string{"a"})
		}
		var inner lattice.Map[int, bool]
		var outer lattice.Map[uint8, lattice.Map[int, bool]]
		h.in["x"] = outer.Set(1, inner.Set(2, true))
		h.any = h.facts
		return h
	}
	before := dump(make())
	require.Equal(t, before, dump(make()), "two equal values have different dumps")
	for name, change := range map[string]func(h *holder){
		"another key":    func(h *holder) { h.facts = h.facts.Delete(19).Set(20, []string{"a"}) },
		"another value":  func(h *holder) { h.facts = h.facts.Set(3, []string{"b"}) },
		"in a value":     func(h *holder) { v, _ := h.facts.Get(3); v[0] = "b" },
		"in a map":       func(h *holder) { h.in["x"] = h.in["x"].Delete(1) },
		"an interface":   func(h *holder) { h.any = h.facts.Set(3, []string{"b"}) },
		"in a map of it": func(h *holder) { i, _ := h.in["x"].Get(1); h.in["x"] = h.in["x"].Set(1, i.Set(2, false)) },
	} {
		h := make()
		change(h)
		require.NotEqual(t, before, dump(h), name)
	}
	require.Equal(t, "map[1:{map[2:true ] } ]",
		dump(lattice.Map[int, struct{ m lattice.Map[int, bool] }]{}.Set(1,
			struct{ m lattice.Map[int, bool] }{lattice.Map[int, bool]{}.Set(2, true)})))
	require.Equal(t, "map[]", dump(lattice.Map[int, bool]{}))
}

// A state that does not print itself is shown with what it holds.
func TestShown(t *testing.T) {
	h := holder{facts: lattice.Map[int, []string]{}.Set(3, []string{"a"})}
	require.Equal(t, `{map[3:["a" ] ] nil nil }`, shown(h))
	require.Equal(t, 3, shown(3))
	require.Equal(t, []string{"a"}, shown([]string{"a"}))
}

// FuzzSpans is a use of the bridge to the fuzzer; go test runs its seed.
func FuzzSpans(f *testing.F) {
	f.Add([]byte{})
	f.Add([]byte("sixteen bytes of input, and then some more of them to draw from"))
	Fuzz(f, spanLaws(spans{}))
}

func TestFuzzFindsFault(t *testing.T) {
	// What Fuzz passes to the fuzzer, checked the way the other suites are.
	laws := spanLaws(bottomNotLeast{})
	o := observe(Law{Name: "any", Check: func(t *rapid.T) { pick(t, laws).Check(t) }})
	require.True(t, o.failed)
}
