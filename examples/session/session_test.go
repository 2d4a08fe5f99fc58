package session_test

import (
	"bytes"
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/dataflow"
	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/ir"
	"github.com/seed38182bad/parallax/examples/bounds"
	"github.com/seed38182bad/parallax/examples/eraser"
	"github.com/seed38182bad/parallax/examples/race"
	"github.com/seed38182bad/parallax/examples/session"
)

func counter(t *testing.T, checkers ...*dataflow.Analyzer) (*session.Session, *session.Program) {
	t.Helper()
	s := &session.Session{Checkers: checkers, Dir: "testdata"}
	programs, err := s.Open(t.Context(), session.Source{Patterns: []string{"counter.plx"}, Runs: true})
	require.NoError(t, err)
	require.Len(t, programs, 1)
	return s, programs[0]
}

// Files are opened once, whatever they are called, and what can be opened is, beside the error.
func TestOpen(t *testing.T) {
	s := &session.Session{Dir: "testdata"}
	patterns := []string{".//counter.plx", "none.plx", "counter.plx", "../testdata/counter.plx"}
	programs, err := s.Open(t.Context(), session.Source{Patterns: patterns})
	require.Len(t, programs, 1)
	require.Equal(t, "counter.plx", programs[0].Name, "as it is shown: cleaned")
	require.Equal(t, "counter.plx", programs[0].Code.Position(envs.At(0, 0)).File)
	require.EqualError(t, err, "none.plx: no such file or directory")
	require.True(t, s.IsFile("x.plx"))
	require.False(t, s.IsFile("./..."))

	s.Environments = []session.Environment{session.Textual()}
	_, err = s.Open(t.Context(), session.Source{Patterns: []string{"./..."}})
	require.EqualError(t, err, "./...: want names of files that end in .plx")
}

// byValue is a program that is not comparable.
type byValue struct {
	envs.Program
	lines []int
}

// ignorant is a program of which nothing is known.
type ignorant struct{ envs.Program }

func (ignorant) Knows() *envs.Knowledge { return nil }

// rootless is a program whose roots are not there.
type rootless struct{ envs.Program }

func (rootless) Roots() []envs.FuncID { return []envs.FuncID{98, 99} }

// What an environment opens is refused if it is not what a program has to be.
func TestCodeIsAProgram(t *testing.T) {
	open := func(code func(envs.Program) envs.Program) ([]*session.Program, error) {
		files := session.Files("x", ".plx", "x", func(name, text string) (*session.Program, error) {
			p, err := ir.Parse(name, text)
			return &session.Program{Code: code(p)}, err
		})
		s := &session.Session{Dir: "testdata", Environments: []session.Environment{files}}
		return s.Open(t.Context(), session.Source{Patterns: []string{"counter.plx"}})
	}
	programs, err := open(func(p envs.Program) envs.Program { return byValue{p, []int{1}} })
	require.Empty(t, programs)
	require.EqualError(t, err, "counter.plx: environment x breaks the contract of envs.Program: "+
		"session_test.byValue is not comparable, want a Program that can be a key of a map, such as a pointer")
	programs, err = open(func(p envs.Program) envs.Program { return ignorant{p} })
	require.Empty(t, programs)
	require.ErrorContains(t, err, "Knows of session_test.ignorant gives nil, want a Knowledge")
	programs, err = open(func(p envs.Program) envs.Program { return rootless{p} })
	require.Empty(t, programs)
	const breaks = "counter.plx: environment x breaks the contract of envs.Program: "
	require.EqualError(t, err, breaks+"Roots: there is no function 98, want numbers from 0 to 1\n"+
		breaks+"Roots: there is no function 99, want numbers from 0 to 1\n"+
		breaks+"Knowledge.Start: none of the main functions is a root, want it among Roots")
	require.Len(t, session.Problems(err), 3)
	programs, err = open(func(p envs.Program) envs.Program { return &byValue{p, []int{1}} })
	require.NoError(t, err)
	require.Len(t, programs, 1)
}

