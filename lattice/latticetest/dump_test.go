package latticetest

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
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
	before := Dump(r)
	require.Equal(t, before, Dump(make()), "two equal values have different dumps")
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
		require.NotEqual(t, before, Dump(r), name)
	}
	require.Equal(t, "nil", Dump(nil))
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
