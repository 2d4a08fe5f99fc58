package taint_test

import (
	"flag"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/ir"
	"github.com/seed38182bad/parallax/envs/ir/irgen"
	"github.com/seed38182bad/parallax/examples/checkertest"
	"github.com/seed38182bad/parallax/examples/taint"
)

var (
	forText = checkertest.Checker{Analyzer: taint.Analyzer, Flags: []string{"rules=taint.rules"}}
	shipped = checkertest.Checker{Analyzer: taint.Analyzer}
)

func TestText(t *testing.T) { checkertest.Text(t, forText, "testdata/*.plx") }
func TestGo(t *testing.T) {
	if testing.Short() {
		t.Skip("builds Go programs and runs them")
	}
	checkertest.Go(t, shipped, "testdata/module")
}

// A finding tells where the value comes from, how it came and where it goes.
func TestStory(t *testing.T) {
	p := parse(t, `
class C { f }
func in() { return 1 }
func out(x) { skip }
func give(c) { c.f = in() }
func main() {
	c = new C
	give(c)
	out(c.f)
}`)
	checker := checkertest.Checker{Analyzer: taint.Analyzer, Flags: []string{"rules=r"}, Files: t.TempDir()}
	require.NoError(t, os.WriteFile(filepath.Join(checker.Files, "r"), []byte("source in tainted\nsink out(0) none"),
		0o666))
	findings := checker.Static(t, p)
	require.Len(t, findings, 1)
	f := findings[0]
	require.Equal(t, "argument 0 of out has the level tainted, and may have none at most", f.Message)
	require.Equal(t, []string{"5 tainted from in", "5 is put into C.f", "9 comes to argument 0 of out"},
		checkertest.Story(f))
}

// read is what is wrong with a file r of rules.
func read(t *testing.T, rules string) error {
	file := filepath.Join(t.TempDir(), "r")
	require.NoError(t, os.WriteFile(file, []byte(rules), 0o666))
	a := taint.Analyzer()
	require.NoError(t, a.Flags.Set("rules", "r"))
	return a.Setup(func(string) string { return file })
}

