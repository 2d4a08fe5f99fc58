package hash_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/domains/internal/hash"
)

// Short sequences of small numbers, which are what domains hash, do not collide.
func TestAdd(t *testing.T) {
	seen := map[uint64]bool{0: true}
	want := 1
	var visit func(h uint64, depth int)
	visit = func(h uint64, depth int) {
		for x := range uint64(8) {
			n := hash.Add(h, x)
			seen[n] = true
			want++
			if depth > 1 {
				visit(n, depth-1)
			}
		}
	}
	visit(0, 5)
	require.Len(t, seen, want)
}
