package session

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/seed38182bad/parallax/dataflow"
	"github.com/seed38182bad/parallax/envs"
)

// A Session says who looks at programs, and where these are.
type Session struct {
	// Checkers look at each program together. They are set up; see SetUp.
	Checkers []*dataflow.Analyzer
	// Same names what two checkers find of one defect. A finding of the first sort is left out where there is one of the
	// second at the same operations.
	Same map[Sort]Sort
	// Environments open programs; if there are none, those of Environments do.
	Environments []Environment
	// Dir is the folder to which names of files and packages are relative; the current one if empty. Replay then
	// looks for Go packages where they were recorded.
	Dir string
	// Progress, if not nil, is told now and then what is being done. Several goroutines may call it at once.
	Progress func(what string)
}

// A Sort is that of the findings of one kind of a checker, by their names.
type Sort struct{ Checker, Kind string }

// Environments are those of this module.
func Environments() []Environment { return []Environment{GoPackages(), Textual()} }

func (s *Session) environments() []Environment {
	if len(s.Environments) == 0 {
		return Environments()
	}
	return s.Environments
}

func (s *Session) progress(format string, args ...any) {
	if s.Progress != nil {
		s.Progress(fmt.Sprintf(format, args...))
	}
}

// Open opens the programs that the patterns of src name: one for each file that an environment takes by its suffix, and
// then one of all other patterns together. Its Dir is that of the session. However the name of a file is spelt, the
// environment is given the shortest one, as filepath.Clean has it. The programs that can be opened are returned beside
// the error.
func (s *Session) Open(ctx context.Context, src Source) ([]*Program, error) {
	var (
		programs []*Program
		errs     []error
		rest     []string
		seen     = map[string]bool{} // files
	)
	src.Dir = s.Dir
	add := func(e *Environment, patterns ...string) {
		src.Patterns = patterns
		p, err := s.open(ctx, e, src)
		errs = append(errs, err)
		if p != nil {
			programs = append(programs, p)
		}
	}
	for _, pattern := range src.Patterns {
		e := s.bySuffix(pattern)
		if e == nil {
			rest = append(rest, pattern)
		} else if file := filepath.Clean(pattern); !seen[src.path(file)] {
			seen[src.path(file)] = true
			add(e, file)
		}
	}
	if len(rest) > 0 {
		if e := s.bySuffix(""); e != nil {
			add(e, rest...)
		} else {
			errs = append(errs, fmt.Errorf("%s: want names of files that end in %s", strings.Join(rest, " "), s.suffixes()))
		}
	}
	return programs, errors.Join(errs...)
}

func (s *Session) open(ctx context.Context, e *Environment, src Source) (*Program, error) {
	s.progress("loading %s", strings.Join(src.Patterns, " "))
	p, err := e.Open(ctx, src)
	if p == nil {
		return nil, err
	}
	p.session, p.env, p.src = s, e, src
	p.Name = cmp.Or(p.Name, strings.Join(src.Patterns, " "))
	if e.Suffix == "" { // of GoPackages: they are large, and name fields of types without a name alike
		return p, err
	}
	wrong := Unjoin(envs.Validate(p.Code))
	for _, w := range wrong {
		err = errors.Join(err, Problem{Pos: envs.Position{File: p.Name},
			Message: fmt.Sprintf("environment %s breaks the contract of envs.Program: %v", e.Name, w)})
	}
	if len(wrong) > 0 {
		return nil, err
	}
	return p, err
}

// bySuffix is the environment for a file, or for what is no file if the name is empty; nil if there is none.
func (s *Session) bySuffix(name string) *Environment {
	for _, e := range s.environments() {
		if (e.Suffix == "") == (name == "") && strings.HasSuffix(name, e.Suffix) {
			return &e
		}
	}
	return nil
}

// IsFile reports whether a pattern names a file that holds one program.
func (s *Session) IsFile(pattern string) bool { return pattern != "" && s.bySuffix(pattern) != nil }

func (s *Session) suffixes() string {
	var all []string
	for _, e := range s.environments() {
		if e.Suffix != "" {
			all = append(all, e.Suffix)
		}
	}
	return strings.Join(all, ", ")
}

// SetUp makes checkers ready whose flags are set: those that read files do so, and names of files are relative to
// dir. It gives those that are ready. The error says why the others are not.
func SetUp(dir string, checkers ...*dataflow.Analyzer) (ready []*dataflow.Analyzer, err error) {
	var errs []error
	for _, a := range checkers {
		if a.Setup != nil {
			if err := a.Setup(func(name string) string { return inFolder(dir, name) }); err != nil {
				errs = append(errs, err)
				continue
			}
		}
		ready = append(ready, a)
	}
	return ready, errors.Join(errs...)
}

// inFolder is where a file is whose name is relative to dir.
func inFolder(dir, name string) string {
	if filepath.IsAbs(name) {
		return name
	}
	return filepath.Join(dir, name)
}

// Folder is an error if dir is none; "" is the current one.
func Folder(dir string) error {
	st, err := os.Stat(cmp.Or(dir, "."))
	switch {
	case err != nil:
		return fmt.Errorf("there is no folder %s: %s", dir, Cause(err))
	case !st.IsDir():
		return fmt.Errorf("%s is no folder", dir)
	}
	return nil
}
