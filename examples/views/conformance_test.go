package views_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/ir"
	"github.com/seed38182bad/parallax/envs/ir/irtest"
	"github.com/seed38182bad/parallax/examples/checkertest"
	"github.com/seed38182bad/parallax/examples/views"
)

func checker(flags ...string) checkertest.Checker {
	return checkertest.Checker{Analyzer: views.Analyzer, Flags: flags}
}

func parse(t *testing.T, text string) *ir.Program {
	p, err := ir.Parse("x.plx", text)
	require.NoError(t, err, text)
	return p
}

// told are the findings as VARIABLES: LINES, sorted.
func told(fs []envs.Finding) []string {
	list := []string{}
	for _, f := range fs {
		var lines []string
		for _, p := range f.Sites() {
			lines = append(lines, fmt.Sprint(p.Line))
		}
		whole, _, _ := strings.Cut(f.Message, " are accessed")
		list = append(list, whole+": "+strings.Join(slices.Compact(lines), " "))
	}
	slices.Sort(list)
	return list
}

// cells are the programs of the papers in which there is something to find, as it is
// found in 100 runs and over all paths. In all others nothing is to be found by
// either side.
var cells = map[string]struct{ run, paths []string }{
	// The swap takes both coordinates in one block, the reset in two.
	"T2.9": {
		[]string{"{Coord.x, Coord.y}: 18 28"},
		[]string{"{Coord.x, Coord.y}: 18 24 28"},
	},
	// The daemon takes value and flag in one block, the task in two. That the main thread
	// is a daemon, too, once the others have ended, makes no difference.
	"T3.2": {
		[]string{"{Entry.achieved, Entry.value}: 31"},
		[]string{"{Entry.achieved, Entry.value}: 18 22 31"},
	},
	// See TestCoord for who is in conflict with whom.
	"T3.4": {
		[]string{"{Coord.x, Coord.y}: 13 17 24", "{Coord.x, Coord.y}: 13 17 30"},
		[]string{"{Coord.x, Coord.y}: 13 17 24 25", "{Coord.x, Coord.y}: 13 17 25 30"},
	},
	// The papers do not say. shutdown removes the entries and closes in one block. A client asks in two whether it is
	// closed and for an entry. An entry may be added after all were removed.
	"P5": {
		[]string{"{ResourceStoreManager.closed, ResourceStoreManager.entry}: 32 40"},
		[]string{"{ResourceStoreManager.closed, ResourceStoreManager.entry}: 19 32 33 40"},
	},
}

func TestPapers(t *testing.T) {
	programs, err := irtest.Programs()
	require.NoError(t, err)
	modes, schedules := []string{"plain=false", "plain=true"}, 100
	if testing.Short() {
		modes, schedules = modes[:1], 25
	}
	for _, program := range programs {
		for _, flags := range modes {
			t.Run(program.ID+" "+flags, func(t *testing.T) {
				p, err := program.Parse()
				require.NoError(t, err)
				want := cells[program.ID]
				require.Equal(t, append([]string{}, want.run...),
					told(checker(flags).Dynamic(t, p, checkertest.Schedules(p, schedules)...)), "in runs")
				require.Equal(t, append([]string{}, want.paths...), told(checker(flags).Static(t, p)), "over all paths")
			})
		}
	}
}

// Of the threads in figure 3.4, t1 and t3 are in conflict, and t3 and t4, but not t1 with
// t2 or t4.
func TestCoord(t *testing.T) {
	program, err := irtest.Find("T3.4")
	require.NoError(t, err)
	threads := map[string]string{"t1": "a", "t2": "b", "t3": "d", "t4": "e"}
	conflicts := map[string]bool{"t1 t3": true, "t3 t4": true}
	for one := range threads {
		for other := range threads {
			if one >= other {
				continue
			}
			// Somebody has to write, or nothing can go wrong.
			text := strings.Replace(program.Source, "func main() {", "func main() {\n\tsync c { c.x = 1; c.y = 1 }", 1)
			for thread, handle := range threads {
				if thread != one && thread != other {
					text = strings.Replace(text, handle+" = spawn "+thread+"()", "skip", 1)
					text = strings.Replace(text, "join "+handle+"\n", "skip\n", 1)
				}
			}
			p := parse(t, text)
			got := checker().Dynamic(t, p, checkertest.Schedules(p, 20)...)
			require.Equal(t, conflicts[one+" "+other], len(got) > 0, "%s and %s: %v", one, other, told(got))
		}
	}
}

