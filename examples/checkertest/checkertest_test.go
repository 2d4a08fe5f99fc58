package checkertest_test

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/seed38182bad/parallax/dataflow"
	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/ir"
	"github.com/seed38182bad/parallax/envs/ir/irgen"
	"github.com/seed38182bad/parallax/examples/bounds"
	"github.com/seed38182bad/parallax/examples/checkertest"
	"github.com/seed38182bad/parallax/examples/session"
	"github.com/seed38182bad/parallax/examples/typestate"
)

// recorder keeps what a test is told.
type recorder []string

func (*recorder) Helper() {}
func (r *recorder) Errorf(format string, args ...any) {
	*r = append(*r, fmt.Sprintf(format, args...))
}

// files writes files, each a name and a text, to the current folder.
func files(t *testing.T, texts ...string) {
	t.Chdir(t.TempDir())
	for pair := range slices.Chunk(texts, 2) {
		require.NoError(t, os.MkdirAll(filepath.Dir(pair[0]), 0o700))
		require.NoError(t, os.WriteFile(pair[0], []byte(pair[1]), 0o600))
	}
}

func TestText(t *testing.T) {
	const program = `
func bad() { skip }
func divide(n) {
	try { return 1 / n FAILURE
	} catch e { return 0 }
}
func main() {
	bad() CALL
	if divide(0) {
		bad() NEVER
	}
}`
	const call, never, failure = "// want call", "// want paths: call", "// want run: failure"
	for _, c := range []struct {
		name, failure, call, never string
		told                       []string
	}{
		{"all is well", failure, call + " // wanted here", never, nil},
		{"two comments", failure, "// want paths: call // want run: call // both", never, nil},
		{"missing", failure + "// want call", call, never, []string{
			"x.plx:4: call is wanted, but not found over all paths",
			"x.plx:4: call is wanted, but not found in a run"}},
		{"missing over all paths", "// want failure", call, never, []string{
			"x.plx:4: failure is wanted, but not found over all paths"}},
		{"missing in a run", failure, call, call, []string{
			"x.plx:10: call is wanted, but not found in a run"}},
		{"one of two missing", failure, "// want call other", never, []string{
			"x.plx:8: other is wanted, but not found over all paths",
			"x.plx:8: other is wanted, but not found in a run"}},
		{"unexpected", failure, "// call", never, []string{
			"x.plx:8:2: call is found over all paths, but not wanted: bad is called",
			"x.plx:8:2: call is found in a run, but not wanted: bad is called"}},
		{"unexpected over all paths", failure, "// want run: call", "// never", []string{
			"x.plx:8:2: call is found over all paths, but not wanted: bad is called",
			"x.plx:10:3: call is found over all paths, but not wanted: bad is called"}},
		{"unexpected in a run", "", "// want paths: call", never, []string{
			"x.plx:4:17: failure is found in a run, but not wanted: it fails",
			"x.plx:8:2: call is found in a run, but not wanted: bad is called"}},
		{"another kind", failure, "// want calls", never, []string{
			"x.plx:8:2: call is found over all paths, but not wanted: bad is called",
			"x.plx:8: calls is wanted, but not found over all paths",
			"x.plx:8:2: call is found in a run, but not wanted: bad is called",
			"x.plx:8: calls is wanted, but not found in a run"}},

		{"no kind", failure, "// want", never, []string{`x.plx:8: "want": it names no kind of findings`}},
		{"no text", failure, "// want end:", never, []string{`x.plx:8: "want end:": it has no text of an error`}},
		{"no kind for a side", failure, "//want run:", never, []string{`x.plx:8: "want run:": it names no kind of findings`}},
		{"unknown side", failure, "// want path: call", never, []string{
			`x.plx:8: "want path: call": there is no side "path:": want paths:, run: or end:, or none for both`}},
		{"commas", failure, "// want call, other", never, []string{
			`x.plx:8: "want call, other": "call," is no kind of findings: want letters, digits and hyphens, and spaces ` +
				`between kinds`}},
		{"a side behind a kind", failure, "// want call run: other", never, []string{
			`x.plx:8: "want call run: other": "run:" is no kind of findings: want letters, digits and hyphens, and spaces ` +
				`between kinds`}},
		{"a colon", failure, "// want: call", never, []string{
			`x.plx:8: "want: call": write: want KIND, want paths: KIND, want run: KIND, or want end: TEXT`}},
		{"upper case", failure, "// Want call", never, []string{
			`x.plx:8: "Want call": write: want KIND, want paths: KIND, want run: KIND, or want end: TEXT`}},
		{"twice", failure, "// want call // want run: call", never, []string{
			`x.plx:8: "want run: call": call is wanted in this line already`}},
		{"all that is malformed", "// want", "// want", never, []string{
			`x.plx:4: "want": it names no kind of findings`,
			`x.plx:8: "want": it names no kind of findings`}},
	} {
		t.Run(c.name, func(t *testing.T) {
			files(t, "x.plx", strings.NewReplacer("FAILURE", c.failure, "CALL", c.call, "NEVER", c.never).Replace(program))
			var told recorder
			checkertest.Text(&told, toy, "*.plx")
			require.Equal(t, c.told, []string(told))
		})
	}
}

