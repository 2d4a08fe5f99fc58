package checkertest

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/seed38182bad/parallax/dataflow"
	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/gorun"
	"github.com/seed38182bad/parallax/envs/gosrc"
)

// Go holds the checker to what comments want in modules of Go, each in its folder
// with a go.mod: in all their packages, without those that they depend on. A module
// with tests is run by its tests, another by its main package; tests that fail, and a
// program that ends with an exit status, are errors. t is told of each place that is
// not as it is wanted.
func Go(t T, c Checker, modules ...string) {
	t.Helper()
	for _, dir := range modules {
		ctx, cancel := context.WithTimeoutCause(context.Background(), limit, fmt.Errorf("%s takes longer than %v", dir, limit))
		tell(t, c.module(ctx, dir))
		cancel()
	}
}

// limit is the time in which a module is loaded, built and run. What hangs is ended, and
// does not outlive the tests.
const limit = 5 * time.Minute

func (c Checker) module(ctx context.Context, dir string) error {
	wanted, tests, err := readModule(dir)
	if err != nil {
		return err
	}
	wanted.only(c.Kinds)
	if wanted.empty() {
		return fmt.Errorf("%s: no comment wants anything", dir)
	}
	prog, err := load(ctx, dir, tests)
	if err != nil {
		return err
	}
	name := func(file string) string { return inModule(dir, file) }
	static, err := c.static(prog)
	if err != nil {
		return fmt.Errorf("%s: %s: %w", dir, paths, err)
	}
	err = wanted.hold(paths, static, name, "")
	dynamic, all, failed := c.watch(ctx, prog, dir, tests)
	if failed != nil {
		return errors.Join(err, fmt.Errorf("%s: %s: %w", dir, run, failed))
	}
	hint := ""
	if !all {
		hint = " (of runs the checker sees only functions to which locks matter; Analyzer.Everywhere shows it all)"
	}
	return errors.Join(err, wanted.hold(run, dynamic, name, hint))
}

// load loads a module of Go. Errors in it have the names of files as the tests know them.
func load(ctx context.Context, dir string, tests bool) (*gosrc.Program, error) {
	prog, err := gosrc.Load(ctx, gosrc.Config{Dir: dir, Patterns: []string{"./..."}, Tests: tests, KeepSyntax: true})
	if err != nil {
		return nil, err
	}
	var all []error
	for _, e := range prog.Errors {
		e.Pos.File = inModule(dir, e.Pos.File)
		all = append(all, e)
	}
	return prog, errors.Join(all...)
}

// Both is what the checker finds in a module of Go over all paths and in a run, which is
// made as Go makes it. t is told of what goes wrong.
func (c Checker) Both(t T, dir string) (static, dynamic []envs.Finding) {
	t.Helper()
	ctx, cancel := context.WithTimeoutCause(context.Background(), limit, fmt.Errorf("%s takes longer than %v", dir, limit))
	defer cancel()
	static, dynamic, err := c.both(ctx, dir)
	tell(t, err)
	return static, dynamic
}

func (c Checker) both(ctx context.Context, dir string) (static, dynamic []envs.Finding, err error) {
	_, tests, err := readModule(dir)
	if err != nil {
		return nil, nil, err
	}
	prog, err := load(ctx, dir, tests)
	if err != nil {
		return nil, nil, err
	}
	static, err = c.static(prog)
	if err != nil {
		return nil, nil, fmt.Errorf("%s: %s: %w", dir, paths, err)
	}
	dynamic, _, err = c.watch(ctx, prog, dir, tests)
	if err != nil {
		return nil, nil, fmt.Errorf("%s: %s: %w", dir, run, err)
	}
	return static, dynamic, nil
}

// watch is what the checker finds in the runs of a module, and whether it sees all
// functions of it.
func (c Checker) watch(ctx context.Context, prog *gosrc.Program, dir string, tests bool) (found []envs.Finding, all bool, err error) {
	a, err := c.analyzer()
	if err != nil {
		return nil, false, err
	}
	all = a.Everywhere || len(a.Checks) > 0
	needs := a.NeedsInOrder()
	var output bytes.Buffer
	cfg := gorun.Config{
		Dir: dir, Tests: tests, Stdout: &output, Stderr: &output,
		All: all, Checks: a.Checks,
		Accesses: needs.Memory(), Order: needs.Ordering(), Meetings: needs.Has(dataflow.Meetings),
	}
	if w := dataflow.NewWatch(prog, a); a.Selects() && needs.Has(dataflow.Whole) { // as the command does
		cfg.Omit = gorun.Select(w.Selects)
	} else if a.Selects() {
		cfg.Omit = gorun.Sample(w.Selects)
	} else if !needs.Has(dataflow.Whole) {
		cfg.Rounds, cfg.Elements = gorun.UsualRounds, gorun.UsualElements
	}
	s, err := gorun.Start(ctx, prog, cfg)
	if err != nil {
		return nil, all, err
	}
	findings, err := c.dynamic(prog, s)
	if _, failed := s.Wait(); err == nil && failed != nil {
		err = fmt.Errorf("%w\n%s", failed, output.String())
	}
	return findings, all, err
}

// readModule reads what the Go files of a module want, and whether it has tests.
// Folders that the go command passes over, and modules inside the module, are not
// looked at.
func readModule(dir string) (wanted wants, tests bool, err error) {
	wanted = newWants()
	var wrong []error
	err = filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() {
			if path != dir && passedOver(path) {
				return fs.SkipDir
			}
			return nil
		}
		if filepath.Ext(path) != ".go" {
			return nil
		}
		tests = tests || strings.HasSuffix(path, "_test.go")
		text, err := os.ReadFile(path)
		wrong = append(wrong, wanted.read(filepath.ToSlash(path), string(text)))
		return err
	})
	return wanted, tests, errors.Join(append(wrong, err)...)
}

func passedOver(dir string) bool {
	name := filepath.Base(dir)
	_, err := os.Stat(filepath.Join(dir, "go.mod"))
	return err == nil || name == "testdata" || name == "vendor" || strings.HasPrefix(name, ".") || strings.HasPrefix(name, "_")
}

// inModule is the name of a file, which positions give relative to the module, or
// from a root: of the file system, or one that stands for where Go keeps others' code.
func inModule(dir, file string) string {
	if filepath.IsAbs(file) || strings.HasPrefix(file, "$") {
		return file
	}
	return filepath.ToSlash(filepath.Join(dir, file))
}
