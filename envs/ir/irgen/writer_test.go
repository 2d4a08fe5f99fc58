package irgen_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/envs/ir/irgen"
)

// A generator embeds a Writer. Choice 0 is the simplest.
func TestWriter(t *testing.T) {
	written := func(choice int) string {
		w := irgen.Writer{Draw: func(_ string, n int) int { return min(choice, n-1) }}
		w.Line("func main() {")
		w.Some(3, func() { w.Line("%s = %d", w.Pick("x", "y"), choice) })
		w.Line("}")
		return w.String()
	}
	require.Equal(t, "func main() {\nx = 0\n}\n", written(0))
	require.Equal(t, "func main() {\ny = 2\ny = 2\ny = 2\n}\n", written(2))
}
