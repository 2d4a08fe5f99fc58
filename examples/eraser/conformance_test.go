package eraser_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/dataflow"
	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/ir"
	"github.com/seed38182bad/parallax/envs/ir/irtest"
	"github.com/seed38182bad/parallax/examples/checkertest"
	"github.com/seed38182bad/parallax/examples/eraser"
)

// cells are what is reported about the programs of the papers: variables and lines.
// A program that is not listed has no report.
//
// T2.8 is known to be false. What the papers leave open:
//
//   - R8 has no data race, but follows neither discipline: a read holds no lock. With
//     pairs nothing is reported, as the read is made by the thread that writes.
//   - R9 has no lock at all. A read that is the second thread's first access comes
//     before any write that counts, so only the writes are reported in runs.
//   - R11 and R12 follow both disciplines: all accesses are under l1, or the gate.
//   - All programs of the other sections guard what they share.
var cells = []struct {
	id    string
	flags string
	run   string // the runs of 100 schedules together
	paths string
}{
	{id: "T2.8", run: "Shared.value:30", paths: "Shared.value:17,24,30"},
	{id: "R1", run: "Account.balance:9", paths: "Account.balance:9"},
	{id: "R7", run: "Shared.x:15,16,23,29", paths: "Shared.x:15,16,23,29"},
	{id: "R8", run: "Shared.x:17,24,30", paths: "Shared.x:14,17,24,30"},
	{id: "R9", run: "Shared.x:9 Shared.y:10 Shared.z:15", paths: "Shared.x:9,14 Shared.y:10,20 Shared.z:15,19"},

	{id: "T2.8", flags: "multi", run: "Shared.value:30", paths: "Shared.value:17,24,30"},
	{id: "R1", flags: "multi", run: "Account.balance:9", paths: "Account.balance:9"},
	{id: "R8", flags: "multi", run: "Shared.x:17,24,30", paths: "Shared.x:14,17,24,30"},
	{id: "R9", flags: "multi", run: "Shared.x:9 Shared.y:10 Shared.z:15",
		paths: "Shared.x:9,14 Shared.y:10,20 Shared.z:15,19"},

	{id: "R1", flags: "pairs", run: "Account.balance:9", paths: "Account.balance:9"},
	{id: "R9", flags: "pairs", run: "Shared.x:9 Shared.y:10 Shared.z:15",
		paths: "Shared.x:9,14 Shared.y:10,20 Shared.z:15,19"},

	// Without the exclusive state the run of T2.8 is told from its first write on.
	// Over all paths that is known to be false for T3.4: a class stands for all its
	// objects, of which some are only ever reached by the thread that made them.
	{id: "T3.4", flags: "initial", paths: "Coord.x:13,22,28 Coord.y:17,23,29"},
	{id: "T2.8", flags: "initial", run: "Shared.value:30", paths: "Shared.value:17,24,30"},
	{id: "R1", flags: "initial", run: "Account.balance:9", paths: "Account.balance:9"},
	{id: "R7", flags: "initial", run: "Shared.x:15,16,23,29", paths: "Shared.x:15,16,23,29"},
	{id: "R8", flags: "initial", run: "Shared.x:17,24,30", paths: "Shared.x:14,17,24,30"},
	{id: "R9", flags: "initial", run: "Shared.x:9,14 Shared.y:10,20 Shared.z:15,19",
		paths: "Shared.x:9,14 Shared.y:10,20 Shared.z:15,19"},
}

func checker(flags ...string) checkertest.Checker {
	c := checkertest.Checker{Analyzer: eraser.Analyzer}
	for _, f := range flags {
		if f != "" {
			c.Flags = append(c.Flags, f+"=true")
		}
	}
	return c
}

func TestPapers(t *testing.T) {
	programs, err := irtest.Programs()
	require.NoError(t, err)
	modes := []string{"", "multi", "pairs", "initial"}
	schedules := 100
	if testing.Short() {
		modes, schedules = modes[:1], 25
	}
	for _, flags := range modes {
		for _, program := range programs {
			t.Run(flags+program.ID, func(t *testing.T) {
				p, err := program.Parse()
				require.NoError(t, err)
				var run, paths string
				for _, c := range cells {
					if c.id == program.ID && c.flags == flags {
						run, paths = c.run, c.paths
					}
				}
				require.Equal(t, run,
					checkertest.Subjects(checker(flags).Dynamic(t, p, checkertest.Schedules(p, schedules)...)), "in runs")
				require.Equal(t, paths, checkertest.Subjects(checker(flags).Static(t, p)), "over all paths")
			})
		}
	}
}

// The lock set of T2.8 is refined from {a, b} over {a} to nothing, and the report comes
// at the access that leaves nothing: the first of the third thread.
func TestRefinement(t *testing.T) {
	program, err := irtest.Find("T2.8")
	require.NoError(t, err)
	p, err := program.Parse()
	require.NoError(t, err)
	fs := checker("initial").Dynamic(t, p, p.Run(1, ir.Options{}))
	require.Len(t, fs, 1)
	require.Equal(t, []string{"17 written under a and b", "24 read under a", "24 written under a", "30 read under b",
		"30 written under b"},
		checkertest.Story(fs[0]))

	r := dataflow.NewWatch(p, eraser.Analyzer())
	for ev := range p.Run(1, ir.Options{}).Events() {
		require.NoError(t, r.Event(&ev))
		if fs := r.Findings(); len(fs) > 0 {
			require.Equal(t, envs.Load, p.Func(ev.Func).Ops[ev.PC].Kind)
			require.Equal(t, 30, p.Position(envs.At(ev.Func, ev.PC)).Line)
			return
		}
	}
	require.Fail(t, "no report")
}

// A report says whether a run proves it: in some run of R1 nothing orders the two
// threads, in T2.8 each thread comes after the one before.
func TestProof(t *testing.T) {
	for id, want := range map[string]bool{"R1": true, "R7": false, "R9": true, "T2.8": false} {
		program, err := irtest.Find(id)
		require.NoError(t, err)
		p, err := program.Parse()
		require.NoError(t, err)
		for _, f := range checker().Dynamic(t, p, checkertest.Schedules(p, 100)...) {
			require.Equal(t, want, f.Proved, "%s: %s", id, f.Message)
			require.Equal(t, want, strings.Contains(f.Message, "a run proves it"))
			require.Equal(t, !want, strings.Contains(f.Message, "not proved by a run"))
			require.Equal(t, want, strings.Contains(strings.Join(checkertest.Story(f), ";"),
				"by another thread under no lock, and nothing orders that"))
		}
		for _, f := range checker().Static(t, p) {
			require.False(t, f.Proved)
		}
		for _, f := range checker("order").Dynamic(t, p, checkertest.Schedules(p, 100)...) {
			require.Equal(t, want, f.Proved)
		}
	}
	without := checkertest.Checker{Analyzer: eraser.Analyzer, Flags: []string{"order=false"}}
	program, err := irtest.Find("R1")
	require.NoError(t, err)
	p, err := program.Parse()
	require.NoError(t, err)
	for _, f := range without.Dynamic(t, p, checkertest.Schedules(p, 100)...) {
		require.False(t, f.Proved)
		require.NotContains(t, f.Message, "proved")
	}
}
