package driver

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/gosrc"
)

// suppressions is a file of findings that are not to be reported.
type suppressions struct {
	file    string
	entries []*suppression
}

type suppression struct {
	line                 int
	text                 string // without the reason
	reason               string
	checker, kind, place *regexp.Regexp
	outer                *regexp.Regexp // the place, without the numbers of literals
	test                 bool           // the place can only be in test code
	used                 bool
	names                envs.PackageNames
}

// readSuppressions reads the file; what is wrong with it is in the problems, and
// the entries that can be read are used.
func readSuppressions(shown, name string) (*suppressions, []Problem) {
	text, err := os.ReadFile(name)
	if err != nil {
		return &suppressions{file: shown}, []Problem{{
			Pos: envs.Position{File: shown}, Message: "suppressions cannot be read: " + cause(err),
		}}
	}
	return parseSuppressions(shown, string(text))
}

func parseSuppressions(file, text string) (*suppressions, []Problem) {
	s := &suppressions{file: file}
	var problems []Problem
	line := 0
	for l := range strings.Lines(text) {
		line++
		l = strings.TrimSpace(l)
		if l == "" || l[0] == '#' {
			continue
		}
		e, err := parseSuppression(l)
		if err != nil {
			problems = append(problems, Problem{Pos: envs.Position{File: file, Line: line, Col: 1}, Message: err.Error()})
			continue
		}
		e.line = line
		s.entries = append(s.entries, e)
	}
	return s, problems
}

// comment is where the reason starts: functions have names such as init#1.
var comment = regexp.MustCompile(`\s#\s*`)

func parseSuppression(l string) (*suppression, error) {
	e := &suppression{text: l}
	if at := comment.FindStringIndex(l); at != nil {
		e.text, e.reason = strings.TrimSpace(l[:at[0]]), strings.TrimSpace(l[at[1]:])
	}
	cols := strings.Fields(e.text)
	if len(cols) != 3 {
		return nil, fmt.Errorf("suppression has %d columns, want 3: checker kind place  # reason", len(cols))
	}
	if e.reason == "" {
		return nil, fmt.Errorf("suppression of %s has no reason: end the line with  # and why it is no defect", cols[2])
	}
	e.checker, e.kind, e.place = wildcard(cols[0]), wildcard(cols[1]), wildcard(cols[2])
	e.outer = wildcard(literals.ReplaceAllString(cols[2], ""))
	e.test = testPlace.MatchString(cols[2])
	return e, nil
}

// literals are what a function literal's name has behind that of its function.
var literals = regexp.MustCompile(`(\$\d+)+$`)

// testPlace matches the files of tests, what external test packages hold, and
// functions that "go test" calls, with their literals.
var testPlace = regexp.MustCompile(`_test\.|\.(Test|Benchmark|Fuzz|Example)([\p{Lu}\d_][\p{L}\d_]*)?(\$\d+)*(\.\.\.)?$`)

// wildcard matches a text in which "..." stands for anything.
func wildcard(s string) *regexp.Regexp {
	return regexp.MustCompile("^" + strings.ReplaceAll(regexp.QuoteMeta(s), `\.\.\.`, ".*") + "$")
}

// reason is why the finding is not to be reported, empty if it is. All entries
// that match count as used.
func (s *suppressions) reason(f *envs.Finding) string {
	if s == nil {
		return ""
	}
	reason := ""
	for _, e := range s.entries {
		if e.matches(f) {
			e.used = true
			if reason == "" {
				reason = e.reason
			}
		}
	}
	return reason
}

func (e *suppression) matches(f *envs.Finding) bool {
	if !e.checker.MatchString(f.Checker) || !e.kind.MatchString(f.Kind) {
		return false
	}
	if e.place.MatchString(f.Func) || e.place.MatchString(e.names.Short(f.Func)) {
		return true
	}
	for _, p := range append(f.Sites(), f.Cause) {
		if e.place.MatchString(p.File) || e.place.MatchString(fmt.Sprintf("%s:%d", p.File, p.Line)) {
			return true
		}
	}
	return false
}

// mayMatch reports whether the entry may speak of the function, or of a literal in it.
func (e *suppression) mayMatch(fn string) bool {
	return e.outer.MatchString(fn) || e.outer.MatchString(e.names.Short(fn))
}

// unused are the entries that matched nothing, but for those that speak of a
// checker that did not tell all it could. Unless tests were looked at, entries that
// speak of test code are left out too, and those that may speak of helpers.
func (s *suppressions) unused(narrowed []string, tests bool, helpers []string) []Problem {
	if s == nil {
		return nil
	}
	var problems []Problem
	for _, e := range s.entries {
		unseen := !tests && (e.test || slices.ContainsFunc(helpers, e.mayMatch))
		if !e.used && !unseen && !slices.ContainsFunc(narrowed, e.checker.MatchString) {
			problems = append(problems, Problem{
				Pos:     envs.Position{File: s.file, Line: e.line, Col: 1},
				Message: "unknown suppression: no finding matches " + strings.Join(strings.Fields(e.text), " ") + "; remove the line, or correct it",
			})
		}
	}
	return problems
}

// testHelpers are the functions in the test files beside the packages of prog, in
// their own package, as findings name them. Files that cannot be read have none.
func testHelpers(prog *gosrc.Program) []string {
	var names []string
	for _, p := range prog.Packages {
		if !p.Root || len(p.Load.GoFiles) == 0 {
			continue
		}
		files, _ := filepath.Glob(filepath.Join(filepath.Dir(p.Load.GoFiles[0]), "*_test.go"))
		for _, file := range files {
			f, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.SkipObjectResolution)
			if err != nil {
				continue
			}
			for _, d := range f.Decls {
				if fn, ok := d.(*ast.FuncDecl); ok {
					names = append(names, funcName(p.Path, fn))
				}
			}
		}
	}
	return names
}

func funcName(pkg string, fn *ast.FuncDecl) string {
	if fn.Recv == nil || len(fn.Recv.List) == 0 {
		return pkg + "." + fn.Name.Name
	}
	typ, pointer := strings.CutPrefix(types.ExprString(fn.Recv.List[0].Type), "*")
	if pointer {
		pkg = "*" + pkg
	}
	return "(" + pkg + "." + typ + ")." + fn.Name.Name
}
