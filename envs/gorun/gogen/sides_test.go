package gogen

import (
	"bytes"
	"context"
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/dataflow"
	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/gorun"
	"github.com/seed38182bad/parallax/envs/gorun/gogentest"
	"github.com/seed38182bad/parallax/envs/gosrc"
	"github.com/seed38182bad/parallax/examples/bounds"
	"github.com/seed38182bad/parallax/examples/nilness"
)

// A watched run of drawn functions prints what they print natively. Each failure that it prints is found in the run,
// and each finding of the run is among those over all paths. The findings are the same whether the events show all
// operations or only those that the checkers select.
//
//	go test ./envs/gorun/gogen -run TestBothSides -v -gogen 3000 -timeout 2h
func TestBothSides(t *testing.T) {
	if testing.Short() {
		t.Skip("builds Go programs and runs them")
	}
	t.Parallel()
	classes := map[envs.Agreement]int{}
	gogentest.Each(t, drawnFunctions, Draw, func(t *testing.T, p *Program) {
		bothSides(t, p, classes)
	})
	t.Log(classes)
	require.Greater(t, classes[envs.Confirmed], drawnFunctions.Count()/5)
}

func bothSides(t *testing.T, p *Program, classes map[envs.Agreement]int) {
	prog, err := gosrc.Load(t.Context(), gosrc.Config{Dir: p.Dir, Patterns: []string{"."}, KeepSyntax: true})
	require.NoError(t, err)
	require.Empty(t, prog.Errors)
	var static []envs.Finding
	for _, a := range unproved(t) {
		res, err := a.Fixpoint(t.Context(), prog, dataflow.Options{})
		require.NoError(t, err)
		static = append(static, res.Findings...)
	}
	native := p.Output(t)
	selected, coverage, kept := watched(t, p, prog, true, native)
	whole, _, _ := watched(t, p, prog, false, native)
	require.Equal(t, texts(whole), texts(selected), "the same run, selected operations only")
	missed(t, p, native, static, selected, kept)
	for _, r := range envs.Compare(static, selected, coverage) {
		classes[r.Class]++
		if r.Class == envs.DynamicOnly {
			t.Errorf("%s: %s: %s: a run finds %s, which is not found over all paths\n%s",
				r.Finding.Pos, r.Finding.Func, r.Finding.Kind, r.Finding.Message, placed(p, r.Finding.Pos).Text)
		}
	}
}

// unproved are the checkers of what fails in a run without other threads. They report all that they do not prove.
func unproved(t *testing.T) []*dataflow.Analyzer {
	list := []*dataflow.Analyzer{bounds.Analyzer(), nilness.Analyzer()}
	for _, a := range list {
		require.NoError(t, a.Flags.Set("all", "true"))
	}
	return list
}

// watched runs the program under the checkers, and requires that it ends and prints as it does natively. It returns the
// findings and how often operations were executed. With selects, the events show only what the checkers select.
func watched(
	t *testing.T, p *Program, prog *gosrc.Program, selects bool, native string,
) (found []envs.Finding, coverage func(envs.Point) (int64, string), kept []gorun.Kept) {
	list := unproved(t)
	w := dataflow.NewWatch(prog, list...)
	var out, wrong bytes.Buffer
	cfg := gorun.Config{Dir: p.Dir, Stdout: &out, Stderr: &wrong, All: true, Temp: t.TempDir()}
	for _, a := range list {
		cfg.Checks = append(cfg.Checks, a.Checks...)
	}
	if selects {
		cfg.Selects, cfg.Repeats, cfg.Elements, cfg.Calls = w.Selects, true, 64, 8
	}
	cfg.Ways = true
	b, err := gorun.Prepare(context.WithoutCancel(t.Context()), prog, cfg)
	require.NoError(t, err)
	defer func() { require.NoError(t, b.Close()) }()
	s := b.Session(t.Context(), 0)
	require.NoError(t, w.Run(t.Context(), s))
	_, err = s.Wait()
	require.NoError(t, err, "%s", wrong.String())
	require.Equal(t, native, out.String(), "watched, it prints something else than natively")
	for _, k := range b.Kept() {
		require.Regexp(t, `^defer in the body of a range over a function`, k.Reason, "%s", placed(p, k.Pos).Text)
	}
	return w.Findings(), func(at envs.Point) (int64, string) {
		at, why := b.Watched(at)
		return s.Executed(at), why
	}, b.Kept()
}

