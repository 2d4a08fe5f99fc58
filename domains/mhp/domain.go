package mhp

import (
	"github.com/seed38182bad/parallax/domains/internal/antichain"
	"github.com/seed38182bad/parallax/domains/internal/hash"
	"github.com/seed38182bad/parallax/domains/internal/sorted"
	"github.com/seed38182bad/parallax/domains/thread"
	"github.com/seed38182bad/parallax/lattice"
)

// Domain is the lattice of facts. The zero Domain is ready for use.
type Domain[K lattice.Integer] struct{ threads thread.Domain[K] }

func (d Domain[K]) order() antichain.Order[thread.ID[K]] {
	return antichain.Order[thread.ID[K]]{Under: d.threads.Leq, Compare: thread.ID[K].Compare}
}

// Main returns the fact of the start of the main thread.
func (d Domain[K]) Main() Fact[K] { return Fact[K]{id: d.threads.Main()} }

// Bottom returns the fact of a point that is not reached.
func (d Domain[K]) Bottom() Fact[K] { return Fact[K]{} }

// Top returns the fact that nothing is known.
func (d Domain[K]) Top() Fact[K] { return d.ForkUnknown(Fact[K]{id: d.threads.Top()}) }

// Leq compares all parts: a is a thread of b, has created no others, and knows of the
// end of all that b knows of.
func (d Domain[K]) Leq(a, b Fact[K]) bool {
	return a.IsBottom() || d.threads.Leq(a.id, b.id) && d.order().Leq(a.created, b.created) &&
		sorted.Subset(b.joined, a.joined, thread.ID[K].Compare)
}

// Equal compares all parts.
func (d Domain[K]) Equal(a, b Fact[K]) bool {
	return d.threads.Equal(a.id, b.id) && d.order().Equal(a.created, b.created) &&
		sorted.Equal(a.joined, b.joined, thread.ID[K].Compare)
}

// Hash numbers a fact by its content.
func (d Domain[K]) Hash(f Fact[K]) uint64 {
	h := d.threads.Hash(f.id)
	for _, ids := range [...][]thread.ID[K]{f.created, f.joined} {
		h = hash.Add(h, uint64(len(ids)))
		for _, id := range ids {
			h = hash.Add(h, d.threads.Hash(id))
		}
	}
	return h
}

// Join joins the identities and the children, and keeps the ends that both know.
func (d Domain[K]) Join(a, b Fact[K]) Fact[K] {
	switch {
	case d.Leq(b, a):
		return a
	case d.Leq(a, b):
		return b
	}
	return Fact[K]{d.threads.Join(a.id, b.id), d.order().Join(a.created, b.created),
		sorted.Intersect(a.joined, b.joined, thread.ID[K].Compare)}
}

// Meet returns the fact of what both describe.
func (d Domain[K]) Meet(a, b Fact[K]) Fact[K] {
	switch {
	case d.Leq(a, b):
		return a
	case d.Leq(b, a):
		return b
	}
	id := d.threads.Meet(a.id, b.id)
	if id.IsBottom() {
		return d.Bottom()
	}
	created := d.order().Meet(a.created, b.created, func(x, y thread.ID[K]) (thread.ID[K], bool) {
		z := d.threads.Meet(x, y)
		return z, !z.IsBottom()
	})
	return Fact[K]{id, created, sorted.Union(a.joined, b.joined, thread.ID[K].Compare)}
}

// Fork returns the facts of the thread and of its new child after a creation at site.
// Whether the child is the first one there follows from who was created before.
func (d Domain[K]) Fork(f Fact[K], site K) (parent, child Fact[K]) {
	if f.IsBottom() {
		return f, f
	}
	id := d.threads.Fork(f.id, site, false)
	for _, c := range f.created {
		if d.threads.MayBeSame(c, id) {
			id = d.threads.Fork(f.id, site, true)
			break
		}
	}
	child = Fact[K]{id: id, joined: f.joined}
	f.created = d.order().Add(f.created, id)
	return f, child
}

// ForkUnknown returns the fact of the thread after it has created some threads,
// nobody knows where or how many.
func (d Domain[K]) ForkUnknown(f Fact[K]) Fact[K] {
	if f.IsBottom() {
		return f
	}
	f.created = d.order().Add(f.created, d.threads.Top())
	return f
}

// Await returns the fact of the thread after it has waited for the end of a thread of
// the given identity. The argument end is a fact of the ends of all threads of that
// identity, with what these know of others. It is bottom if they do not end, so that
// the waiting does not either, and top if it is not known.
func (d Domain[K]) Await(f Fact[K], id thread.ID[K], end Fact[K]) Fact[K] {
	if f.IsBottom() || id.IsBottom() || end.IsBottom() {
		return d.Bottom()
	}
	f.joined = sorted.Union(f.joined, end.joined, thread.ID[K].Compare)
	if id.IsUnique() {
		f.joined = sorted.With(f.joined, id, thread.ID[K].Compare)
	}
	return f
}
