package views

import (
	"encoding/binary"
	"iter"
	"slices"

	"github.com/seed38182bad/parallax/domains/view"
	"github.com/seed38182bad/parallax/envs"
)

// memory is what a checker knows besides its facts: the meaning of their numbers, and
// examples for people.
type memory struct {
	notes   []note // by item; the first is none
	items   map[note]item
	named   map[envs.Variable][]note // the notes of a variable
	spots   map[spot]envs.Point
	written map[envs.Variable]bool

	views   []*published // by number
	numbers map[string][]int32
	judged  map[int32]judgement
	changes []int64 // by variable: how often what is known of it has changed
	names   map[envs.FuncID]map[string]bool
	more    bool // something was added since Again was asked
}

// A spot is a variable in a block.
type spot struct {
	block envs.Point
	envs.Variable
}

// published is the view of a block that has ended.
type published struct {
	thread    envs.Thread
	segment   envs.Segment
	own       view.View[item] // what was accessed, by names of the block's lock
	around    view.View[item] // the same by names of locks that were held around it
	variables view.View[envs.Variable]
	at        envs.Point // where the lock was taken
	lock      envs.Lock
	may       map[string]bool // what else it might have accessed
}

// accessed are the views that have a variable, by their numbers.
type accessed struct{ view.View[int32] }

// Clone gives it back.
func (a accessed) Clone() accessed { return a }

// Merge adds the views of o.
func (a accessed) Merge(o accessed) (accessed, bool) {
	if o.SubsetOf(a.View) {
		return a, false
	}
	for n := range o.All() {
		a.View = a.With(n)
	}
	return a, true
}

func (m *memory) item(n note) item {
	if m.items == nil {
		m.items, m.named, m.notes = map[note]item{}, map[envs.Variable][]note{}, make([]note, 1)
	}
	i, ok := m.items[n]
	if !ok {
		i = item(len(m.notes))
		m.notes = append(m.notes, n)
		m.items[n] = i
		m.named[n.variable] = append(m.named[n.variable], n)
	}
	return i
}

// Drop forgets a variable that is no more. What is known by its number from now on is
// another one, which no view so far has.
func (c *checker) Drop(v envs.Variable) {
	c.Facts.Drop(v)
	for _, n := range c.named[v] {
		delete(c.items, n)
	}
	delete(c.named, v)
	delete(c.written, v)
	c.changed(v)
}

// saw notes an example of where a block accesses a variable.
func (m *memory) saw(block envs.Point, v envs.Variable, at envs.Point) {
	if m.spots == nil {
		m.spots = map[spot]envs.Point{}
	}
	k := spot{block, v}
	if old, ok := m.spots[k]; !ok || at.Compare(old) < 0 {
		m.spots[k] = at
	}
}

// write notes that a variable is written under a lock. What is only written elsewhere is
// written before it is shared, or is in a data race.
func (m *memory) write(v envs.Variable) {
	if m.written == nil {
		m.written = map[envs.Variable]bool{}
	}
	if !m.written[v] {
		m.written[v], m.more = true, true
		m.changed(v)
	}
}

// changed notes that more is known of a variable.
func (m *memory) changed(v envs.Variable) {
	for int(v) >= len(m.changes) {
		m.changes = append(m.changes, 0)
	}
	m.changes[v]++
}

