package checkertest

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/seed38182bad/parallax/envs/ir"
	"github.com/seed38182bad/parallax/examples/session"
)

// Text holds the checker to what comments want in programs of the textual language, or of the Environment of the
// checker. The programs are those of the files that the patterns match, as filepath.Glob reads them. Each pattern must
// match a file. t is told of each place that is not as it is wanted. A run that fails is an error, too, unless a
// comment wants it to end so, as in "want end: deadlock". An error without a file is one of the interpreter, and not of
// the program: no comment wants it.
func Text(t T, c Checker, patterns ...string) {
	t.Helper()
	some, near := false, []string(nil)
	for _, pattern := range patterns {
		files, err := filepath.Glob(pattern)
		if err == nil && len(files) == 0 {
			err = errors.New("no file matches")
		}
		if err != nil {
			t.Errorf("%s: %v", pattern, err)
		}
		for _, file := range files {
			wanted, err := c.text(file)
			tell(t, err)
			some = some || err != nil || !wanted.empty()
			near = append(near, wanted.near...)
		}
	}
	if !some {
		t.Errorf("%q: %v", patterns, nothing(near))
	}
}

// text holds the checker to what a file wants.
func (c Checker) text(file string) (*wants, error) {
	wanted := newWants()
	text, err := os.ReadFile(file)
	if err != nil {
		return wanted, err
	}
	if err := wanted.read(file, string(text)); err != nil {
		return wanted, err
	}
	wanted.only(c.Kinds)
	p, err := c.read(file, string(text), ir.Options{})
	if err != nil {
		return wanted, err
	}
	same := func(name string) string { return name }
	if !c.ofRuns() {
		static, failed := c.static(p.code)
		if failed != nil {
			return wanted, fmt.Errorf("%s: %s: %w", file, paths, failed)
		}
		err = wanted.hold(paths, static, same, "")
	}
	dynamic, failed := c.dynamic(p.code, p.runs...)
	if failed != nil {
		return wanted, errors.Join(err, fmt.Errorf("%s: %s: %w", file, run, failed))
	}
	return wanted, errors.Join(err, wanted.hold(run, dynamic, same, ""), wanted.holdEnds(p.ends()))
}

// tell tells t of each error that is joined in err.
func tell(t T, err error) {
	t.Helper()
	for _, e := range session.Unjoin(err) {
		t.Errorf("%v", e)
	}
}
