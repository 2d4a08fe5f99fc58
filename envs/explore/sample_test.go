package explore_test

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/envs/explore"
	"github.com/seed38182bad/parallax/envs/ir"
)

func parse(t testing.TB, text string) *ir.Program {
	p, err := ir.Parse("test.plx", text)
	require.NoError(t, err)
	return p
}

// depth2 has a defect that needs two events in the less likely order: main stores before the thread has done all of n
// other steps and loaded.
func depth2(n int) string {
	return "var v\nvar w\nvar bad\nfunc f() {\n" + strings.Repeat("w = 1\n", n) +
		"bad = v\n}\nfunc main() { spawn f()\n" + "w = 2\nv = 1\n}\n"
}

// TestPCT holds PCT to the chance that it promises, for a defect of depth 2 at the end of a long thread.
func TestPCT(t *testing.T) {
	const executions = 4000
	for _, n := range []int{1, 5, 20} {
		p := parse(t, depth2(n))
		// The other way round: f, which has more to do, ends first.
		found := func(by explore.Strategy) float64 {
			s, good := p.System(ir.Options{}), 0
			explore.Run(s, by, explore.Options{}, func(x explore.Execution) bool {
				if v, _ := s.Result().Global("bad").Int(); v == 0 && x.Schedule[len(x.Schedule)-1].Thread == 0 {
					good++
				}
				return true
			})
			return float64(good) / executions
		}
		promised := 1 / (2 * float64(n+4))
		got := found(explore.NewPCT(1, executions, 2, n+4))
		require.GreaterOrEqual(t, got, promised-3*math.Sqrt(promised/executions), "%d steps", n)
		if n == 20 {
			walk := found(explore.NewRandomWalk(1, executions))
			require.Less(t, 10*walk, got, "a random walk seldom lets a long thread end first")
		}
	}
}

// TestPOS draws each order of two operations that race with the same chance, whatever comes before them.
func TestPOS(t *testing.T) {
	const executions = 4000
	p := parse(t, "var v\nvar bad\nvar w\nfunc f() {\nv = 1\n}\nfunc main() { spawn f()\nbad = v\n}\n")
	s, ones := p.System(ir.Options{}), 0
	explore.Run(s, explore.NewPOS(7, executions), explore.Options{}, func(explore.Execution) bool {
		v, _ := s.Result().Global("bad").Int()
		ones += int(v)
		return true
	})
	require.InDelta(t, executions/2, ones, 150)
}

// TestSamplesAreReproducible draws the same schedules with the same seed, and others with another one. Each can be
// replayed from its text, and ends as it did.
func TestSamplesAreReproducible(t *testing.T) {
	p := parse(t, depth2(4))
	for name, strategy := range map[string]func(seed uint64) explore.Strategy{
		"random walk": func(seed uint64) explore.Strategy { return explore.NewRandomWalk(seed, 20) },
		"PCT":         func(seed uint64) explore.Strategy { return explore.NewPCT(seed, 20, 3, 0) },
		"POS":         func(seed uint64) explore.Strategy { return explore.NewPOS(seed, 20) },
	} {
		draw := func(seed uint64) (all []string) {
			s := p.System(ir.Options{})
			r := explore.Run(s, strategy(seed), explore.Options{}, func(x explore.Execution) bool {
				all = append(all, fmt.Sprint(x.Schedule, " ", s.Result().Global("bad")))
				again, err := explore.ParseSchedule(x.Schedule.String())
				require.NoError(t, err)
				other := p.System(ir.Options{})
				replay := explore.NewReplay(again)
				explore.Run(other, replay, explore.Options{}, func(y explore.Execution) bool {
					require.Equal(t, x.Schedule, y.Schedule)
					require.Equal(t, explore.Finished, y.End)
					return true
				})
				require.NoError(t, replay.Err())
				require.Equal(t, s.Result().Global("bad"), other.Result().Global("bad"))
				return true
			})
			require.False(t, r.Complete)
			require.Equal(t, 20, r.Executions)
			return all
		}
		require.Equal(t, draw(3), draw(3), name)
		require.NotEqual(t, draw(3), draw(4), name)
	}
}

// TestMix has each execution be one of the strategy whose turn it is.
func TestMix(t *testing.T) {
	ops := []explore.Op{{Thread: 0, Enabled: true}, {Thread: 1, Enabled: true}, {Thread: 2, Enabled: true}}
	next := func(s explore.Strategy) (list []explore.Choice) {
		for range 20 {
			c, ok := s.Next(ops)
			require.True(t, ok)
			list = append(list, c)
		}
		return list
	}
	mix, err := explore.Named("mix", explore.Config{Seed: 1, Executions: 50, Depth: 3})
	require.NoError(t, err)
	alone := []explore.Strategy{explore.NewRandomWalk(1, 50), explore.NewPCT(1, 50, 3, 0), explore.NewPOS(1, 50)}
	for i := range 50 {
		require.True(t, mix.Begin())
		require.True(t, alone[i%3].Begin())
		require.Equal(t, next(alone[i%3]), next(mix), i)
	}
	require.False(t, mix.Begin())
	why, complete := mix.Complete()
	require.False(t, complete)
	require.Contains(t, why, "50 schedules were drawn with seed 1")
}

// TestPCTIsFair has a thread go on for good. Others get their turns where no bound of the steps is promised, and with
// one they do not.
func TestPCTIsFair(t *testing.T) {
	ops := []explore.Op{{Thread: 0, Enabled: true}, {Thread: 1, Enabled: true}, {Thread: 2, Enabled: true}}
	for _, steps := range []int{0, 1} {
		s := explore.NewPCT(1, 1, 1, steps)
		require.True(t, s.Begin())
		made := [3]int{}
		for range 10000 {
			c, _ := s.Next(ops)
			made[c.Thread]++
		}
		require.Equal(t, steps == 0, slices.Min(made[:]) > 1000, made)
		require.Equal(t, steps == 1, slices.Max(made[:]) == 10000, made)
	}
}
