package driver

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/examples/session"
)

// about says of which findings a line of a file speaks: of those of a checker, of a kind, at a place.
type about struct {
	line                 int
	text                 string // the three as they are written
	checker, kind, place *regexp.Regexp
	used                 bool
	names                envs.PackageNames
}

func aboutFindings(checker, kind, place string) about {
	return about{
		text:    checker + " " + kind + " " + place,
		checker: wildcard(checker), kind: wildcard(kind), place: wildcard(place),
	}
}

func (a *about) read(line int, names envs.PackageNames) { a.line, a.names = line, names }
func (a *about) use()                                   { a.used = true }

// An entry is what a line of a file says of findings.
type entry interface {
	comparable
	read(line int, names envs.PackageNames)
	matches(*envs.Finding) bool
	use()
}

// firstOf is the first entry that matches a finding, nil if there is none. All that match count as used.
func firstOf[E entry](entries []E, f *envs.Finding) (first E) {
	var none E
	for _, e := range entries {
		if e.matches(f) {
			if e.use(); first == none {
				first = e
			}
		}
	}
	return first
}

// inLine is what is wrong with a line of a file.
func inLine(file string, line int, message string) session.Problem {
	return session.Problem{Pos: envs.Position{File: file, Line: line, Col: 1}, Message: message}
}

// wildcard matches a text in which "..." stands for anything.
func wildcard(s string) *regexp.Regexp {
	return regexp.MustCompile("^" + strings.ReplaceAll(regexp.QuoteMeta(s), `\.\.\.`, ".*") + "$")
}

// comment is where the reason starts: functions have names such as init#1.
var comment = regexp.MustCompile(`\s#\s*`)

// cutReason divides a line into what it speaks of and the reason.
func cutReason(l string) (text, reason string) {
	if at := comment.FindStringIndex(l); at != nil {
		return strings.TrimSpace(l[:at[0]]), strings.TrimSpace(l[at[1]:])
	}
	return l, ""
}

// readLines reads a file of lines about findings. Lines that cannot be read are problems, and the others are used.
func readLines[E entry](in *invocation, what, name string, parse func(string) (E, error)) []E {
	file := filepath.ToSlash(name)
	text, err := os.ReadFile(in.path(name))
	if err != nil {
		in.problem(session.Problem{Pos: envs.Position{File: file}, Message: what + " cannot be read: " + session.Cause(err)})
		return nil
	}
	entries, problems := parseLines(file, string(text), in.names, parse)
	in.out.Errors = append(in.out.Errors, problems...)
	return entries
}

func parseLines[E entry](
	file, text string, names envs.PackageNames, parse func(string) (E, error),
) (entries []E, problems []session.Problem) {
	line := 0
	for l := range strings.Lines(text) {
		line++
		if l = strings.TrimSpace(l); l == "" || l[0] == '#' {
			continue
		}
		e, err := parse(l)
		if err != nil {
			problems = append(problems, inLine(file, line, err.Error()))
			continue
		}
		e.read(line, names)
		entries = append(entries, e)
	}
	return entries, problems
}