// rows are those of tables 3.1 and 3.2: the views of each thread, and what is taken apart.
var rows = []struct {
	name    string
	threads []string
	want    []string
}{
	{name: "row 1", threads: []string{"x y", "x y"}},
	{name: "row 2", threads: []string{"xy", "x y"}, want: []string{"xy: x y"}},
	{name: "row 3", threads: []string{"xy x y", "x y"}, want: []string{"xy: x y"}},
	{name: "row 4", threads: []string{"xyz", "xy x"}},
	{name: "row 5", threads: []string{"xy", "x", "x y"}, want: []string{"xy: x y"}},
	{name: "row 6", threads: []string{"xy", "x", "y"}},
	{name: "row 7", threads: []string{"xy x y", "yz y z", "zx z x"}},
	// The table lists the first conflict only. The definition has a second one: the views
	// {x, y} and {y, z} of the first thread overlap with {z, x} of the third in {x} and {z}.
	{name: "row 8", threads: []string{"xy x yz", "yz y z", "zx z x"}, want: []string{"yz: y z", "xz: x z"}},
}

// source is a program in which each thread has the views of one row.
func source(threads []string) string {
	var b strings.Builder
	b.WriteString("class C { x, y, z }\nfinal c = new C\n")
	for i, views := range threads {
		fmt.Fprintf(&b, "func t%d() {\n", i)
		for _, v := range strings.Fields(views) {
			b.WriteString("\tsync c {\n")
			for _, f := range v {
				fmt.Fprintf(&b, "\t\tc.%c = 1\n", f)
			}
			b.WriteString("\t}\n")
		}
		b.WriteString("}\n")
	}
	b.WriteString("func main() {\n")
	for i := range threads {
		fmt.Fprintf(&b, "\th%d = spawn t%d()\n", i, i)
	}
	b.WriteString("}\n")
	return b.String()
}

// verdicts are the findings as WHOLE: PARTS, by what messages say.
func verdicts(t *testing.T, fs []envs.Finding) []string {
	var list []string
	for _, f := range fs {
		whole, parts, ok := strings.Cut(f.Message, " are accessed in one critical section, but another thread accesses ")
		require.True(t, ok, f.Message)
		parts, ok = strings.CutSuffix(parts, " in critical sections of their own")
		require.True(t, ok, f.Message)
		s := whole + ": " + strings.ReplaceAll(parts, " and ", " ")
		list = append(list, strings.NewReplacer("C.", "", "{", "", "}", "", ", ", "").Replace(s))
	}
	return list
}

func TestTables(t *testing.T) {
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			p := parse(t, source(row.threads))
			for _, flags := range []string{"plain=false", "plain=true", "conditional=true"} {
				require.ElementsMatch(t, row.want, verdicts(t, checker(flags).Dynamic(t, p, checkertest.Schedules(p, 1)...)),
					"%s, in a run", flags)
				require.ElementsMatch(t, row.want, verdicts(t, checker(flags).Static(t, p)), "%s, over all paths", flags)
			}
		})
	}
}

// A story leads from the block that has all to two that have parts.
func TestStory(t *testing.T) {
	program, err := irtest.Find("T2.9")
	require.NoError(t, err)
	p, err := program.Parse()
	require.NoError(t, err)
	for side, fs := range map[string][]envs.Finding{"paths": checker().Static(t, p),
		"run": checker().Dynamic(t, p, p.Run(1, ir.Options{}))} {
		require.Len(t, fs, 1)
		require.Equal(t, []string{
			"13 lock is taken for one critical section",
			"14 Coord.x is accessed in it",
			"15 Coord.y is accessed in it",
			"22 lock is taken for another thread's critical section",
			"23 Coord.x is accessed in it",
			"26 lock is taken for a later or earlier critical section of that thread",
			"27 Coord.y is accessed in it",
		}, checkertest.Story(fs[0]), side)
	}
}
