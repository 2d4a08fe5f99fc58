package world_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/seed38182bad/parallax/dataflow"
	"github.com/seed38182bad/parallax/dataflow/fixpoint"
	"github.com/seed38182bad/parallax/dataflow/world"
	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/ir"
	"github.com/seed38182bad/parallax/envs/ir/irgen"
)

// handed is flows that hands marks to callees, too.
type handed struct{ flows }

func (c handed) analysis(r *dataflow.Requires) dataflow.Analysis[marked] {
	dataflow.Require(r, world.Locks)
	return dataflow.Analysis[marked]{
		Entry: c.Entry, Step: c.Step,
		Calls:  dataflow.Calls[marked]{Enter: c.Enter, Exit: c.Exit, Return: c.Return},
		Tuning: dataflow.Tuning[marked]{Unhurried: true},
	}
}

func (handed) Enter(_ envs.Env, call *envs.Op, s marked, fn *envs.Func) (marked, string) {
	x := marked{}
	for i, r := range fn.Params {
		if i < len(call.Uses) && s[call.Uses[i]] {
			x[r] = true
		}
	}
	return x, ""
}

func (handed) Unhurried() {}

// fixpointCold is Fixpoint for handed by an engine that evicts what a frame keeps whenever it is not worked on.
func fixpointCold(p envs.Program) (*dataflow.Result, error) {
	return dataflow.Fixpoint(context.Background(), p, "handed", handed{}.analysis,
		dataflow.Options{Options: fixpoint.Options{MaxWarm: -1}})
}

// An instance that starts again from what has entered it, whenever it has to go on, finds the same as one that goes
// on from the states that it has kept, also in recursions.
func TestColdSameFindings(t *testing.T) {
	var kept, less int
	var visits, more int64
	rapid.Check(t, func(t *rapid.T) {
		src := irgen.Program(func(label string, n int) int { return rapid.IntRange(0, n-1).Draw(t, label) }, irgen.Options{})
		p, err := ir.Parse("generated.plx", src)
		require.NoError(t, err)
		want, err := dataflow.Fixpoint(context.Background(), p, "handed", handed{}.analysis, dataflow.Options{})
		require.NoError(t, err)
		got, err := fixpointCold(p)
		require.NoError(t, err)
		require.Equal(t, want.Findings, got.Findings, "\n%s", src)
		kept, less = kept+want.Stats.Kept, less+got.Stats.Kept
		visits, more = visits+want.Stats.Visits, more+got.Stats.Visits
	})
	require.Less(t, less, kept, "states are let go of")
	require.Greater(t, more, visits, "and found again")
}

// What an instance hands over reaches those who called it before both went cold: last is called first with nothing
// that is loaded, and later with something.
func TestColdCallersAreTold(t *testing.T) {
	p, err := ir.Parse("x.plx", `
var x
var y
func last(n) { return n }
func early() { y = last(1) }
func late() { a = x; b = last(a) }
func main() {
	early()
	late()
}`)
	require.NoError(t, err)
	res, err := fixpointCold(p)
	require.NoError(t, err)
	require.Len(t, res.Findings, 1, "early stores what last was handed by late")
	require.Equal(t, "early", res.Findings[0].Func)
}