// missed reports each failure that a program prints and that no finding of the run names at its line. Two assumptions
// of package gorun excuse one. Functions that keep their body are not watched. A generic function is watched as it is
// written, so its events have no numbers of a type parameter. Such a failure is found over all paths, in the instance.
func missed(t *testing.T, p *Program, native string, static, dynamic []envs.Finding, kept []gorun.Kept) {
	paths, run := places(static), places(dynamic)
	original := map[string]bool{}
	for _, k := range kept {
		original[placed(p, k.Pos).Name] = true
	}
	told := map[string]bool{}
	for _, m := range failure.FindAllStringSubmatch(native, -1) {
		says, at := m[1], envs.Position{File: m[2]}
		at.Line, _ = strconv.Atoi(m[3])
		i := slices.IndexFunc(failures, func(f failureKind) bool { return strings.Contains(says, f.says) })
		if i < 0 || told[m[0]] {
			continue
		}
		told[m[0]] = true
		fn := placed(p, at)
		in := func(found map[string]bool) bool {
			return slices.ContainsFunc(failures[i].kinds, func(kind string) bool { return found[place(at, kind)] })
		}
		generic := slices.Contains(fn.Shapes, "function: generic") && in(paths)
		if !in(run) && !generic && !original[fn.Name] {
			t.Errorf("%s: %s: it is not found in the run\n%s", at, says, fn.Text)
		}
	}
	require.NotEmpty(t, told)
}

// places are the lines at which findings show, with their kinds.
func places(found []envs.Finding) map[string]bool {
	at := map[string]bool{}
	for _, f := range found {
		for _, pos := range f.Sites() {
			at[place(pos, f.Kind)] = true
		}
	}
	return at
}

func place(at envs.Position, kind string) string {
	return fmt.Sprintf("%s:%d %s", at.File, at.Line, kind)
}

// failure is what a program prints of a failed operation, and where it is.
var failure = regexp.MustCompile(`(?m)(?:panic|recovered) runtime\.\w+ (.*) at (\w+\.go):(\d+)$`)

// failures are those that checks report: what the error says, and the kinds that a finding of it may have.
var failures = []failureKind{
	{"index out of range", []string{"index-out-of-range"}},
	{"slice bounds out of range", []string{"slice-out-of-range"}},
	{"cannot convert slice with length", []string{"slice-out-of-range", "index-out-of-range"}},
	{"makeslice: ", []string{"negative-size", "slice-out-of-range"}},
	{"makechan: ", []string{"negative-size"}},
	{"divide by zero", []string{"division-by-zero"}},
	{"negative shift amount", []string{"negative-shift"}},
	{"nil map", []string{"nil-map-write"}},
	{"nil pointer dereference", []string{"nil-dereference", "nil-call"}},
}

type failureKind struct {
	says  string
	kinds []string
}

func texts(findings []envs.Finding) []string {
	var list []string
	for _, f := range findings {
		list = append(list, f.Pos.String()+": "+f.Checker+": "+f.Kind+": "+f.Message)
	}
	slices.Sort(list)
	return list
}

// placed is the drawn function at a place.
func placed(p *Program, at envs.Position) Func {
	for _, f := range p.Funcs {
		before, _, ok := strings.Cut(p.Files[filepath.Base(at.File)], f.Text)
		if first := 1 + strings.Count(before, "\n"); ok && first <= at.Line && at.Line < first+strings.Count(f.Text, "\n") {
			return f
		}
	}
	return Func{}
}
