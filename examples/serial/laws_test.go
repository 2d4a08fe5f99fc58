package serial

import (
	"testing"

	"pgregory.net/rapid"

	"github.com/seed38182bad/parallax/dataflow/transactions"
	"github.com/seed38182bad/parallax/lattice/latticetest"
)

func TestStateLaws(t *testing.T) {
	latticetest.CheckState(t, rapid.Custom(func(t *rapid.T) state {
		return state{is: transactions.State(rapid.IntRange(0, 15).Draw(t, "is"))}
	}))
}
