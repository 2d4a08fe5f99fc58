package views

import (
	"encoding/binary"
	"slices"

	"github.com/seed38182bad/parallax/dataflow"
	"github.com/seed38182bad/parallax/dataflow/blocks"
	"github.com/seed38182bad/parallax/dataflow/world"
	"github.com/seed38182bad/parallax/domains/view"
	"github.com/seed38182bad/parallax/envs"
)

// A book keeps the views that critical sections came to, and compares them.
//
//	content   a view: the variables that a section accesses, and the items (blocks.Item) by which they are known
//	place     a content, with the places where a section begins and ends, and the moments at which it was executed
//	share     what other contents have in common with one, the whole
//	tear      a whole, and two parts of it that another thread has in sections of its own and that are no chain
//
// What sections have in common is what is under the same lock in both. A section that is part of a larger one of the
// other's lock is seen as that.
//
// A book is made for runs without end. A section that does what one did before costs a look-up, and what contains what
// is no more is forgotten. Of the rest there are limits:
//
//   - sections with up to 64 variables
//   - the first 256 contents with an item
//   - the first 256 shares of a content
//   - the last 64 moments at a place, 8 of each thread
type book struct {
	*blocks.Follower[envs.Variable]
	asks
	// came, if set, is told of a place that is new, and gone of one that is no more.
	came func(envs.Env, *place)
	gone func(*place)
	// torn, if set, is told of each tear as it comes, once verdicts are due. That may report at the block that ends.
	// It says whether the tear counts. Once no more is gathered, a tear that counts stands for others of the same
	// facts, and one that does not for itself. wide must be set then. It says which tears count, by what the two parts
	// have in common with the whole: neither of the two is part of the other. It is asked again when a fact was
	// renewed. Neither of them calls back into the book so that a block ends in it, or something is dropped.
	torn func(envs.Env, tear) bool
	wide func(env envs.Env, a, b vars) bool
	// More is whether something came to the book since Again was asked. The owner sets it
	// for what it knows itself.
	More bool

	seen     func(envs.Env, *place)
	contents map[string]*content
	byItem   map[blocks.Item]*havers
	compared int // how many contents were compared with others

	key             []byte // scratch
	common          []envs.Variable
	nearby, farther []*content
	examples        []example
	sides           []*share
}

// asks are the facets that a book requires.
type asks struct {
	locks    envs.Locks
	memory   envs.Memory
	threads  envs.Threads
	segments envs.Segments
	stages   envs.Stages
}

// Limits of what is kept.
const (
	maxFacts    = 64  // in a block
	maxContents = 256 // with one item, that are compared with others: the first ones
	maxShares   = 256 // of one content: the first ones
)

// A content is what some blocks do.
type content struct {
	Facts  vars
	Places []*place
	Shares []*share // what others have in common with it
	PartOf []*share // of others
	// Renewed is how often a fact of it was renewed: what depends on that is to be
	// computed again when it has changed.
	Renewed int

	key              string
	own, around, all []blocks.Item     // ascending; all is both of them
	facts            []envs.Variable   // of own, in its order
	most             int               // how many facts all of them are about
	byFacts          map[string]*share // of Shares; see keyOf
	threads          []envs.Thread     // at least those that have been at one of its places
	last             *place
	gone             bool // one of its facts is no more
	left             int  // how many of PartOf are of such
	compared         int  // see Book.others
	shared           int  // of all, how many others had, too
	whole            bool // it was compared with those that had something of it
}

// newBook is a book that tells seen of a place each time a block ends there. That may report.
func newBook(r *dataflow.Requires, o blocks.Options, seen func(envs.Env, *place)) *book {
	world.LockSets.For(r) // with Plain, too: it tells callers apart
	b := &book{seen: seen, asks: asks{
		locks: world.Locks.For(r), memory: world.Memory.For(r),
		threads: world.Threads.For(r), segments: world.Segments.For(r),
		stages: dataflow.Stages.For(r),
	}}
	b.Follower = blocks.NewFollower[envs.Variable](r, o, b.ended)
	return b
}