// Files and options that cannot be used.
func TestTextInput(t *testing.T) {
	files(t, "empty.plx", "func main() { skip }",
		"divide.plx", "func f(n) {\n\treturn 1 / n // want division-by-zero // want end: exception\n}\n"+
			"func main() { x = f(0) }",
		"near.plx", "func bad() { skip }\nfunc main() {\n\tskip // wants call\n\tskip // Wanted: call\n}",
		"bad.plx", "func main( { }", "good.plx", "func bad() { skip }\nfunc main() {\n\tbad() // want call\n}")
	told := func(c checkertest.Checker, patterns ...string) []string {
		var r recorder
		checkertest.Text(&r, c, patterns...)
		return r
	}
	require.Empty(t, told(toy, "good.plx", "empty.plx"), "a program in which nothing is wanted, beside another")
	require.Equal(t, []string{`["empty.plx"]: no comment wants anything`}, told(toy, "empty.plx"))
	require.Equal(t, []string{`[]: no comment wants anything`}, told(toy))
	require.Equal(t, []string{`["near.plx" "empty.plx"]: no comment wants anything; the word is want, not as in ` +
		`near.plx:3: "wants call", near.plx:4: "Wanted: call"`},
		told(toy, "near.plx", "empty.plx"))
	require.Equal(t, []string{"*.text: no file matches", "[: syntax error in pattern"},
		told(toy, "good.plx", "*.text", "["))
	bad := told(toy, "bad.plx")
	require.Len(t, bad, 1)
	require.Regexp(t, `^bad.plx:1:12: `, bad[0])

	bounds := func(flags ...string) []string {
		return told(checkertest.Checker{Analyzer: bounds.Analyzer, Flags: flags}, "divide.plx")
	}
	require.Empty(t, bounds("all=true", "related=1"))
	require.Equal(t, []string{"divide.plx:2: division-by-zero is wanted, but not found over all paths"},
		bounds("related=1"))
	require.Equal(t, []string{`divide.plx: over all paths: flag "all" of bounds: want NAME=VALUE`}, bounds("all"))
	require.Equal(t, []string{`divide.plx: over all paths: flag "some=1" of bounds: no such flag -some`}, bounds("some=1"))
	file := told(checkertest.Checker{Analyzer: typestate.Analyzer, Flags: []string{"property=x.txt"}, Files: "here"},
		"good.plx")
	require.Len(t, file, 1)
	require.Contains(t, file[0], filepath.Join("here", "x.txt"))
}

