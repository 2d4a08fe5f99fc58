package driver

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/examples/eraser"
	"github.com/seed38182bad/parallax/examples/nilness"
	"github.com/seed38182bad/parallax/examples/session"
)

const apart = `class Box { x }
final m = new Box
root func add() {
 sync m {
  a = m.x
 }
 b = a + 1
 m.x = b
}
root func never() {
 sync m {
  a = m.x
 }
 b = a + 1
}
func main() {
 t = spawn add()
 add()
 join t
}
`

// What several checkers find in a function stands in its row, and what is about several functions in
// those of all.
func TestSideBySide(t *testing.T) {
	dir := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(dir, "x.plx"), []byte(apart), 0o644))
	compare := func(args ...string) outcome {
		args = append([]string{"compare", "-C", dir}, append(args, "x.plx")...)
		return doWith(context.Background(), args, plain(), eraser.Analyzer(), nilness.Analyzer())
	}
	o := compare("-checkers", "all")
	require.Equal(t, 1, o.status, o.stderr)
	require.Equal(t, `C  confirmed        2  on some path, and a run showed it
o  not observed     0  on some path; the code ran, but no run showed it
x  not exercised    1  on some path, through code that never ran
?  not watched      0  on some path, in code that is not watched while it runs
D  dynamic only     0  a run showed it, but the static side missed it

function  stale  eraser
add       C      C
  x.plx:5:9  C eraser: Box.x is shared, and no lock is held at all its accesses; `+
		`a run proves it, in which nothing orders two of them (ran 200)
  x.plx:7:8  C stale: a is used outside the critical section in which it was read (ran 200)
never     x      C
  x.plx:12:9  C eraser: as at 5:9
  x.plx:14:8  x stale: a is used outside the critical section in which it was read (ran 0)

Found by nilness: nothing.

3 rows, 3 functions, 100 runs with 2572 events. What this rests on: -v.
`, o.out)

	require.Equal(t, o, compare("-checkers", "eraser,all"), "all of them and one")
	x := compare("-checker", "all", "-json").decode(t)
	require.Equal(t, []string{"stale", "eraser", "nilness"}, x.Checkers)
	require.Len(t, x.Beside, 2)
	never := x.Beside[1]
	require.Equal(t, "never", never.Func)
	require.Equal(t, map[string][]envs.Agreement{"stale": {envs.NotExercised}, "eraser": {envs.Confirmed}},
		never.Classes)
	require.Len(t, never.Shows, 2)
	require.Equal(t, "eraser", x.Rows[never.Shows[0].Row].Finding.Checker)
	require.Equal(t, "x.plx:12:9", never.Shows[0].Pos.String())

	// One checker has the whole width for itself.
	o = compare("-checkers", "stale")
	require.Regexp(t, `(?m)^confirmed +x.plx:7:8 +add +200  a is`, o.out)
	require.Empty(t, compare("-checkers", "stale", "-json").decode(t).Beside)
}

// What is suppressed is in no row; functions of one name in two files are two.
func TestSideBySideLeavesOut(t *testing.T) {
	dir := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(dir, "x.plx"), []byte(apart), 0o644))
	require.NoError(t, os.WriteFile(filepath.Join(dir, "y.plx"), []byte(apart), 0o644))
	require.NoError(t, os.WriteFile(filepath.Join(dir, "not"),
		[]byte("stale stale-value x.plx # known\neraser ... x.plx # known\n"), 0o644))
	args := []string{"compare", "-checkers", "stale,eraser", "-json", "-C", dir, "-suppress", "not", "x.plx", "y.plx"}
	x := doWith(context.Background(), args, plain(), eraser.Analyzer()).decode(t)
	require.Empty(t, x.Errors)
	require.Len(t, x.Beside, 2)
	for _, b := range x.Beside {
		require.Equal(t, "y.plx", b.Pos.File, b.Func)
	}
	args = append(args[:6], "x.plx", "y.plx")
	x = doWith(context.Background(), args, plain(), eraser.Analyzer()).decode(t)
	require.Len(t, x.Beside, 4)
}

// Columns fit into the terminal's width by names that are made shorter.
func TestSideBySideIsNarrow(t *testing.T) {
	in := &invocation{out: newOutput("compare")}
	in.out.Beside = []Beside{{Func: "a.functionWithAnExtraordinarilyLongName", Classes: map[string][]envs.Agreement{
		"stale": {envs.Confirmed, envs.NotObserved},
	}}}
	var b strings.Builder
	in.grid(&b, style{width: 40}, []string{"stale", "race"})
	require.Equal(t, "function                     stale  race\na.functi…ordinarilyLongName  Co     .\n\n", b.String())
}

// Findings of which a function has nothing but the same to say share a line, as those of the fields of
// a struct do that is copied as a whole.
func TestSideBySideOnce(t *testing.T) {
	at := func(line int) envs.Position { return envs.Position{File: "x.go", Line: line, Col: 1} }
	row := func(field string, elsewhere int) Row {
		r := Row{Row: session.Row{
			Shown: envs.Finding{Message: field + " is shared"}, Ran: 1, Places: []session.Place{{Func: "copy", Pos: at(3)},
				{Func: "main", Pos: at(elsewhere)}},
		}}
		r.Class, r.Finding.Checker = envs.Confirmed, "eraser"
		return r
	}
	in := &invocation{out: newOutput("compare")}
	in.out.Checkers = []string{"eraser"}
	in.out.Rows = []Row{row("x", 8), row("y", 8), row("z", 9)}
	in.out.Beside = beside(in.out.Rows)
	var b strings.Builder
	in.grid(&b, style{}, in.out.Checkers)
	require.Equal(t, `function  eraser
copy      C
  x.go:3:1  C eraser: x is shared (ran 1)
  x.go:3:1  C eraser: y is shared (ran 1)
  x.go:3:1  C eraser: z is shared (ran 1)
main      C
  x.go:8:1  C eraser: as at 3:1, 3 findings

`, b.String())
}
