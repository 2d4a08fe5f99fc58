package driver

import (
	"context"
	"regexp"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/examples/blocking"
	"github.com/seed38182bad/parallax/examples/eraser"
	"github.com/seed38182bad/parallax/examples/lockorder"
)

func exploreWith(args ...string) outcome {
	return doWith(context.Background(), append([]string{"explore", "-json", "-C", "testdata/explore"}, args...),
		blocking.Analyzer(), lockorder.Analyzer(), eraser.Analyzer())
}

// TestExplore explores a deadlock. The schedule that a finding names shows it again.
func TestExplore(t *testing.T) {
	o := exploreWith("-checker", "blocking,lockorder,eraser", "cycle.plx").decode(t)
	require.Len(t, o.Explored, 1)
	require.True(t, o.Explored[0].Complete)
	require.Equal(t, 3, o.Explored[0].Executions)
	kinds := map[string]string{} // by kind, the schedule
	for _, f := range o.Findings {
		require.NotEmpty(t, f.Schedule)
		kinds[f.Kind] = f.Schedule
	}
	require.Equal(t, map[string]string{"blocked": "1 2", "lock-cycle": "1*6 2*6"}, kinds)
	require.Regexp(t, regexp.MustCompile(`deadlock.*3 runs, first in cycle.plx -schedule "1 2"`), o.Errors[0].Message)
	for kind, schedule := range kinds {
		again := exploreWith("-checker", "blocking,lockorder", "-schedule", schedule, "cycle.plx").decode(t)
		require.Equal(t, "one schedule was replayed", again.Explored[0].Why)
		require.Equal(t, kind, again.Findings[0].Kind)
	}
	for _, by := range []string{"source", "all", "walk", "pct", "pos"} {
		o := exploreWith("-checker", "blocking", "-by", by, "cycle.plx").decode(t)
		require.Equal(t, "blocked", o.Findings[0].Kind, by)
		require.Equal(t, by == "source" || by == "all", o.Explored[0].Complete, by)
	}
	o = exploreWith("-checker", "blocking", "-preemptions", "0", "cycle.plx").decode(t)
	require.Empty(t, o.Findings)
	require.Contains(t, o.Explored[0].Why, "schedules with more than 0 preemptions were left out")
}

// TestExploreRefuses says what is wrong with arguments.
func TestExploreRefuses(t *testing.T) {
	for want, args := range map[string][]string{
		`there is no strategy \"best\"`:                     {"-by", "best", "cycle.plx"},
		`word 1 of the schedule is \"x\"`:                   {"-schedule", "x", "cycle.plx"},
		"choice 1 of the schedule is thread 7":              {"-schedule", "7", "cycle.plx"},
		"schedules can be explored of .plx files only":      {"."},
		"-executions and -steps are numbers or 0, -depth":   {"-depth", "0", "cycle.plx"},
		"stopped after 6 operations":                        {"-steps", "3", "cycle.plx"},
		"(not every schedule is covered: the limit of exec": {"-executions", "1", "cycle.plx"},
	} {
		o := exploreWith(args...)
		if want[0] == '(' {
			require.Equal(t, "the limit of executions was reached", o.decode(t).Explored[0].Why)
			continue
		}
		require.Contains(t, o.out+o.stderr, want)
		require.Equal(t, 2, o.status)
	}
}