// Again reports whether something was added.
func (c *checker) Again() bool {
	more := c.Facts.Again() || c.more
	c.more = false
	if more {
		clear(c.judged) // the examples in reports may be others now
	}
	return more
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

// publish adds the views of a block to those of the thread, and reports those that do
// not agree with the views of others.
func (c *checker) publish(env envs.Env, b block) {
	b.each(func(v view.View[item]) {
		p := &published{thread: env.Thread(), segment: env.Segment(), at: b.at, lock: b.lock}
		for i := range v.All() {
			if i < 0 {
				n := c.notes[-i]
				p.around = p.around.With(c.item(note{n.variable, n.name, 0}))
			} else {
				p.own, p.variables = p.own.With(i), p.variables.With(c.notes[i].variable)
			}
		}
		if p.own.Len() > 0 {
			c.judge(env, c.number(env, p))
		}
	})
}

// maxSegments is in how many segments of a thread a view is known.
const maxSegments = 8

// number is the number of a view. It is added to those of its variables if it is new.
func (c *checker) number(env envs.Env, p *published) int32 {
	key := binary.AppendVarint(nil, int64(p.thread))
	for _, n := range [...]int64{int64(p.at.Func()), int64(p.at.PC()), int64(p.lock), int64(p.own.Len())} {
		key = binary.AppendVarint(key, n)
	}
	for _, part := range [...]view.View[item]{p.own, p.around} {
		for i := range part.All() {
			key = binary.AppendVarint(key, int64(i))
		}
	}
	if c.Conditional { // what else might be accessed depends on where the block ends
		key = binary.AppendVarint(key, int64(env.Point().Func()))
		key = binary.AppendVarint(key, int64(env.Point().PC()))
	}
	alike := c.numbers[string(key)]
	for _, n := range alike {
		if c.views[n].segment.Is(p.segment) || len(alike) == maxSegments {
			return n
		}
	}
	n := int32(len(c.views))
	if c.numbers == nil {
		c.numbers, c.judged = map[string][]int32{}, map[int32]judgement{}
	}
	c.numbers[string(key)] = append(alike, n)
	if c.Conditional {
		p.may = c.mayAccess(env, p.at)
	}
	c.views = append(c.views, p)
	for v := range p.variables.All() {
		c.Publish(v, accessed{view.Of(n)})
		c.changed(v)
	}
	return n
}

// related are the views that have a variable in common with p.
func (c *checker) related(p *published) []int32 {
	var r []int32
	for v := range p.variables.All() {
		a, _ := c.Of(v)
		r = slices.AppendSeq(r, a.All())
	}
	slices.Sort(r)
	return slices.Compact(r)
}

// overlap is what p has in common with a view of another thread: nothing if that one
// holds a lock that was held around p, since then it sees p's block as part of a larger
// one.
func (m *memory) overlap(p, of *published) (o view.View[envs.Variable]) {
	if p.around.Intersect(of.own).Len()+p.around.Intersect(of.around).Len() > 0 {
		return o
	}
	for _, common := range [...]view.View[item]{p.own.Intersect(of.own), p.own.Intersect(of.around)} {
		for i := range common.All() {
			if v := m.notes[i].variable; m.written[v] {
				o = o.With(v)
			}
		}
	}
	return o
}

// A part is a view and its overlap with a maximal one.
type part struct {
	*published
	overlap view.View[envs.Variable]
}

// apart reports whether each of two parts has something that the other one lacks: they
// are not in a chain.
func (c *checker) apart(env envs.Env, a, b part) bool {
	lacks := func(a, b part) bool {
		for v := range a.overlap.All() {
			if !b.overlap.Has(v) && !b.may[env.VariableName(v)] {
				return true
			}
		}
		return false
	}
	return lacks(a, b) && lacks(b, a)
}

// parts are the overlaps of a thread's views with a view: of those that overlap alike and at
// the same time, one, which is p if it is among them.
func (c *checker) parts(env envs.Env, whole *published, thread envs.Thread, p *published) (parts []part) {
	add := func(q *published) {
		o := c.overlap(q, whole)
		alike := func(r part) bool {
			return !c.Conditional && r.overlap.Equal(o) && r.segment.Is(q.segment)
		}
		if o.Len() > 0 && !slices.ContainsFunc(parts, alike) {
			parts = append(parts, part{q, o})
		}
	}
	if p != nil {
		if add(p); len(parts) == 0 {
			return nil
		}
	}
	for _, n := range c.related(whole) {
		if q := c.views[n]; q != p && env.MayBeThread(q.thread, thread) {
			add(q)
		}
	}
	return parts
}

// mayAccess are the names of what is accessed between the place where a lock was taken
// and this one, where it is given back, on whichever way.
func (c *checker) mayAccess(env envs.Env, from envs.Point) map[string]bool {
	to := env.Point()
	if from.Func() != to.Func() {
		return nil
	}
	may := map[string]bool{}
	for i := range env.Func().Ops {
		if op := &env.Func().Ops[i]; op.PC >= from.PC() && op.PC <= to.PC() {
			c.accessedBy(env, op, may)
		}
	}
	return may
}

func (c *checker) accessedBy(env envs.Env, op *envs.Op, may map[string]bool) {
	if op.Accesses() && op.Loc != nil {
		may[op.Loc.Name] = true
	}
	if op.Kind != envs.Call || op.Callee == nil {
		return
	}
	for _, id := range op.Callee.Funcs {
		for name := range c.accessedIn(env, id) {
			may[name] = true
		}
	}
}

// accessedIn are the names of what a function accesses, or what it calls.
func (c *checker) accessedIn(env envs.Env, id envs.FuncID) map[string]bool {
	if names, ok := c.names[id]; ok {
		return names
	}
	if c.names == nil {
		c.names = map[envs.FuncID]map[string]bool{}
	}
	names := map[string]bool{}
	c.names[id] = names // a recursion ends here
	if fn := env.Program().Func(id); fn != nil {
		for i := range fn.Ops {
			c.accessedBy(env, &fn.Ops[i], names)
		}
	}
	return names
}
