package lattice_test

import (
	"encoding/json"
	"math"
	"testing"

	"github.com/seed38182bad/parallax/lattice"
	"github.com/stretchr/testify/require"
)

func TestJSON(t *testing.T) {
	sets := lattice.Powerset[string]{Limit: 2}
	for want, v := range map[string]any{
		`[]`:                              sets.Bottom(),
		`["a","b"]`:                       sets.Of("b", "a"),
		`"⊤"`:                             sets.Top(),
		`["⊤"]`:                           sets.Of("⊤"),
		`null`:                            lattice.Lifted[int]{},
		`{"value":3}`:                     lattice.Just(3),
		`{"of":[1,2]}`:                    map[string]any{"of": lattice.JSON([]int{1, 2})},
		`{"of":"{7}"}`:                    map[string]any{"of": lattice.JSON(struct{ hidden int }{7})},
		`{"of":"+Inf"}`:                   map[string]any{"of": lattice.JSON(math.Inf(1))},
		`{"value":null}`:                  lattice.Just(lattice.Lifted[int]{}),
		`{"value":"⊤"}`:                   lattice.Just("⊤"),
		`{"First":[],"Second":["first"]}`: lattice.Pair[lattice.Set[int], lattice.Set[string]]{Second: sets.Of("first")},
	} {
		got, err := json.Marshal(v)
		require.NoError(t, err)
		require.Equal(t, want, string(got))
	}
}
