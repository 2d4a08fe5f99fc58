package numbers

import (
	"slices"

	"github.com/seed38182bad/parallax/domains/linear"
	"github.com/seed38182bad/parallax/envs"
)

// A largeSet has the variables whose kind has numbers above those of int64, in ascending order: uint64 and
// uintptr. A number that is not above such a variable may still be too large for int64. So such a variable does not
// show that a sum or a conversion is a number of a signed kind.
type largeSet []Var

// isLarge reports whether the kind of a term has numbers above those of int64.
func isLarge(t envs.Term) bool {
	return t.Reg != 0 && t.Of == envs.Whole && t.Kind.Valid() && !t.Kind.Signed() && limits[t.Kind].Hi == linear.PlusInf
}

func (l largeSet) has(v Var) bool {
	_, found := slices.BinarySearch(l, v)
	return found
}

// with is l with v.
func (l largeSet) with(v Var) largeSet {
	i, found := slices.BinarySearch(l, v)
	if found {
		return l
	}
	return slices.Insert(l[:len(l):len(l)], i, v)
}

// without is l without the variables that are gone.
func (l largeSet) without(gone func(Var) bool) largeSet {
	return filtered(l, func(v Var) bool { return !gone(v) })
}

// union has the variables of both.
func (l largeSet) union(m largeSet) largeSet {
	for _, v := range m {
		l = l.with(v)
	}
	return l
}