// Again reports whether something came to the book; see dataflow.Table.
func (b *book) Again() bool {
	more := b.More
	b.More = false
	return more
}

// Forget drops what is known of what is no more: of a run, of a fact, or of what was done under a lock; and all
// contents with it.
func (b *book) Forget(g dataflow.Gone) {
	switch {
	case g.Run:
		b.Follower.Forget(g)
		b.More, b.contents, b.byItem, b.nearby, b.farther = false, nil, nil, nil, nil
	case g.Lock != 0:
		b.removeAll(b.Gone(g.Lock))
	default:
		b.removeAll(b.Items(g.Variable))
		b.Remove(g.Variable)
	}
}

// removeAll removes all contents with one of these items.
func (b *book) removeAll(items []blocks.Item) {
	for _, i := range items {
		for _, x := range b.byItem[i].list() {
			b.remove(x)
		}
	}
}

// Renew says that a fact means more to the owner than before: all that is known of contents with
// it is to be looked at again.
func (b *book) Renew(f envs.Variable) {
	b.More = true
	for _, i := range b.Items(f) {
		for _, x := range b.byItem[i].list() {
			x.Renewed++
			for _, p := range x.Places {
				p.looked = 0
			}
		}
	}
}

// ended enters what a block came to.
func (b *book) ended(env envs.Env, block blocks.Block, w blocks.Ways) {
	if only := b.Only(w); only != nil {
		x, known := only.Kept.(*content)
		if !known || x != nil && x.gone {
			x = b.content(only.Own, only.Around)
			if x != nil || !b.full(only.Own, only.Around) { // there may be room later
				only.Kept = x
			}
		}
		b.enter(env, block, x)
		return
	}
	for own, around := range b.Each(w) {
		b.enter(env, block, b.content(own, around))
	}
}

func (b *book) enter(env envs.Env, block blocks.Block, x *content) {
	if x == nil {
		return
	}
	p := b.place(env, x, block)
	if p.meet(blocks.Moment{Thread: b.threads.Thread(), Segment: b.segments.Segment()}) &&
		!p.dropped { // what was dropped comes again with each pass
		b.More = true
	}
	if b.torn != nil && b.stages.Judges() {
		b.look(env, p)
	}
	b.seen(env, p)
}

// content is what is known of what a block came to, nil if it is not about one thing, or there is
// no room for it.
func (b *book) content(own, around view.View[blocks.Item]) *content {
	key := contentKey(own, around)
	if x, ok := b.contents[string(key)]; ok {
		return x
	}
	if b.full(own, around) {
		return nil
	}
	x := &content{key: string(key), own: slices.Collect(own.All()), around: slices.Collect(around.All())}
	x.all = slices.Collect(own.Union(around).All())
	var all []envs.Variable
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
		b.contents, b.byItem = map[string]*content{}, map[blocks.Item]*havers{}
	}
	b.contents[x.key] = x
	for _, i := range x.all {
		h := b.byItem[i]
		if h == nil {
			h = &havers{}
			b.byItem[i] = h
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

func contentKey(own, around view.View[blocks.Item]) []byte {
	key := binary.AppendVarint(nil, int64(own.Len()))
	for _, part := range [...]view.View[blocks.Item]{own, around} {
		for i := range part.All() {
			key = binary.AppendVarint(key, int64(i))
		}
	}
	return key
}

// remove forgets a content.
func (b *book) remove(x *content) {
	x.gone = true
	delete(b.contents, x.key)
	for _, i := range x.all {
		if h := b.byItem[i]; h.lose(x) {
			delete(b.byItem, i)
		}
	}
	for _, p := range x.Places {
		if b.gone != nil {
			b.gone(p)
		}
	}
	for _, s := range x.PartOf {
		s.lose()
	}
	for _, s := range x.Shares {
		for _, y := range s.members {
			if y.left++; y.left > len(y.PartOf)/2 {
				y.PartOf, y.left = slices.DeleteFunc(y.PartOf, func(s *share) bool { return s.Whole.gone }), 0
			}
		}
	}
}
