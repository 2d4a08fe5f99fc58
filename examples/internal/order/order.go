// Package order compares and unites what states of checkers keep in ascending order.
package order

import (
	"cmp"
	"slices"
	"strings"

	"github.com/seed38182bad/parallax/envs"
)

// Bools compares booleans: false comes first.
func Bools(a, b bool) int {
	switch {
	case a == b:
		return 0
	case b:
		return -1
	}
	return 1
}

// Paths compares paths by what they mean, and not by their texts: nil comes first.
func Paths(p, q *envs.Path) int {
	if p == nil || q == nil {
		return Bools(p != nil, q != nil)
	}
	return cmp.Or(cmp.Compare(p.Root, q.Root), cmp.Compare(p.Reg, q.Reg), strings.Compare(p.Global, q.Global),
		strings.Compare(p.Steps, q.Steps))
}

// A Union says how two ascending lists become one.
type Union[E comparable] struct {
	Compare func(a, b E) int
	// Both is what becomes of two elements that are equal by Compare; nil keeps the first.
	Both func(a, b E) E
	// Alone is what becomes of an element that only one list has; nil keeps it.
	Alone func(e E) E
}

// Of is the union of two lists, which stay as they are. It is a if b adds nothing.
func (u Union[E]) Of(a, b []E) []E {
	var r []E // nil while it is the beginning of a
	for i, j := 0, 0; i < len(a) || j < len(b); {
		c := 1
		switch {
		case j == len(b):
			c = -1
		case i < len(a):
			c = u.Compare(a[i], b[j])
		}
		var e E
		switch {
		case c == 0:
			if e = a[i]; u.Both != nil {
				e = u.Both(a[i], b[j])
			}
		case c < 0:
			e = u.alone(a[i])
		default:
			e = u.alone(b[j])
		}
		if r == nil && (c > 0 || e != a[i]) {
			r = append(make([]E, 0, len(a)+len(b)-j), a[:i]...)
		}
		if r != nil {
			r = append(r, e)
		}
		if c <= 0 {
			i++
		}
		if c >= 0 {
			j++
		}
	}
	if r == nil {
		return a
	}
	return r
}

func (u Union[E]) alone(e E) E {
	if u.Alone == nil {
		return e
	}
	return u.Alone(e)
}

// Without is a list without the elements that are gone. It is the list itself if none is, and the list stays as it is.
func Without[E any](list []E, gone func(E) bool) []E {
	if !slices.ContainsFunc(list, gone) {
		return list
	}
	return slices.DeleteFunc(slices.Clone(list), gone)
}
