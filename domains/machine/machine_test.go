package machine_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/domains/machine"
)

// All pairs of 8-bit values against Go's own arithmetic.
func TestApplyIsGo(t *testing.T) {
	if testing.Short() {
		t.Skip("goes through all operations on eight bits")
	}
	goes(t, machine.Int8, func(b int) int8 { return int8(b) }, func(x int8) int64 { return int64(x) })
	goes(t, machine.Uint8, func(b int) uint8 { return uint8(b) }, func(x uint8) int64 { return int64(x) })
}

func goes[T int8 | uint8](t *testing.T, k machine.Kind, from func(int) T, wide func(T) int64) {
	for i := range 256 {
		for j := range 256 {
			x, y := from(i), from(j)
			want := map[machine.Op]T{
				machine.Add: x + y, machine.Sub: x - y, machine.Mul: x * y,
				machine.And: x & y, machine.Or: x | y, machine.Xor: x ^ y, machine.AndNot: x &^ y,
			}
			if y != 0 {
				want[machine.Quo], want[machine.Rem] = x/y, x%y
			}
			if y >= 0 {
				want[machine.Shl], want[machine.Shr] = x<<y, x>>y
			}
			for op := range machine.NumOps {
				got, ok := machine.Apply(op, k.Of(wide(x)), k.Of(wide(y)))
				w, defined := want[op]
				require.Equal(t, defined, ok, "%d %s %d", x, op, y)
				if ok && got != k.Of(wide(w)) {
					t.Fatalf("%d %s %d = %s, want %d", x, op, y, got, w)
				}
			}
			for c, holds := range map[machine.Cmp]bool{machine.Eq: x == y, machine.Ne: x != y, machine.Lt: x < y,
				machine.Le: x <= y, machine.Gt: x > y, machine.Ge: x >= y} {
				if c.Holds(k.Of(wide(x)), k.Of(wide(y))) != holds {
					t.Fatalf("%d %s %d is %v", x, c, y, !holds)
				}
			}
		}
	}
}
