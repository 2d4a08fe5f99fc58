package dataflow

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/envs"
)

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
		Return: c.Return,
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
func (p *passing) Forget(Gone)                       {}
func (p *passing) Retains(fn envs.FuncID) bool       { return !p.news[fn] }

func (p *passing) Step(env envs.Env, op *envs.Op, h passed) passed {
	p.steps[env.Func().ID]++
	if op.Kind == envs.Load {
		env.Report(envs.Report{Kind: "load"})
		return h || passed(p.pass > 0 && p.news[env.Func().ID])
	}
	return h
}

func (p *passing) Return(_ envs.Env, _ *envs.Op, exit, h passed) passed { return h || exit }

// A second pass steps through what has news, and through its callers if it hands over something else than before. It
// steps through all that call each other in turn. It keeps the rest with its reports.
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
	p.From = []envs.FuncID{2, 4, 6}
	for name, c := range map[string]struct {
		news, again []envs.FuncID
	}{
		"leaf":  {[]envs.FuncID{0}, []envs.FuncID{0, 2, 4, 5}},
		"quiet": {[]envs.FuncID{1}, []envs.FuncID{1, 3, 4, 5, 6}},
		"even":  {[]envs.FuncID{4}, []envs.FuncID{4, 5}},
		"none":  {nil, []envs.FuncID{4, 5}},
	} {
		t.Run(name, func(t *testing.T) {
			ch := &passing{news: map[envs.FuncID]bool{}, steps: map[envs.FuncID]int{}}
			for _, fn := range c.news {
				ch.news[fn] = true
			}
			once := &passing{pass: 1, steps: map[envs.FuncID]int{}}
			_, err := NewAnalyzer("passing", "", gathers(once.analysis(), once)).Fixpoint(context.Background(), p, Options{})
			require.NoError(t, err)
			res, err := NewAnalyzer("passing", "", gathers(ch.analysis(), ch)).Fixpoint(context.Background(), p, Options{})
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
