package transactions

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/seed38182bad/parallax/envs"
)

// A kind says what of a function is a transaction.
type kind uint8

const (
	// blocks: each of its outermost monitor blocks.
	blocks kind = iota
	// atomic: the whole call.
	atomic
	// none: nothing.
	none
)

var kindNames = [...]string{blocks: "blocks", atomic: "atomic", none: "none"}

// Rules say what is a transaction. Nil and the zero value are the rules without a file.
type Rules struct{ lines []line }

type line struct {
	kind    kind
	pattern []string // the texts between its stars
}

// Parse reads a file of rules. Each error has its place in the file, and is an *envs.InputError; they are joined.
func Parse(file string, text []byte) (*Rules, error) {
	r, errs := &Rules{}, inputErrors{file: file}
	lines := bufio.NewScanner(bytes.NewReader(text))
	lines.Buffer(nil, len(text)+1)
	for n := 1; lines.Scan(); n++ {
		words := strings.Fields(lines.Text())
		if i := slices.IndexFunc(words, isComment); i >= 0 {
			words = words[:i]
		}
		switch len(words) {
		case 0:
			continue
		case 1:
			errs.add(n, "%q: want atomic, blocks or none, and the name of a function after it", words[0])
			continue
		}
		kind, ok := kindOf(words[0])
		if !ok {
			errs.add(n, "%q is no kind of rule: want atomic, blocks or none", words[0])
			continue
		}
		if len(words) > 2 {
			errs.add(n, "%q after the name: want nothing, or a comment, which begins with #; for a space in a name write *",
				words[2])
			continue
		}
		r.lines = append(r.lines, line{kind, strings.Split(words[1], "*")})
	}
	return r, errors.Join(errs.list...)
}

// isComment reports whether a word begins a comment: functions have names such as init#1.
func isComment(word string) bool { return word[0] == '#' }

func kindOf(word string) (kind, bool) {
	for k, name := range kindNames {
		if name == word {
			return kind(k), true
		}
	}
	return 0, false
}

// Excludes reports whether rules say that nothing of a function of a program is a transaction.
func (r *Rules) Excludes(p envs.Program, fn *envs.Func) bool { return r.of(p, fn) == none }

// Of says what of a function of a program is a transaction, by the word of a file of rules: "atomic", "blocks" or
// "none". Without a program, patterns have to write names in full.
func (r *Rules) Of(p envs.Program, fn *envs.Func) string { return kindNames[r.of(p, fn)] }

func (r *Rules) of(p envs.Program, fn *envs.Func) kind {
	if r != nil && len(r.lines) > 0 {
		short := fn.Name
		if p != nil {
			short = p.Knows().Packages.Short(fn.Name)
		}
		for i := len(r.lines) - 1; i >= 0; i-- {
			if names := r.lines[i].pattern; matches(fn.Name, names) || matches(short, names) {
				return r.lines[i].kind
			}
		}
	}
	if fn.Atomic || fn.Exported {
		return atomic
	}
	return blocks
}

// started is Of for the first function of a thread: only a file or a mark makes it a transaction.
func (r *Rules) started(p envs.Program, fn *envs.Func) kind {
	if !fn.Atomic && fn.Exported {
		unexported := *fn
		unexported.Exported = false
		fn = &unexported
	}
	return r.of(p, fn)
}

// matches reports whether a name consists of the parts, in their order, with anything between.
func matches(name string, parts []string) bool {
	if len(parts) == 1 {
		return name == parts[0]
	}
	rest, ok := strings.CutPrefix(name, parts[0])
	if !ok {
		return false
	}
	last := len(parts) - 1
	for _, p := range parts[1:last] {
		_, after, found := strings.Cut(rest, p)
		if !found {
			return false
		}
		rest = after
	}
	return strings.HasSuffix(rest, parts[last])
}

type inputErrors struct {
	file string
	list []error
}

func (e *inputErrors) add(line int, format string, args ...any) {
	e.list = append(e.list, &envs.InputError{
		Pos: envs.Position{File: e.file, Line: line, Col: 1}, Message: fmt.Sprintf(format, args...),
	})
}
