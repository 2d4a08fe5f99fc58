package atomtypes_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/ir"
	"github.com/seed38182bad/parallax/examples/atomtypes"
	"github.com/seed38182bad/parallax/examples/checkertest"
)

// Functions whose types are atomic leave nothing behind that they do not if each call is executed at once.
func TestAcceptedIsAtomic(t *testing.T) {
	n := 100
	if testing.Short() {
		n = 20
	}
	ways := map[string]checkertest.Way{}
	for what, flags := range map[string][]string{"inferred": nil, "multi": {"multi"}, "declared": {"declared"}} {
		ways[what] = func(p *ir.Program, _ string) ([]envs.Finding, bool) {
			found := checker(flags...).Static(t, p)
			for i := range found {
				if found[i].Kind != atomtypes.Compound {
					return found, false // accesses may be no movers though they are taken for them
				}
				found[i].Subject = found[i].Func
			}
			return found, true
		}
	}
	count := checkertest.AcceptedIsAtomic(t, n, ways, small)
	for _, what := range []string{"inferred", "multi", "declared"} {
		require.Greater(t, count[what], n)
	}
}

// That an attempt to take a lock may fail without a reason is needed, and that there is no deadlock: these are not
// atomic by what they leave behind, and their types are.
func TestAssumptions(t *testing.T) {
	const head = "final a = new Object\nfinal b = new Object\nvar x\nvar y\n"
	const threads = "func t0() { f() }\nfunc t1() { g() }\nfunc main() { spawn t0(); spawn t1() }\n"
	for _, text := range []string{
		"atomic func f() { sync a { x = 1; x = 2 } }\n" +
			"atomic func g() { if tryacquire a { release a; return 0 }; return 1 }\n" +
			"func t0() { f() }\nfunc t1() { y = g() }\nfunc main() { spawn t0(); spawn t1() }\n",
		"atomic func f() { sync a { sync b { x = 1 } } }\natomic func g() { sync b { sync a { y = 1 } } }\n" + threads,
	} {
		p, err := ir.Parse("x.plx", head+text)
		require.NoError(t, err)
		for _, f := range checker().Static(t, p) {
			require.NotContains(t, []string{"f", "g"}, f.Func)
		}
		shown, complete := p.Interference(func(fn *envs.Func) bool { return fn.Atomic }, ir.Options{})
		require.True(t, complete)
		require.NotNil(t, shown, text)
	}
}
