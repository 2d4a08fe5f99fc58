package thread

import (
	"cmp"
	"slices"

	"github.com/seed38182bad/parallax/domains/internal/hash"
	"github.com/seed38182bad/parallax/domains/internal/sorted"
	"github.com/seed38182bad/parallax/lattice"
)

// Domain is the lattice of identities, ordered by the threads that they describe. Its
// chains are finite if there are finitely many sites of creation, which the user
// promises. The zero Domain is ready for use.
type Domain[K lattice.Integer] struct{}

// Main returns the identity of the main thread.
func (d Domain[K]) Main() ID[K] { return ID[K]{kind: sites} }

// Bottom returns the identity of no thread.
func (d Domain[K]) Bottom() ID[K] { return ID[K]{} }

// Top returns the identity of all threads.
func (d Domain[K]) Top() ID[K] { return ID[K]{kind: any} }

// Fork returns the identity of the thread that parent creates at site. The argument
// again says that it may have created one there before, or that it is not known whether
// it has.
func (d Domain[K]) Fork(parent ID[K], site K, again bool) ID[K] {
	c := cmp.Compare[K]
	at := slices.Index(parent.prefix, site)
	switch {
	case parent.kind == none:
		return parent
	case at >= 0:
		// The site recurs: what lies behind its first occurrence becomes a set.
		return d.cut(parent, at, site)
	case parent.IsUnique() && !again:
		return ID[K]{kind: sites, prefix: append(slices.Clip(parent.prefix), site)}
	}
	child := parent
	child.must = sorted.With(parent.must, site, c)
	if child.kind == sites {
		child.may = sorted.With(parent.may, site, c)
	}
	return child
}

// cut returns id with a prefix of n sites, the other ones and site in the sets.
func (d Domain[K]) cut(id ID[K], n int, site ...K) ID[K] {
	c := cmp.Compare[K]
	rest := sorted.Of(append(site, id.prefix[n:]...), c)
	r := ID[K]{kind: id.kind, prefix: id.prefix[:n], must: sorted.Union(id.must, rest, c)}
	if id.kind == sites {
		r.may = sorted.Union(id.may, rest, c)
	}
	return r
}

// common is the length of the longest common prefix.
func common[K lattice.Integer](a, b []K) int {
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	return n
}

// Leq reports whether b describes all threads that a does.
func (d Domain[K]) Leq(a, b ID[K]) bool {
	n := len(b.prefix)
	switch {
	case a.kind == none || b.kind == none:
		return a.kind == none
	case common(a.prefix, b.prefix) < n || !a.has(n, a.must, b.must):
		return false
	}
	return b.kind == any || a.kind == sites && b.mayVisit(a.prefix[n:]) && b.mayVisit(a.may)
}

// Equal reports whether both describe the same threads.
func (d Domain[K]) Equal(a, b ID[K]) bool {
	return a.kind == b.kind && slices.Equal(a.prefix, b.prefix) && slices.Equal(a.must, b.must) && slices.Equal(a.may,
		b.may)
}

// Hash numbers an identity by its content.
func (d Domain[K]) Hash(id ID[K]) uint64 {
	h := uint64(id.kind)
	for _, s := range [...][]K{id.prefix, id.must, id.may} {
		h = hash.Add(h, uint64(len(s)))
		for _, k := range s {
			h = hash.Add(h, uint64(k))
		}
	}
	return h
}

// Join returns the least identity of the threads of both: the common prefix, what
// comes behind it for certain in both, and what may in either.
func (d Domain[K]) Join(a, b ID[K]) ID[K] {
	switch {
	case d.Leq(b, a):
		return a
	case d.Leq(a, b):
		return b
	}
	c := cmp.Compare[K]
	n := common(a.prefix, b.prefix)
	a, b = d.cut(a, n), d.cut(b, n)
	r := ID[K]{kind: max(a.kind, b.kind), prefix: a.prefix, must: sorted.Intersect(a.must, b.must, c)}
	if r.kind == sites {
		r.may = sorted.Union(a.may, b.may, c)
	}
	return r
}

