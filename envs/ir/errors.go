package ir

import (
	"errors"
	"slices"
	"sort"

	"github.com/seed38182bad/parallax/envs"
)

// An Error is one thing that is wrong with a source text.
type Error struct {
	Pos envs.Position
	Msg string
}

func (e *Error) Error() string { return e.Pos.String() + ": " + e.Msg }

// maxErrors is how many errors are reported at once.
const maxErrors = 20

// errorList collects what is wrong with one file.
type errorList struct {
	list []*Error
	// partial: there were errors of syntax, so what seems to be missing may only
	// have been dropped.
	partial bool
}

func (l *errorList) add(p envs.Position, msg string) {
	for _, e := range l.list {
		if e.Pos.Line == p.Line && e.Pos.Col == p.Col {
			return // what follows from the first error
		}
	}
	l.list = append(l.list, &Error{p, msg})
}

func (l *errorList) err() error {
	if len(l.list) == 0 {
		return nil
	}
	slices.SortStableFunc(l.list, func(a, b *Error) int { return a.Pos.Compare(b.Pos) })
	var all []error
	for _, e := range l.list[:min(len(l.list), maxErrors)] {
		all = append(all, e)
	}
	if n := len(l.list) - maxErrors; n > 0 {
		all = append(all, &Error{l.list[maxErrors].Pos, "too many errors; the rest is left out"})
	}
	return errors.Join(all...)
}

// position is the line and column of an offset.
func (f *file) position(p pos) envs.Position {
	i := sort.Search(len(f.lines), func(i int) bool { return f.lines[i] > int32(p) }) - 1
	if i < 0 {
		return envs.Position{File: f.name, Line: 1, Col: 1}
	}
	return envs.Position{File: f.name, Line: i + 1, Col: int(p) - int(f.lines[i]) + 1}
}