func TestBadRules(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"", "r:1:1: there is no source, so nothing can be found: name one with  source NAME LEVEL"},
		{"source f tainted", "r:1:1: there is no sink, so nothing can be found: name one with  sink NAME(ARGUMENT) LEVEL"},
		{"sauce f tainted", `r:1:1: unknown rule "sauce": want levels, source, sink, clean, flow, opaque or include`},
		{"\n  source f", "r:2:3: want  source NAME LEVEL  or  source NAME(ARGUMENTS) LEVEL"},
		{"clean f(1) none", "r:1:1: want  clean NAME LEVEL"},
		{"sink f g none", "r:1:1: want  sink NAME(ARGUMENTS) LEVEL  or  sink NAME LEVEL"},
		{"flow f", "r:1:1: want  flow NAME(ARGUMENT -> ARGUMENT)"},
		{"flow f(1)", "r:1:6: want  flow NAME(ARGUMENT -> ARGUMENT)"},
		{"flow f(1 -> 1)", "r:1:6: argument 1 of f flows into itself"},
		{"flow (T).f(receiver -> receiver)", "r:1:6: the receiver of (T).f flows into itself"},
		{"flow (T).f(0 -> 0)", "r:1:6: argument 0 of (T).f flows into itself"},
		{"sink f(x) none", `r:1:6: cannot read "x" for f: want the number of an argument, from 0, or receiver (of a method)`},
		{"sink f(1,) none", `r:1:6: cannot read "" for f: want the number of an argument, from 0, or receiver (of a method)`},
		{"sink f(-1) none", `r:1:6: cannot read "-1" for f: want the number of an argument, from 0, or receiver (of a ` +
			`method)`},
		{"sink (T).f(256) none", `r:1:6: cannot read "256" for (T).f: want the number of an argument, from 0, or ` +
			`receiver (of a method)`},
		{"sink f(receiver) none", `r:1:6: cannot read "receiver" for f: want the number of an argument, from 0, or ` +
			`receiver (of a method)`},
		{"source f purple", `r:1:10: there is no level "purple": want one of none, tainted`},
		{"source f none", "r:1:10: a source of none, the lowest level, is none: all values have it"},
		{"sink f(1) tainted", "r:1:11: tainted is the highest level: all values are at most that"},
		{"clean f tainted", "r:1:9: tainted is the highest level: all values are at most that"},
		{"source f tainted\nsource f tainted", "r:2:8: source f: line 1 says what is to be with it already"},
		{"source f tainted\nclean f none", "r:2:7: clean result of f: line 1 says what is to be with it already"},
		{"sink f(1) none\nsink f(2, 1) none", "r:2:6: sink f(1): line 1 says what is to be with it already"},
		{"sink (T).f(receiver) none\nsink (T).f(0, receiver) none",
			"r:2:6: sink (T).f(receiver): line 1 says what is to be with it already"},
		{"flow (T).f(0 -> receiver)\nflow (T).f(0->receiver)",
			"r:2:6: flow of (T).f(0 -> receiver): line 1 says what is to be with it already"},
		{"flow f(1 -> 2)\nflow f(1->2)", "r:2:6: flow of f(1 -> 2): line 1 says what is to be with it already"},
		{"levels", "r:1:1: want levels and their order: levels LOW < HIGH"},
		{"\nlevels a < b < a", `r:2:1: the levels are no lattice: edges go in a circle: "a" < "b" (line 2) < "a" (line 2)`},
		{"levels a < b\nlevels a < c",
			`r:2:1: the levels are no lattice: there is no top: nothing lies above "b" (line 1), nor above "c" (line 2)`},
		{"source f x\nlevels a <", "r:2:1: the levels are no lattice: an element has an empty name"},
		{"include rust", "r:1:1: want  include go  for the rules that come with the checker; there are no others"},
		{"include go\ninclude go", "r:2:1: line 1 includes already"},
		{"include go\nlevels a < b", "r:2:1: the levels are those of the file that line 1 includes"},
		{"opaque", "r:1:1: want  opaque PACKAGE..."},
		{"opaque a b\nopaque b", "r:2:1: opaque b: line 1 says that already"},
	} {
		require.Equal(t, []string{c.want}, checkertest.Problems(t, read(t, c.text)), c.text)
	}
	require.Len(t, checkertest.Problems(t, read(t, "sauce\nsource f purple # c\n\nsink g(-1) none")), 3,
		"all that is wrong is told")

	a := taint.Analyzer()
	require.NoError(t, a.Flags.Set("rules", "none.rules"))
	require.ErrorContains(t, a.Setup(func(name string) string { return "testdata/" + name }), "testdata/none.rules")
}

var programs = flag.Int("taint.programs", 150, "how many generated programs are looked at")

// What a run shows is among what is found over all paths.
func TestSound(t *testing.T) {
	if testing.Short() {
		*programs = min(*programs, 20)
	}
	shown := checkertest.Contained(t, forText, checkertest.Generated(*programs, program))
	require.Greater(t, shown.Total(), *programs/4)
}

// What does show is found too. If another value of a source makes that of an argument another, the argument is
// reported where the level of the source is too high for it.
func TestNoninterference(t *testing.T) {
	differ := 0
	for text := range checkertest.Generated(*programs, program) {
		p := parse(t, text)
		reported := map[int]bool{} // by line
		for _, f := range forText.Static(t, p) {
			for _, at := range f.Sites() {
				reported[at.Line] = reported[at.Line] || f.Kind == "tainted-argument"
			}
		}
		for run := range uint64(3) {
			before := arguments(p, run)
			for source, sinks := range map[string][]string{"readUser": {"print"}, "readKey": {"print", "logUser", "store"}} {
				q := parse(t, strings.Replace(text, "func "+source+"() { return ", "func "+source+"() { return 7", 1))
				after := arguments(q, run)
				require.Len(t, after, len(before), text)
				for i, x := range before {
					if x != after[i] && slices.Contains(sinks, x.sink) {
						require.True(t, reported[x.line], "line %d: %s makes another argument of\n%s", x.line, source, text)
						differ++
					}
				}
			}
		}
	}
	require.Greater(t, differ, *programs)
}

func parse(t *testing.T, text string) *ir.Program {
	p, err := ir.Parse("x.plx", text)
	require.NoError(t, err, text)
	return p
}

// passed is the last argument of a call.
type passed struct {
	sink  string
	line  int
	value int64
}

