package stale

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/envs/ir"
)

// A copy of a variable that no object has is followed like one of a field.
func TestGlobalIsUpdated(t *testing.T) {
	const text = `final book = new Object
var balance
func deposit(n) {
	sync book { b = balance }
	b = b + n
	sync book { balance = b }
}
func main() {
	t = spawn deposit(3)
	u = spawn deposit(4)
}
`
	p, err := ir.Parse("deposit.plx", text)
	require.NoError(t, err)
	require.Equal(t, []int{6}, lines(static(t, p, RelaxedOptions())))
	require.Equal(t, []int{6}, lines(dynamic(t, p, RelaxedOptions(), 10)))
}
