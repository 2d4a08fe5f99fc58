package initialised

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/dataflow"
	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/ir"
	"github.com/seed38182bad/parallax/envs/ir/irgen"
	"github.com/seed38182bad/parallax/examples/checkertest"
)

// objects draws a program whose functions make objects, write, read and pass them, and let them out.
func objects(draw irgen.Draw) string {
	g := &maker{irgen.Writer{Draw: draw}}
	g.Line("class C { f, g, next }")
	g.Line("var shared")
	g.Line("func watch(p) { x = shared; y = p.f }")
	g.Line("func h0(p, q) {")
	g.body(2, 0)
	g.Line("return p }")
	g.Line("func h1(p, q) {")
	g.body(2, 1)
	g.Line("return %s }", g.name())
	g.Line("func main() {")
	g.Line("p = new C; q = new C; w = spawn watch(new C)")
	g.body(4, 2)
	g.body(4, 2)
	g.Line("}")
	return g.String()
}

type maker struct{ irgen.Writer }

func (g *maker) name() string  { return g.Pick("p", "q") }
func (g *maker) field() string { return g.name() + "." + g.Pick("f", "g") }

func (g *maker) body(depth, callees int) { g.Some(4, func() { g.statement(depth, callees) }) }

func (g *maker) statement(depth, callees int) {
	switch n := g.Draw("statement", 16); {
	case n < 3:
		g.Line("%s = 1", g.field())
	case n < 6 || depth == 0:
		g.Line("x = %s", g.field())
	case n < 8:
		g.Line("%s = new C", g.name())
	case n < 9:
		g.Line("%s = %s", g.name(), g.name())
	case n < 10:
		g.Line("%s = %s", g.Pick("shared", "p.next"), g.name())
	case n < 11:
		g.Line("r = %s", g.Pick("shared", "q.next"))
		g.Line("if r != nil { %s = r }", g.name())
	case n < 13 && callees > 0:
		g.Line("%sh%d(%s, %s)", g.Pick("", "", g.name()+" = "), g.Draw("callee", callees), g.name(), g.name())
	case n < 14:
		g.Line("%s nondet {", g.Pick("if", "while"))
		g.body(depth-1, callees)
		g.Line("}")
	case n < 15:
		g.Line("try {")
		g.body(depth-1, callees)
		g.Line("%s", g.Pick("throw 1", "if nondet { throw 1 }"))
		g.Line("} catch e {")
		g.body(depth-1, callees)
		g.Line("}")
	default:
		g.Line("t = spawn watch(%s)", g.name())
	}
}

// unknown reports accesses in a context in which the facet says less than a run may.
func unknown() *dataflow.Analyzer {
	return dataflow.NewAnalyzer("unknown", "", func(r *dataflow.Requires) dataflow.Analysis[dataflow.Nothing] {
		fields := Written.For(r)
		return dataflow.Analysis[dataflow.Nothing]{
			Entry: dataflow.Nothing{}.Entry,
			Step: func(env envs.Env, op *envs.Op, s dataflow.Nothing) dataflow.Nothing {
				for _, r := range op.Uses {
					if _, made := fields.Made(r); !made {
						env.Report(envs.Report{Kind: KindEarly})
					}
				}
				if _, made := fields.Made(base(op)); op.Accesses() && !(made && fields.MustBePrivate(base(op))) {
					env.Report(envs.Report{Kind: KindUnset})
				}
				return s
			},
		}
	})
}

type site struct {
	kind string
	at   envs.Position
}

func sites(findings []envs.Finding) map[site]bool {
	all := map[site]bool{}
	for _, f := range findings {
		for _, at := range f.Sites() {
			all[site{f.Kind, at}] = true
		}
	}
	return all
}

// What runs show is found over all paths, too, but where the facet says less.
func TestContained(t *testing.T) {
	if testing.Short() {
		t.Skip("draws programs or values by the hundred")
	}
	shown, both := map[string]int{}, map[string]int{}
	for text := range checkertest.Generated(600, objects) {
		p, err := ir.Parse("x.plx", text)
		require.NoError(t, err)
		less := sites(checkertest.Checker{Analyzer: unknown}.Static(t, p))
		for _, c := range []checkertest.Checker{unsets, earlys} {
			static := sites(c.Static(t, p))
			var runs []envs.Run
			for seed := range uint64(3) {
				runs = append(runs, p.Run(seed, ir.Options{MaxSteps: 500}))
			}
			for _, f := range c.Dynamic(t, p, runs...) {
				for _, at := range f.Sites() {
					s := site{f.Kind, at}
					shown[f.Kind]++
					if static[s] {
						both[f.Kind]++
					} else if !less[s] && !less[site{f.Kind, f.Cause}] {
						t.Fatalf("%v: %s is found in a run, but not over all paths\n%s", at, f.Message, text)
					}
				}
			}
		}
	}
	t.Log("shown in runs", shown, "found over all paths, too", both)
	for _, kind := range []string{KindUnset, KindEarly} {
		require.Greater(t, 2*both[kind], shown[kind])
	}
}

// What is certain over all paths is so in each run.
func TestCertain(t *testing.T) {
	doubts := func() *dataflow.Analyzer {
		return dataflow.NewAnalyzer("doubts", "", func(r *dataflow.Requires) dataflow.Analysis[dataflow.Nothing] {
			fields := Written.For(r)
			return dataflow.Analysis[dataflow.Nothing]{
				Entry: dataflow.Nothing{}.Entry,
				Step: func(env envs.Env, op *envs.Op, s dataflow.Nothing) dataflow.Nothing {
					at, ok := fields.Made(base(op))
					if op.Accesses() && !(ok && at.Func() == env.Func().ID) {
						env.Report(envs.Report{Kind: "made"})
					}
					if op.Accesses() && !fields.MustBePrivate(base(op)) {
						env.Report(envs.Report{Kind: "private"})
					}
					if isField(op) && !fields.MustBeWritten(base(op), op.Loc) {
						env.Report(envs.Report{Kind: "written"})
					}
					return s
				},
			}
		})
	}
	c, shown := checkertest.Checker{Analyzer: doubts}, checkertest.Shown{}
	for kind, n := range checkertest.Contained(t, c, checkertest.Generated(300, objects)) {
		shown[kind] += n
	}
	for _, kind := range []string{"made", "private", "written"} {
		require.Positive(t, shown[kind])
	}
}
