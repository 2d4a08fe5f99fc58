package blocks

import (
	"encoding/binary"
	"slices"

	"github.com/seed38182bad/parallax/domains/view"
	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/lattice"
)

// A Book is a Follower that keeps what blocks came to, for checkers that compare blocks of
// different threads. A checker embeds it in place of the Follower; NewBook makes it. Places
// carry something of the checker's own, of type P.
//
// Kept of a run without end are the first contents with each item, the first shares of each content, and
// the last times at each place; a block with more than 64 facts is not about one thing, and left out. The owner calls
// Drop for a fact about what is no more.
type Book[F lattice.Integer, P any] struct {
	*Follower[F]
	// Came, if set, is told of a place that is new, and Gone of one that is no more.
	Came func(envs.Env, *Place[F, P])
	Gone func(*Place[F, P])
	// Torn, if set, is told of each Tear as it comes, but not while all will be shown again and something
	// still comes to the book. That may report at the block that ends. It says whether the tear counts: over
	// all paths one that does stands for others of the same facts, and one that does not for itself. Wide,
	// which must be set then, says which ones count, by what the two parts have in common with the
	// whole: neither of the two is part of the other. It is asked again when a fact was renewed. Neither of them calls
	// back into the book so that a block ends in it, or something is dropped.
	Torn func(envs.Env, Tear[F, P]) bool
	Wide func(env envs.Env, a, b view.View[F]) bool
	// More is whether something came to the book since Again was asked. The owner sets it
	// for what it knows itself.
	More bool

	gathers  bool // something came since then of what tears are made of
	seen     func(envs.Env, *Place[F, P])
	contents map[string]*Content[F, P]
	having   map[Item]*havers[F, P]
	compared int // how many contents were compared with others

	common    []F // scratch
	near, far []*Content[F, P]
	examples  []example[F, P]
	sides     []*Share[F, P]
}

// Limits of what is kept.
const (
	maxFacts    = 64  // in a block
	maxContents = 256 // with one item, that are compared with others: the first ones
	maxShares   = 256 // of one content: the first ones
)

// A Content is what some blocks do.
type Content[F lattice.Integer, P any] struct {
	Facts  view.View[F]
	Places []*Place[F, P]
	Shares []*Share[F, P] // what others have in common with it
	PartOf []*Share[F, P] // of others
	// Renewed is how often a fact of it was renewed: what depends on that is to be
	// computed again when it has changed.
	Renewed int

	key              string
	own, around, all []Item        // ascending; all is both of them
	facts            []F           // of own, in its order
	most             int           // how many facts all of them are about
	hashes           []uint64      // of the facts of Shares
	threads          []envs.Thread // at least those that have been at one of its places
	last             *Place[F, P]
	gone             bool // one of its facts is no more
	left             int  // how many of PartOf are of such
	compared         int  // see Book.others
	shared           int  // of all, how many others had, too
	whole            bool // it was compared with those that had something of it
}

// NewBook is a book that tells seen of a place each time a block ends there. That may report.
func NewBook[F lattice.Integer, P any](seen func(envs.Env, *Place[F, P])) *Book[F, P] {
	b := &Book[F, P]{seen: seen}
	b.Follower = NewFollower[F](b.ended)
	return b
}

// Again reports whether something came to the book; see dataflow.Gather.
func (b *Book[F, P]) Again() bool {
	more := b.More
	b.More, b.gathers = false, false
	return more
}

// Forget drops what is known of a run.
func (b *Book[F, P]) Forget() {
	b.Follower.Forget()
	b.More, b.gathers, b.contents, b.having, b.near, b.far = false, false, nil, nil, nil, nil
}

// Drop forgets a fact about what is no more, and all contents with it.
func (b *Book[F, P]) Drop(f F) {
	for _, i := range b.Items(f) {
		for _, x := range b.having[i].list() {
			b.remove(x)
		}
	}
	b.Remove(f)
}

