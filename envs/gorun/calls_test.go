package gorun_test

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/dataflow"
	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/gorun"
)

// entered runs a program with all checkers and counts how often events tell that functions were entered.
func entered(t *testing.T, dir string, calls int) (map[string]int, []envs.Finding) {
	const names = "eraser,race,views,lockorder"
	prog := load(t, dir, false, ".")
	w := dataflow.NewWatch(prog, checkers(names)...)
	var out bytes.Buffer
	s := start(t, prog, gorun.Config{
		Dir: dir, Accesses: true, Order: true, Meetings: true, Stdout: &out, Stderr: &out,
		Selects: w.Selects, Calls: calls,
	})
	n := map[string]int{}
	for ev, err := range s.Events() {
		require.NoError(t, err)
		require.NoError(t, w.Event(&ev))
		if ev.Kind == envs.Enter {
			n[strings.TrimPrefix(prog.Func(ev.Func).Name, "calls.")]++
		}
	}
	exit, err := s.Wait()
	require.NoError(t, err, out.String())
	require.Zero(t, exit, out.String())
	require.Zero(t, s.Misfits())
	require.Empty(t, s.Kept())
	return n, w.Findings()
}

// Calls that are made again and again are passed over, but none with a lock held, and none of a function that was
// found to change which are.
func TestCalls(t *testing.T) {
	if testing.Short() {
		t.Skip("builds Go programs and runs them")
	}
	all, findings := entered(t, "testdata/calls", 0)
	require.Empty(t, findings)
	some, findings := entered(t, "testdata/calls", 8)
	require.Empty(t, findings)
	const often = 200 + 8 + 12 // of 1000: the first 25*8, then 8, then every 64th
	const found = 1000 - 1     // all but the one that was passed over
	for name, want := range map[string][2]int{
		"hot":                      {1000, often},
		"twice":                    {1000, 1000},
		"enters":                   {1000, found - 200}, // while what takes the lock for it is told of as rare
		"(*calls.guard[T]).enter":  {1000, found},
		"held":                     {1000, 1000},
		"helper":                   {1000, often},
		"(*calls.counters).lock":   {1000, often + 200}, // likewise
		"(*calls.counters).unlock": {1000, often + 200},
		"often":                    {1000, often},
		"rare":                     {10, 10}, // also from what is passed over
		"holding":                  {1000, often},
		"handle":                   {1000, 200 + 8 + 4 + 499}, // call 501 is the first that gives back what another one took
		"late":                     {10, 10},                  // who did so holds nothing
		"cold":                     {10, 3},                   // with a lock held: it is told in calls 99, 199 and 399
		"fresh":                    {1000, 200 + 40*8},
		"safe":                     {1000, often},
		"catches":                  {1000, often},
		"throws":                   {1000, often},
		"catches$1":                {1000, often + 62}, // not counted during a panic, so of the first 25*8 some come late
	} {
		require.Equal(t, want, [2]int{all[name], some[name]}, "%s of %v", name, some)
	}
}

// Whatever calls are passed over, frames and locks are what they are in the others: with panics, deferred calls,
// locks that are handed out, and goroutines. Variables that are accessed with their lock held are so in all that is
// told.
func TestCallsWander(t *testing.T) {
	if testing.Short() {
		t.Skip("builds Go programs and runs them")
	}
	all, findings := entered(t, "testdata/wander", 0)
	require.Equal(t, []string{"wander.loose"}, subjects(findings))
	some, findings := entered(t, "testdata/wander", 2)
	require.Equal(t, []string{"wander.loose"}, subjects(findings))
	for _, name := range []string{"locked", "deferred", "reads", "ordered"} {
		name = "(*wander.walk)." + name
		require.Greater(t, all[name], 2*some[name], name)
		require.Greater(t, some[name], 50, name)
	}
	for _, name := range []string{"helped", "given", "conditional"} {
		name = "(*wander.walk)." + name
		require.Equal(t, all[name] > 0, some[name] > 0, name)
	}
}

// subjects are what findings of races are about.
func subjects(findings []envs.Finding) []string {
	var list []string
	for _, f := range findings {
		list = append(list, f.Subject)
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// Method values that take and give back locks are seen to do so wherever they are called, though they were made in
// another function.
func TestHandedOn(t *testing.T) {
	if testing.Short() {
		t.Skip("builds Go programs and runs them")
	}
	for _, calls := range []int{0, 8} {
		n, findings := entered(t, "testdata/handed", calls)
		require.Empty(t, findings)
		for _, name := range []string{"(*sync.Mutex).Lock$bound", "(*sync.Mutex).Unlock$bound", "(*sync.RWMutex).Lock$bound",
			"(*sync.RWMutex).Unlock$bound", "(*sync.RWMutex).RLock$bound", "(*sync.RWMutex).RUnlock$bound"} {
			require.GreaterOrEqual(t, n[name], 80, name)
		}
		require.GreaterOrEqual(t, n["(sync.Locker).Unlock$bound"], 100, "of interfaces")
	}
}