// A context that is done ends all work, and its error is found in what is returned.
func TestInterrupted(t *testing.T) {
	_, p := counter(t, race.Analyzer())
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	r, err := p.Check(ctx)
	require.ErrorIs(t, err, context.Canceled)
	require.Empty(t, r.Findings)
	r, err = p.Watch(ctx, session.RunConfig{})
	require.ErrorIs(t, err, context.Canceled)
	require.Empty(t, r.Runs)
	var file bytes.Buffer
	_, err = p.Record(ctx, &file, session.RunConfig{})
	require.ErrorIs(t, err, context.Canceled)
	problems := session.Problems(err)
	require.Len(t, problems, 1)
	require.Equal(t, "interrupted: the result is incomplete", problems[0].Message)
}

// A run that is looked at when it is over shows what it shows on line.
func TestOffline(t *testing.T) {
	_, p := counter(t, race.Analyzer())
	on, err := p.Watch(t.Context(), session.RunConfig{Schedules: 5})
	require.NoError(t, err)
	off, err := p.Watch(t.Context(), session.RunConfig{Schedules: 5, Offline: true})
	require.NoError(t, err)
	require.Equal(t, on.Findings, off.Findings)
	require.NotEmpty(t, off.Findings)
	require.Len(t, off.Runs, 5)
}

// Places that no run came to are told of what was not observed.
func TestIdlePlaces(t *testing.T) {
	_, p := counter(t, eraser.Analyzer())
	paths, err := p.Check(t.Context())
	require.NoError(t, err)
	runs, err := p.Watch(t.Context(), session.RunConfig{Schedules: 1})
	require.NoError(t, err)
	runs.Findings = nil // as if no run had shown any
	rows := session.Compare(paths, runs)
	require.NotEmpty(t, rows)
	require.Equal(t, envs.NotObserved, rows[0].Class)
	require.Empty(t, rows[0].Idle, "all of it ran")
	require.NotEmpty(t, rows[0].Places)
}

// Traces are converted as far as a text can say what happened.
func TestConvert(t *testing.T) {
	s, p := counter(t, race.Analyzer())
	var file, text bytes.Buffer
	_, err := p.Record(t.Context(), &file, session.RunConfig{Schedules: 1})
	require.NoError(t, err)
	x, err := s.OpenTrace("x.plxt", &file, false)
	require.NoError(t, err)
	r, _, err := x.Convert(t.Context(), &text, true)
	require.NoError(t, err)
	require.Len(t, r.Runs, 1)
	require.Contains(t, text.String(), "|w(hits)|")

	x, err = s.OpenTrace("x.std", strings.NewReader(text.String()), false)
	require.NoError(t, err)
	r, err = s.Replay(t.Context(), x, session.ReplayConfig{})
	require.NoError(t, err)
	require.NotEmpty(t, r.Findings)
}

// A trace alone tells nothing of values: who follows these is idle, or that is an error.
func TestIdleCheckers(t *testing.T) {
	const text = "T0|w(x)|1\nT1|w(x)|2\n"
	s := &session.Session{Checkers: []*dataflow.Analyzer{race.Analyzer(), bounds.Analyzer()}}
	replay := func(strict bool) (*session.Result, error) {
		x, err := s.OpenTrace("x.std", strings.NewReader(text), false)
		require.NoError(t, err)
		return s.Replay(t.Context(), x, session.ReplayConfig{Strict: strict})
	}
	r, err := replay(false)
	require.NoError(t, err)
	require.Len(t, r.Checkers, 1)
	require.Equal(t, []string{"bounds"}, r.Idle[0].Checkers)
	for _, a := range r.Program.Assumptions(session.Runs, session.RunConfig{}) {
		require.NotContains(t, a.Text, "bounds: ", "which did not look")
	}
	r, err = replay(true)
	require.EqualError(t, err, "x.std: bounds follows values, of which a trace alone tells nothing")
	require.Empty(t, r.Checkers)
}

