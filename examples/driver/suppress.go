package driver

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/examples/session"
)

// suppressions is a file of findings that are not to be reported.
type suppressions struct {
	file    string
	entries []*suppression
}

type suppression struct {
	about
	why   string
	outer *regexp.Regexp // the place, without the numbers of literals
	test  bool           // the place can only be in test code
}

func parseSuppression(l string) (*suppression, error) {
	l, reason := cutReason(l)
	cols := strings.Fields(l)
	if len(cols) != 3 {
		return nil, fmt.Errorf("suppression has %d columns, want 3: checker kind place  # reason", len(cols))
	}
	if reason == "" {
		return nil, fmt.Errorf("suppression of %s has no reason: end the line with  # and why it is no defect", cols[2])
	}
	return &suppression{
		about: aboutFindings(cols[0], cols[1], cols[2]), why: reason,
		outer: wildcard(literals.ReplaceAllString(cols[2], "")), test: testPlace.MatchString(cols[2]),
	}, nil
}

// literals are what a function literal's name has behind that of its function.
var literals = regexp.MustCompile(`(\$\d+)+$`)

// testPlace matches the files of tests, what external test packages hold, and
// functions that "go test" calls, with their literals.
var testPlace = regexp.MustCompile(`_test\.|\.(Test|Benchmark|Fuzz|Example)([\p{Lu}\d_][\p{L}\d_]*)?(\$\d+)*(\.\.\.)?$`)

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
func (s *suppressions) unused(narrowed []string, tests bool, helpers []string) []session.Problem {
	var problems []session.Problem
	for _, e := range s.entries {
		unseen := !tests && (e.test || slices.ContainsFunc(helpers, e.mayMatch))
		if !e.used && !unseen && !slices.ContainsFunc(narrowed, e.checker.MatchString) {
			problems = append(problems, inLine(s.file, e.line,
				"unknown suppression: no finding matches "+e.text+"; remove the line, or correct it"))
		}
	}
	return problems
}
