package balance_test

import (
	"context"
	"fmt"
	"io"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/dataflow"
	"github.com/seed38182bad/parallax/examples/balance"
	"github.com/seed38182bad/parallax/examples/session"
)

// A run that ends at a lock tells of it: one that is given back twice, or on the other side, or taken by its holder.
func TestRunsThatEnd(t *testing.T) {
	if testing.Short() {
		t.Skip("builds six programs with probes and runs them")
	}
	for dir, want := range map[string][]string{
		"unlocktwice": {"main.go:14 unlock-unheld"}, "sidemixed": {"main.go:17 unlock-side"},
		"locktwice":         {"main.go:13 lock-twice"},
		"unlocktwice/fixed": nil, "sidemixed/fixed": nil, "locktwice/fixed": nil,
	} {
		s := &session.Session{
			Checkers:     []*dataflow.Analyzer{balance.Analyzer()},
			Environments: []session.Environment{session.GoPackages()}, Dir: "../blocking/testdata/pairs/" + dir,
		}
		programs, err := s.Open(context.Background(), session.Source{Patterns: []string{"."}, Runs: true})
		require.NoError(t, err)
		r, err := programs[0].Watch(context.Background(), session.RunConfig{Stdout: io.Discard, Stderr: io.Discard})
		require.Equal(t, want == nil, err == nil, "%s: %v", dir, err)
		var got []string
		for _, f := range r.Findings {
			got = append(got, fmt.Sprintf("%s:%d %s", f.Pos.File, f.Pos.Line, f.Kind))
		}
		require.Equal(t, want, got, dir)
	}
}
