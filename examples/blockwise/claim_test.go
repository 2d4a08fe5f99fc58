package blockwise_test

import (
	"regexp"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/ir"
	"github.com/seed38182bad/parallax/envs/ir/irgen"
	"github.com/seed38182bad/parallax/examples/blockwise"
	"github.com/seed38182bad/parallax/examples/checkertest"
	"github.com/seed38182bad/parallax/examples/checkertest/drawn"
)

var (
	byCalls = checkertest.Checker{Analyzer: blockwise.Analyzer}
	// What a transaction must not do, for what is claimed; and what may make runs differ by more than their order.
	excepted = regexp.MustCompile(`wait|spawn fill`)
	branches = regexp.MustCompile(`if|while|nondet`)
)

// If nothing is reported, transactions leave nothing behind that they do not if each is executed at once. So it is over
// all paths, and in a run of a program that does the same under each schedule.
func TestAcceptedIsAtomic(t *testing.T) {
	n := *programs
	if testing.Short() {
		n = min(n, 20)
	}
	count := map[string]int{}
	for _, generate := range []func(irgen.Draw) string{
		drawn.Calls, drawn.Marked(irgen.Schedules), drawn.Marked(irgen.Protected),
		drawn.Marked(drawn.Sharing),
	} {
		for seed := range uint64(2 * n) {
			text := checkertest.Spurious(generate(irgen.Seeded(seed)))
			p, err := ir.Parse("x.plx", text)
			require.NoError(t, err)
			j := checkertest.Judge(p, nil, 20_000)
			if excepted.MatchString(text) || !j.Complete {
				continue
			}
			if j.Shown != nil {
				count["not atomic"]++
			}
			finds := func(side string, found []envs.Finding) {
				if len(found) == 0 {
					require.Nil(t, j.Shown, "seed %d, %s: not atomic, and not reported\n%s", seed, side, text)
					count[side]++
				}
			}
			finds("all paths", byCalls.Static(t, p))
			if !branches.MatchString(text) {
				c := byCalls
				c.Offline = true
				finds("off-line", c.Dynamic(t, p, checkertest.Schedules(p, 2)...))
			}
		}
	}
	t.Log(count)
	require.Greater(t, count["not atomic"], n/3)
	require.Greater(t, count["all paths"], n/2)
	require.Greater(t, count["off-line"], n/8)
}

// What the package comment assumes is needed: these are not atomic, and not reported over all paths, or f is not.
func TestAssumptions(t *testing.T) {
	const head = "class C { f }\nfinal a = new C\nfinal b = new C\nvar x\nvar y\nvar z\n"
	const threads = "func t0() { f() }\nfunc t1() { g() }\nfunc main() { spawn t0(); spawn t1() }\n"
	for name, text := range map[string]string{
		"an attempt fails while f is in the middle": "atomic func f() { sync a { x = 1; x = 2 } }\n" +
			"atomic func g() { if tryacquire a { release a } else { y = 1 } }\n" + threads,
		"a deadlock": "atomic func f() { sync a { sync b { x = 1 } } }\n" +
			"atomic func g() { sync b { sync a { y = 1 } } }\n" + threads,
		"a wait": "atomic func f() { sync a { n = x; if n == 0 { wait a }; y = n + 1 } }\n" +
			"atomic func g() { sync a { x = 1; notify a } }\n" + threads,
		"a thread that is waited for": "func h() { x = y }\natomic func f() { y = 1; t = spawn h(); join t }\n" +
			"func g() { y = 2 }\n" + threads,
		"a lock that was taken before": "atomic func f() { release a; acquire a }\n" +
			"func g() { sync a { x = 1; y = x } }\n" +
			"func t0() { acquire a; x = 2; f(); z = x; release a }\nfunc t1() { g() }\nfunc main() { spawn t0(); spawn t1() }",
	} {
		p, err := ir.Parse("x.plx", head+text)
		require.NoError(t, err)
		for _, f := range byCalls.Static(t, p) {
			require.NotEqual(t, "f", f.Subject, name)
		}
		shown, complete := p.Interference(func(fn *envs.Func) bool { return fn.Atomic }, ir.Options{})
		require.True(t, complete)
		require.NotNil(t, shown, name)
	}
}

// A transaction that is not reported beside one that is may be split as well: f lets g see a write that is not its
// final one. If g is mended, it does not.
func TestBesideReported(t *testing.T) {
	const text = "final l = new Object\nvar x\nvar y\natomic func f() { sync l { x = 1 }; sync l { x = 2 } }\n" +
		"atomic func g() { sync l { x = 3 }; sync l { y = x } }\n" +
		"func t0() { f() }\nfunc t1() { g() }\nfunc main() { spawn t0(); spawn t1() }\n"
	p, err := ir.Parse("x.plx", text)
	require.NoError(t, err)
	c := byCalls
	c.Offline = true
	found := c.Dynamic(t, p, checkertest.Schedules(p, 10)...)
	for _, f := range found {
		require.Equal(t, "g", f.Subject)
	}
	require.NotEmpty(t, found)
	require.Equal(t, []string{"f"}, checkertest.Judge(p, found, 1000).Accepted)
	require.NotNil(t, checkertest.Judge(p, found, 1000).Shown)
}
