package methods_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/examples/checkertest"
	"github.com/seed38182bad/parallax/examples/methods"
)

func checker(flags ...string) checkertest.Checker {
	return checkertest.Checker{Analyzer: methods.Analyzer, Flags: flags}
}

// What the paper finds in Java's library is found.
func TestText(t *testing.T) {
	c := checker()
	c.Runs = 20
	checkertest.Text(t, c, "testdata/*.plx")
}

func TestGo(t *testing.T) {
	if testing.Short() {
		t.Skip("builds Go programs and runs them")
	}
	checkertest.Go(t, checker(), "testdata/module")
}

// The papers' programs in Go: their findings are those of the textual ones.
func TestPapersInGo(t *testing.T) {
	if testing.Short() {
		t.Skip("builds Go programs and runs them")
	}
	static, dynamic := checker().Both(t, "../checkertest/testdata/papers")
	of := func(fs []envs.Finding) (list []string) {
		for _, f := range fs {
			list = append(list, strings.ReplaceAll(f.Subject, "example.org/papers.", ""))
		}
		return list
	}
	paths := of(static)
	for _, want := range []string{"(*P1).update on P1", "(*P4).run on P4", "(*P5).client on P5"} {
		require.Contains(t, paths, want)
	}
	for _, f := range append(static, dynamic...) {
		require.NotContains(t, f.Subject, "P2")
		require.NotContains(t, f.Subject, "P3")
	}
	require.Subset(t, paths, of(dynamic))
	t.Log(paths, of(dynamic))
}
