package stale

import (
	"context"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/dataflow"
	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/ir"
	"github.com/seed38182bad/parallax/envs/ir/irtest"
	"github.com/seed38182bad/parallax/examples/stale/internal/compound"
)

// static finds in the mode of which these are the options: Options or compound.Options.
func static(t require.TestingT, p envs.Program, opts any) []envs.Finding {
	a := inMode(opts)
	res, err := a.Fixpoint(context.Background(), p, dataflow.Options{})
	require.NoError(t, err)
	return res.Findings
}

// dynamic unites the findings of several schedules.
func dynamic(t require.TestingT, p *ir.Program, opts any, seeds int) []envs.Finding {
	r := inMode(opts).Replay(p)
	for seed := range seeds {
		require.NoError(t, r.Run(context.Background(), p.Run(uint64(seed), ir.Options{})))
	}
	return r.Findings()
}

func inMode(opts any) *dataflow.Analyzer {
	return dataflow.NewAnalyzer(Name, "", func(r *dataflow.Requires) dataflow.Algorithm {
		if o, relaxed := opts.(compound.Options); relaxed {
			return Relaxed(o)(r)
		}
		return New(opts.(Options))(r)
	})
}

func lines(fs []envs.Finding) []int {
	var out []int
	for _, f := range fs {
		for _, p := range f.Sites() {
			out = append(out, p.Line)
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// TestPapers holds the plain mode to the papers' examples, on both sides. The lines marked as wanted are reported, and
// no others but those that a checker may report as it follows values.
func TestPapers(t *testing.T) {
	programs, err := irtest.Programs()
	require.NoError(t, err)
	require.Len(t, programs, 30)
	const seeds = 30
	for _, p := range programs {
		t.Run(p.ID, func(t *testing.T) {
			prog, err := p.Parse()
			require.NoError(t, err)
			check := func(side string, got []int, leaveOut func(irtest.Want) bool) {
				for _, w := range p.Wants {
					switch {
					case w.Kind != "stale":
					case w.Also || leaveOut(w):
						if w.Also {
							got = slices.DeleteFunc(got, func(n int) bool { return n == w.Line })
						}
					default:
						require.Contains(t, got, w.Line, "%s: %s is used stale there", side, w.Regs)
						got = slices.DeleteFunc(got, func(n int) bool { return n == w.Line })
					}
				}
				require.Empty(t, got, "%s: lines where nothing is stale", side)
			}
			all := func(irtest.Want) bool { return false }
			observable := func(w irtest.Want) bool { return w.StaticOnly }
			owned := func(w irtest.Want) bool { return w.NotHandover }
			check("static", lines(static(t, prog, Options{})), all)
			check("dynamic", lines(dynamic(t, prog, Options{}, seeds)), observable)
			check("static, hand-over", lines(static(t, prog, Options{Handover: true})), owned)
			check("dynamic, hand-over", lines(dynamic(t, prog, Options{Handover: true}, seeds)),
				func(w irtest.Want) bool { return observable(w) || owned(w) })
		})
	}
}

// The relaxed mode tells of the writes only, and not of what is read again before (T10.2).
func TestPapersRelaxed(t *testing.T) {
	want := map[string][]int{
		"P1": {15}, "P3": {18}, "R3": {21}, "T10.1": {23}, "T2.10": {15}, "T2.11": {18, 19},
	}
	programs, err := irtest.Programs()
	require.NoError(t, err)
	for _, p := range programs {
		prog, err := p.Parse()
		require.NoError(t, err)
		require.Equal(t, want[p.ID], lines(static(t, prog, RelaxedOptions())), "%s, static", p.ID)
		require.Equal(t, want[p.ID], lines(dynamic(t, prog, RelaxedOptions(), 100)), "%s, dynamic", p.ID)
	}
}

// Comparing the two sides shows the alias case as reported statically only.
func TestAliasCaseIsNotObserved(t *testing.T) {
	p, err := irtest.Find("T9.1")
	require.NoError(t, err)
	prog, err := p.Parse()
	require.NoError(t, err)
	r := dataflow.NewAnalyzer(Name, "", New(Options{})).Replay(prog)
	require.NoError(t, r.Run(context.Background(), prog.Run(1, ir.Options{})))
	executed := func(p envs.Point) (int64, string) { return r.Executed(p), "" }
	rows := envs.Compare(static(t, prog, Options{}), r.Findings(), executed)
	require.Len(t, rows, 1)
	require.Equal(t, envs.NotObserved, rows[0].Class)
	require.Equal(t, int64(2), rows[0].Executed)
}

func TestStoryOfAReport(t *testing.T) {
	p, err := irtest.Find("T2.10")
	require.NoError(t, err)
	prog, err := p.Parse()
	require.NoError(t, err)
	for _, fs := range [][]envs.Finding{static(t, prog, Options{}), dynamic(t, prog, Options{}, 5)} {
		require.Len(t, fs, 1, "one cause is one finding")
		f := fs[0]
		var story []string
		for _, n := range f.Story {
			story = append(story, n.Text)
		}
		require.Equal(t, []string{"critical section entered", "read here under lock", "lock released", "used here"}, story)
		require.Equal(t, 13, f.Pos.Line)
		require.Equal(t, 15, f.Also[0].Line)
	}
}

func TestShort(t *testing.T) {
	for name, want := range map[string]string{
		"bank.Account.balance":                        "bank.Account.balance",
		"example.org/a-b/c.T.f":                       "c.T.f",
		"map[string]*example.org/a/b.T[x.org/y.K, V]": "map[string]*b.T[y.K, V]",
		"[]example.org/v2.T":                          "[]v2.T",
	} {
		require.Equal(t, want, envs.PackageNames(nil).Short(name))
	}
}
