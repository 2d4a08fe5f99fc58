package dataflow

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/seed38182bad/parallax/envs"
)

// Groups come after those that they call, and whoever reaches each other is in one.
func TestComponents(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 8).Draw(t, "n")
		insts := make([]*instance[unit], n)
		reach := make([][]bool, n)
		for i := range insts {
			insts[i] = &instance[unit]{id: int32(i)}
			reach[i] = make([]bool, n)
			for _, to := range rapid.SliceOfN(rapid.IntRange(0, n-1), 0, 3).Draw(t, "calls") {
				insts[i].calls(int32(to))
				reach[i][to] = true
			}
		}
		for k := range n {
			for i := range n {
				for j := range n {
					reach[i][j] = reach[i][j] || reach[i][k] && reach[k][j]
				}
			}
		}
		at, groups := make([]int, n), 0
		for group := range components(insts) {
			groups++
			for _, in := range group {
				require.Zero(t, at[in.id])
				at[in.id] = groups
			}
		}
		for i := range n {
			require.NotZero(t, at[i])
			for j := range n {
				require.Equal(t, i == j || reach[i][j] && reach[j][i], at[i] == at[j])
				require.False(t, reach[i][j] && at[i] < at[j])
			}
		}
	})
}

// passing reports loads, in a function that has news in the second pass or calls one that hands over
// something else, and counts what it is shown.
type passing struct {
	pass  int
	news  map[envs.FuncID]bool
	steps map[envs.FuncID]int
}

func (c *passing) analysis() Analysis[passed] {
	return Analysis[passed]{
		Entry: c.Entry, Step: c.Step,
		Calls:  Calls[passed]{Exit: c.Exit, Return: c.Return},
		Gather: Gather{Again: c.Again, Forget: c.Forget},
		Tuning: Tuning[passed]{Retains: c.Retains},
	}
}

// passed is what a function hands over.
type passed bool

func (h passed) Clone() passed                       { return h }
func (h passed) Merge(o passed) (passed, bool)       { return h || o, bool(o && !h) }
func (h passed) Equal(o passed) bool                 { return h == o }
func (p *passing) Entry(envs.Env, *envs.Func) passed { return false }
func (p *passing) Again() bool                       { p.pass++; return p.pass < 2 }
func (p *passing) Forget()                           {}
func (p *passing) Retains(fn envs.FuncID) bool       { return !p.news[fn] }

func (p *passing) Step(env envs.Env, op *envs.Op, h passed) passed {
	p.steps[env.Func().ID]++
	if op.Kind == envs.Load {
		env.Report(envs.Report{Kind: "load"})
		return h || passed(p.pass > 0 && p.news[env.Func().ID])
	}
	return h
}

func (p *passing) Exit(_ envs.Env, _ *envs.Op, h passed) passed         { return h }
func (p *passing) Return(_ envs.Env, _ *envs.Op, exit, h passed) passed { return h || exit }

// A second pass steps through what has news, through those that call it if it hands over something else
// than before, through all that call each other in turn with one of these, and keeps the rest with its reports.
func TestRetainer(t *testing.T) {
	load, ret := op(envs.Load, 1, 0), op(envs.Return, 0)
	p := program(
		function("leaf", load, ret),
		function("quiet", load, ret),
		function("caller", calling(0, 0), load, ret),
		function("apart", calling(0, 1), load, ret),
		function("even", calling(0, 1, 5), load, ret),
		function("odd", calling(0, 4), calling(0, 0), load, ret),
		function("top", calling(0, 3), calling(0, 1), load, ret))
	p.roots = []envs.FuncID{2, 4, 6}
	for name, c := range map[string]struct {
		news, again []envs.FuncID
	}{
		"leaf":  {[]envs.FuncID{0}, []envs.FuncID{0, 2, 4, 5}},
		"quiet": {[]envs.FuncID{1}, []envs.FuncID{1, 3, 4, 5, 6}},
		"even":  {[]envs.FuncID{4}, []envs.FuncID{4, 5}},
		"none":  {nil, nil},
	} {
		t.Run(name, func(t *testing.T) {
			ch := &passing{news: map[envs.FuncID]bool{}, steps: map[envs.FuncID]int{}}
			for _, fn := range c.news {
				ch.news[fn] = true
			}
			once := &passing{pass: 1, steps: map[envs.FuncID]int{}}
			_, err := Fixpoint(context.Background(), p, "passing", once.analysis(), Options{})
			require.NoError(t, err)
			res, err := Fixpoint(context.Background(), p, "passing", ch.analysis(), Options{})
			require.NoError(t, err)
			require.Len(t, res.Findings, 7)
			var again []envs.FuncID
			for fn := range envs.FuncID(7) {
				if ch.steps[fn] > once.steps[fn] {
					again = append(again, fn)
				}
			}
			require.Equal(t, c.again, again)
		})
	}
}
