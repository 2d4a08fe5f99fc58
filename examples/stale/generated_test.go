package stale

import (
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/seed38182bad/parallax/dataflow"
	"github.com/seed38182bad/parallax/dataflow/world"
	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/envstest"
	"github.com/seed38182bad/parallax/envs/ir"
	"github.com/seed38182bad/parallax/envs/ir/irgen"
)

var programs = flag.Int("stale.programs", 1000, "how many generated programs to check")

func generate(t *rapid.T) *ir.Program {
	src := irgen.Program(func(label string, n int) int { return rapid.IntRange(0, n-1).Draw(t, label) }, irgen.Options{})
	p, err := ir.Parse("generated.plx", src)
	require.NoError(t, err)
	t.Log("\n" + src)
	return p
}

// stepping is the checker without Skip: it steps through every frame.
func stepping(opts Options) func(*dataflow.Requires) dataflow.Analysis[State] {
	return func(r *dataflow.Requires) dataflow.Analysis[State] {
		an := New(opts)(r)
		an.Tuning.Skip = nil
		return an
	}
}

// watched is the checker with an eye on the states that it is given: tell sees the
// state before each operation.
func watched(opts Options, tell func(env envs.Env, now envs.Block, op *envs.Op, s State),
) func(*dataflow.Requires) dataflow.Analysis[State] {
	return func(r *dataflow.Requires) dataflow.Analysis[State] {
		an, blocks := stepping(opts)(r), world.Blocks.For(r)
		step := an.Step
		an.Step = func(env envs.Env, op *envs.Op, s State) State {
			tell(env, blocks.Block(), op, s)
			return step(env, op, s)
		}
		return an
	}
}

// abstract is what the static side says of a point, all visits together: which
// registers may be shared, and which of them may be stale already.
type abstract struct {
	shared map[envs.Reg]bool
	stale  map[envs.Reg]bool
}

// liveness keeps what is live by function, apart from what the engine drops.
type liveness map[envs.FuncID][][]bool

func (l liveness) at(fn *envs.Func, pc int32) []bool {
	if l[fn.ID] == nil {
		l[fn.ID] = envstest.Live(fn)
	}
	return l[fn.ID][pc]
}

// skipping checks that the frames that the checker passes over change nothing but
// the stories: of several places that released a lock, one is told.
func skipping(t require.TestingT, p *ir.Program, want []envs.Finding, opts Options) {
	got, err := dataflow.NewAnalyzer(Name, "", New(opts)).Fixpoint(context.Background(), p, dataflow.Options{})
	require.NoError(t, err)
	require.Equal(t, told(want), told(got.Findings), "with frames passed over and without")
}

func told(fs []envs.Finding) []envs.Finding {
	fs = slices.Clone(fs)
	for i := range fs {
		fs[i].Story = nil
	}
	return fs
}

// contained checks one program. What holds in a run lies within what the static side says of the same point. What a
// run reports the static side reports too.
func contained(t require.TestingT, p *ir.Program, seeds ...int) {
	points := map[envs.Point]*abstract{}
	watch := watched(Options{}, func(env envs.Env, now envs.Block, op *envs.Op, s State) {
		a := points[env.Point()]
		if a == nil {
			a = &abstract{map[envs.Reg]bool{}, map[envs.Reg]bool{}}
			points[env.Point()] = a
		}
		for r, o := range s.vals.All() {
			a.shared[r] = true
			if !o.Block.MustBe(now) {
				a.stale[r] = true
			}
		}
	})
	live := liveness{}
	res, err := dataflow.NewAnalyzer(Name, "", watch).Fixpoint(context.Background(), p, dataflow.Options{})
	require.NoError(t, err)
	skipping(t, p, res.Findings, Options{})
	sites := map[envs.Position]bool{}
	for _, f := range res.Findings {
		for _, s := range f.Sites() {
			sites[s] = true
		}
	}
	for _, seed := range seeds {
		watch := watched(Options{}, func(env envs.Env, now envs.Block, op *envs.Op, s State) {
			at := func() string {
				return fmt.Sprintf("seed %d: at %s (%s)", seed, p.Position(env.Point()), op)
			}
			a := points[env.Point()]
			require.NotNil(t, a, "%s: executed but not reached statically", at())
			for r, o := range s.vals.All() {
				if !live.at(env.Func(), op.PC)[r] {
					continue // nothing reads it any more: it may have been forgotten
				}
				name := env.Func().RegName(r)
				require.True(t, a.shared[r], "%s: %s is shared, statically it is not", at(), name)
				if !o.Block.MustBe(now) {
					require.True(t, a.stale[r], "%s: %s is stale, statically it is fresh", at(), name)
				}
			}
		})
		r := dataflow.NewAnalyzer(Name, "", watch).Replay(p)
		require.NoError(t, r.Run(context.Background(), p.Run(uint64(seed), ir.Options{MaxSteps: 3000, MaxDepth: 100})))
		for _, f := range r.Findings() {
			for _, s := range f.Sites() {
				require.True(t, sites[s], "seed %d: a run reports %s: %s; statically nothing is reported there", seed, s, f.Message)
			}
		}
	}
}

// TestGenerated checks generated programs. With -stale.programs=100000 it takes
// minutes.
func TestGenerated(t *testing.T) {
	if testing.Short() {
		t.Skip("draws programs or values by the hundred")
	}
	before := flag.Lookup("rapid.checks").Value.String()
	defer func() { require.NoError(t, flag.Set("rapid.checks", before)) }()
	require.NoError(t, flag.Set("rapid.checks", fmt.Sprint(*programs)))
	rapid.Check(t, func(t *rapid.T) {
		contained(t, generate(t), rapid.SliceOfN(rapid.IntRange(0, 1<<20), 3, 3).Draw(t, "seeds")...)
	})
}

// TestKeptCases checks programs that generated programs shrank to when they
// showed a defect.
func TestKeptCases(t *testing.T) {
	files, err := filepath.Glob("testdata/kept/*.plx")
	require.NoError(t, err)
	require.NotEmpty(t, files)
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			src, err := os.ReadFile(file)
			require.NoError(t, err)
			p, err := ir.Parse(file, string(src))
			require.NoError(t, err)
			seeds := make([]int, 200)
			for i := range seeds {
				seeds[i] = i
			}
			contained(t, p, seeds...)
		})
	}
}
