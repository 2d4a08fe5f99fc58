package atomicsets

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/seed38182bad/parallax/dataflow"
	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/ir"
	"github.com/seed38182bad/parallax/examples/checkertest"
	"github.com/seed38182bad/parallax/lattice/latticetest"
)

var tested = checkertest.Checker{Analyzer: Analyzer}

// Comments say what is inferred for the programs of the paper.
func TestText(t *testing.T) { checkertest.Text(t, tested, "testdata/*.plx") }
func TestGo(t *testing.T) {
	if testing.Short() {
		t.Skip("builds Go programs and runs them")
	}
	checkertest.Go(t, tested, "testdata/module", "testdata/maps", "testdata/apart")
}

// What each finding of the Go program says. The manager's alias is only seen in a run.
func TestItems(t *testing.T) {
	if testing.Short() {
		t.Skip("builds Go programs and runs them")
	}
	static, dynamic := tested.Both(t, "testdata/module")
	items := func(fs []envs.Finding) map[string][]string {
		of := map[string][]string{}
		for _, f := range fs {
			of[f.Kind+" "+f.Subject] = f.Items
		}
		return of
	}
	run, paths := items(dynamic), items(static)
	list := []string{
		"type figures.List", "field entries", "field length", "lock mu",
		"unit (*figures.List).Add", "unit (*figures.List).AddAll", "unit (*figures.List).Get", "unit (*figures.List).Remove",
	}
	require.Equal(t, append(list, "unit figures.main$1"), run["atomic-set figures.List {entries, length}"])
	require.Equal(t, list, paths["atomic-set figures.List {entries, length}"])
	require.Equal(t, []string{"type figures.DownloadManager", "field done", "field urls", "lock mu",
		"unit (*figures.DownloadManager).DownloadNext"},
		run["atomic-set figures.DownloadManager {done, urls}"][:5])
	require.Equal(t, []string{"type figures.DownloadManager", "field urls", "to figures.List", "set entries",
		"set length"},
		run["alias figures.DownloadManager.urls to figures.List {entries, length}"])
	require.Equal(t, []string{"func (*figures.List).AddAll", "param other", "type figures.List", "set entries",
		"set length"},
		paths["unit-of-work (*figures.List).AddAll for other, figures.List {entries, length}"])
	require.Contains(t, run, "atomic-set figures.Pair {y, z}")
	require.Contains(t, paths, "atomic-set figures.Pair {y, z}")
	require.Contains(t, run, "atomic-set figures.Gate {open, seen}")
}

// What is observed over all paths is what the last pass observes. By then it is known who writes what, whether a
// reader is looked at before the writer or after it.
func TestLastPassCounts(t *testing.T) {
	p, err := ir.Parse("x.plx", `
class T { n }
func twice(t) {
	sync t {
		i = t.n
	}
	sync t {
		i = t.n
	}
}
func first(t) { twice(t) }
func last(t) { twice(t) }
func set(t) {
	sync t {
		t.n = 1
	}
}
func main() {
	t = new T
	x = spawn first(t)
	y = spawn set(t)
	z = spawn last(t)
}`)
	require.NoError(t, err)
	var c *checker
	_, err = dataflow.NewAnalyzer("atomicsets", "", func(r *dataflow.Requires) dataflow.Analysis[state] {
		c = newChecker(r)
		return c.analysis()
	}).Fixpoint(context.Background(), p, dataflow.Options{})
	require.NoError(t, err)
	readers := 0
	for id, of := range c.kept.funcs {
		o := of[name{root: envs.AtParam, steps: ".n"}]
		if fn := p.Func(id).Name; fn == "set" {
			require.True(t, o.atomic && !o.interleaved)
		} else if o != nil {
			require.True(t, o.interleaved && !o.atomic, "by %s", fn)
			readers++
		}
	}
	require.Equal(t, 3, readers)
}

