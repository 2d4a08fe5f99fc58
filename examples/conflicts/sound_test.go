package conflicts_test

import (
	"flag"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/ir"
	"github.com/seed38182bad/parallax/examples/checkertest"
	"github.com/seed38182bad/parallax/examples/conflicts"
)

var programs = flag.Int("conflicts.programs", 150, "how many generated programs are looked at of each kind")

var (
	checker = checkertest.Checker{Analyzer: conflicts.Analyzer}
	data    = checkertest.Checker{Analyzer: conflicts.Analyzer, Flags: []string{"data=true"}}
)

// Transactions that are not reported leave nothing behind that they do not if each is executed at once.
func TestAcceptedIsAtomic(t *testing.T) {
	n := *programs
	if testing.Short() {
		n = min(n, 20)
	}
	count := checkertest.AcceptedIsAtomic(t, n, map[string]checkertest.Way{
		"all": func(p *ir.Program, _ string) ([]envs.Finding, bool) { return checker.Static(t, p), true },
		"data": func(p *ir.Program, text string) ([]envs.Finding, bool) {
			return data.Static(t, p), !strings.Contains(text, "wait")
		},
	})
	require.Greater(t, count["all"], n)
	require.Greater(t, count["data"], count["all"]/2)
}

// What the package comment assumes is needed: these are not atomic, and not reported.
func TestAssumptions(t *testing.T) {
	const head = "final a = new Object\nfinal b = new Object\nvar x\nvar y\n"
	const threads = "func t0() { f() }\nfunc t1() { g() }\nfunc main() { spawn t0(); spawn t1() }\n"
	for _, c := range []struct {
		checker checkertest.Checker
		text    string
	}{
		{checker, "atomic func f() { sync a { x = 1; x = 2 } }\n" + // g fails while f is in the middle
			"atomic func g() { if tryacquire a { release a } else { y = 1 } }\n" + threads},
		{data, "atomic func f() { sync a { n = x; if n == 0 { wait a }; y = n + 1 } }\n" + // y is 1: serially it is 2
			"atomic func g() { sync a { x = 1; notify a } }\n" + threads},
		{data, "atomic func f() { sync a { sync b { x = 1 } } }\n" +
			"atomic func g() { sync b { sync a { y = 1 } } }\n" + threads},
	} {
		p, err := ir.Parse("x.plx", head+c.text)
		require.NoError(t, err)
		found := c.checker.Static(t, p)
		require.Empty(t, found)
		shown, complete := p.Interference(isAtomic, ir.Options{})
		require.True(t, complete)
		require.NotNil(t, shown, c.text)
	}
}

func isAtomic(fn *envs.Func) bool { return fn.Atomic }
