package machine_test

import (
	"reflect"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/domains/machine"
)

// Each kind has the name, width and bounds of its type in Go.
func TestKindsAreTypes(t *testing.T) {
	types := []reflect.Type{reflect.TypeFor[int8](), reflect.TypeFor[int16](), reflect.TypeFor[int32](),
		reflect.TypeFor[int64](),
		reflect.TypeFor[uint8](), reflect.TypeFor[uint16](), reflect.TypeFor[uint32](), reflect.TypeFor[uint64]()}
	require.Len(t, machine.Kinds(), len(types))
	for i, k := range machine.Kinds() {
		require.True(t, k.Valid())
		require.Equal(t, types[i].Name(), k.String())
		require.Equal(t, types[i].Bits(), k.Bits())
		require.Equal(t, types[i].Kind() <= reflect.Int64, k.Signed())

		below, _ := machine.Apply(machine.Sub, k.Min(), k.Of(1))
		require.Equal(t, k.Max(), below, "the predecessor of the least value")
		require.Negative(t, k.Min().Compare(k.Max()))
	}
}

// Kinds, operations and comparisons that don't exist have a name, and no meaning.
func TestWhatDoesNotExist(t *testing.T) {
	for k, name := range map[machine.Kind]string{machine.NoKind: "none", machine.Uint64 + 1: "kind(9)", 255: "kind(255)"} {
		require.False(t, k.Valid())
		require.False(t, k.Signed())
		require.Zero(t, k.Bits())
		require.Equal(t, name, k.String())
		require.False(t, machine.Int.Of(0).Fits(k))
	}
	require.Equal(t, "op(11)", machine.NumOps.String())
	require.Equal(t, "unary(2)", machine.NumUnaries.String())
	require.Equal(t, "cmp(6)", machine.NumCmps.String())

	one, none := machine.Int.Of(1), machine.Value{}
	_, ok := machine.Apply(machine.NumOps, one, one)
	require.False(t, ok)
	_, ok = machine.ApplyUnary(machine.NumUnaries, one)
	require.False(t, ok)
	require.False(t, machine.NumCmps.Holds(one, one))
	require.Equal(t, machine.NumCmps, machine.NumCmps.Negate())
	require.Equal(t, machine.NumCmps, machine.NumCmps.Swap())
	for op := range machine.NumOps {
		_, ok := machine.Apply(op, none, none)
		require.False(t, ok, op)
		_, ok = machine.Apply(op, none, one)
		require.False(t, ok, op)
		_, ok = machine.Apply(op, one, none)
		require.False(t, ok, op)
	}
	_, ok = machine.Apply(machine.Add, one, machine.Int8.Of(1))
	require.False(t, ok, "operands of two kinds")
	_, ok = machine.ApplyUnary(machine.Neg, none)
	require.False(t, ok)
	require.Equal(t, "none", none.String())
	require.Equal(t, none, one.Convert(machine.NoKind))
	text, err := none.MarshalJSON()
	require.NoError(t, err)
	require.Equal(t, "null", string(text))
}

func TestNames(t *testing.T) {
	require.Equal(t, "[0, 10]", machine.Int.Label("[0, 10]"))
	require.Equal(t, "[0, 10] uint8", machine.Uint8.Label("[0, 10]"))
	for op := range machine.NumOps {
		require.Equal(t, op.String() == "<<" || op.String() == ">>", op.IsShift())
	}
	require.Equal(t, "^", machine.Not.String())
	require.Equal(t, "-", machine.Neg.String())
}
