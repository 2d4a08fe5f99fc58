package gosrc

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/envs"
)

// Functions lowered from SSA are strict, unless they defer calls, which read at the returns what some paths never
// defined, or select: each case defines results of its own.
func TestStrict(t *testing.T) {
	if testing.Short() {
		t.Skip("loads Go packages from their source")
	}
	p, err := Load(context.Background(), Config{Dir: t.TempDir(), Patterns: []string{"encoding/json", "net/http",
		"text/template", "go/types"}, Deps: true})
	require.NoError(t, err)
	loose := 0
	for id := range envs.FuncID(p.NumFuncs()) {
		fn := p.Func(id)
		if !fn.Strict {
			loose++
			continue
		}
		require.NoError(t, fn.Check())
	}
	require.Less(t, loose*10, p.NumFuncs())
}
