package methods

import (
	"encoding/binary"
	"slices"

	"github.com/seed38182bad/parallax/dataflow/blocks"
	"github.com/seed38182bad/parallax/envs"
)

// A book has all method views and lock views, as far as they are known. When nothing comes to it any more, it is the
// same in whatever order things came: what it has grew to that, and where there is too much of something, all of it
// is dropped.
type book struct {
	grew    bool               // since Again was asked
	passes  int                // how often Again was asked
	funcs   []*method          // by function
	shape   int                // how many calls it has
	spread  map[candidate]*met // what may be inconsistent
	views   map[viewKey]*lockView
	made    int32               // how many views there have been
	kept    map[envs.Point]kept // of the blocks that begin at a place, if not all
	byClass map[class]*classViews
	overlap map[[2]int32]overlap
	updated map[variable]bool    // in a block
	exposed map[envs.Point]bool  // where what is read leaves the block
	mixed   bool                 // in this pass ways had reads that they had not before: they were kept with and without
	after   map[envs.Point]words // what may come after an operation in its frame
}

// A kept says what is kept of what is done in blocks. There are limits of it (package blocks), of which it depends on the
// order of visits how much was done before they were reached.
type kept uint8

const (
	apart    kept = iota // all, way by way if these are told apart
	together             // all, but no ways
	nothing
)

// A candidate is a method and a class that it accesses.
type candidate struct {
	fn    envs.FuncID
	class class
}

// A met is when a candidate was met last, and what is known of it.
type met struct {
	candidate
	of      *classViews
	last    int // pass
	verdict *verdict
	view    methodView
	base    [2]carried // without and with what may follow what
}

// classViews are the lock views of a class.
type classViews struct {
	access  []access // each once
	spread  []*met   // candidates
	came    int      // how often one came or went
	views   []*lockView
	grown   int // how often anything came to it
	guards  guards
	log     log                      // of the lock views that grew
	having  map[variable][]*lockView // by the places where they begin
	update  []variable               // that are updated in blocks, in the order in which that was noted
	how     map[variable]uint8       // they access it
	apart   bool                     // one reads what another one updates
	several bool                     // one updates something, and has something else
	first   envs.Point               // where the first one begins
	thread  envs.Thread              // of all moments, unless they are mixed
	mixed   bool
	resets  int                // how often something was taken from it
	parts   map[string][]*part // by method view
	parted  int                // how much of it is considered there
}

// An access is of a variable by a function.
type access struct {
	fn envs.FuncID
	v  variable
}

func newBook() *book {
	return &book{
		spread: map[candidate]*met{}, views: map[viewKey]*lockView{}, kept: map[envs.Point]kept{},
		byClass: map[class]*classViews{}, overlap: map[[2]int32]overlap{}, updated: map[variable]bool{}, exposed: map[envs.Point]bool{},
		after: map[envs.Point]words{},
	}
}

// Again reports whether something came to the book since it was asked. What only an earlier pass has taken for a candidate,
// which knew less, is none.
func (b *book) Again() bool {
	grew := b.grew
	if b.mixed {
		b.again()
	}
	for x, m := range b.spread {
		if m.last < b.passes {
			delete(b.spread, x)
			m.of.came++
			m.of.spread = slices.DeleteFunc(m.of.spread, func(n *met) bool { return n == m })
			grew = true
		}
	}
	b.grew = false
	b.passes++
	return grew
}

// again drops what is known of blocks. The next pass tells of them.
func (b *book) again() {
	b.mixed = false
	clear(b.views)
	clear(b.kept)
	clear(b.overlap)
	for _, all := range b.byClass {
		all.views = nil
		all.reset()
	}
}

func (b *book) class(k class) *classViews {
	c := b.byClass[k]
	if c == nil {
		c = &classViews{}
		b.byClass[k] = c
	}
	return c
}

// accesses notes that a function accesses a variable.
func (b *book) accesses(fn envs.FuncID, k class, v variable) {
	m := b.method(fn)
	if m.vars[v] {
		return
	}
	m.vars[v] = true
	all := b.class(k)
	all.access = append(all.access, access{fn, v})
	all.grown++
	b.grew = true
}