// A run that fails is an error, once for all runs, unless the file says so.
func TestEarlyEnd(t *testing.T) {
	files(t,
		"fine.plx", "func main() {\n\tx = 1 / 0 // want run: failure // want end: exception -3 // as it should\n}",
		"fails.plx", "func main() {\n\tx = 1 / 0 // want run: failure\n}",
		"ends.plx", "func main() {\n\tthrow 7 // want end: exception 7\n}",
		"thrown.plx", "func bad() { skip }\nfunc main() {\n\tif nondet(1) == 0 { throw 7 }\n\tbad() // want call\n}",
		"locked.plx", "class C { f }\nfinal c = new C\nfunc bad() { skip }\nfunc main() {\n\tacquire c\n\twait "+
			"c // want end: deadlock\n\tbad() // want call\n}",
		"elsewhere.plx", "func bad() { skip }\nfunc main() { // want end: exception\n\tbad() // want call\n"+
			"\tthrow 7\n}",
		"long.plx", "func bad() { skip }\nfunc main() {\n\twhile nondet(1) == 0 { skip }\n"+
			"\tbad() // want paths: call\n}",
		"stops.plx", "func bad() { skip }\nfunc main() {\n\twhile nondet(1) == 0 { skip } // want end: stopped after\n"+
			"\tbad() // want paths: call\n}")
	two := toy
	two.Runs = 2
	for file, want := range map[string][]string{
		"fine.plx":  nil,
		"ends.plx":  nil,
		"stops.plx": nil,
		"fails.plx": {"fails.plx:2:8: uncaught exception -3 ends a thread (fails.plx seed 0); if that is meant, say so in " +
			"this line: // want end: uncaught exception -3 ends a thread"},
		"thrown.plx": {
			"thrown.plx:4: call is wanted, but not found in a run",
			"thrown.plx:3:22: uncaught exception 7 ends a thread (thrown.plx seed 0); if that is meant, say so in this line: " +
				"// want end: uncaught exception 7 ends a thread"},
		"locked.plx": {"locked.plx:7: call is wanted, but not found in a run"},
		"elsewhere.plx": {
			"elsewhere.plx:4:2: uncaught exception 7 ends a thread (elsewhere.plx seed 0); if that is meant, say so in this " +
				"line: // want end: uncaught exception 7 ends a thread",
			`elsewhere.plx:2: no run ends here with an error that says "exception"`},
		"long.plx": {"long.plx: stopped after 1000000 operations (long.plx seed 0); if that is meant, say so in a line of " +
			"the file: // want end: stopped after 1000000 operations"},
	} {
		var told recorder
		checkertest.Text(&told, two, file)
		require.Equal(t, want, []string(told))
	}
}

// An interpreter that fails fails the test, whatever its runs show up to then.
func TestBrokenInterpreter(t *testing.T) {
	const program = "func bad() { skip }\nfunc main() {\n\tbad() // want call // want end: broken\n\tskip; skip\n}\n"
	files(t, "x.cut", program)
	c := toy
	c.Environment = session.Files("cut", ".cut", "programs", func(name, text string) (*session.Program, error) {
		p, err := ir.Parse(name, text)
		return &session.Program{Code: p, Runner: session.Schedules(name,
			func(_ *session.RunConfig, seed uint64) (envs.Run, func() error) {
				return cut{p.Run(seed, ir.Options{})}, func() error { return errors.New("the interpreter is broken") }
			})}, err
	})
	const broken = "the interpreter is broken (%s seed 0): that has no place in the program, so the interpreter is to " +
		"blame"
	var told recorder
	checkertest.Text(&told, c, "x.cut")
	require.Equal(t, recorder{fmt.Sprintf(broken, "x.cut"),
		`x.cut:3: no run ends here with an error that says "broken"`}, told)
	told = nil
	c.Contained(&told, program)
	require.Equal(t, recorder{fmt.Sprintf(broken, "x.cut") + "\n" + program}, told)
}

