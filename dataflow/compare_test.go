package dataflow

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/dataflow/internal/grouping"
	"github.com/seed38182bad/parallax/envs"
)

// coarse is a program whose operations stand by threes on a line.
type coarse struct{ *testProgram }

func (c coarse) Position(at envs.Point) envs.Position {
	p := c.testProgram.Position(at)
	p.Line = (p.Line-1)/3 + 1
	return p
}

// reported makes the finding of reports at the given operations.
func reported(prog envs.Program, pcs ...int32) []envs.Finding {
	g := grouping.New(prog, "checker")
	for _, pc := range pcs {
		g.Add(envs.At(0, pc), envs.Report{Kind: "kind", Cause: envs.At(0, pcs[0])}, 1)
	}
	return g.Findings()
}

func TestFindingHasItsPoints(t *testing.T) {
	prog := coarse{program(function("f", append(make([]envs.Op, 8), op(envs.Return, 0))...))}
	fs := reported(prog, 7, 1, 4, 2, 1)
	require.Len(t, fs, 1)
	require.Equal(t, []envs.Point{envs.At(0, 1), envs.At(0, 2), envs.At(0, 4), envs.At(0, 7)}, fs[0].Points)
	require.Equal(t, 1, fs[0].Pos.Line)
	require.Equal(t, []envs.Position{{File: "f.plx", Line: 2, Col: 1}, {File: "f.plx", Line: 3, Col: 1}}, fs[0].Also)
}

// What is counted is the operation that was reported, not a neighbour that has
// the same place.
func TestExecutedIsThatOfTheOperation(t *testing.T) {
	prog := coarse{program(function("f", append(make([]envs.Op, 8), op(envs.Return, 0))...))}
	counts := map[int32]int64{0: 1, 1: 100, 3: 7, 6: 5}
	unwatched := map[int32]string{7: "reason"}
	coverage := func(p envs.Point) (int64, string) { return counts[p.PC()], unwatched[p.PC()] }
	for _, c := range []struct {
		static, dynamic []int32
		class           envs.Agreement
		executed        int64
		reason          string
	}{
		{[]int32{0}, nil, envs.NotObserved, 1, ""},
		{[]int32{2}, nil, envs.NotExercised, 0, ""},
		{[]int32{0, 3}, nil, envs.NotObserved, 1, ""},
		{[]int32{2, 3, 6}, nil, envs.NotObserved, 7, ""}, // the first that was
		{[]int32{7}, nil, envs.NotWatched, 0, "reason"},
		{[]int32{2, 7}, nil, envs.NotWatched, 0, "reason"}, // perhaps the other was
		{[]int32{0, 7}, nil, envs.NotObserved, 1, ""},
		{[]int32{0}, []int32{0}, envs.Confirmed, 1, ""},
		{[]int32{2}, []int32{1}, envs.Confirmed, 100, ""}, // at one place
		{[]int32{7}, []int32{6}, envs.Confirmed, 5, ""},
		{nil, []int32{3}, envs.DynamicOnly, 7, ""},
	} {
		var static, dynamic []envs.Finding
		if c.static != nil {
			static = reported(prog, c.static...)
		}
		if c.dynamic != nil {
			dynamic = reported(prog, c.dynamic...)
		}
		rows := envs.Compare(static, dynamic, coverage)
		require.Len(t, rows, 1)
		require.Equal(t, c.class, rows[0].Class, "%v", c)
		require.Equal(t, c.executed, rows[0].Executed, "%v", c)
		require.Equal(t, c.reason, rows[0].Reason, "%v", c)
	}
}

// Without coverage it is not known what was executed, whatever else is.
func TestCompareWithoutCoverage(t *testing.T) {
	prog := coarse{program(function("f", append(make([]envs.Op, 8), op(envs.Return, 0))...))}
	both, paths, run := reported(prog, 0), reported(prog, 3), reported(prog, 6)
	rows := envs.Compare(append(both, paths...), append(reported(prog, 0), run...), nil)
	var got []envs.Agreement
	for _, r := range rows {
		got = append(got, r.Class)
		require.Zero(t, r.Executed)
		require.Equal(t, r.Class == envs.NotWatched, r.Reason != "", "%v: %s", r.Class, r.Reason)
	}
	require.Equal(t, []envs.Agreement{envs.Confirmed, envs.NotWatched, envs.DynamicOnly}, got)
}