// Findings tell all that is inferred, and both sides can be laid beside each other.
func TestInferred(t *testing.T) {
	if testing.Short() {
		t.Skip("builds Go programs and runs them")
	}
	static, dynamic := tested.Both(t, "testdata/module")
	for _, findings := range [][]envs.Finding{static, dynamic} {
		r := Inferred(findings)
		require.Len(t, findings, len(r.Sets)+len(r.Aliases)+len(r.Units))
		again, n := Beside(r, Inference{}), 0
		for _, s := range again.Sets {
			require.Equal(t, []Side{Paths}, s.Sides)
			n += len(s.Fields) + len(s.Units) + 1
			if s.Lock != "" {
				n++
			}
		}
		for _, f := range findings {
			if f.Kind == KindSet {
				n -= len(f.Items)
			}
		}
		require.Zero(t, n, "the items of sets are all there")
	}
	both := Beside(Inferred(static), Inferred(dynamic))
	sides := map[string][]Side{}
	for _, s := range both.Sets {
		sides[s.String()] = s.Sides
	}
	require.Equal(t, []Side{Paths, Runs}, sides["figures.List {entries, length}"])
	require.Equal(t, []Side{Runs}, sides["figures.Gate {open, seen}"])
	require.Equal(t, []Side{Paths}, sides["figures.Gate {seen}"])

	one := func(class, lock string, units ...string) Inference {
		return Inference{Sets: []Set{{Class: class, Fields: []string{"f"}, Lock: lock, Units: units}},
			Aliases: []Alias{{Class: class, Field: "f", Choice: lock != ""}}}
	}
	require.Equal(t, Inference{
		Sets:    []Set{{Class: "T", Fields: []string{"f"}, Units: []string{"a", "b"}, Sides: []Side{Paths, Runs}}},
		Aliases: []Alias{{Class: "T", Field: "f", Choice: true, Sides: []Side{Paths, Runs}}},
	}, Beside(one("T", "mu", "b"), one("T", "", "a", "b")), "a lock that one side does not see is none")
}

// Suggestions as in section 6: fields that other functions access extend the set with which they
// have most in common, and no set takes what another one has.
func TestExtend(t *testing.T) {
	type sets = [][]string
	require.Equal(t, sets{{"a", "b", "x"}, {"c", "d", "e", "y"}},
		extended(sets{{"a", "b"}, {"c", "d", "e"}}, sets{{"a", "x"}, {"b", "c", "d", "y"}}))
	require.Equal(t, sets{{"a"}, {"p", "q"}}, extended(sets{{"a"}}, sets{{"p", "q"}}))
	g := groups{}
	g.add("T", []string{"b", "a"})
	g.add("T", []string{"c", "d"})
	g.add("T", []string{"d", "e", "d"})
	g.add("T", []string{"f"})
	require.Equal(t, groups{"T": sets{{"a", "b"}, {"c", "d", "e"}, {"f"}}}, g)
}

func states() *rapid.Generator[state] {
	return rapid.Custom(func(t *rapid.T) state {
		s := state{waited: rapid.Bool().Draw(t, "waited"), checked: moment(0, 2).Draw(t, "checked")}
		for range rapid.IntRange(0, 4).Draw(t, "entries") {
			flag := func(label string) bool { return rapid.Bool().Draw(t, label) }
			s, _ = s.add(entry{
				name: name{root: envs.AtParam, param: envs.Reg(rapid.IntRange(0, 1).Draw(t, "param")),
					steps: rapid.SampledFrom([]string{".f", ".f.g", ".h[]"}).Draw(t, "steps")},
				v:     envs.Variable(rapid.IntRange(1, 2).Draw(t, "variable")),
				block: rapid.SampledFrom([]envs.Block{{}, envs.OpenedBlock(1), envs.Loose()}).Draw(t, "block"),
				since: moment(0, 2).Draw(t, "since"), direct: flag("direct"), own: flag("own"),
				interleaved: flag("interleaved"), private: flag("private"),
			})
		}
		return s
	})
}

func moment(from, to envs.Moment) *rapid.Generator[envs.Moment] {
	return rapid.Map(rapid.Int64Range(int64(from), int64(to)), func(n int64) envs.Moment { return envs.Moment(n) })
}

func TestStateLaws(t *testing.T) { latticetest.CheckState(t, states()) }

func TestWritesLaws(t *testing.T) {
	latticetest.CheckState(t, rapid.Custom(func(t *rapid.T) writes {
		w := writes{by: envs.Thread(rapid.IntRange(1, 3).Draw(t, "thread")), last: moment(1, 9).Draw(t, "last")}
		for range rapid.IntRange(0, 2).Draw(t, "more") {
			w, _ = w.Merge(writes{by: envs.Thread(rapid.IntRange(1, 3).Draw(t, "thread")),
				last: moment(1, 9).Draw(t, "last")})
		}
		return w
	}))
}