// What a checker does wrong at the end is an error from both sides, and nothing counts as found.
func TestFinishThatPanics(t *testing.T) {
	prog, err := ir.Parse("x.plx", "func bad() { skip }\nfunc main() { bad() }")
	require.NoError(t, err)
	c := checkertest.Checker{Analyzer: func() *dataflow.Analyzer {
		return dataflow.NewAnalyzer("toy", "", func(r *dataflow.Requires) dataflow.Analysis[nothing] {
			a := toyChecker{kind: "call"}.analysis(r)
			a.Finish = func(envs.Program, func(envs.Point, envs.Report)) { panic("oh") }
			return a
		})
	}}
	var told recorder
	require.Empty(t, c.Static(&told, prog))
	require.Empty(t, c.Dynamic(&told, prog, checkertest.Schedules(prog, 1)...))
	c.Offline = true
	require.Empty(t, c.Dynamic(&told, prog, checkertest.Schedules(prog, 1)...))
	require.Len(t, told, 3)
	for i, side := range []string{"over all paths", "in a run", "in a run"} {
		require.Contains(t, told[i], side+`: checker "toy", in Finish, panicked at checkertest_test.go:`)
	}
}

// cut has the first five events of a run.
type cut struct{ envs.Run }

func (c cut) Events() iter.Seq2[envs.Event, error] {
	return func(yield func(envs.Event, error) bool) {
		n := 0
		for ev, err := range c.Run.Events() {
			if n++; n > 5 || !yield(ev, err) {
				return
			}
		}
	}
}

// The tests of a module are run, and its files say what is wanted, in all packages.
func TestGo(t *testing.T) {
	if testing.Short() {
		t.Skip("builds Go programs and runs them")
	}
	checkertest.Go(t, toy, "testdata/module")
}

// A checker that names its kinds is not asked for others, whatever it finds.
func TestKinds(t *testing.T) {
	if testing.Short() {
		t.Skip("builds Go programs and runs them")
	}
	files(t,
		"m/go.mod", "module example.org/m\n\ngo 1.26\n",
		"m/main.go", "package main\n\nfunc bad() {}\n\nfunc main() {\n\tbad() // want call other\n\tbad()\n}\n",
		"x.plx", "func bad() { skip }\nfunc main() {\n\tbad() // want call other\n\tbad()\n}\n")
	for _, hold := range []struct {
		at   string
		held func(checkertest.T, checkertest.Checker)
	}{
		{"m/main.go:7:5", func(t checkertest.T, c checkertest.Checker) { checkertest.Go(t, c, "m") }},
		{"x.plx:4:2", func(t checkertest.T, c checkertest.Checker) { checkertest.Text(t, c, "x.plx") }},
	} {
		var r recorder
		c := toy
		c.Kinds = []string{"call"}
		hold.held(&r, c)
		require.Equal(t, recorder{
			hold.at + ": call is found over all paths, but not wanted: bad is called",
			hold.at + ": call is found in a run, but not wanted: bad is called",
		}, r)
		r = nil
		c.Kinds = []string{"third"}
		hold.held(&r, c)
		require.NotEmpty(t, r, "%s: nothing of the kind is wanted", hold.at)
	}
}

// Both gives the findings themselves.
func TestBoth(t *testing.T) {
	if testing.Short() {
		t.Skip("builds Go programs and runs them")
	}
	static, dynamic := toy.Both(t, "testdata/module")
	require.NotEmpty(t, static)
	require.NotEmpty(t, dynamic)
	var r recorder
	static, dynamic = toy.Both(&r, "nowhere")
	require.Regexp(t, "no such file", strings.Join(r, "; "))
	require.Empty(t, static)
	require.Empty(t, dynamic)
}

