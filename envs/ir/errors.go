package ir

import (
	"errors"
	"slices"
	"sort"

	"github.com/seed38182bad/parallax/envs"
)

// maxErrors is how many errors are reported at once.
const maxErrors = 20

// errorList collects what is wrong with one file.
type errorList struct {
	list []*envs.InputError
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
	l.list = append(l.list, &envs.InputError{Pos: p, Message: msg})
}

func (l *errorList) err() error {
	if len(l.list) == 0 {
		return nil
	}
	slices.SortStableFunc(l.list, func(a, b *envs.InputError) int { return a.Pos.Compare(b.Pos) })
	var all []error
	for _, e := range l.list[:min(len(l.list), maxErrors)] {
		all = append(all, e)
	}
	if n := len(l.list) - maxErrors; n > 0 {
		all = append(all, &envs.InputError{Pos: l.list[maxErrors].Pos, Message: "too many errors; the rest is left out"})
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
