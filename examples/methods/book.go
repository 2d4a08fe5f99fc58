package methods

import (
	"encoding/binary"
	"iter"
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

// A method is what a function does by itself.
type method struct {
	calls   []*call
	callees map[envs.FuncID]*call
	vars    map[variable]bool
	reached funcs // itself, and all that it leads to
	shape   int   // for which that is
}

// A call is of another function.
type call struct {
	callee envs.FuncID
	inside []envs.Point // where locks were taken that are held at all calls
	sites  []int32      // ascending
}

// funcs are some functions, a bit each.
type funcs []uint64

func (f funcs) has(fn envs.FuncID) bool { return int(fn)/64 < len(f) && f[fn/64]&(1<<(fn%64)) != 0 }

func (f funcs) all() iter.Seq[envs.FuncID] {
	return func(yield func(envs.FuncID) bool) {
		for i := range words(f).all() {
			if !yield(envs.FuncID(i)) {
				return
			}
		}
	}
}

// add adds a function, for which there is room.
func (f funcs) add(fn envs.FuncID) { f[fn/64] |= 1 << (fn % 64) }

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

// A lockView is what is accessed of a class between taking a lock at a place and giving it back.
type lockView struct {
	id      int32
	block   blocks.Block
	lock    lockName
	facts   []fact // ascending
	moments []blocks.Moment
	met     int          // how often these have changed
	came    int          // in which pass
	held    []lockName   // at all its ends, with its own lock
	inside  []envs.Point // where locks were taken that are always held around it
}

type viewKey struct {
	from  envs.Point
	class class
	way   string // if ways are told apart
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
}

// An access is of a variable by a function.
type access struct {
	fn envs.FuncID
	v  variable
}

// An overlap says whether parts of two views may be executed at the same time.
type overlap struct {
	may bool
	met int // what both had met when it was found out
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

func (b *book) method(fn envs.FuncID) *method {
	for int(fn) >= len(b.funcs) {
		b.funcs = append(b.funcs, nil)
	}
	m := b.funcs[fn]
	if m == nil {
		m = &method{callees: map[envs.FuncID]*call{}, vars: map[variable]bool{}}
		b.funcs[fn] = m
	}
	return m
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

// calls notes that a function calls another one with an operation, while locks are held that were taken at some
// places.
func (b *book) calls(fn, callee envs.FuncID, pc int32, inside []envs.Point) {
	m := b.method(fn)
	known := m.callees[callee]
	first := known == nil
	if first {
		b.method(callee) // so that there is room for it in all funcs
		known = &call{callee: callee, inside: inside}
		m.calls, m.callees[callee] = append(m.calls, known), known
	}
	if fewer := lose(&known.inside, inside); known.site(pc) || first || fewer {
		b.shape++
		b.grew = true
	}
}

// reach is a function and all that it leads to.
func (b *book) reach(fn envs.FuncID) funcs {
	m := b.method(fn)
	if m.reached == nil || m.shape != b.shape {
		m.reached, m.shape = b.by(fn, func(*call) bool { return true }), b.shape
	}
	return m.reached
}

// leads reports whether a function leads to another one by calls at some of which no lock is held that was taken at a
// place.
func (b *book) leads(fn envs.FuncID, r route) bool {
	return b.by(fn, func(c *call) bool { return b.reaches(c.callee, r.to) && !slices.Contains(c.inside, r.taken) }).has(r.to)
}

// without is a function and all that it leads to without another one.
func (b *book) without(fn, other envs.FuncID) funcs {
	return b.by(fn, func(c *call) bool { return c.callee != other })
}

// way are the functions that a function leads through to another one on a shortest way, that one included; none if it is
// that one.
func (b *book) way(from, to envs.FuncID) (way []envs.FuncID) {
	before := map[envs.FuncID]envs.FuncID{from: from}
	for todo := []envs.FuncID{from}; len(todo) > 0; todo = todo[1:] {
		if todo[0] == to {
			for fn := to; fn != from; fn = before[fn] {
				way = append(way, fn)
			}
			return way
		}
		for _, c := range b.method(todo[0]).calls {
			if _, seen := before[c.callee]; !seen {
				before[c.callee] = todo[0]
				todo = append(todo, c.callee)
			}
		}
	}
	return nil
}

// by is a function and all that it leads to by such calls.
func (b *book) by(fn envs.FuncID, such func(*call) bool) funcs {
	b.method(fn)
	seen, todo := make(funcs, len(b.funcs)/64+1), []envs.FuncID{fn}
	seen.add(fn)
	for len(todo) > 0 {
		m := b.funcs[todo[len(todo)-1]]
		todo = todo[:len(todo)-1]
		for _, c := range m.calls {
			if !seen.has(c.callee) && such(c) {
				seen.add(c.callee)
				todo = append(todo, c.callee)
			}
		}
	}
	return seen
}

// reaches reports whether a function leads to another one.
func (b *book) reaches(fn, callee envs.FuncID) bool { return b.reach(fn).has(callee) }

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
	grown := all.grown
	if v == nil {
		v = &lockView{id: b.made, block: block, lock: held[len(held)-1], came: b.passes, held: slices.Clone(held), inside: slices.Clone(inside)}
		b.made++
		b.views[key], all.views = v, append(all.views, v)
	}
	if block.Taken.Compare(v.block.Taken) < 0 {
		v.block, v.lock = block, held[len(held)-1]
		all.grown++
	}
	if u := union(v.facts, facts); len(u) > len(v.facts) {
		v.facts = u
		all.grown++
		b.notes(facts)
	}
	if fewer := lose(&v.held, held); lose(&v.inside, inside) || fewer {
		all.grown++
	}
	b.grew = b.grew || all.grown > grown
	inOrder, full := env.MustBeInOrder(), len(v.moments) == maxMoments
	if v.meet(blocks.Moment{Thread: env.Thread(), Segment: env.Segment()}, inOrder) {
		v.met++
		all.grown++
		// Later passes over a run have no other moments, though they may know them by other tokens, and as long as the
		// oldest are given up, there are always new ones.
		b.grew = b.grew || !inOrder || !full && b.passes <= v.came+1
	}
}

// lose takes out of a list what is not in another one, and reports whether that is anything.
func lose[E comparable](list *[]E, other []E) bool {
	n := len(*list)
	*list = slices.DeleteFunc(*list, func(e E) bool { return !slices.Contains(other, e) })
	return len(*list) < n
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

// Limits of the moments that are kept of a lock view. Over all paths, of which each shows others first, more than
// maxMoments are any; in a run it is the last ones.
const (
	maxAlike   = 8 // in a run, of one thread
	maxMoments = 256
)

// meet adds a moment, and reports whether it is a new one.
func (v *lockView) meet(m blocks.Moment, inOrder bool) bool {
	if !inOrder {
		return v.among(m.Segment)
	}
	alike := 0
	for i := range v.moments {
		if o := &v.moments[i]; o.Thread == m.Thread {
			if alike++; alike == maxAlike || o.Segment.Is(m.Segment) {
				return false
			}
		}
	}
	if len(v.moments) == maxMoments {
		v.moments = slices.Clone(v.moments[maxMoments/4:])
	}
	v.moments = append(v.moments, m)
	return true
}

// among adds a segment to those that come in no order. The zero one is any.
func (v *lockView) among(s envs.Segment) bool {
	var all envs.Segment
	for i := range v.moments {
		if o := &v.moments[i]; o.Segment.Is(s) || o.Segment.Is(all) {
			return false
		}
	}
	if s.Is(all) || len(v.moments) == maxMoments {
		v.moments, s = nil, all
	}
	v.moments = append(v.moments, blocks.Moment{Segment: s})
	return true
}

// mayOverlap reports whether two views may be executed at the same time.
func (b *book) mayOverlap(env envs.Env, v, w *lockView) bool {
	if v.id > w.id {
		v, w = w, v
	}
	key := [2]int32{v.id, w.id}
	o := b.overlap[key]
	if n := v.met + w.met; !o.may && o.met != n {
		o.met, o.may = n, slices.ContainsFunc(v.moments, func(m blocks.Moment) bool {
			return slices.ContainsFunc(w.moments, func(n blocks.Moment) bool { return env.MayOverlap(m.Segment, n.Segment) })
		})
		b.overlap[key] = o
	}
	return o.may
}

// union is the union of two ascending lists; it is a if that has all of b.
func union[E interface{ compare(E) int }](a, b []E) []E {
	grew := false
	for _, e := range b {
		if _, ok := slices.BinarySearchFunc(a, e, E.compare); !ok {
			grew = true
			break
		}
	}
	if !grew {
		return a
	}
	r := slices.Concat(a, b)
	slices.SortFunc(r, E.compare)
	return slices.CompactFunc(r, func(a, b E) bool { return a.compare(b) == 0 })
}
