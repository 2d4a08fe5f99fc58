package checkertest

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode"

	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/examples/session"
)

// A side is where something is found.
type side string

const (
	paths side = "over all paths"
	run   side = "in a run"
	ends  side = "at the end of a run" // where kinds are texts of errors
)

// A want is a kind of findings in a line.
type want struct {
	file string
	line int
	kind string
}

func (w want) compare(o want) int {
	return cmp.Or(strings.Compare(w.file, o.file), cmp.Compare(w.line, o.line), strings.Compare(w.kind, o.kind))
}

// wants are what comments want.
type wants struct {
	on   map[side]map[want]bool
	near []string // comments that want nothing, though their first word begins as those that do
}

func newWants() *wants { return &wants{on: map[side]map[want]bool{paths: {}, run: {}, ends: {}}} }

// read adds what the comments of a text want. The error joins all that are wrong, each
// with its place.
func (w *wants) read(file, text string) error {
	var wrong []error
	line := 0
	for l := range strings.Lines(text) {
		line++
		for _, comment := range strings.Split(l, "//")[1:] {
			words := strings.Fields(comment)
			if len(words) == 0 || len(words[0]) < len("want") || !strings.EqualFold(words[0][:len("want")], "want") {
				continue
			}
			if strings.Trim(words[0][len("want"):], ":") != "" {
				w.near = append(w.near, fmt.Sprintf("%s:%d: %q", file, line, strings.Join(words, " ")))
				continue
			}
			if err := w.add(file, line, words); err != nil {
				wrong = append(wrong, fmt.Errorf("%s:%d: %q: %w", file, line, strings.Join(words, " "), err))
			}
		}
	}
	return errors.Join(wrong...)
}

// nothing is the error that no comment wants anything. It names the first comments that may be meant to.
func nothing(near []string) error {
	if len(near) == 0 {
		return errors.New("no comment wants anything")
	}
	return fmt.Errorf("no comment wants anything; the word is want, not as in %s",
		strings.Join(near[:min(3, len(near))], ", "))
}

// add adds what one comment wants.
func (w *wants) add(file string, line int, words []string) error {
	if words[0] != "want" {
		return errors.New("write: want KIND, want paths: KIND, want run: KIND, or want end: TEXT")
	}
	if len(words) > 1 && words[1] == "end:" {
		if len(words) == 2 {
			return errors.New("it has no text of an error")
		}
		w.on[ends][want{file, line, strings.Join(words[2:], " ")}] = true
		return nil
	}
	kinds, sides := words[1:], []side{paths, run}
	if len(kinds) > 0 && strings.HasSuffix(kinds[0], ":") {
		switch kinds[0] {
		case "paths:":
			sides = []side{paths}
		case "run:":
			sides = []side{run}
		default:
			return fmt.Errorf("there is no side %q: want paths:, run: or end:, or none for both", kinds[0])
		}
		kinds = kinds[1:]
	}
	if len(kinds) == 0 {
		return errors.New("it names no kind of findings")
	}
	for _, kind := range kinds {
		if strings.ContainsFunc(kind, noKind) {
			return fmt.Errorf("%q is no kind of findings: want letters, digits and hyphens, and spaces between kinds", kind)
		}
		for _, s := range sides {
			k := want{file, line, kind}
			if w.on[s][k] {
				return fmt.Errorf("%s is wanted in this line already", kind)
			}
			w.on[s][k] = true
		}
	}
	return nil
}

// noKind tells characters that are not used in the names of kinds.
func noKind(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '-' && r != '_' }

// only leaves what is of one of some kinds, or all if there are none.
func (w *wants) only(kinds []string) {
	for _, s := range []side{paths, run} {
		maps.DeleteFunc(w.on[s], func(k want, _ bool) bool { return len(kinds) > 0 && !slices.Contains(kinds, k.kind) })
	}
}

func (w *wants) empty() bool { return len(w.on[paths])+len(w.on[run])+len(w.on[ends]) == 0 }

// noEnds is an error for each comment that wants a run to fail.
func (w *wants) noEnds() error {
	var errs []error
	for _, k := range slices.SortedFunc(maps.Keys(w.on[ends]), want.compare) {
		errs = append(errs, fmt.Errorf("%s:%d: want end: is for Text: tests and main packages of Go have to end well",
			k.file, k.line))
	}
	return errors.Join(errs...)
}

// hold compares what is found on a side with what is wanted. Names of files in
// findings are completed by name. The error joins all differences, in the order of
// their places; the hint is why something may not have been found.
func (w *wants) hold(on side, findings []envs.Finding, name func(string) string, hint string) error {
	type wrong struct {
		want
		text string
	}
	var all []wrong
	missing := maps.Clone(w.on[on])
	for _, f := range findings {
		for _, at := range f.Sites() {
			k := want{name(at.File), at.Line, f.Kind}
			delete(missing, k)
			if !w.on[on][k] {
				place := fmt.Sprintf("%s:%d:%d", k.file, at.Line, at.Col)
				all = append(all, wrong{k, fmt.Sprintf("%s: %s is found %s, but not wanted: %s", place, f.Kind, on, f.Message)})
			}
		}
	}
	for k := range missing {
		all = append(all, wrong{k, fmt.Sprintf("%s:%d: %s is wanted, but not found %s%s", k.file, k.line, k.kind, on, hint)})
	}
	slices.SortFunc(all, func(a, b wrong) int { return cmp.Or(a.compare(b.want), strings.Compare(a.text, b.text)) })
	var errs []error
	for _, e := range all {
		errs = append(errs, errors.New(e.text))
	}
	return errors.Join(errs...)
}

// holdEnds compares how runs failed with what is wanted. The same error of several runs is told once.
func (w *wants) holdEnds(of []end) error {
	var errs []error
	told, missing := map[session.Problem]bool{}, maps.Clone(w.on[ends])
	for _, e := range of {
		for _, p := range session.Problems(e.err) {
			if told[p] {
				continue
			}
			told[p] = true
			meant := w.endsAt(p)
			for _, k := range meant {
				delete(missing, k)
			}
			if len(meant) == 0 {
				errs = append(errs, fmt.Errorf("%w (%s)%s", p, e.run, blame(p)))
			}
		}
	}
	for _, k := range slices.SortedFunc(maps.Keys(missing), want.compare) {
		errs = append(errs, fmt.Errorf("%s:%d: no run ends here with an error that says %q", k.file, k.line, k.kind))
	}
	return errors.Join(errs...)
}

// endsAt are the comments that want a run to fail so: in the line of the problem, or anywhere if it names none.
func (w *wants) endsAt(p session.Problem) (meant []want) {
	for k := range w.on[ends] {
		if k.file == p.Pos.File && (k.line == p.Pos.Line || p.Pos.Line == 0) && strings.Contains(p.Message, k.kind) {
			meant = append(meant, k)
		}
	}
	return meant
}

// blame says of an error of a run whose it is, and what to do.
func blame(p session.Problem) string {
	if p.Pos.File == "" {
		return ": that has no place in the program, so the interpreter is to blame"
	}
	where := "in this line"
	if p.Pos.Line == 0 {
		where = "in a line of the file"
	}
	text, _, _ := strings.Cut(p.Message, ": ")
	return fmt.Sprintf("; if that is meant, say so %s: // want end: %s", where, text)
}
