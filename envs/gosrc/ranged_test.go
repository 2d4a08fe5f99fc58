package gosrc

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/envs"
)

// A loop over a method of another package, whose body is not loaded, is a call of that method.
func TestRangeOverMethodWithoutBody(t *testing.T) {
	if testing.Short() {
		t.Skip("loads Go packages from their source")
	}
	p := source(t, `
import "sync"

func F(m *sync.Map) (n int) {
	for range m.Range {
		n++
	}
	return n
}`)
	fn := p.fn(t, "F")
	for i := range fn.Ops {
		require.NotNil(t, p.Detail(envs.At(fn.ID, int32(i))))
	}
	_, others, _ := p.Knows().Start()
	require.Contains(t, others, fn.ID)
}
