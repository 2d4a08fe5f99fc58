package lattice

import (
	"testing"
	"unsafe"

	"github.com/stretchr/testify/require"
)

// Leaves of all sizes keep their keys where keys looks for them, and their values
// within reach of valsAt.
func TestLayoutOfLeaves(t *testing.T) {
	t.Run("small", testLayout[uint8, struct{}])
	t.Run("words", testLayout[uint64, int64])
	t.Run("aligned", testLayout[uint8, complex128])
	t.Run("odd", testLayout[uint16, [3]byte])
}

func testLayout[K Integer, V any](t *testing.T) {
	want := unsafe.Offsetof(leaf[K, V, [1]K, [1]V]{}.keys)
	require.Equal(t, want, unsafe.Offsetof(leaf[K, V, [2]K, [2]V]{}.keys))
	require.Equal(t, want, unsafe.Offsetof(leaf[K, V, [4]K, [4]V]{}.keys))
	require.Equal(t, want, unsafe.Offsetof(leaf[K, V, [6]K, [6]V]{}.keys))
	require.Equal(t, want, unsafe.Offsetof(leaf[K, V, [leafMax]K, [leafMax]V]{}.keys))
	require.Less(t, unsafe.Offsetof(leaf[K, V, [leafMax]K, [leafMax]V]{}.vals), uintptr(256))
	for size := 1; size <= leafMax; size++ {
		n := blankLeaf[K, V](size)
		require.Len(t, n.keys(), size)
		require.Len(t, n.vals(), size)
	}
}
