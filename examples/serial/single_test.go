package serial_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/examples/checkertest"
)

// One operation is one step, whatever it consists of: an access and the order that it brings about, or all that a
// sync.Map or a channel does inside. Two operations are two.
func TestSingle(t *testing.T) {
	if testing.Short() {
		t.Skip("builds Go programs and runs them")
	}
	t.Parallel()
	for data, gap := range map[string]string{
		"false": "after a channel is sent to and before a channel is received from",
		"true":  "after example.com/single.Cell.n is read and before example.com/single.Cell.n is written",
	} {
		c := checker
		c.Flags = []string{"data=" + data}
		_, found := c.Both(t, "testdata/single")
		for _, f := range found {
			require.Equal(t, "(*example.com/single.Cell).Reset", f.Subject, checkertest.Story(f))
			require.Contains(t, f.Message, gap)
		}
		require.Len(t, found, 1)
	}
}
