package explore

import (
	"encoding/binary"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestTable adds descriptions of all lengths, the empty one and such as are longer than a chunk, and looks each up.
func TestTable(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 1))
	states := [][]byte{{}}
	for i := range 3000 {
		long := []int{0, 1, 5000, 1<<chunkBits - 20, 1 << chunkBits, 1<<chunkBits + 1}
		n := rnd.IntN(2000)
		if i%500 == 0 {
			n = long[i/500]
		}
		states = append(states, binary.LittleEndian.AppendUint16(make([]byte, n), uint16(i)))
	}
	var set table
	for i, s := range states {
		n, known := set.add(s)
		require.False(t, known)
		require.Equal(t, int32(i), n)
		n, known = set.add(states[i/2])
		require.True(t, known)
		require.Equal(t, int32(i/2), n)
	}
	for i, s := range states {
		require.Equal(t, s, set.state(int32(i)))
	}
	require.Equal(t, len(states), set.len())
}
