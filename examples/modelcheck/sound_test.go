package modelcheck_test

import (
	"flag"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/envs/ir"
	"github.com/seed38182bad/parallax/envs/ir/irgen"
	"github.com/seed38182bad/parallax/examples/checkertest/drawn"
)

var programs = flag.Int("modelcheck.programs", 60, "how many generated programs are looked at of each kind")

// bounds are those within which a program is explored: of most it is enough.
var bounds = ir.Options{MaxRuns: 500, MaxSteps: 300}

// outcomes bound the search for interference.
var outcomes = ir.Options{MaxRuns: 20_000}

// What a classification says nothing of, when every schedule was explored, is atomic. No schedule leaves behind what
// none does that executes the calls as if at once. And in no execution is there a cycle of calls, and of single
// accesses, in which each has to come before the next: that tells more, as it does not go by values.
//
// A call that is definitely not atomic since it does not come to its end is not atomic by outcome. That is not decided
// where a program draws numbers: another execution of the call may wait before it has begun, for the same thing.
func TestSound(t *testing.T) {
	if testing.Short() {
		*programs = min(*programs, 10)
	}
	for _, c := range []struct {
		name     string
		generate func(irgen.Draw) string
	}{
		{"flows", flows},
		{"transactions", drawn.Transactions},
		{"locks", drawn.Marked(func(draw irgen.Draw) string { return drawn.Locks(draw, drawn.LockOptions{}) })},
		{"straight", drawn.Marked(func(draw irgen.Draw) string {
			return drawn.Locks(draw, drawn.LockOptions{Straight: true})
		})},
		{"sharing", drawn.Marked(drawn.Sharing)},
		{"any", drawn.Marked(func(draw irgen.Draw) string { return irgen.Program(draw, irgen.Options{Stmts: 6}) })},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			count := map[string]int{}
			for seed := range uint64(*programs) {
				text := c.generate(irgen.Seeded(seed))
				p, err := ir.Parse("x.plx", text)
				require.NoError(t, err, text)
				if x := explored(t, p, bounds); x.complete {
					count["complete"]++
					x.isSound(t, count, seed, text)
					x.isDefinite(t, count, seed, text)
				}
			}
			t.Log(count)
			require.Greater(t, count["complete"], *programs/2)
			require.Greater(t, count["outcomes"], *programs/2)
			require.Positive(t, count["by mov "+possible])
			if *programs < 60 {
				return
			}
			switch c.name {
			case "flows":
				require.Greater(t, count["by w "+possible], 10)
				require.Greater(t, count["by w possibly, and is not"], 10)
				require.Greater(t, count["by mov "+possible], count["by comb "+possible])
				require.Greater(t, count["by ind "+possible], count["by comb "+possible])
			case "straight":
				require.Greater(t, count["does not end, and is not"], 5)
			case "locks":
				require.Positive(t, count["waits, and is not"])
			}
		})
	}
}

// isSound holds what is verified to outcomes and to cycles.
func (x exploration) isSound(t *testing.T, count map[string]int, seed uint64, text string) {
	t.Helper()
	held := map[string]bool{}
	for _, by := range ways {
		names := x.names(by)
		if held[names] {
			continue
		}
		held[names] = true
		shown, complete := x.prog.Interference(x.verified(by), outcomes)
		require.Nil(t, shown, "seed %d: %s: a schedule leaves behind what no serial execution does\n%s", seed, by, text)
		if complete {
			count["outcomes"]++
		}
		require.Empty(t, x.cycles(t, by), "seed %d: %s\n%s", seed, by, text)
	}
}

// isDefinite holds what is definitely not atomic to outcomes, and counts what else is not.
func (x exploration) isDefinite(t *testing.T, count map[string]int, seed uint64, text string) {
	t.Helper()
	for _, f := range x.found {
		count["by "+f.Checker+" "+f.Kind]++
		if f.Kind == definite {
			for _, by := range ways {
				require.Contains(t, x.of(by, f.Subject), definite, "seed %d: not all say so of %s\n%s", seed, f.Subject, text)
			}
		}
		if f.Checker != "w" {
			continue
		}
		shown, complete := x.prog.Interference(only(f.Subject), outcomes)
		is := "by w possibly"
		switch {
		case f.Kind == definite && waitsToBeNotified(f):
			is = "waits"
		case f.Kind == definite:
			is = "does not end"
			if complete && !draws(x.prog) {
				require.NotNil(t, shown, "seed %d: %s is atomic by outcome\n%s", seed, f.Subject, text)
			}
		}
		if shown != nil {
			count[is+", and is not"]++
		}
	}
}
