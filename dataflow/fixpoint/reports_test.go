package fixpoint

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/envs"
)

// A pool tells reports apart by all that is printed of them, and keeps its own copy of what a checker uses again.
func TestReportPool(t *testing.T) {
	var p reportPool
	story := []envs.Evidence{{At: envs.At(1, 2), Text: "read"}, {At: envs.At(3, 4), Text: "written"}}
	reports := []envs.Report{
		{Kind: "a"},
		{Kind: "a", Subject: "x"},
		{Kind: "a", Defect: "x"},
		{Kind: "a", Items: []string{"field x"}},
		{Kind: "a", Message: "x"},
		{Kind: "a", Cause: envs.At(1, 0)},
		{Kind: "a", Proved: true},
		{Kind: "a", Rank: 1},
		{Kind: "a", Why: []string{"x"}},
		{Kind: "a", Fix: "x"},
		{Kind: "a", Evidence: story[:1]},
		{Kind: "a", Evidence: story},
		{Kind: "a", Evidence: []envs.Evidence{{At: envs.At(1, 2), Text: "written"}}}, // only the text is another one
		{Kind: "a", Evidence: []envs.Evidence{{At: envs.At(1, 2), Text: "stored"}}},
	}
	for i, r := range reports {
		require.EqualValues(t, i, p.number(&r))
	}
	for i, r := range reports {
		require.EqualValues(t, i, p.number(&r), "again")
	}
	story[0].Text = "overwritten"
	require.Equal(t, "read", p.all[11].Evidence[0].Text)
	require.Len(t, p.all, len(reports))
}
