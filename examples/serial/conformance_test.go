package serial_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/envstest"
	"github.com/seed38182bad/parallax/envs/ir"
	"github.com/seed38182bad/parallax/envs/ir/irtest"
	"github.com/seed38182bad/parallax/examples/checkertest"
	"github.com/seed38182bad/parallax/examples/serial"
)

// explored is what the checker finds in one schedule of each trace of a program, up to a number of them.
func explored(t *testing.T, p *ir.Program, flags ...string) (found []envs.Finding, complete bool) {
	a := serial.Analyzer()
	for i := 0; i < len(flags); i += 2 {
		require.NoError(t, a.Flags.Set(flags[i], flags[i+1]))
	}
	require.NoError(t, a.Setup(func(name string) string { return "testdata/" + name }))
	w := a.Replay(p)
	var run envstest.Kept
	_, complete = p.Explore(ir.Options{MaxRuns: 2000, MaxSteps: 500,
		Events: func(ev envs.Event) { run = append(run, ev) }}, func(*ir.Result) bool {
		require.NoError(t, w.Run(context.Background(), run))
		run = run[:0]
		return true
	})
	for _, r := range checkertest.Schedules(p, 30) {
		require.NoError(t, w.Run(context.Background(), r))
	}
	return w.Findings(), complete
}

// TestPapers holds the checker to the programs of the papers, under all schedules as far as they can be listed.
// Functions are taken for transactions, but for main. A program that is missing is serializable under all schedules,
// and over all paths, too. Over all paths no other functions are found than those that a schedule shows.
func TestPapers(t *testing.T) {
	t.Parallel()
	type result struct {
		runs  string // with conflicts of locks
		data  string // without
		paths string // with; in runs the first operation that closes a cycle is told of
	}
	want := map[string]result{
		"T2.9":  {"reset:26", "reset:27", "reset:26,27"},
		"T2.10": {"inc:14", "inc:15", "inc:14,15"},
		"T2.11": {"swap:17", "swap:18", "swap:17,18,19"},
		"T3.2":  {"task:20", "", "task:20,21"}, // the daemon reads both in between; it conflicts with one write only
		"T3.4":  {"t3:54 t4:61", "t3:54 t4:61", "t3:54 t4:61,62,63"},
		"T4.2":  {"sensorDaemon:18", "sensorDaemon:19", "sensorDaemon:18,19,21"}, // known false, if data flow decided
		"T4.3":  {"work:37,41", "work:38,42", "work:37,38,41,42"},
		"T10.1": {"increment:22", "increment:23", "increment:22,23"},
		"T10.2": {"doTransaction:24", "doTransaction:25", "doTransaction:20,21,24,25,26"},
		"P1":    {"run:20", "run:20", "run:20"}, // update, as a part of run
		"P3":    {"run:18", "run:18", "run:18"}, // which method consistency misses
		"P4":    {"run:28,29", "run:28", "run:28,29"},
		"P5":    {"client:44", "client:44", "client:44"},
		"R1":    {"deposit1:9", "deposit1:9", "deposit1:9"},
		"R2":    {"client:18", "client:18", "client:18"}, // which does two things, each of them whole
		"R3":    {"withdraw1:20", "withdraw1:21", "withdraw1:20,21"},
		"R4":    {"copy:37", "copy:37", "copy:37"},
		"R5":    {"t:17 u:26", "", "t:17 u:26"}, // all reads: only the order of locks makes a circle
		"R6":    {"first:47,48 second:56", "first:47,48 second:56", "first:47,48 second:56"},
		"R9":    {"first:10 second:15", "first:10 second:15", "first:10 second:15 third:20"}, // as the circle is closed
	}
	programs, err := irtest.Programs()
	require.NoError(t, err)
	for _, program := range programs {
		t.Run(program.ID, func(t *testing.T) {
			t.Parallel()
			want := want[program.ID]
			p, err := program.Parse()
			require.NoError(t, err)
			found, complete := explored(t, p, "transactions", "methods.rules")
			require.Equal(t, want.runs, checkertest.Subjects(found))
			require.True(t, complete)
			for _, f := range found {
				require.True(t, f.Proved)
			}
			found, _ = explored(t, p, "transactions", "methods.rules", "data", "true")
			require.Equal(t, want.data, checkertest.Subjects(found))
			c := checker
			c.Flags = []string{"transactions=methods.rules"}
			require.Equal(t, want.paths, checkertest.Subjects(c.Static(t, p)))
		})
	}
}
