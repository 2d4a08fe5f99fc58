package driver

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/dataflow"
	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/examples/session"
)

// none is the state of a checker that needs none.
type none struct{}

func (none) Clone() none             { return none{} }
func (none) Merge(none) (none, bool) { return none{}, false }

type toyChecker struct{ step func(envs.Env, *envs.Op) }

func (c toyChecker) analysis() dataflow.Analysis[none] {
	return dataflow.Analysis[none]{
		Entry: c.Entry, Step: c.Step,
	}
}

func (toyChecker) Entry(envs.Env, *envs.Func) none { return none{} }

func (c toyChecker) Step(env envs.Env, op *envs.Op, s none) none {
	c.step(env, op)
	return s
}

func toy(name string, step func(envs.Env, *envs.Op)) *dataflow.Analyzer {
	return dataflow.NewAnalyzer(name, "is a toy", toyChecker{step}.analysis().Alone)
}

func TestCheckerThatPanics(t *testing.T) {
	bad := toy("bad", func(_ envs.Env, op *envs.Op) {
		if op.Kind == envs.Store {
			panic("cannot store")
		}
	})
	for _, verb := range []string{"check", "test", "compare"} {
		o := doWith(context.Background(), []string{verb, "testdata/stale.plx"}, bad, plain())
		require.Equal(t, 2, o.status, verb)
		require.Contains(t, o.stderr, "testdata/stale.plx:11:", verb)
		require.Contains(t, o.stderr, `checker "bad" panicked at toy_test.go:`, verb)
		require.Contains(t, o.stderr, "cannot store", verb)
		require.NotContains(t, o.stderr, "goroutine ", verb)
		require.Contains(t, o.out, "testdata/stale.plx:9:12", "the other checker goes on")
	}
}

// With -ranked findings with a large rank come first, wherever they are.
func TestRanked(t *testing.T) {
	ranking := toy("ranking", func(env envs.Env, op *envs.Op) {
		if op.Kind == envs.Load || op.Kind == envs.Store {
			env.Report(envs.Report{Kind: "accessed", Message: "accessed", Cause: env.Point(), Rank: int(op.PC),
				Why: []string{"it is late"}, Fix: "leave it out"})
		}
	})
	ranks := func(flags ...string) (list []int) {
		o := doWith(context.Background(), slices.Concat([]string{"check", "-json"}, flags, []string{"testdata/stale.plx"}),
			ranking)
		var out Output
		require.NoError(t, json.Unmarshal([]byte(o.out), &out), o.out)
		for _, f := range out.Findings {
			list = append(list, f.Rank)
		}
		return list
	}
	byPlace, ranked := ranks(), ranks("-ranked")
	require.Greater(t, len(byPlace), 1)
	require.NotEqual(t, byPlace, ranked)
	slices.SortFunc(byPlace, func(a, b int) int { return b - a })
	require.Equal(t, byPlace, ranked)
	text := doWith(context.Background(), []string{"check", "testdata/stale.plx"}, ranking).out
	require.Contains(t, text, ": it is late\n    fix: leave it out\n")
}

// A rank without reasons stands by itself.
func TestRankWithoutReasons(t *testing.T) {
	bare := toy("bare", func(env envs.Env, op *envs.Op) {
		if op.Kind == envs.Store {
			env.Report(envs.Report{Kind: "written", Message: "written", Cause: env.Point(), Rank: 50})
		}
	})
	o := doWith(context.Background(), []string{"check", "testdata/stale.plx"}, bare)
	require.Contains(t, o.out, "rank 50\n")
	require.NotContains(t, o.out, "rank 50:")
}

// What is wrong with a checker is no internal error: it is told by the name of the checker, from both sides.
func TestCheckersThatAreMadeWrong(t *testing.T) {
	boom := func(*dataflow.Requires) dataflow.Analysis[none] { panic("boom") }
	for _, verb := range []string{"check", "test", "compare"} {
		for want, a := range map[string]*dataflow.Analyzer{
			`checker "empty" has no algorithm; make it by NewAnalyzer`: {Name: "empty"},
			`checker "half": Step is nil; it is the effect of an operation`: dataflow.NewAnalyzer("half", "",
				dataflow.Analysis[none]{Entry: toyChecker{}.Entry}.Alone),
			`checker "made", while it is made, panicked at toy_test.go:`: dataflow.NewAnalyzer("made", "", boom),
		} {
			o := doWith(context.Background(), []string{verb, "testdata/stale.plx"}, a)
			require.Equal(t, 2, o.status)
			require.Contains(t, o.stderr, want)
			require.NotContains(t, o.stderr, "internal error")
		}
	}
}

