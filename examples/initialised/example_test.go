package initialised_test

import (
	"context"
	"fmt"

	"github.com/seed38182bad/parallax/dataflow"
	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/ir"
)

// alone is the state of a provider: no thread was certainly started yet.
type alone bool

func (a alone) Clone() alone                { return a }
func (a alone) Merge(o alone) (alone, bool) { return a && o, bool(a && !o) }

// Start is what a facet is asked: its questions.
type Start interface{ MustBeAlone() bool }

type answer struct{ *dataflow.View[alone] }

func (a answer) MustBeAlone() bool { return bool(a.State()) }

// started is the facet, with the analysis that provides it. A callee may start threads.
var started = dataflow.Provide("started", func(*dataflow.Requires) dataflow.Provider[alone, Start] {
	return dataflow.Provider[alone, Start]{
		Analysis: dataflow.Analysis[alone]{
			Entry: func(_ envs.Env, fn *envs.Func) alone { return fn.Name == "main" },
			Step: func(_ envs.Env, op *envs.Op, a alone) alone {
				return a && op.Kind != envs.Fork && op.Kind != envs.Call
			},
		},
		Answer: func(v *dataflow.View[alone]) Start { return answer{v} },
	}
})

// late is a checker that requires the facet: it reports what is written once there may be other threads.
func late(r *dataflow.Requires) dataflow.Analysis[dataflow.Nothing] {
	start := started.For(r)
	return dataflow.Analysis[dataflow.Nothing]{
		Entry: dataflow.Nothing{}.Entry,
		Step: func(env envs.Env, op *envs.Op, s dataflow.Nothing) dataflow.Nothing {
			if op.Writes() && !start.MustBeAlone() {
				env.Report(envs.Report{Kind: "late-write", Message: op.Loc.Name + " is written late"})
			}
			return s
		},
	}
}

// A facet of one's own: its questions, the state that answers them, and a checker that asks, over all paths and in
// runs.
func Example() {
	p, err := ir.Parse("p.plx", `var x
func other() { skip }
func main() {
	x = 1
	if nondet { t = spawn other() }
	x = 2
}`)
	if err != nil {
		panic(err)
	}
	ctx, checker := context.Background(), dataflow.NewAnalyzer("late", "finds late writes", late)
	paths, err := checker.Fixpoint(ctx, p, dataflow.Options{})
	fmt.Println(paths.Findings[0].Pos, paths.Findings[0].Message, err)
	for seed := range uint64(3) {
		run := checker.Replay(p)
		err := run.Run(ctx, p.Run(seed, ir.Options{}))
		fmt.Println("run", seed, "finds", len(run.Findings()), err)
	}
	// Output:
	// p.plx:6:2 x is written late <nil>
	// run 0 finds 0 <nil>
	// run 1 finds 0 <nil>
	// run 2 finds 1 <nil>
}
