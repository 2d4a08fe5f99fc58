package main

import (
	"bytes"
	"context"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/seed38182bad/parallax/envs/ir/irgen"
	"github.com/seed38182bad/parallax/examples/checkertest"
	"github.com/seed38182bad/parallax/examples/driver"
	"github.com/seed38182bad/parallax/lattice/latticetest"
)

var tested = checkertest.Checker{Analyzer: analyzer}

// What is found stands in comments of the programs.
func TestText(t *testing.T) { checkertest.Text(t, tested, "testdata/*.plx") }
func TestGo(t *testing.T)   { checkertest.Go(t, tested, "testdata/module") }

// What runs of generated programs show is found over all paths too.
func TestSound(t *testing.T) {
	checkertest.Contained(t, tested, checkertest.Generated(200, func(draw irgen.Draw) string {
		return irgen.Program(draw, irgen.Options{})
	}))
}

// The laws that every state has to obey, in one line.
func TestLaws(t *testing.T) {
	latticetest.CheckState(t, rapid.Map(rapid.Bool(), func(b bool) released { return released(b) }))
}

func TestBothSides(t *testing.T) {
	var out, errs bytes.Buffer
	status := driver.Run(context.Background(), []string{"compare", "-C", "../bank", "bank.plx"}, nil, &out, &errs, analyzer())
	require.Equal(t, 1, status, errs.String())
	require.Contains(t, out.String(), "depositSlowly")
	require.Contains(t, out.String(), "withdrawHopefully")
	require.NotRegexp(t, `dynamic only +[1-9]`, out.String())
}