func TestInternalPanic(t *testing.T) {
	c := Command{Checkers: []*dataflow.Analyzer{plain()}, Environments: []session.Environment{
		session.Files("broken", ".plx", "nothing", func(string, string) (*session.Program, error) { panic("oh") })}}
	var out, errs strings.Builder
	require.Equal(t, 2, Run(context.Background(), c, []string{"check", "testdata/stale.plx"}, nil, &out, &errs))
	require.Contains(t, errs.String(), "internal error at toy_test.go:")
}

// growing is a state that never stops growing.
type growing int

func (g growing) Clone() growing                  { return g }
func (g growing) Merge(o growing) (growing, bool) { return max(g, o), o > g }

type diverging struct{}

func (c diverging) analysis() dataflow.Analysis[growing] {
	return dataflow.Analysis[growing]{
		Entry: c.Entry, Step: c.Step,
	}
}

func (diverging) Entry(envs.Env, *envs.Func) growing             { return 0 }
func (diverging) Step(_ envs.Env, _ *envs.Op, g growing) growing { return g + 1 }

func TestCheckerThatDiverges(t *testing.T) {
	a := dataflow.NewAnalyzer("diverging", "grows", diverging{}.analysis().Alone)
	o := doWith(context.Background(), []string{"check", "testdata/loop.plx"}, a)
	require.Equal(t, 2, o.status)
	require.Contains(t, o.stderr, "testdata/loop.plx:3:")
	require.Contains(t, o.stderr, "no fixpoint after")
	require.Equal(t, 1, strings.Count(o.stderr, "testdata/loop.plx:3:"))
}

// What a checker reads before it runs may be wrong: then it is left out, with the
// places, and the others go on.
func TestCheckerThatCannotBeSetUp(t *testing.T) {
	bad := toy("bad", func(envs.Env, *envs.Op) { t.Error("it runs") })
	bad.Setup = func(path func(string) string) error {
		at := envs.Position{File: path("rules"), Line: 3, Col: 1}
		return errors.Join(&envs.InputError{Pos: at, Message: "no such level"}, errors.New("no rules"))
	}
	o := doWith(context.Background(), []string{"check", "-C", "testdata", "stale.plx"}, bad, plain())
	require.Equal(t, 2, o.status)
	require.Contains(t, o.stderr, "testdata/rules:3:1: no such level\n")
	require.Contains(t, o.stderr, "no rules\n")
	require.Contains(t, o.out, "stale.plx:9:12", "the other checker goes on")

	o = doWith(context.Background(), []string{"check", "-C", "testdata", "-json", "stale.plx"}, bad)
	x := o.decode(t)
	require.Equal(t, 2, x.Status)
	require.Contains(t, x.Errors, session.Problem{Pos: envs.Position{File: "testdata/rules", Line: 3, Col: 1},
		Message: "no such level"})
}

// What only informs is printed, and is nothing that went wrong.
func TestCheckerThatInforms(t *testing.T) {
	tells := func() *dataflow.Analyzer {
		a := toy("tells", func(env envs.Env, op *envs.Op) {
			if op.Kind == envs.Store {
				env.Report(envs.Report{Kind: "stores", Message: "something is stored"})
			}
		})
		a.Informs = true
		return a
	}
	for _, verb := range []string{"check", "test", "compare"} {
		o := doWith(context.Background(), []string{verb, "testdata/clean.plx"}, tells())
		require.Equal(t, 0, o.status, "%s: %s", verb, o.stderr)
		require.Contains(t, o.out, "something is stored", verb)
		require.Regexp(t, `(?m)^(0 rows, )?[1-9]\d* inferred, `, o.out, verb)

		o = doWith(context.Background(), []string{verb, "-checker", "all", "testdata/stale.plx"}, tells(), plain())
		require.Equal(t, 1, o.status, "another checker finds a defect")
		require.Regexp(t, `(?m)^[12] (row|finding in 1 file|findings in 1 file|rows), [1-9]\d* inferred, `, o.out, verb)
	}
	x := doWith(context.Background(), []string{"check", "-json", "testdata/clean.plx"}, tells()).decode(t)
	require.Equal(t, []string{"tells"}, x.Informs)
	require.NotEmpty(t, x.Findings)
	require.Contains(t, doWith(context.Background(), []string{"help"}, tells()).out, "tells: is a toy; informs only\n")
}
