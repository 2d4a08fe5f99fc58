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
	"github.com/seed38182bad/parallax/examples/session"
)

// Go holds the checker to what comments want in modules of Go, each in its folder with a go.mod: in all their
// packages, without those that they depend on. A module with tests is run by its tests, another by its main package.
// Tests that fail, and a program that ends with an exit status, are errors. t is told of each place that is not as it
// is wanted.
func Go(t T, c Checker, modules ...string) {
	t.Helper()
	for _, dir := range modules {
		ctx, cancel := limited(dir)
		tell(t, c.module(ctx, dir))
		cancel()
	}
}

// limit is the time in which a module is loaded, built and run. What hangs is ended, and
// does not outlive the tests.
const limit = 5 * time.Minute

func limited(dir string) (context.Context, context.CancelFunc) {
	why := fmt.Errorf("%s takes longer than %v", dir, limit)
	return context.WithTimeoutCause(context.Background(), limit, why)
}

func (c Checker) module(ctx context.Context, dir string) error {
	wanted, tests, err := readModule(dir)
	if err != nil {
		return err
	}
	if err := wanted.noEnds(); err != nil {
		return err
	}
	wanted.only(c.Kinds)
	if wanted.empty() {
		return fmt.Errorf("%s: %w", dir, nothing(wanted.near))
	}
	m, err := c.open(ctx, dir, tests)
	if err != nil {
		return err
	}
	name := func(file string) string { return inModule(dir, file) }
	if !c.ofRuns() {
		static, failed := m.Check(ctx)
		if failed != nil {
			return fmt.Errorf("%s: %s: %w", dir, paths, failed)
		}
		err = wanted.hold(paths, static.Findings, name, "")
	}
	dynamic, failed := m.watch(ctx)
	if failed != nil {
		return errors.Join(err, fmt.Errorf("%s: %s: %w", dir, run, failed))
	}
	hint := ""
	if !dynamic.Everywhere {
		hint = " (of runs the checker sees only functions to which locks matter; Analyzer.Everywhere shows it all)"
	}
	return errors.Join(err, wanted.hold(run, dynamic.Findings, name, hint))
}

// A module is a module of Go that the checker looks at.
type module struct {
	*session.Program
	dir     string
	tests   bool
	offline bool
}

// open opens a module. Errors in it have the names of files as the tests know them.
func (c Checker) open(ctx context.Context, dir string, tests bool) (*module, error) {
	a, err := c.analyzer()
	if err != nil {
		return nil, err
	}
	s := &session.Session{
		Checkers: []*dataflow.Analyzer{a}, Environments: []session.Environment{session.GoPackages()}, Dir: dir,
	}
	if over := c; c.Paths != nil {
		over.Analyzer = c.Paths
		if a, err = over.analyzer(); err != nil {
			return nil, err
		}
		s.Checkers = append(s.Checkers, a)
	}
	programs, err := s.Open(ctx, session.Source{Patterns: []string{"./..."}, Tests: tests, Runs: true})
	if len(programs) == 0 {
		return nil, err
	}
	var all []error
	for _, p := range session.Problems(err) {
		p.Pos.File = inModule(dir, p.Pos.File)
		all = append(all, p)
	}
	return &module{programs[0], dir, tests, c.Offline}, errors.Join(all...)
}

// watch watches the runs of a module. An error ends with what they printed.
func (m *module) watch(ctx context.Context) (*session.Result, error) {
	var output bytes.Buffer
	r, err := m.Watch(ctx, session.RunConfig{Tests: m.tests, Offline: m.offline, Stdout: &output, Stderr: &output})
	if err != nil {
		return nil, fmt.Errorf("%w\n%s", err, output.String())
	}
	return r, nil
}

// Both is what the checker finds in a module of Go over all paths and in a run, which is
// made as Go makes it. t is told of what goes wrong.
func (c Checker) Both(t T, dir string) (static, dynamic []envs.Finding) {
	t.Helper()
	ctx, cancel := limited(dir)
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
	m, err := c.open(ctx, dir, tests)
	if err != nil {
		return nil, nil, err
	}
	over, err := m.Check(ctx)
	if err != nil {
		return nil, nil, fmt.Errorf("%s: %s: %w", dir, paths, err)
	}
	in, err := m.watch(ctx)
	if err != nil {
		return nil, nil, fmt.Errorf("%s: %s: %w", dir, run, err)
	}
	return over.Findings, in.Findings, nil
}

// readModule reads what the Go files of a module want, and whether it has tests.
// Folders that the go command passes over, and modules inside the module, are not
// looked at.
func readModule(dir string) (wanted *wants, tests bool, err error) {
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
	return err == nil || name == "testdata" || name == "vendor" ||
		strings.HasPrefix(name, ".") || strings.HasPrefix(name, "_")
}

// inModule is the name of a file, which positions give relative to the module, or
// from a root: of the file system, or one that stands for where Go keeps others' code.
func inModule(dir, file string) string {
	if filepath.IsAbs(file) || strings.HasPrefix(file, "$") {
		return file
	}
	return filepath.ToSlash(filepath.Join(dir, file))
}
