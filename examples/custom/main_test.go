package main

import (
	"bytes"
	"context"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/seed38182bad/parallax/examples/driver"
	"github.com/seed38182bad/parallax/lattice/latticetest"
)

func TestBothSides(t *testing.T) {
	var out, errs bytes.Buffer
	status := driver.Run(context.Background(), []string{"compare", "-C", "../bank", "bank.plx"}, nil, &out, &errs, analyzer())
	require.Equal(t, 1, status, errs.String())
	require.Contains(t, out.String(), "depositSlowly")
	require.Contains(t, out.String(), "withdrawHopefully")
	require.NotRegexp(t, `dynamic only +[1-9]`, out.String())
}

// The laws that every state has to obey, in one line.
func TestLaws(t *testing.T) {
	latticetest.CheckState(t, rapid.Map(rapid.Bool(), func(b bool) released { return released(b) }))
}
