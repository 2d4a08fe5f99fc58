package views

import (
	"encoding/binary"
	"iter"
	"slices"

	"github.com/seed38182bad/parallax/domains/view"
	"github.com/seed38182bad/parallax/envs"
)

// memory is what a checker knows of a program: what blocks access, where they begin, and the
// meaning of their numbers.
type memory struct {
	notes     map[item]note
	items     map[note]item
	last      item
	variables map[envs.Variable]*known
	contents  map[string]*content
	blocks    map[taken]*conflict
	having    map[item][]*content
	names     map[envs.FuncID]map[string]bool
	more      bool // something was added since Again was asked
}

// known is what is known of a variable.
type known struct {
	items   []item
	spots   []spot
	written bool // under a lock
}

// A spot is where a block that begins at a point accesses a variable.
type spot struct{ block, at envs.Point }

// A content is what some blocks access: their view. In own are the names by their lock,
// in around those by locks that were held around them.
type content struct {
	own, around view.View[item]
	variables   view.View[envs.Variable] // of own
	places      []*place
	groups      []*group // what others have in common with it
	partOf      []*group // of others
}

// taken is where a block takes which lock.
type taken struct {
	at   envs.Point
	lock envs.Lock
}

// A group are contents that have the same in common with another one, the whole.
type group struct {
	whole   *content
	overlap view.View[envs.Variable]
	names   map[string]bool // of the variables in overlap, nil if they are not known
	members []*content
	apart   []*group // those whose overlap is in no chain with this one
}

// A place is a block with a content.
type place struct {
	*content
	taken
	end       envs.Point      // where the lock was given back
	may       map[string]bool // what else it might have accessed
	moments   []moment
	judged    int         // how many of the moments
	split     *conflict   // of which its block is the whole
	conflicts []*conflict // of which it is the whole or a part
	verdict   verdict
}

// A moment is when a block was executed.
type moment struct {
	thread  envs.Thread
	segment envs.Segment
}

// Limits of what is kept for a run without end.
const (
	maxSegments = 8   // of one thread at a place
	maxMoments  = 64  // at a place: the last ones
	maxContents = 256 // with one item: the first ones
)

func (m *memory) known(v envs.Variable) *known {
	k := m.variables[v]
	if k == nil {
		if m.variables == nil {
			m.variables = map[envs.Variable]*known{}
		}
		k = &known{}
		m.variables[v] = k
	}
	return k
}

func (m *memory) item(n note) item {
	if i, ok := m.items[n]; ok {
		return i
	}
	if m.items == nil {
		m.items, m.notes = map[note]item{}, map[item]note{}
	}
	m.last++
	m.notes[m.last], m.items[n] = n, m.last
	k := m.known(n.variable)
	k.items = append(k.items, m.last)
	return m.last
}

// saw notes an example of where a block accesses a variable.
func (m *memory) saw(block envs.Point, v envs.Variable, at envs.Point) {
	k := m.known(v)
	i := slices.IndexFunc(k.spots, func(s spot) bool { return s.block == block })
	if i < 0 {
		k.spots = append(k.spots, spot{block, at})
	} else if at.Compare(k.spots[i].at) < 0 {
		k.spots[i].at = at
	}
}

// spot is where a block that begins at a point accesses a variable.
func (m *memory) spot(block envs.Point, v envs.Variable) envs.Point {
	for _, s := range m.known(v).spots {
		if s.block == block {
			return s.at
		}
	}
	return block
}

// write notes that a variable is written under a lock. What is only written elsewhere is
// written before it is shared, or is in a data race.
func (m *memory) write(v envs.Variable) {
	k := m.known(v)
	if k.written {
		return
	}
	k.written, m.more = true, true
	for _, i := range k.items {
		for _, x := range m.having[i] {
			for _, p := range x.places {
				p.judged, p.verdict = 0, verdict{}
			}
		}
	}
}

// lockNames are the names by which views of a lock are known; none if they are not to be
// compared with others.
func (c *checker) lockNames(h envs.HeldLock) iter.Seq[envs.Lock] {
	return func(yield func(envs.Lock) bool) {
		if c.Plain {
			yield(0)
			return
		}
		for l := range h.Names.All() {
			if !yield(l.Key) {
				return
			}
		}
	}
}

// publish adds the views of a block to what is known, and reports those that do not agree
// with others.
func (c *checker) publish(env envs.Env, b block) {
	b.seen(func(v view.View[item]) {
		if v.Has(tooMany) {
			return
		}
		var own, around []item
		for i := range v.All() {
			if n, ok := c.notes[max(i, -i)]; ok && i < 0 {
				around = append(around, c.item(note{n.variable, n.name, 0}))
			} else if ok {
				own = append(own, i)
			}
		}
		items := view.Of(own...)
		if n := c.variablesOf(items).Len(); n == 0 || n > maxVariables {
			return
		}
		p := c.place(env, c.content(items, view.Of(around...)), b)
		if p.meet(moment{env.Thread(), env.Segment()}) {
			c.more = true
		}
		c.judge(env, p)
		for _, r := range c.verdictOf(env, p) {
			env.Report(r)
		}
	})
}

// content is what is known of what a block accesses.
func (m *memory) content(own, around view.View[item]) *content {
	key := string(keyOf(own, around))
	if x, ok := m.contents[key]; ok {
		return x
	}
	if m.contents == nil {
		m.contents, m.having = map[string]*content{}, map[item][]*content{}
	}
	x := &content{own: own, around: around, variables: m.variablesOf(own)}
	m.contents[key] = x
	for i := range x.items() {
		if len(m.having[i]) < maxContents {
			m.having[i] = append(m.having[i], x)
		}
	}
	m.compare(x)
	return x
}