// arguments are those that a run passes.
func arguments(p *ir.Program, seed uint64) (all []passed) {
	p.Run(seed, ir.Options{MaxSteps: 2000, Observe: func(s *ir.State) {
		op := &p.Func(s.Point().Func()).Ops[s.Point().PC()]
		if op.Kind == envs.Call && len(op.Uses) > 0 {
			n, _ := s.Reg(op.Uses[len(op.Uses)-1]).Int()
			all = append(all, passed{op.Callee.Name, p.Position(s.Point()).Line, n})
		}
	}}).Result()
	return all
}

// program draws a program that moves values of users and keys around.
func program(draw irgen.Draw) string {
	g := &gen{Writer: irgen.Writer{Draw: draw}}
	for _, l := range []string{
		"class Config { token, name }", "class Page { title, text }", "final conf = new Config", "final page = new Page",
		"var last",
		"func readUser() { return 1 }", "func readKey() { return 2 }", "func print(x) { skip }", "func logUser(x) { skip }",
		"func store(where, x) { skip }", "func escape(x) { return 0 }", "func stripKey(x) { return 0 }",
	} {
		g.Line("%s", l)
	}
	g.Line("func handle(a, b) {")
	g.Line("x = a; y = b; z = 0; r = new[2]; q = r")
	g.block(1, 6)
	g.Line("return %s, %s", g.name(), g.name())
	g.calls = 1
	g.Line("}")
	g.Line("func helper(r, x) {")
	g.Line("y = 0; z = x; q = r")
	g.block(1, 6)
	g.Line("return %s", g.name())
	g.calls = 2
	g.Line("}")
	g.Line("func main() {")
	g.Line("x = 0; y = 0; z = 0; r = new[2]; q = new[2]")
	g.block(0, 20)
	for _, what := range []string{"x", "y", "z", "r[0]", "q[0]", "r[1]", "q[1]", "conf.name", "page.text", "page.title",
		"last"} {
		g.Line("%s(%s)", g.Pick("print", "logUser"), what)
	}
	g.Line("}")
	return g.String()
}

type gen struct {
	irgen.Writer
	loops int
	calls int // how many functions may be called: those above
}

func (g *gen) name() string { return g.Pick("x", "y", "z") }

func (g *gen) block(depth, n int) { g.Some(n, func() { g.stmt(depth) }) }

func (g *gen) stmt(depth int) {
	switch g.Draw("statement", 16) {
	case 0, 1:
		g.Line("%s = %s()", g.name(), g.Pick("readUser", "readKey"))
	case 2:
		g.Line("%s(%s)", g.Pick("print", "logUser"), g.name())
	case 3:
		g.Line("store(%s, %s)", g.name(), g.name())
	case 4:
		g.Line("%s = %s(%s)", g.name(), g.Pick("escape", "stripKey"), g.name())
	case 5:
		g.Line("%s = %s + %s", g.name(), g.name(), g.name())
	case 6:
		g.Line("%s = %s", g.name(), g.Pick("x", "y", "z", "1", "conf.token", "conf.name", "page.text", "last"))
	case 7:
		g.Line("%s = %s", g.Pick("conf.name", "page.text", "page.title", "last"), g.name())
	case 8:
		g.Line("%s[%d] = %s", g.Pick("r", "q"), g.Draw("element", 2), g.name())
	case 9:
		g.Line("%s = %s[%d]", g.name(), g.Pick("r", "q"), g.Draw("element", 2))
	case 10:
		g.Line("%s", g.Pick("q = r", "r = q", "q = new[2]"))
	case 11:
		if g.calls > 1 {
			g.Line("%s = helper(%s, %s)", g.name(), g.Pick("r", "q"), g.name())
		}
	case 12:
		if g.calls > 0 {
			g.Line("x, %s = handle(%s, %s)", g.Pick("y", "z"), g.name(), g.name())
		}
	case 13, 14:
		if depth > 3 {
			return
		}
		g.Line("if nondet { skip")
		g.block(depth+1, 3)
		g.Line("} else { skip")
		g.block(depth+1, 3)
		g.Line("}")
	default:
		if depth > 3 || g.loops > 3 {
			return
		}
		g.loops++
		g.Line("i%d = 0", g.loops)
		n := g.loops
		g.Line("while i%d < 3 {", n)
		g.Line("i%d = i%d + 1", n, n)
		g.block(depth+1, 3)
		g.Line("}")
	}
}
