package methods

import (
	"encoding/binary"
	"slices"

	"github.com/seed38182bad/parallax/dataflow/blocks"
	"github.com/seed38182bad/parallax/envs"
)

// A book has all method views and lock views, as far as they are known. When nothing comes to it any more, it is the
// same in whatever order things came. What it has grew to that. Where there is too much of something, all of it is
// dropped.
type book struct {
	ask     asks
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
	touched []int                // by variable: when anything came to one of many lock views that has it
	clock   int                  // how often that happened
	mixed   bool                 // in this pass ways had reads that they had not before: they were kept with and without
	after   map[envs.Point]words // what may come after an operation in its frame
}

// asks are the facets that the checker asks.
type asks struct {
	envs.Locks
	envs.Memory
	envs.Threads
	envs.Segments
	envs.Moments
	envs.Stages
}

// A kept says what is kept of what is done in blocks. There are limits of it (package blocks), of which it depends on
// the order of visits how much was done before they were reached.
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
}

// classViews are the lock views of a class.
type classViews struct {
	access []access // each once
	spread []*met   // candidates
	came   int      // how often one came or went
	views  []*lockView
	grown  int // how often anything came to it
	guards []lockName
	known  int                // how much of it is considered in guards
	parts  map[string][]*part // by method view
	parted int                // how much of it is considered there
	crowd  *crowd             // what is kept of them if they are many; see gather
	how    map[variable]uses  // that are accessed
	worst  int                // how much it may matter at most that a block comes between two others
	thread envs.Thread        // of all moments, unless they are of several threads
	mixed  bool               // they may be
}

// An access is of a variable by a function.
type access struct {
	fn envs.FuncID
	v  variable
}

func newBook(ask asks) *book {
	return &book{
		ask:    ask,
		spread: map[candidate]*met{}, views: map[viewKey]*lockView{}, kept: map[envs.Point]kept{},
		byClass: map[class]*classViews{}, overlap: map[[2]int32]overlap{}, updated: map[variable]bool{},
		exposed: map[envs.Point]bool{},
		after:   map[envs.Point]words{},
	}
}

// Again reports whether something came to the book since it was asked. What only an earlier pass has taken for a
// candidate, which knew less, is none.
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
		all.views, all.crowd = nil, nil
		all.grown++
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
		if key.from != from {
			b.notes(v.facts)
			continue
		}
		delete(b.views, key)
		all := b.class(key.class)
		all.views = slices.DeleteFunc(all.views, func(w *lockView) bool { return w == v })
		all.crowd = nil
		all.grown++
	}
}

// notes notes what is updated in a block.
func (b *book) notes(facts []fact) {
	for _, f := range facts {
		if f.updates() {
			b.updated[f.variable()] = true
		}
	}
}

// uses are how blocks access a variable.
type uses struct{ read, updated bool }

// uses notes how a block accesses variables, whose facts are in order. Nothing can be lost as long as no block only
// reads what another one updates, and nothing torn as long as no block that updates something has anything else.
func (all *classViews) uses(facts []fact) {
	if all.how == nil {
		all.how = map[variable]uses{}
	}
	all.worst = max(all.worst, changed)
	several := facts[0].variable() != facts[len(facts)-1].variable()
	for i, f := range facts {
		how := all.how[f.variable()]
		switch {
		case f.updates():
			how.updated = true
		case i+1 == len(facts) || facts[i+1].variable() != f.variable(): // it is not updated, too
			how.read = true
		}
		all.how[f.variable()] = how
		if how.read && how.updated {
			all.worst = lost
		} else if several && f.updates() {
			all.worst = max(all.worst, torn)
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
func (b *book) add(block blocks.Block, k class, facts []fact, held []lockName, inside []envs.Point,
	ways bool) {
	key := viewKey{from: block.From, class: k}
	if ways && b.kept[block.From] == apart {
		key.way = wayOf(facts)
	}
	v, all := b.views[key], b.class(k)
	grown := all.grown
	if v == nil {
		v = &lockView{id: b.made, block: block, lock: held[len(held)-1], came: b.passes, held: slices.Clone(held),
			inside: slices.Clone(inside)}
		b.made++
		b.views[key], all.views = v, append(all.views, v)
	}
	if block.Taken.Compare(v.block.Taken) < 0 {
		v.block, v.lock = block, held[len(held)-1]
		all.grown++
	}
	if u := union(v.facts, facts); len(u) > len(v.facts) {
		if all.crowd != nil {
			all.crowd.enter(v, v.facts, u)
		}
		v.facts = u
		all.grown++
		b.notes(facts)
		all.uses(u)
	}
	if fewer := lose(&v.held, held); lose(&v.inside, inside) || fewer {
		all.grown++
	}
	b.grew = b.grew || all.grown > grown
	when, full, thread := b.ask.Moment(), len(v.moments) == maxMoments, b.ask.Thread()
	if v.meet(blocks.Moment{Thread: thread, Segment: b.ask.Segment()}, when) {
		v.met++
		all.grown++
		if all.thread == 0 {
			all.thread = thread
		}
		all.mixed = all.mixed || !b.ask.MustBeThread(thread, all.thread)
		// Later passes over a run have no other moments, though they may know them by other tokens. As long as the
		// oldest are given up, there are always new ones.
		b.grew = b.grew || when == 0 || !full && b.passes <= v.came+1
	}
	if all.crowd != nil && all.grown > grown {
		b.touch(v)
	}
}

// guards are the locks that are held in all lock views of a class which have anything that is updated.
func (b *book) guards(k class) []lockName {
	all := b.class(k)
	if all.known != all.grown {
		first := true
		for _, v := range all.views {
			if !slices.ContainsFunc(v.facts, func(f fact) bool { return b.updated[f.variable()] }) {
				continue
			}
			if first {
				all.guards, first = slices.Clone(v.held), false
			}
			lose(&all.guards, v.held)
		}
		all.known = all.grown
	}
	return all.guards
}