func TestGoIsTold(t *testing.T) {
	if testing.Short() {
		t.Skip("builds Go programs and runs them")
	}
	const mod = "module example.org/m\n\ngo 1.26\n"
	files(t,
		"run/go.mod", mod,
		"run/main.go", `package main

import "example.org/m/below"

func main() {
	_ = below.Get(make([]int, 3), 5)
	_ = 0 // want call
}
`,
		"run/below/below.go", `package below

func bad() {}

func Get(s []int, i int) (n int) {
	defer func() { _ = recover() }()
	bad() // want call
	return s[i]
}
`,
		"run/inner/go.mod", mod, "run/inner/inner.go", "package inner // want nothing",
		"run/testdata/x.go", "package x // want nothing",
		"bad/go.mod", mod, "bad/main.go", "package main\n\nfunc main() {\n\tx // want something\n}\n",
		"want/go.mod", mod, "want/main.go", "package main // want it:\n\nfunc main() {}\n",
		"none/go.mod", mod, "none/main.go", "package main\n\nfunc main() {}\n",
		"near/go.mod", mod, "near/main.go", "package main // wants call\n\nfunc main() {}\n",
		"tests/go.mod", mod, "tests/a.go", "package a // want something\n",
		"tests/a_test.go", "package a\n\nimport \"testing\"\n\nfunc TestA(t *testing.T) { t.Error(\"it fails\") }\n")
	told := func(module string) []string {
		var r recorder
		checkertest.Go(&r, toy, module)
		return r
	}
	require.Equal(t, []string{
		"run/main.go:7: call is wanted, but not found over all paths",
		"run/below/below.go:8:10: failure is found in a run, but not wanted: it fails",
		"run/main.go:7: call is wanted, but not found in a run",
	}, told("run"))
	var narrow recorder // of a checker that sees nothing here, since there are no locks
	checkertest.Go(&narrow, checkertest.Checker{Analyzer: func() *dataflow.Analyzer {
		a := toyAnalyzer("call")
		a.Checks = nil
		return a
	}}, "run")
	require.Contains(t, narrow, "run/below/below.go:7: call is wanted, but not found in a run"+
		" (of runs the checker sees only functions to which locks matter; Analyzer.Everywhere shows it all)")
	require.Contains(t, told("bad"), "bad/main.go:4:2: undefined: x")
	require.Equal(t,
		[]string{`want/main.go:1: "want it:": there is no side "it:": want paths:, run: or end:, or none for both`},
		told("want"))
	require.Equal(t, []string{"none: no comment wants anything"}, told("none"))
	require.Equal(t, []string{`near: no comment wants anything; the word is want, not as in near/main.go:1: "wants call"`},
		told("near"))
	require.Regexp(t, "no such file", strings.Join(told("nowhere"), "; "))
	tests := told("tests")
	require.Len(t, tests, 2)
	require.Equal(t, "tests/a.go:1: something is wanted, but not found over all paths", tests[0])
	require.Regexp(t, `(?s)^tests: in a run: .*TestA.*it fails`, tests[1])
}

// No comment in a module can want a run to fail, which is told of each, in the order of their places.
func TestGoEnds(t *testing.T) {
	files(t, "end/go.mod", "module example.org/m\n\ngo 1.26\n",
		"end/a.go", "package main\n\nfunc f() {} // want end: it\nfunc g() {} // want end: so // want end: as\n",
		"end/b.go", "package main // want end: it\n\nfunc main() {}\n")
	const why = ": want end: is for Text: tests and main packages of Go have to end well"
	for range 5 {
		var told recorder
		checkertest.Go(&told, toy, "end")
		require.Equal(t, recorder{"end/a.go:3" + why, "end/a.go:4" + why, "end/a.go:4" + why, "end/b.go:1" + why}, told)
	}
}