// Checkers that cannot be made ready are left out.
func TestSetUp(t *testing.T) {
	bad := race.Analyzer()
	bad.Setup = func(path func(string) string) error { return errors.New("no " + path("rules")) }
	ready, err := session.SetUp("here", bad, eraser.Analyzer())
	require.EqualError(t, err, "no here/rules")
	require.Len(t, ready, 1)
	require.Equal(t, "eraser", ready[0].Name)
}

func TestProblems(t *testing.T) {
	at := envs.Position{File: "f", Line: 1, Col: 2}
	joined := errors.Join(errors.New("a"), errors.Join(&envs.InputError{Pos: at, Message: "b"},
		session.Problem{Message: "c"}))
	require.Len(t, session.Unjoin(joined), 3)
	require.Equal(t, []session.Problem{{Message: "a"}, {Pos: at, Message: "b"}, {Message: "c"}}, session.Problems(joined))
	require.Empty(t, session.Problems(nil))
	err := session.Guard(func() error { panic("oh") })
	require.ErrorContains(t, err, "internal error at ")
	require.ErrorContains(t, err, "session_test.go:")
	require.Equal(t, "f: x", session.Problem{Pos: envs.Position{File: "f"}, Message: "x"}.Error())
}

// What goes wrong in several runs is told once, with the number of runs that were made.
func TestRunsThatWereMade(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	failures := 0
	_, p := counter(t, dataflow.NewAnalyzer("failing", "", dataflow.Analysis[dataflow.Nothing]{
		Entry: dataflow.Nothing{}.Entry,
		Step: func(envs.Env, *envs.Op, dataflow.Nothing) dataflow.Nothing {
			if failures++; failures == 3 {
				cancel()
			}
			panic("oh")
		},
	}.Alone))
	_, err := p.Watch(ctx, session.RunConfig{Schedules: 50})
	problems := session.Problems(err)
	require.Len(t, problems, 2)
	require.Contains(t, problems[0].Message, "oh (3 times in 3 runs, first in counter.plx seed 0)")
	require.Equal(t, "interrupted: the result is incomplete", problems[1].Message)
}

// A checker that is not made as it should be is an error, from both sides.
func TestCheckersThatAreMadeWrong(t *testing.T) {
	bad := dataflow.NewAnalyzer("bad", "", func(*dataflow.Requires) dataflow.Analysis[dataflow.Nothing] { panic("oh") })
	half := dataflow.NewAnalyzer("half", "", dataflow.Analysis[dataflow.Nothing]{}.Alone)
	for want, a := range map[string]*dataflow.Analyzer{
		`checker "bad", while it is made, panicked at session_test.go:`: bad,
		`checker "half": Entry is nil`:                                  half,
	} {
		_, p := counter(t, a)
		_, err := p.Check(t.Context())
		require.Contains(t, session.Problems(err)[0].Message, want)
		_, err = p.Watch(t.Context(), session.RunConfig{})
		require.Contains(t, session.Problems(err)[0].Message, want)
	}
}

