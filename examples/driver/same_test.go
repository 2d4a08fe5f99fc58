package driver

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// The same input gives the same bytes, on real packages with hundreds of findings.
func TestSameBytes(t *testing.T) {
	if testing.Short() {
		t.Skip("builds the command and runs it")
	}
	for _, mode := range []string{"-plain", "-plain=false"} {
		args := []string{"check", "-json", mode, "database/sql", "net/http", "go/types"}
		first := do(t, args...)
		require.NotEmpty(t, first.decode(t).Findings, mode)
		for range 2 {
			require.Equal(t, first.out, do(t, args...).out, mode)
		}
	}
}
