package gorun_test

import (
	"bytes"
	"context"
	"fmt"
	"iter"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/dataflow"
	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/gorun"
	"github.com/seed38182bad/parallax/envs/gosrc"
	"github.com/seed38182bad/parallax/envs/trace"
	"github.com/seed38182bad/parallax/examples/stale"
)

func load(t testing.TB, dir string, tests bool, patterns ...string) *gosrc.Program {
	t.Helper()
	prog, err := gosrc.Load(context.Background(),
		gosrc.Config{Dir: dir, Patterns: patterns, Tests: tests, KeepSyntax: true})
	require.NoError(t, err)
	require.Empty(t, prog.Errors)
	return prog
}

// start makes all the runs of a program, and removes what was made when the test is over.
func start(t testing.TB, prog *gosrc.Program, cfg gorun.Config) *gorun.Session {
	t.Helper()
	b, err := gorun.Prepare(context.Background(), prog, cfg)
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, b.Close()) })
	return b.Session(context.Background())
}

func checker(prog envs.Program) *dataflow.Watch {
	return dataflow.NewAnalyzer(stale.Name, "", stale.New(stale.Options{})).Replay(prog)
}

// places are the lines where findings show, as file:line.
func places(findings []envs.Finding) []string {
	var out []string
	for _, f := range findings {
		for _, p := range f.Sites() {
			out = append(out, fmt.Sprintf("%s:%d", p.File, p.Line))
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// wanted are the lines that a comment marks.
func wanted(t *testing.T, dir string) []string {
	t.Helper()
	var out []string
	files, err := filepath.Glob(filepath.Join(dir, "*.go"))
	require.NoError(t, err)
	for _, name := range files {
		text, err := os.ReadFile(name)
		require.NoError(t, err)
		for i, line := range strings.Split(string(text), "\n") {
			if strings.HasSuffix(line, "// stale") {
				out = append(out, fmt.Sprintf("%s:%d", filepath.Base(name), i+1))
			}
		}
	}
	slices.Sort(out)
	return out
}

// kept is a run whose events are recorded.
type kept struct {
	t    testing.TB
	run  envs.Run
	file *bytes.Buffer
	w    *trace.Writer
}

func keep(t testing.TB, prog envs.Program, run envs.Run) *kept {
	k := &kept{t: t, run: run, file: &bytes.Buffer{}}
	var err error
	k.w, err = trace.NewWriter(k.file, prog, nil)
	require.NoError(t, err)
	require.NoError(t, k.w.Begin("run"))
	return k
}

func (k *kept) Events() iter.Seq2[envs.Event, error] {
	return func(yield func(envs.Event, error) bool) {
		for ev, err := range k.run.Events() {
			if err == nil {
				require.NoError(k.t, k.w.Event(&ev))
			}
			if !yield(ev, err) {
				break
			}
		}
		require.NoError(k.t, k.w.End(trace.RunEnd{}))
	}
}

// later is the recorded run, of the same program.
func (k *kept) later() envs.Run {
	r, err := trace.NewReader(bytes.NewReader(k.file.Bytes()), "run", trace.Options{})
	require.NoError(k.t, err)
	run, err := r.Next()
	require.NoError(k.t, err)
	return run
}

// TestForms checks all forms of locking on line, for all functions and for the relevant ones, and again from a
// recording.
func TestForms(t *testing.T) {
	if testing.Short() {
		t.Skip("builds Go programs and runs them")
	}
	const dir = "testdata/forms"
	prog := load(t, dir, true, ".")
	for _, all := range []bool{false, true} {
		t.Run(fmt.Sprintf("all=%v", all), func(t *testing.T) {
			var out bytes.Buffer
			s := start(t, prog, gorun.Config{Dir: dir, Tests: true, All: all, Stdout: &out, Stderr: &out})
			kept := keep(t, prog, s)
			live := checker(prog)
			require.NoError(t, live.Run(context.Background(), kept))
			exit, err := s.Wait()
			require.NoError(t, err, out.String())
			require.Zero(t, exit, out.String())
			require.Zero(t, s.Misfits())
			require.Equal(t, wanted(t, dir), places(live.Findings()))
			require.Len(t, s.Kept(), 1)
			require.Equal(t, "(*example.org/forms.plain).marked", s.Kept()[0].Func)
			require.Equal(t, "directive //go:norace", s.Kept()[0].Reason)
			require.Regexp(t, `^forms.go:\d+:\d+$`, s.Kept()[0].Pos.String())

			again := load(t, dir, true, ".") // another object, the same program
			later := checker(again)
			require.NoError(t, later.Run(context.Background(), kept.later()))
			require.Equal(t, live.Findings(), later.Findings())
		})
	}
}

func run(t *testing.T, prog *gosrc.Program, cfg gorun.Config) (*gorun.Session, []envs.Finding, error) {
	t.Helper()
	b, err := gorun.Prepare(context.Background(), prog, cfg)
	require.NoError(t, err)
	defer func() { require.NoError(t, b.Close()) }()
	s := b.Session(context.Background())
	c := checker(prog)
	require.NoError(t, c.Run(context.Background(), s))
	require.Zero(t, s.Misfits())
	exit, err := s.Wait()
	if exit == 0 {
		require.NoError(t, err)
	}
	return s, c.Findings(), err
}

func TestProgram(t *testing.T) {
	const dir = "testdata/program"
	prog := load(t, dir, false)
	temp := t.TempDir()
	cfg := func(arg string, out *bytes.Buffer) gorun.Config {
		return gorun.Config{Dir: dir, Args: []string{arg}, Stdin: strings.NewReader("hello\n"), Stdout: out, Stderr: out,
			Temp: temp}
	}
	var out bytes.Buffer
	_, findings, err := run(t, prog, cfg("ok", &out))
	require.NoError(t, err)
	require.Equal(t, "3 \"hello\\n\"\n", out.String())
	require.Equal(t, wanted(t, dir), places(findings))

	out.Reset()
	_, findings, err = run(t, prog, cfg("exit", &out))
	require.EqualError(t, err, "example.org/program ended with exit status 3")
	require.Equal(t, wanted(t, dir), places(findings))

	out.Reset()
	_, findings, err = run(t, prog, cfg("panic", &out))
	require.ErrorContains(t, err, "exit status 2")
	require.Equal(t, wanted(t, dir), places(findings))
	require.Contains(t, out.String(), "panic: too rich")
	require.Contains(t, out.String(), "main.go:26", "the trace has the user's lines")

	left, err := os.ReadDir(temp)
	require.NoError(t, err)
	require.Empty(t, left)
}

// watch calls f when something is written.
type watch struct {
	sync.Mutex
	f func()
}

func (w *watch) Write(p []byte) (int, error) {
	w.Lock()
	defer w.Unlock()
	w.f()
	return len(p), nil
}

// A program that is killed has delivered what it did.
func TestKilled(t *testing.T) {
	if testing.Short() {
		t.Skip("builds Go programs and runs them")
	}
	const dir = "testdata/program"
	prog := load(t, dir, false)
	temp := t.TempDir()
	ctx, cancel := context.WithCancel(context.Background())
	b, err := gorun.Prepare(ctx, prog,
		gorun.Config{Dir: dir, Args: []string{"hang"}, Stdout: &watch{f: cancel}, Temp: temp})
	require.NoError(t, err)
	s := b.Session(ctx)
	kept := keep(t, prog, s)
	c := checker(prog)
	require.ErrorIs(t, c.Run(context.Background(), kept), context.Canceled)
	require.Equal(t, wanted(t, dir), places(c.Findings()))
	require.Zero(t, s.Misfits())
	require.NoError(t, b.Close())
	left, err := os.ReadDir(temp)
	require.NoError(t, err)
	require.Empty(t, left)

	later := checker(prog)
	require.NoError(t, later.Run(context.Background(), kept.later()))
	require.Equal(t, c.Findings(), later.Findings())

	// Cut off, the recording gives what is before the cut, and says so.
	kept.file.Truncate(kept.file.Len() - 10)
	later = checker(prog)
	var cut *trace.Error
	require.ErrorAs(t, later.Run(context.Background(), kept.later()), &cut)
	require.Equal(t, c.Findings(), later.Findings())
}

// To stop reading ends the program.
func TestStopped(t *testing.T) {
	if testing.Short() {
		t.Skip("builds Go programs and runs them")
	}
	prog := load(t, "testdata/program", false)
	s := start(t, prog, gorun.Config{Dir: "testdata/program", Args: []string{"hang"}})
	for _, err := range s.Events() {
		require.NoError(t, err)
		break
	}
	_, err := s.Wait()
	require.NoError(t, err)
}

func TestBadInput(t *testing.T) {
	if testing.Short() {
		t.Skip("builds Go programs and runs them")
	}
	ctx := context.Background()
	_, err := gorun.Prepare(ctx, load(t, "testdata/forms", false), gorun.Config{Dir: "testdata/forms"})
	require.EqualError(t, err, "none of the packages is a main package: name one, or run the tests")
	_, err = gorun.Prepare(ctx, load(t, "testdata/program", true), gorun.Config{Dir: "testdata/program", Tests: true})
	require.EqualError(t, err, "none of the packages has tests: name one, or run a main package")
	bare, err := gosrc.Load(ctx, gosrc.Config{Dir: "testdata/program"})
	require.NoError(t, err)
	_, err = gorun.Prepare(ctx, bare, gorun.Config{Dir: "testdata/program"})
	require.ErrorContains(t, err, "load the program with KeepSyntax")
}

// A module in the cache cannot be written anew: its functions are listed, with what to do.
func TestModuleCache(t *testing.T) {
	if testing.Short() {
		t.Skip("builds Go programs and runs them")
	}
	ctx := context.Background()
	prog := load(t, "../..", true, "github.com/benbjohnson/immutable")
	b, err := gorun.Prepare(ctx, prog, gorun.Config{Dir: "../..", Tests: true, All: true, Temp: t.TempDir()})
	require.NoError(t, err)
	defer b.Close()
	require.Zero(t, b.Probed())
	require.NotEmpty(t, b.Kept())
	require.Contains(t, b.Kept()[0].Reason, "copy the module")
}