// Checkers that are not made as they should be do not keep the others from looking.
func TestOthersLook(t *testing.T) {
	bad := dataflow.NewAnalyzer("bad", "", func(*dataflow.Requires) dataflow.Analysis[dataflow.Nothing] { panic("oh") })
	late := func(name string) *dataflow.Analyzer {
		return dataflow.NewAnalyzer(name, "", dataflow.Analysis[dataflow.Nothing]{
			Entry:  dataflow.Nothing{}.Entry,
			Step:   func(_ envs.Env, _ *envs.Op, s dataflow.Nothing) dataflow.Nothing { return s },
			Finish: func(envs.Program, func(envs.Point, envs.Report)) { panic("ah") },
		}.Alone)
	}
	informs := late("informs")
	informs.Informs = true
	s, p := counter(t, bad, late("late"), informs, eraser.Analyzer())
	var file bytes.Buffer
	_, recorder := counter(t, eraser.Analyzer())
	_, err := recorder.Record(t.Context(), &file, session.RunConfig{Schedules: 3})
	require.NoError(t, err)
	for side, look := range map[string]func() (*session.Result, error){
		"over all paths": func() (*session.Result, error) { return p.Check(t.Context()) },
		"in runs":        func() (*session.Result, error) { return p.Watch(t.Context(), session.RunConfig{Schedules: 3}) },
		"in a recording": func() (*session.Result, error) {
			x, err := s.OpenTrace("x.plxt", &file, false)
			require.NoError(t, err)
			return s.Replay(t.Context(), x, session.ReplayConfig{})
		},
	} {
		r, err := look()
		require.NotEmpty(t, r.Findings, side)
		require.ErrorContains(t, err, `checker "bad", while it is made, panicked`, side)
		require.ErrorContains(t, err, `checker "late", in Finish, panicked`, side)
		require.ErrorContains(t, err, `checker "informs", in Finish, panicked`, side)
	}
}

// If no checker can be shown runs, the error says why.
func TestNobodyLooks(t *testing.T) {
	const text = "T0|w(x)|1\n"
	paths := race.Analyzer()
	paths.Only = dataflow.OverPaths
	bad := dataflow.NewAnalyzer("bad", "", func(*dataflow.Requires) dataflow.Analysis[dataflow.Nothing] { panic("oh") })
	for want, a := range map[string]*dataflow.Analyzer{
		"none of the checkers is defined on runs":   paths,
		`checker "bad", while it is made, panicked`: bad,
	} {
		s, p := counter(t, a)
		_, err := p.Watch(t.Context(), session.RunConfig{})
		require.ErrorContains(t, err, want)
		x, err := s.OpenTrace("x.std", strings.NewReader(text), false)
		require.NoError(t, err)
		r, err := s.Replay(t.Context(), x, session.ReplayConfig{})
		require.ErrorContains(t, err, want)
		require.Empty(t, r.Checkers)
	}

	s := &session.Session{Checkers: []*dataflow.Analyzer{bad, bounds.Analyzer()}}
	x, err := s.OpenTrace("x.std", strings.NewReader(text), false)
	require.NoError(t, err)
	_, err = s.Replay(t.Context(), x, session.ReplayConfig{})
	require.ErrorContains(t, err, `checker "bad", while it is made, panicked`)
	require.ErrorContains(t, err, "x.std: bounds follows values, of which a trace alone tells nothing")
}

// A run is told what was suspected before and what earlier runs showed. A finding has the seed of the first run that
// shows it, if that was perturbed.
func TestSuspects(t *testing.T) {
	_, p := counter(t, race.Analyzer())
	start := p.Runner.Start
	for _, perturbed := range []uint64{0, 1} {
		var told []int
		p.Runner.Start = func(ctx context.Context, cfg *session.RunConfig, i int) (*session.Execution, error) {
			told = append(told, len(cfg.Suspects))
			x, err := start(ctx, cfg, i)
			x.Seed = perturbed * uint64(i+1)
			return x, err
		}
		r, err := p.Watch(t.Context(), session.RunConfig{Schedules: 6, Suspects: make([]envs.Finding, 2)})
		require.NoError(t, err)
		require.Len(t, r.Findings, 1)
		require.Equal(t, 2, told[0])
		require.Greater(t, told[5], 2)
		first := slices.IndexFunc(told, func(n int) bool { return n > 2 }) // the run behind that which showed it
		require.Equal(t, perturbed*uint64(first), r.Findings[0].Seed)
		require.Equal(t, perturbed*6, r.Runs[5].Seed)
	}
}