func keyOf(own, around view.View[item]) []byte {
	key := binary.AppendVarint(nil, int64(own.Len()))
	for _, part := range [...]view.View[item]{own, around} {
		for i := range part.All() {
			key = binary.AppendVarint(key, int64(i))
		}
	}
	return key
}

// items are those of own and around.
func (x *content) items() iter.Seq[item] {
	return func(yield func(item) bool) {
		for i := range x.own.All() {
			if !yield(i) {
				return
			}
		}
		for i := range x.around.All() {
			if !x.own.Has(i) && !yield(i) {
				return
			}
		}
	}
}

// compare finds out what a new content has in common with others, and with itself.
func (m *memory) compare(x *content) {
	met := map[*content]bool{}
	for i := range x.items() {
		for _, y := range m.having[i] {
			if !met[y] {
				met[y] = true
				y.takes(x, m.overlap(x, y))
				if x != y {
					x.takes(y, m.overlap(y, x))
				}
			}
		}
	}
}

// overlap is what x has in common with a whole: nothing if a lock was held around x which
// that one holds, since then it sees x as part of a larger block.
func (m *memory) overlap(x, whole *content) view.View[envs.Variable] {
	if x.around.Intersect(whole.own).Len()+x.around.Intersect(whole.around).Len() > 0 {
		return view.View[envs.Variable]{}
	}
	return m.variablesOf(x.own.Intersect(whole.own).Union(x.own.Intersect(whole.around)))
}

func (m *memory) variablesOf(items view.View[item]) view.View[envs.Variable] {
	vs := make([]envs.Variable, 0, items.Len())
	for i := range items.All() {
		vs = append(vs, m.notes[i].variable)
	}
	return view.Of(vs...)
}

// takes adds a content to those that have something in common with x.
func (x *content) takes(y *content, overlap view.View[envs.Variable]) {
	if overlap.Len() == 0 || x.variables.Len() < 2 {
		return // there is nothing to take apart
	}
	i := slices.IndexFunc(x.groups, func(g *group) bool { return g.overlap.Equal(overlap) })
	if i < 0 {
		i = len(x.groups)
		g := &group{whole: x, overlap: overlap}
		for _, h := range x.groups {
			if !h.overlap.SubsetOf(overlap) && !overlap.SubsetOf(h.overlap) {
				g.apart, h.apart = append(g.apart, h), append(h.apart, g)
			}
		}
		x.groups = append(x.groups, g)
	}
	g := x.groups[i]
	g.members = append(g.members, y)
	y.partOf = append(y.partOf, g)
}

// place is that of a block with a content.
func (c *checker) place(env envs.Env, x *content, b block) *place {
	for _, p := range x.places {
		if p.taken == (taken{b.at, b.lock}) && p.end == env.Point() {
			return p
		}
	}
	p := &place{content: x, taken: taken{b.at, b.lock}, end: env.Point()}
	if c.blocks == nil {
		c.blocks = map[taken]*conflict{}
	}
	p.split = c.blocks[p.taken]
	if p.split == nil {
		p.split = &conflict{}
		c.blocks[p.taken] = p.split
	}
	p.split.places++
	if c.Conditional {
		p.may = c.mayAccess(env, p.at)
	}
	x.places = append(x.places, p)
	return p
}

// meet adds a moment, and reports whether it is another one than those before.
func (p *place) meet(m moment) bool {
	alike := 0
	for _, o := range p.moments {
		if o.thread == m.thread {
			if alike++; o.segment.Is(m.segment) || alike == maxSegments {
				return false
			}
		}
	}
	if len(p.moments) == maxMoments {
		gone := maxMoments / 4
		p.moments, p.judged = slices.Clone(p.moments[gone:]), max(p.judged-gone, 0)
	}
	p.moments = append(p.moments, m)
	return true
}

// Drop forgets a variable that is no more. What is known by its number from now on is
// another one.
func (c *checker) Drop(v envs.Variable) {
	k := c.variables[v]
	if k == nil {
		return
	}
	delete(c.variables, v)
	for _, i := range k.items {
		for _, x := range slices.Clone(c.having[i]) {
			c.remove(x)
		}
		delete(c.items, c.notes[i])
		delete(c.notes, i)
	}
}

// remove forgets a content.
func (m *memory) remove(x *content) {
	delete(m.contents, string(keyOf(x.own, x.around)))
	for i := range x.items() {
		rest := slices.DeleteFunc(m.having[i], func(y *content) bool { return y == x })
		if m.having[i] = rest; len(rest) == 0 {
			delete(m.having, i)
		}
	}
	for _, p := range x.places {
		if p.split.places--; p.split.places == 0 {
			delete(m.blocks, p.taken)
		}
	}
	for _, g := range x.partOf {
		g.members = slices.DeleteFunc(g.members, func(y *content) bool { return y == x })
	}
	for _, g := range x.groups {
		for _, y := range g.members {
			y.partOf = slices.DeleteFunc(y.partOf, func(h *group) bool { return h == g })
		}
	}
}

// Again reports whether something was added.
func (c *checker) Again() bool {
	more := c.more
	c.more = false
	return more
}

// Forget drops what is known of a run.
func (c *checker) Forget() { c.memory = memory{} }