// Meet returns the identity of the threads that both describe.
func (d Domain[K]) Meet(a, b ID[K]) ID[K] {
	switch {
	case d.Leq(a, b):
		return a
	case d.Leq(b, a):
		return b
	case len(a.prefix) < len(b.prefix):
		a, b = b, a
	}
	c := cmp.Compare[K]
	n := len(b.prefix)
	if common(a.prefix, b.prefix) < n || !b.mayVisit(a.prefix[n:]) {
		return d.Bottom()
	}
	rest := sorted.Of(a.prefix[n:], c)
	r := ID[K]{kind: min(a.kind, b.kind), prefix: a.prefix, must: sorted.Union(a.must, sorted.Without(b.must, rest, c), c)}
	switch {
	case a.kind == any:
		r.may = b.may
	case b.kind == any:
		r.may = a.may
	default:
		r.may = sorted.Intersect(a.may, b.may, c)
	}
	if r.kind == sites && !sorted.Subset(r.must, r.may, c) {
		return d.Bottom()
	}
	return r
}

// MustBeSame reports whether a and b are one thread in every run.
func (d Domain[K]) MustBeSame(a, b ID[K]) bool { return a.IsUnique() && d.Equal(a, b) }

// MayBeSame reports whether some thread is described by both.
func (d Domain[K]) MayBeSame(a, b ID[K]) bool {
	if len(a.prefix) < len(b.prefix) {
		a, b = b, a
	}
	n := len(b.prefix)
	// What both have to visit behind the prefix of a lies in what both may visit.
	return a.kind != none && b.kind != none && common(a.prefix, b.prefix) == n && b.mayVisit(a.prefix[n:]) &&
		b.mayVisit(a.must) && d.mayStill(a, b.must, n)
}

// mayStill reports whether threads of a may have visited the sites: in the prefix
// from n on, or behind it.
func (d Domain[K]) mayStill(a ID[K], s []K, n int) bool {
	return a.kind == any || a.has(n, a.may, s)
}

// MustBeAncestor reports whether the thread a, which is unique, is an ancestor of every
// thread of b: it or a descendant of it has created them. No thread is its own ancestor.
// Of no thread at all everything holds.
func (d Domain[K]) MustBeAncestor(a, b ID[K]) bool {
	if a.kind == none || b.kind == none {
		return true
	}
	n := len(a.prefix)
	return a.IsUnique() && common(a.prefix, b.prefix) == n && (len(b.prefix) > n || len(b.must) > 0)
}

// MayBeAncestor reports whether some thread of a may be an ancestor of one of b.
func (d Domain[K]) MayBeAncestor(a, b ID[K]) bool {
	n := common(a.prefix, b.prefix)
	switch {
	case a.kind == none || b.kind == none:
		return false
	case n < len(a.prefix) && n < len(b.prefix):
		return false
	case n < len(a.prefix):
		// The rest of the prefix of a, and what a must visit behind it, is a part of
		// what b visits.
		return b.mayVisit(a.prefix[n:]) && b.mayVisit(a.must)
	}
	// The history of a ends within the prefix of b, …
	for i := n; i < len(b.prefix); i++ {
		if within(a, b.prefix[n:i]) {
			return true
		}
	}
	// … or behind it, with something still to come.
	return (b.kind == any || len(b.may) > 0) && a.mayVisit(b.prefix[n:]) && d.mayStill(b, a.must, n)
}

// within reports whether the histories of id may go on with exactly these sites.
func within[K lattice.Integer](id ID[K], s []K) bool {
	if !id.mayVisit(s) {
		return false
	}
	for _, k := range id.must {
		if !slices.Contains(s, k) {
			return false
		}
	}
	return true
}