// Part forgets what was done under a lock that is no more, and all contents with it.
func (b *Book[F, P]) Part(l envs.Lock) {
	for _, i := range b.part(l) {
		for _, x := range b.having[i].list() {
			b.remove(x)
		}
	}
}

// Renew says that a fact means more to the owner than before: all that is known of contents with
// it is to be looked at again.
func (b *Book[F, P]) Renew(f F) {
	b.More, b.gathers = true, true
	for _, i := range b.Items(f) {
		for _, x := range b.having[i].list() {
			x.Renewed++
			for _, p := range x.Places {
				p.looked = 0
			}
		}
	}
}

// ended enters what a block came to.
func (b *Book[F, P]) ended(env envs.Env, block Block, w Ways) {
	if only := b.only(w); only != nil {
		x, known := only.content.(*Content[F, P])
		if !known || x != nil && x.gone {
			x = b.content(only.own, only.around)
			if x != nil || !b.full(only.own, only.around) { // there may be room later
				only.content = x
			}
		}
		b.enter(env, block, x)
		return
	}
	for own, around := range b.Each(w) {
		b.enter(env, block, b.content(own, around))
	}
}

func (b *Book[F, P]) enter(env envs.Env, block Block, x *Content[F, P]) {
	if x == nil {
		return
	}
	p := b.place(env, x, block)
	if p.meet(Moment{env.Thread(), env.Segment()}) && !p.dropped { // what was dropped comes again with each pass
		b.More, b.gathers = true, true
	}
	if b.Torn != nil && !(b.gathers && env.MayRepeat()) { // in the next pass there will be less to look at twice
		b.look(env, p)
	}
	b.seen(env, p)
}

// content is what is known of what a block came to, nil if it is not about one thing, or there is
// no room for it.
func (b *Book[F, P]) content(own, around view.View[Item]) *Content[F, P] {
	key := keyOf(own, around)
	if x, ok := b.contents[string(key)]; ok {
		return x
	}
	if b.full(own, around) {
		return nil
	}
	x := &Content[F, P]{key: string(key), own: slices.Collect(own.All()), around: slices.Collect(around.All())}
	x.all = slices.Collect(own.Union(around).All())
	var all []F
	for _, i := range x.all {
		all = append(all, b.Fact(i))
	}
	for _, i := range x.own {
		x.facts = append(x.facts, b.Fact(i))
	}
	x.Facts, x.most = view.Of(x.facts...), view.Of(all...).Len()
	if n := x.Facts.Len(); n == 0 || n > maxFacts {
		return nil
	}
	if b.contents == nil {
		b.contents, b.having = map[string]*Content[F, P]{}, map[Item]*havers[F, P]{}
	}
	b.contents[x.key] = x
	for _, i := range x.all {
		h := b.having[i]
		if h == nil {
			h = &havers[F, P]{}
			b.having[i] = h
		}
		if len(h.first) == 1 {
			h.first[0].shared++
		}
		if len(h.first) > 0 {
			x.shared++
		}
		h.add(x)
	}
	b.compare(x)
	return x
}

func keyOf(own, around view.View[Item]) []byte {
	key := binary.AppendVarint(nil, int64(own.Len()))
	for _, part := range [...]view.View[Item]{own, around} {
		for i := range part.All() {
			key = binary.AppendVarint(key, int64(i))
		}
	}
	return key
}

// remove forgets a content.
func (b *Book[F, P]) remove(x *Content[F, P]) {
	x.gone = true
	delete(b.contents, x.key)
	for _, i := range x.all {
		if h := b.having[i]; h.lose(x) {
			delete(b.having, i)
		}
	}
	for _, p := range x.Places {
		if b.Gone != nil {
			b.Gone(p)
		}
	}
	for _, s := range x.PartOf {
		s.lose()
	}
	for _, s := range x.Shares {
		for _, y := range s.members {
			if y.left++; y.left > len(y.PartOf)/2 {
				y.PartOf, y.left = slices.DeleteFunc(y.PartOf, func(s *Share[F, P]) bool { return s.Whole.gone }), 0
			}
		}
	}
}
