package atomicsets

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"github.com/seed38182bad/parallax/dataflow"
	"github.com/seed38182bad/parallax/dataflow/world"
	"github.com/seed38182bad/parallax/envs"
)

// A state is what was observed in a frame so far: an entry for each path, ascending. Its list is that of other states,
// too, until one of them changes it.
type state struct {
	list    *list       // nil if it has none
	checked envs.Moment // no write up to this moment has to be looked at again
	waited  bool
}

type list struct {
	entries []entry
	shared  bool // nobody changes it
}

func (s state) entries() []entry {
	if s.list == nil {
		return nil
	}
	return s.list.entries
}

// own is the state with a list that it may change.
func (s state) own() state {
	if s.list == nil || s.list.shared {
		s.list = &list{entries: append(make([]entry, 0, len(s.entries())+1), s.entries()...)}
	}
	return s
}

// An entry is what was observed of a path.
type entry struct {
	name
	loc         *envs.Loc // the field that it ends with
	v           envs.Variable
	block       envs.Block  // in which it was accessed first
	since       envs.Moment // when it was
	direct      bool
	own         bool // it starts at the first parameter, and all fields are of that one object
	private     bool // whenever it was accessed, no other thread could
	interleaved bool
}

// A name is a path from a parameter or a global.
type name struct {
	root   envs.Root
	param  envs.Reg
	global string
	steps  string // ".urls.length"
}

func (n name) compare(o name) int {
	return cmp.Or(cmp.Compare(n.root, o.root), cmp.Compare(n.param, o.param), strings.Compare(n.global, o.global),
		strings.Compare(n.steps, o.steps))
}

// maxEntries is how many paths are observed in a frame, and maxSteps how long they are.
const (
	maxEntries = 64
	maxSteps   = 5
)

// Clone shares the list.
func (s state) Clone() state {
	if s.list != nil {
		s.list.shared = true
	}
	return s
}

// Equal reports whether both have observed the same.
func (s state) Equal(o state) bool {
	return s.waited == o.waited && s.checked == o.checked &&
		(s.list == o.list || slices.EqualFunc(s.entries(), o.entries(), func(x, y entry) bool {
			return x.name == y.name && x.loc == y.loc && x.v == y.v && x.block.Compare(y.block) == 0 && x.since == y.since &&
				x.direct == y.direct && x.own == y.own && x.private == y.private && x.interleaved == y.interleaved
		}))
}

// Merge has what was observed on either path.
func (s state) Merge(o state) (state, bool) {
	grew := o.waited && !s.waited || o.checked < s.checked
	s.waited = s.waited || o.waited
	s.checked = min(s.checked, o.checked)
	if s.list == o.list {
		return s, grew
	}
	at := 0
	for _, e := range o.entries() {
		for at < len(s.entries()) && s.entries()[at].name != e.name && s.entries()[at].name.compare(e.name) < 0 {
			at++
		}
		var g bool
		s, g = s.put(at, at < len(s.entries()) && s.entries()[at].name == e.name, e)
		grew = grew || g
	}
	return s, grew
}

// add joins an entry with what is known of its path.
func (s state) add(e entry) (_ state, grew bool) {
	i, found := slices.BinarySearchFunc(s.entries(), e.name, func(x entry, n name) int { return x.name.compare(n) })
	return s.put(i, found, e)
}

// put joins an entry with that at index i, if there is one of its path, or else inserts it there.
func (s state) put(i int, found bool, e entry) (_ state, grew bool) {
	if !found {
		if len(s.entries()) == maxEntries {
			return s, false
		}
		s = s.own()
		s.list.entries = slices.Insert(s.list.entries, i, e)
		return s, true
	}
	x := s.entries()[i]
	if b, more := x.block.Join(e.block); more {
		x.block, grew = b, true
	}
	if e.since < x.since {
		x.since, grew = e.since, true
	}
	if e.direct && !x.direct || e.interleaved && !x.interleaved || !e.own && x.own || !e.private && x.private ||
		e.v < x.v {
		x.direct, x.interleaved, x.own, x.private, x.v = x.direct || e.direct, x.interleaved || e.interleaved, x.own && e.own,
			x.private && e.private, min(x.v, e.v)
		grew = true
	}
	if grew {
		s = s.own()
		s.entries()[i] = x
	}
	return s, grew
}

