package methods_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/envs/ir"
	"github.com/seed38182bad/parallax/examples/checkertest"
)

// What the package comment says of soundness: where a block reads or updates on different ways, a run
// may only read there. All paths together have one view of the place, in a chain with all others.
func TestWays(t *testing.T) {
	const text = `class C { x }
final c = new C
sync func use(o, update) { if update { o.x = 1 } else { r = o.x } }
sync func set(o) { o.x = 2 }
func m(update) { use(c, update); set(c) }
func main() { a = spawn m(nondet(1)); b = spawn m(nondet(1)) }`
	p, err := ir.Parse("x.plx", text)
	require.NoError(t, err)
	require.Empty(t, checker().Static(t, p))
	require.Equal(t, "m on C:5", checkertest.Subjects(offLine(t, p, 5)))
	require.Equal(t, "m on C:5", checkertest.Subjects(checker("ways=true").Static(t, p)))
}

// Of a method and its caller, a run may show only that the caller is inconsistent.
func TestCallersOfRuns(t *testing.T) {
	const text = `class C { x }
final c = new C
sync func get(o) { return o.x }
sync func set(o, v) { o.x = v }
func both(update) { r = get(c); if update { set(c, r) } }
func m() { both(0); set(c, 2) }
func main() { a = spawn m(); b = spawn m(); if nondet(2) > 5 { both(1) } }`
	p, err := ir.Parse("x.plx", text)
	require.NoError(t, err)
	require.Equal(t, "both on C:5", checkertest.Subjects(checker().Static(t, p)))
	require.Equal(t, "m on C:6", checkertest.Subjects(offLine(t, p, 5)))
	require.Equal(t, "both on C:5 m on C:6 main on C:7", checkertest.Subjects(checker("callers=true").Static(t, p)))
}