// limit notes that only so much is kept of the blocks that begin at a place, and drops what it has of them if that was
// more.
func (b *book) limit(from envs.Point, k kept) {
	if k <= b.kept[from] {
		return
	}
	b.kept[from], b.grew = k, true
	clear(b.updated)
	for key, v := range b.views {
		if key.from == from {
			delete(b.views, key)
			all := b.class(key.class)
			all.views = slices.DeleteFunc(all.views, func(w *lockView) bool { return w == v })
		}
	}
	for _, all := range b.byClass {
		all.reset()
	}
	for key, v := range b.views {
		b.notes(b.class(key.class), v.facts)
	}
}

// notes notes what is updated in a block.
func (b *book) notes(all *classViews, facts []fact) {
	for _, f := range facts {
		if f.updates() && !b.updated[f.variable()] {
			b.updated[f.variable()] = true
			all.update = append(all.update, f.variable())
		}
	}
}

// wayOf tells a way from others by what is done on it.
func wayOf(facts []fact) string {
	var way []byte
	for _, f := range facts {
		way = binary.AppendVarint(way, int64(f))
	}
	return string(way)
}

// add enters facts about one class, of a block that ends while locks are held, those around it since
// these places.
func (b *book) add(env envs.Env, block blocks.Block, k class, facts []fact, held []lockName, inside []envs.Point, ways bool) {
	key := viewKey{from: block.From, class: k}
	if ways && b.kept[block.From] == apart {
		key.way = wayOf(facts)
	}
	v, all := b.views[key], b.class(k)
	grown, more := all.grown, v == nil
	if v == nil {
		v = &lockView{id: b.made, block: block, lock: held[len(held)-1], came: b.passes, held: slices.Clone(held), inside: slices.Clone(inside)}
		b.made++
		b.views[key], all.views = v, append(all.views, v)
	}
	if block.Taken.Compare(v.block.Taken) < 0 {
		v.block, v.lock, more = block, held[len(held)-1], true
		all.grown++
	}
	if u := union(v.facts, facts); len(u) > len(v.facts) {
		v.facts, more = u, true
		all.grown++
		b.notes(all, facts)
		all.enter(v)
	}
	if fewer := lose(&v.held, held); lose(&v.inside, inside) || fewer {
		all.grown++
		more = true
	}
	b.grew = b.grew || all.grown > grown
	inOrder, full := env.MustBeInOrder(), len(v.moments) == maxMoments
	if v.meet(blocks.Moment{Thread: env.Thread(), Segment: env.Segment()}, inOrder) {
		v.met++
		all.grown++
		// Later passes over a run have no other moments, though they may know them by other tokens, and as long as the
		// oldest are given up, there are always new ones.
		b.grew = b.grew || !inOrder || !full && b.passes <= v.came+1
		all.thread, all.mixed = env.Thread(), all.mixed || !inOrder || env.Thread() == 0 || all.thread != 0 && all.thread != env.Thread()
	}
	if all.grown > grown {
		all.log.add(growth{v, more}, len(all.views))
	}
}

// guards are the locks that are held in all lock views of a class which have anything that is updated. They only become
// fewer, by what has grown.
func (b *book) guards(k class) []lockName {
	all := b.class(k)
	g := &all.guards
	look := func(v *lockView) {
		if !slices.ContainsFunc(v.facts, func(f fact) bool { return b.updated[f.variable()] }) {
			return
		}
		if !g.any {
			g.locks, g.any = slices.Clone(v.held), true
		}
		lose(&g.locks, v.held)
	}
	if grown, known := all.log.since(g.seen); known && g.known && g.resets == all.resets {
		for _, v := range all.update[g.updates:] {
			for _, w := range all.having[v] {
				look(w)
			}
		}
		for _, w := range grown {
			if w.more {
				look(w.lockView)
			}
		}
	} else {
		*g = guards{known: true, resets: all.resets}
		for _, v := range all.views {
			look(v)
		}
	}
	g.seen, g.updates = all.log.end(), len(all.update)
	return g.locks
}

// guards are what is held in all lock views that were looked at.
type guards struct {
	locks         []lockName
	any, known    bool
	resets        int
	seen, updates int // how much of the log and of what is updated
}