// MapBlocks renames the blocks of all entries.
func (s state) MapBlocks(f func(envs.Block) envs.Block) state {
	for i := range s.entries() {
		was := s.entries()[i].block
		if b := f(was); b.Compare(was) != 0 {
			s = s.own()
			s.entries()[i].block = b
		}
	}
	return s
}

// writes is what is known of the writes of a variable: the last one, and the last one by another
// thread than that.
type writes struct {
	by              envs.Thread
	last, byAnother envs.Moment
}

// Clone is the value itself.
func (w writes) Clone() writes { return w }

// Merge is what is known when both have happened.
func (w writes) Merge(o writes) (writes, bool) {
	old := w
	if o.last > w.last || o.last == w.last && o.by > w.by {
		w, o = o, w
	}
	w.byAnother = max(w.byAnother, o.byAnother)
	if o.by != w.by {
		w.byAnother = max(w.byAnother, o.last)
	}
	return w, w != old
}

// foreign is the moment of the last write by another thread than t.
func (w writes) foreign(t envs.Thread) envs.Moment {
	if w.by != t {
		return w.last
	}
	return w.byAnother
}

// always is the moment of what may happen at any time, by somebody.
const always = math.MaxInt64

type checker struct {
	memory  envs.Memory
	locks   envs.Locks
	blocks  envs.Blocks
	threads envs.Threads
	moments envs.Moments

	dataflow.Facts[envs.Variable, writes]
	now   envs.Moment // of the last access
	notes *notes
	kept  *notes // of earlier runs
	over  bool   // all was seen once; if it is shown again, that counts
}

func (c *checker) analysis() dataflow.Analysis[state] {
	return dataflow.Analysis[state]{
		Entry: c.Entry, Step: c.Step,
		Return: c.Return,
		Finish: c.Finish,
		Tuning: dataflow.Tuning[state]{Selects: c.Selects},
	}
}

var _ dataflow.BlockHolder[state] = state{}

// algorithm makes the checker for one analysis.
func algorithm(r *dataflow.Requires) dataflow.Analysis[state] { return newChecker(r).analysis() }

func newChecker(r *dataflow.Requires) *checker {
	c := &checker{
		memory: world.Memory.For(r), locks: world.Locks.For(r),
		blocks: world.Blocks.For(r), threads: world.Threads.For(r),
		moments: dataflow.Moments.For(r), notes: newNotes(), kept: newNotes(),
	}
	r.Gather(c)
	return c
}

// Selects accesses, what changes blocks, and the ends of functions.
func (c *checker) Selects(op *envs.Op) bool {
	switch op.Kind {
	case envs.Acquire, envs.TryAcquire, envs.Release, envs.Wait, envs.Return:
		return true
	}
	return op.Accesses()
}

// Entry is a frame in which nothing was observed.
func (c *checker) Entry(envs.Env, *envs.Func) state {
	if c.over {
		c.notes, c.over = newNotes(), false
	}
	return state{checked: c.now}
}

// Step observes an access, and notes what a function has observed at its end.
func (c *checker) Step(env envs.Env, op *envs.Op, s state) state {
	switch {
	case op.Accesses() && !op.Is(envs.Local) && c.memory.Variable() != 0:
		return c.access(env, op, s)
	case op.Kind == envs.Wait:
		c.notes.observed(env, s.entries())
		return state{waited: true, checked: c.now}
	case op.Kind == envs.Return:
		c.notes.observed(env, s.entries())
	}
	return s
}

