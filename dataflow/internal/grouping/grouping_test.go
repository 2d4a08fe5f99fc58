package grouping

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/envstest"
)

// What is told of several subjects by reports of one defect is one finding, in whatever order they are made; what has
// no defect, or another kind, is not.
func TestOneDefect(t *testing.T) {
	nop, ret := envstest.Op(envs.Nop, 0, 0), envstest.Op(envs.Return, 0)
	p := envstest.ProgramOf(envstest.Function("f", nop, ret), envstest.Function("g", ret),
		envstest.Function("h", nop, ret))
	type made struct {
		at envs.Point
		envs.Report
	}
	f, g, h := envs.At(0, 0), envs.At(1, 0), envs.At(2, 1)
	reports := []made{
		{f, envs.Report{Kind: "a", Subject: "in f", Defect: "two", Rank: 1}},
		{envs.At(0, 1), envs.Report{Kind: "a", Subject: "in f", Rank: 0}},
		{g, envs.Report{Kind: "a", Subject: "in g", Defect: "two", Rank: 3, Message: "told"}},
		{h, envs.Report{Kind: "a", Subject: "in h", Defect: "two", Rank: 1}},
		{envs.At(2, 0), envs.Report{Kind: "a", Subject: "in h", Defect: "one", Rank: 0}}, // is not told
		{h, envs.Report{Kind: "b", Subject: "in h", Defect: "two", Rank: 9}},
		{f, envs.Report{Kind: "b", Subject: "in f", Rank: 9}},
		{g, envs.Report{Kind: "b", Subject: "in g", Rank: 9}},
	}
	var want []envs.Finding
	for range 2 {
		gr := New(p, "checker")
		for _, r := range reports {
			gr.Add(r.at, r.Report, 1)
		}
		fs := gr.Findings()
		require.Len(t, fs, 4)
		i := slices.IndexFunc(fs, func(f envs.Finding) bool { return f.Kind == "a" })
		one := fs[i]
		require.Equal(t, "in g", one.Subject)
		require.Equal(t, "g", one.Func)
		require.Equal(t, "told", one.Message)
		require.Equal(t, "b", fs[(i+1)%4].Message, "without a message of its own")
		require.Equal(t, 3, one.Rank)
		require.Equal(t, p.Position(g), one.Pos)
		require.Equal(t, []envs.Point{g, f, envs.At(0, 1), envs.At(2, 0), h}, one.Points)
		require.Equal(t, []envs.Position{p.Position(f), p.Position(envs.At(0, 1)), p.Position(envs.At(2, 0)), p.Position(h)},
			one.Also)
		require.Equal(t, []envs.Note{{Pos: p.Position(f), Text: "also by way of f"},
			{Pos: p.Position(h), Text: "also by way of h"}}, one.Story)
		if want == nil {
			want = fs
		}
		require.Equal(t, want, fs)
		slices.Reverse(reports)
	}
}

// Of the reports of a finding the one with the largest rank is told, unless one is proved.
func TestRankedReports(t *testing.T) {
	at := func(pc int32) envs.Point { return envs.At(0, pc) }
	low, high, proved := envs.Report{Message: "low", Rank: 1}, envs.Report{Message: "high", Rank: 2},
		envs.Report{Message: "proved", Proved: true}
	order := func(a, b envs.Report, sites int) bool { return tellsMore(a, b, sites) }
	require.True(t, order(high, low, 1), "though it is made later")
	require.False(t, order(low, high, -1))
	require.True(t, order(proved, high, 1))
	require.False(t, order(high, proved, -1))
	require.True(t, order(low, envs.Report{Message: "low", Rank: 1}, at(1).Compare(at(2))), "at the first place")
}