func TestContained(t *testing.T) {
	told := func(c checkertest.Checker, n int, generate func(irgen.Draw) string) ([]string, checkertest.Shown) {
		var r recorder
		shown := checkertest.Contained(&r, c, checkertest.Generated(n, generate))
		return r, shown
	}
	text := func(text string) func(irgen.Draw) string { return func(irgen.Draw) string { return text } }
	const hidden = "func bad() { skip }\nfunc main() {\n\tbad(); bad()\n\tx = 1 / 0\n}"

	errs, shown := told(toy, 2, text("func bad() { skip }\nfunc main() { bad(); bad() }"))
	require.Empty(t, errs)
	require.Equal(t, checkertest.Shown{"call": 4}, shown, "a place counts once a program")
	require.Equal(t, 4, shown.Total())

	errs, _ = told(toy, 2, text(hidden))
	require.Equal(t, []string{
		"program 0: x.plx:4:8: failure is found in a run, but not over all paths: it fails\n" + hidden +
			"\nChecker.Contained makes such a program small, where rapid draws it"}, errs)
	errs, _ = told(toy, 3, text("func main() { x = 1 / 1 }"))
	require.Equal(t, []string{"no run of the 3 programs shows anything, so nothing was tested: draw programs in which " +
		"the checker has something to find; package irgen has several generators, and a program may have parts that are " +
		"not drawn"}, errs)
	errs, _ = told(toy, 0, text(hidden))
	require.Equal(t, []string{"no run of the 0 programs shows anything, so nothing was tested: draw programs in which " +
		"the checker has something to find; package irgen has several generators, and a program may have parts that are " +
		"not drawn"}, errs)
	errs, _ = told(toy, 3, text("func main( { }"))
	require.Len(t, errs, 1)
	require.Regexp(t, `^program 0: x.plx:1:12: (?s:.*)func main`, errs[0])
	errs, _ = told(checkertest.Checker{Analyzer: toy.Analyzer, Flags: []string{"x"}}, 3, text(hidden))
	require.Len(t, errs, 1)
	require.Contains(t, errs[0], "want NAME=VALUE")

	// Kinds count: of what is called another on each side, nothing is contained.
	made := 0
	renaming := checkertest.Checker{Analyzer: func() *dataflow.Analyzer {
		made++
		return toyAnalyzer(fmt.Sprintf("call-%d", made))
	}}
	errs, _ = told(renaming, 1, text("func bad() { skip }\nfunc main() { bad() }"))
	require.Len(t, errs, 1)
	require.Contains(t, errs[0], "call-2 is found in a run, but not over all paths: bad is called")
}

// A library that draws programs tells of what it drew.
func TestContainedDrawn(t *testing.T) {
	shown := 0
	rapid.Check(t, func(t *rapid.T) {
		calls := rapid.IntRange(0, 3).Draw(t, "calls")
		program := "func bad() { skip }\nfunc main() { skip" + strings.Repeat("; bad()", calls) + " }"
		require.Equal(t, calls, toy.Contained(t, program).Total())
		shown += calls
	})
	require.Positive(t, shown)

	var told recorder
	require.Empty(t, toy.Contained(&told, "func main() { skip }"))
	require.Empty(t, told)
	const fails = "func main() { x = 1 / 0 }"
	require.Equal(t, checkertest.Shown{"failure": 1}, toy.Contained(&told, fails))
	require.Equal(t, recorder{"x.plx:1:21: failure is found in a run, but not over all paths: it fails\n" + fails}, told)
}

func TestSides(t *testing.T) {
	p, err := ir.Parse("x.plx", "func bad() { skip }\nfunc main() {\n\tbad()\n\tif nondet(1) { bad() }\n}")
	require.NoError(t, err)
	require.Len(t, toy.Static(t, p), 2)
	dynamic := toy.Dynamic(t, p, p.Run(0, ir.Options{}), p.Run(1, ir.Options{}))
	require.Len(t, dynamic, 1)
	require.Equal(t, []string{"3 here"}, checkertest.Story(dynamic[0]))

	var told recorder
	wrong := checkertest.Checker{Analyzer: toy.Analyzer, Flags: []string{"x"}}
	require.Empty(t, wrong.Static(&told, p))
	require.Empty(t, wrong.Dynamic(&told, p))
	require.Equal(t, recorder{`over all paths: flag "x" of toy: want NAME=VALUE`,
		`in a run: flag "x" of toy: want NAME=VALUE`}, told)
}