func (c *checker) access(env envs.Env, op *envs.Op, s state) state {
	v := c.memory.Variable()
	c.now = c.moments.Moment()
	if op.Writes() && c.memory.MayShare() {
		w := writes{by: c.threads.Thread(), last: c.now}
		if c.now == 0 {
			w = writes{by: -1, last: always, byAnother: always}
		}
		c.Publish(v, w)
	}
	s = c.check(s)
	e, ok := named(env, op)
	if !ok {
		return s
	}
	c.accessed(env, op, e.loc)
	e.v, e.block, e.since, e.private = v, c.blocks.Block(), c.now, !c.memory.MayShare()
	if i, found := slices.BinarySearchFunc(s.entries(), e.name,
		func(x entry, n name) int { return x.name.compare(n) }); found {
		x := s.entries()[i]
		if x.v != v && !x.interleaved && e.since > x.since {
			x.v, x.block, x.since = v, e.block, e.since // the path leads to another object now
		}
		x.direct, x.private = true, x.private && e.private
		if was := &s.entries()[i]; x.v != was.v || !was.direct || x.private != was.private {
			s = s.own()
			s.entries()[i] = x
		}
		return s
	}
	s, _ = s.add(e)
	return s
}

// check finds out what was interleaved up to now.
func (c *checker) check(s state) state {
	for i := range s.entries() {
		e := &s.entries()[i]
		if e.interleaved {
			continue
		}
		w, written := c.Of(e.v)
		if !written {
			continue
		}
		if last := w.foreign(c.threads.Thread()); last > max(e.since, s.checked) &&
			(last != always || !e.private && (e.block.None() || !c.blocks.MustBeOpen(e.block))) {
			s = s.own()
			s.entries()[i].interleaved = true
		}
	}
	s.checked = c.now
	return s
}

// Return translates what a callee has observed into the names of the caller.
func (c *checker) Return(env envs.Env, call *envs.Op, exit, s state) state {
	if exit.waited {
		c.notes.observed(env, s.entries())
		s = state{waited: true, checked: c.now}
	}
	if len(exit.entries()) == 0 {
		return s
	}
	s = c.check(s)
	for _, e := range exit.entries() {
		p := (&envs.Path{Root: e.root, Reg: e.param, Global: e.global, Steps: e.steps}).In(call.Callee.Args)
		if p == nil || p.Root == envs.AtReg || strings.Count(p.Steps, ".") > maxSteps {
			continue
		}
		e.own = e.own && e.root == envs.AtParam && e.param == 0 && strings.Count(p.Steps, ".") == strings.Count(e.steps, ".")
		e.name, e.direct = nameOf(p), false
		s, _ = s.add(e)
	}
	return s
}

// Forget drops writes. When a run ends, moments and variables are new, and what was observed stays.
func (c *checker) Forget(g dataflow.Gone) {
	c.Facts.Forget(g)
	if g.Run {
		c.kept.add(c.notes)
		c.notes, c.over, c.now = newNotes(), false, 0
	}
}

// Again asks for another pass if it is not known yet who writes what. Where the moments of writes are known, all that
// counts comes before: another pass, for others, has moments of its own.
func (c *checker) Again() bool {
	if c.now > 0 {
		c.Facts.Forget(dataflow.Gone{Run: true})
		c.now, c.over = 0, true
	}
	again := c.Facts.Again()
	c.over = c.over || again // what was observed before all writes were known
	return again
}

func nameOf(p *envs.Path) name {
	n := name{root: p.Root, global: p.Global, steps: p.Steps}
	if p.Root == envs.AtParam {
		n.param = p.Reg
	}
	return n
}

// named is the entry for an access, if the frame has a name for what is accessed.
func named(env envs.Env, op *envs.Op) (entry, bool) {
	if op.Loc == nil {
		return entry{}, false
	}
	base := env.Program().Knows().BaseAt(env.Point())
	if base == nil || base.Root == envs.AtReg || strings.Count(base.Steps, ".") >= maxSteps {
		return entry{}, false
	}
	e := entry{name: nameOf(base), loc: op.Loc, direct: true}
	switch op.Loc.Class {
	case envs.Field:
		e.steps += "." + fieldOf(op.Loc)
		e.own = base.Root == envs.AtParam && base.Reg == 0 && base.Steps == ""
	case envs.Elem:
		e.steps += elements
	default:
		return entry{}, false
	}
	return e, true
}

// elements stands for all elements of what a path leads to.
const elements = "[]"

// classOf and fieldOf are the parts of the name of a field.
func classOf(l *envs.Loc) string { return l.Name[:max(0, strings.LastIndexByte(l.Name, '.'))] }
func fieldOf(l *envs.Loc) string { return l.Name[strings.LastIndexByte(l.Name, '.')+1:] }
