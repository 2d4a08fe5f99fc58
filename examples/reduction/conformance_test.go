package reduction_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/ir"
	"github.com/seed38182bad/parallax/envs/ir/irtest"
	"github.com/seed38182bad/parallax/examples/checkertest"
	"github.com/seed38182bad/parallax/examples/reduction"
)

// cells are the transactions of the papers' programs that are reported, by the options with which they are:
// "" is none. Of a program that is not listed nothing is reported, whatever the options.
//
// T4.2 and R8 are known to be false; with pairs R8 is gone. What the papers leave open:
//
//   - P4 and P5 are two steps that cannot be moved together: P4 looks at a volatile field before it takes
//     the lock, which is known to be harmless, and P5 closes a store between the two.
//   - R1 has a data race, and R9 no lock at all. In T2.8 value is read and written by inc and by dec, which
//     no lock protects; with pairs nothing is reported, as each thread comes after the one before.
//   - T3.2 sets value and achieved in two blocks.
//   - T3.4, R2, R7, R11 and R12 have no more than one block in a transaction, or blocks
//     within blocks that protect what is accessed.
//   - R10 has no more than one block either, but may end in a deadlock, which the theorems exclude; R12 may
//     not.
//   - T9.1 has a lock that is held already; over all paths nobody knows, but no lock is taken after
//     one was given back.
var cells = map[string][]struct{ flags, want string }{
	"T2.8":  {{"", "dec inc"}, {"pairs", ""}},
	"T2.9":  {{"", "reset"}},
	"T2.10": {{"", "inc"}},
	"T2.11": {{"", "swap"}},
	"T3.2":  {{"", "task"}},
	"T4.2":  {{"", "sensorDaemon"}},
	"T4.3":  {{"", "work"}},
	"T10.1": {{"", "increment"}},
	"T10.2": {{"", "doTransaction"}},
	"P1":    {{"", "update"}},
	"P3":    {{"", "run"}},
	"P4":    {{"", "init"}},
	"P5":    {{"", "loadResourceStore"}},
	"R1":    {{"", "deposit1"}},
	"R3":    {{"", "withdraw1"}},
	"R4":    {{"", "construct"}},
	"R5":    {{"", ""}, {"theorem=2", "t u"}},
	"R6":    {{"", ""}, {"locks=false", "again alone guarded"}},
	"R8":    {{"", "writer"}, {"pairs", ""}},
	"R10":   {{"", ""}, {"deadlock", "t u"}},
	"R9":    {{"", "first second third"}},
}

func checker(flags ...string) checkertest.Checker {
	c := checkertest.Checker{Analyzer: reduction.Analyzer}
	for _, f := range flags {
		if f == "pairs" || f == "deadlock" {
			f += "=true"
		}
		if f != "" {
			c.Flags = append(c.Flags, f)
		}
	}
	return c
}

func offline(flags ...string) checkertest.Checker {
	c := checker(flags...)
	c.Offline = true
	return c
}

// reported are the subjects of findings.
func reported(fs []envs.Finding) string {
	var names []string
	for _, f := range strings.Fields(checkertest.Subjects(fs)) {
		name, _, _ := strings.Cut(f, ":")
		names = append(names, name)
	}
	return strings.Join(names, " ")
}

// What is reported off-line is the same as over all paths: together in 20 schedules, and in each single one if
// its threads do what they do in all.
func TestPapers(t *testing.T) {
	programs, err := irtest.Programs()
	require.NoError(t, err)
	modes := []string{"", "theorem=2", "locks=false", "pairs", "deadlock"}
	if testing.Short() {
		modes = modes[:1]
	}
	for _, flags := range modes {
		for _, program := range programs {
			t.Run(flags+program.ID, func(t *testing.T) {
				p, err := program.Parse()
				require.NoError(t, err)
				want := ""
				for _, c := range cells[program.ID] {
					if c.flags == "" || c.flags == flags {
						want = c.want
					}
				}
				require.Equal(t, want, reported(checker(flags).Static(t, p)), "over all paths")
				runs := checkertest.Schedules(p, 20)
				require.Equal(t, want, reported(offline(flags).Dynamic(t, p, runs...)), "off-line")
				switch program.ID {
				case "P4", "P5", "T3.2": // a thread may find nothing left to do
				case "R10": // which may end before the transactions do
				case "R8": // whose first access may be taken for the initialisation
				default:
					for _, r := range runs[:8] {
						require.Equal(t, want, reported(offline(flags).Dynamic(t, p, r)), "off-line, in a single run")
					}
				}
			})
		}
	}
}

// On-line, what comes first is taken for what only one thread does, or is never written.
func TestPapersOnline(t *testing.T) {
	for id, want := range map[string]struct{ theorem2, theorem3 bool }{
		// Whether some of 40 runs show what all of them show off-line.
		"T2.9": {true, true}, "T2.10": {true, false}, "T2.11": {true, false}, "T10.1": {true, false},
		"P1": {true, false}, "P3": {true, true}, "R1": {false, false}, "R3": {true, false}, "R4": {true, true},
	} {
		program, err := irtest.Find(id)
		require.NoError(t, err)
		p, err := program.Parse()
		require.NoError(t, err)
		runs := checkertest.Schedules(p, 20)
		require.Equal(t, want.theorem2, len(checker("theorem=2").Dynamic(t, p, runs...)) > 0, "%s, theorem 2", id)
		require.Equal(t, want.theorem3, len(checker().Dynamic(t, p, runs...)) > 0, "%s, theorem 3", id)
		require.NotEmpty(t, offline("theorem=2").Dynamic(t, p, runs...))
	}
}

// A report tells the step after which others may come in, and the one before which they may, and in which functions
// they are, if those are others.
func TestStory(t *testing.T) {
	program, err := irtest.Find("R3")
	require.NoError(t, err)
	p, err := program.Parse()
	require.NoError(t, err)
	for _, fs := range [][]envs.Finding{checker().Static(t, p), offline().Dynamic(t, p, checkertest.Schedules(p, 1)...)} {
		require.Len(t, fs, 1)
		require.Equal(t, []string{"15 after this others may come in: a is given back, in readBalance",
			"20 and before this: a is taken"}, checkertest.Story(fs[0]))
		require.Equal(t, "withdraw1 is not atomic: others may come in after a is given back and before a is taken",
			fs[0].Message)
	}
}

// Threads are told of in words, as locks are.
func TestStoryOfThreads(t *testing.T) {
	p, err := ir.Parse("x.plx", `var n
func add() { n = n + 1 }
root atomic func both() {
	t = spawn add()
	join t
}
func main() { both() }
`)
	require.NoError(t, err)
	for side, fs := range map[string][]envs.Finding{"paths": checker().Static(t, p),
		"run": offline().Dynamic(t, p, checkertest.Schedules(p, 1)...)} {
		require.Len(t, fs, 1, side)
		require.Equal(t, []string{"4 after this others may come in: a thread is started",
			"5 and before this: a thread is waited for"}, checkertest.Story(fs[0]), side)
	}
}