func TestProblems(t *testing.T) {
	at := func(line int) error {
		return &envs.InputError{Pos: envs.Position{File: "f", Line: line, Col: 2}, Message: "no"}
	}
	require.Empty(t, checkertest.Problems(t, nil))
	require.Equal(t, []string{"f:1:2: no"}, checkertest.Problems(t, at(1)))
	require.Equal(t, []string{"f:1:2: no", "in all: f:3:2: no"},
		checkertest.Problems(t, errors.Join(at(1), errors.Join(fmt.Errorf("in all: %w", at(3))))))
	at4 := session.Problem{Pos: envs.Position{File: "f", Line: 4, Col: 2}, Message: "bad"}
	require.Equal(t, []string{"f:4:2: bad", "in all: f:4:2: bad"},
		checkertest.Problems(t, errors.Join(at4, fmt.Errorf("in all: %w", at4))))
	var told recorder
	require.Len(t, checkertest.Problems(&told, errors.Join(session.Problem{Message: "bad"})), 1)
	require.Equal(t, recorder{"an error has no place in a file: bad"}, told)
	told = nil
	require.Len(t, checkertest.Problems(&told, errors.Join(at(1), errors.New("somewhere"), at(0))), 3)
	require.Equal(t, recorder{"an error has no place in a file: somewhere",
		"an error has no place in a file: f:0:2: no"}, told)
}

// toy reports calls of functions whose name ends with bad and, in a run, what fails.
var toy = checkertest.Checker{Analyzer: func() *dataflow.Analyzer { return toyAnalyzer("call") }}

func toyAnalyzer(kind string) *dataflow.Analyzer {
	a := dataflow.NewAnalyzer("toy", "finds bad calls", toyChecker{kind: kind}.analysis)
	a.Checks = []envs.CheckKind{envs.DivisionCheck, envs.IndexCheck}
	return a
}

type nothing struct{}

func (nothing) Clone() nothing                { return nothing{} }
func (nothing) Merge(nothing) (nothing, bool) { return nothing{}, false }

type toyChecker struct {
	kind   string
	values envs.Values
}

func (c toyChecker) analysis(r *dataflow.Requires) dataflow.Analysis[nothing] {
	c.values = dataflow.Values.For(r)
	return dataflow.Analysis[nothing]{
		Entry: c.Entry, Step: c.Step,
	}
}

func (toyChecker) Entry(envs.Env, *envs.Func) nothing { return nothing{} }

func (c toyChecker) Step(env envs.Env, op *envs.Op, s nothing) nothing {
	if op.Kind == envs.Call && strings.HasSuffix(op.Callee.Name, "bad") {
		env.Report(envs.Report{
			Kind: c.kind, Cause: env.Point(), Message: "bad is called",
			Evidence: []envs.Evidence{{At: env.Point(), Text: "here"}},
		})
	}
	for i := range env.Detail().Checks {
		if c.values.MustFail(&env.Detail().Checks[i]) {
			env.Report(envs.Report{Kind: "failure", Cause: env.Point(), Message: "it fails"})
		}
	}
	return s
}

// wrongState is a state with a method that nobody calls.
type wrongState struct{}

func (s wrongState) Clone() wrongState                   { return s }
func (s wrongState) Merge(wrongState) (wrongState, bool) { return s, false }
func (s wrongState) Widen(wrongState) wrongState         { return s }

// A checker that is wrong fails the test, and is told by its name, or by the line that panics.
func TestWrongCheckers(t *testing.T) {
	p, err := ir.Parse("x.plx", "func main() { skip }")
	require.NoError(t, err)
	wrong := dataflow.Analysis[wrongState]{
		Entry: func(envs.Env, *envs.Func) wrongState { return wrongState{} },
		Step:  func(_ envs.Env, _ *envs.Op, s wrongState) wrongState { return s },
	}
	panics := dataflow.Analysis[dataflow.Nothing]{
		Entry: dataflow.Nothing{}.Entry,
		Step:  func(envs.Env, *envs.Op, dataflow.Nothing) dataflow.Nothing { panic("oh") },
	}
	asks := dataflow.Provide("wrong", func(*dataflow.Requires) dataflow.Provider[dataflow.Nothing, any] {
		return dataflow.Provider[dataflow.Nothing, any]{Analysis: panics}
	})
	for want, a := range map[string]*dataflow.Analyzer{
		`checker "odd": its state checkertest_test.wrongState has a method Widen`: dataflow.NewAnalyzer(
			"odd", "", wrong.Alone),
		`facet wrong: Answer is nil`: dataflow.NewAnalyzer("asks", "",
			func(r *dataflow.Requires) dataflow.Analysis[dataflow.Nothing] {
				asks.For(r)
				return panics
			}),
		"x.plx:1:15: main: nop: checker \"panics\" panicked at checkertest_test.go:": dataflow.NewAnalyzer("panics", "",
			panics.Alone),
	} {
		var told recorder
		c := checkertest.Checker{Analyzer: func() *dataflow.Analyzer { return a }}
		require.Empty(t, c.Static(&told, p))
		require.Empty(t, c.Dynamic(&told, p, checkertest.Schedules(p, 1)...))
		require.Len(t, told, 2)
		require.Contains(t, told[0], "over all paths: "+want)
		require.Contains(t, told[1], "in a run: "+want)
	}
}

// Programs of an environment of one's own are looked at as those of the textual language are.
func TestEnvironment(t *testing.T) {
	env := session.Files("turned", ".turned", "programs", func(name, text string) (*session.Program, error) {
		p, err := ir.Parse(name, strings.ReplaceAll(text, "procedure", "func"))
		if err != nil {
			return nil, err
		}
		return &session.Program{Code: p, Runner: session.Schedules(name,
			func(_ *session.RunConfig, seed uint64) (envs.Run, func() error) {
				r := p.Run(seed, ir.Options{})
				return r, func() error {
					if n := len(r.Result().Uncaught); n > 0 {
						return session.Problem{
							Pos: envs.Position{File: name}, Message: fmt.Sprintf("%d exceptions nobody catches", n),
						}
					}
					return nil
				}
			})}, nil
	})
	const program = "procedure bad() { skip }\nprocedure main() {\n\tbad() // want call\n" +
		"\tthrow 3 // want end: nobody\n}\n"
	files(t, "good.turned", program, "bad.turned", program+"procedure f() {\n\tbad() // want call\n}",
		"wrong.turned", "func(", "still.turned", strings.ReplaceAll(program, "// want end: nobody", ""))
	c := toy
	c.Environment, c.Runs = env, 1
	var told recorder
	checkertest.Text(&told, c, "good.turned")
	require.Empty(t, told)
	require.Equal(t, 1, checkertest.Contained(&told, c, slices.Values([]string{program}))["call"])
	require.Empty(t, told)

	checkertest.Text(&told, c, "bad.turned", "wrong.turned")
	require.Equal(t, []string{
		"bad.turned:7: call is wanted, but not found over all paths",
		"bad.turned:7: call is wanted, but not found in a run",
	}, []string(told)[:2])
	require.Regexp(t, "^wrong.turned:1:", told[2])

	env.Open = func(ctx context.Context, src session.Source) (*session.Program, error) {
		p, err := ir.Parse(src.Patterns[0], strings.ReplaceAll(string(src.Text), "procedure", "func"))
		return &session.Program{Code: p}, err
	}
	told, c.Environment = nil, env
	checkertest.Text(&told, c, "still.turned")
	require.Equal(t, []string{"still.turned:3: call is wanted, but not found in a run"}, []string(told))
}
