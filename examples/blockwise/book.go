package blockwise

import (
	"encoding/binary"
	"slices"

	"github.com/seed38182bad/parallax/domains/interleaving"
	"github.com/seed38182bad/parallax/envs"
)

// A book is what is known of the transactions of all threads.
type book struct {
	uses    []use // by variable
	classes map[string]*class
	all     []*class           // that are left, in the order in which they came
	byVar   map[int64][]*class // those with a variable
	pending map[int64][]past   // those that wait for a variable to count
	loose   map[place]*gathered
	held    map[envs.LockSet]uint32
	numbers map[string]uint32 // of sets of locks, by what is in them

	grew     bool // something came since Again was asked
	settled  bool // nothing had come when it was
	changes  int  // how many classes and moments there are
	circled  int  // and were when circles were looked for
	compared int  // and were when all were compared

	key []byte // scratch
}

// use is what is known of a variable.
type use struct{ shared, written bool }

// A class is transactions that do the same in the same places.
type class struct {
	*transaction
	key      string
	name     string
	end      envs.Point
	vars     []int64
	moments  []moment
	partners []*pair
	number   int
	compared bool       // with those of lower numbers
	found    []*finding // that it has part in
	known    map[about]bool
}

// A moment is when a transaction was executed.
type moment struct {
	thread   envs.Thread
	segments []envs.Segment
}

// A pair is two classes that may split each other if they are executed at the same time.
type pair struct {
	one, other     *class
	ofOne, ofOther []split // that were not yet found
}

// A finding is that a class may be split.
type finding struct {
	of *class
	split
	by []*class // all that have part in it
}

// about is what tells findings apart: the name of the transaction that is split, and the kind.
type about struct{ name, kind string }

// Limits of what is kept.
const (
	maxClasses  = 256     // with one variable, that are compared with others: the first ones
	maxCircled  = 64      // of which circles are looked for
	maxMoments  = 64      // of a class
	maxSegments = 8       // of one thread
	maxPending  = 8       // transactions that wait for a variable
	maxWaiting  = 1 << 16 // variables that are waited for
)

// counts notes an access, and reports whether it counts: whether its variable is shared and written, as far
// as is known. If more may be known only later, it may count.
func (b *book) counts(env envs.Env, op *envs.Op) bool {
	v := env.Variable()
	for int(v) >= len(b.uses) {
		b.uses = append(b.uses, use{})
	}
	u := &b.uses[v]
	if now := (use{u.shared || env.MayShare(), u.written || op.Writes()}); *u != now {
		*u, b.grew = now, true
		if now.counts() {
			for _, p := range b.pending[int64(v)] {
				b.enter(env, p)
			}
			delete(b.pending, int64(v))
		}
	}
	return u.counts() || !env.MayRepeat()
}

func (u use) counts() bool { return u.shared && u.written }

// past is a transaction that has ended.
type past struct {
	*history
	moment
	name string
	end  envs.Point
}

// done enters transactions that have ended here.
func (b *book) done(env envs.Env, ended ways) {
	for _, h := range ended {
		h.tidy()
		if len(h.Events) == 0 {
			continue
		}
		if c := b.enter(env, past{h, moment{env.Thread(), h.segments}, "", env.Point()}); c != nil {
			b.settle(env)
			b.report(env, c)
		}
	}
}

// enter enters a transaction with what counts of it. What may count later waits for that.
func (b *book) enter(env envs.Env, p past) *class {
	if !env.MayRepeat() {
		p = b.filter(env, p)
	}
	if p.Loose && env.MayRepeat() {
		p = b.gather(p)
	}
	if len(p.Events) == 0 {
		return nil
	}
	c := b.class(env, p)
	if c != nil && b.meet(env, c, p.moment) && !env.MayRepeat() {
		b.look(env, c, &c.moments[len(c.moments)-1])
	}
	return c
}

// place is where a loose transaction begins and ends.
type place struct {
	from, end envs.Point
	whose
}

// gathered are the loose transactions of a place, as far as they are known, and their class.
type gathered struct {
	history *history
	class   *class
}

// gather joins a loose transaction with those of its place before, so that it takes the place of what was
// known of it when less was known.
func (b *book) gather(p past) past {
	at := place{p.from, p.end, p.whose}
	g := b.loose[at]
	switch {
	case g == nil:
		if b.loose == nil {
			b.loose = map[place]*gathered{}
		}
		g = &gathered{history: p.history.clone()}
		b.loose[at] = g
	case g.history.join(p.history):
		if g.class != nil {
			b.remove(map[*class]bool{g.class: true})
		}
		g.class = nil
	}
	p.history, p.moment.segments = g.history, g.history.segments
	return p
}

// filter leaves out what does not count.
func (b *book) filter(env envs.Env, p past) past {
	all := true
	for i := range p.Events {
		all = all && b.uses[p.Events[i].Var].counts()
	}
	if all {
		return p
	}
	if p.name == "" {
		p.name, p.history = nameOf(env, p.history), p.history.clone()
	}
	some := *p.history
	some.Events = nil
	last := int64(0)
	for _, e := range p.Events {
		if b.uses[e.Var].counts() {
			some.Events = append(some.Events, e)
		} else if waiting := b.pending[e.Var]; e.Var != last && len(waiting) < maxPending && len(b.pending) < maxWaiting {
			if last = e.Var; b.pending == nil {
				b.pending = map[int64][]past{}
			}
			if n := len(waiting); n == 0 || waiting[n-1].history != p.history {
				b.pending[e.Var] = append(waiting, p)
			}
		}
	}
	p.history = &some
	return p
}

// class is that of a transaction, nil if it is one too many.
func (b *book) class(env envs.Env, p past) *class {
	b.encode(p)
	if c, known := b.classes[string(b.key)]; known {
		return c
	}
	if p.name == "" {
		p.name = nameOf(env, p.history)
	}
	c := &class{key: string(b.key), name: p.name, end: p.end}
	t := p.history.clone().transaction
	c.transaction = &t
	c.Mark()
	for i := range c.Events {
		if v := c.Events[i].Var; !slices.Contains(c.vars, v) {
			c.vars = append(c.vars, v)
		}
	}
	if b.classes == nil {
		b.classes, b.byVar = map[string]*class{}, map[int64][]*class{}
	}
	for _, v := range c.vars {
		if len(b.byVar[v]) == maxClasses {
			return nil
		}
	}
	b.classes[c.key], b.grew = c, true
	b.changes++
	c.number = b.changes
	b.all = append(b.all, c)
	for _, v := range c.vars {
		b.byVar[v] = append(b.byVar[v], c)
	}
	if p.Loose && env.MayRepeat() {
		b.loose[place{p.from, p.end, p.whose}].class = c
	}
	if !env.MayRepeat() {
		b.compare(env, c)
	}
	return c
}

// settle compares all classes at once when no more are to come, and looks for circles.
func (b *book) settle(env envs.Env) {
	if env.MayRepeat() && b.settled && b.compared != b.changes {
		b.compared = b.changes
		for _, c := range b.all {
			if !c.compared {
				b.compare(env, c)
			}
		}
		for _, c := range b.all {
			for i := range c.moments {
				b.look(env, c, &c.moments[i])
			}
		}
		b.grew = false // what was found is reported in this pass
	}
	b.circles(env)
}

// encode writes all that tells a class from others into the key.
func (b *book) encode(h past) {
	k := b.key[:0]
	point := func(p envs.Point) {
		k = binary.AppendVarint(k, int64(p.Func()))
		k = binary.AppendVarint(k, int64(p.PC()))
	}
	flags := func(bits ...bool) {
		n := byte(0)
		for i, bit := range bits {
			if bit {
				n |= 1 << i
			}
		}
		k = append(k, n)
	}
	point(h.end)
	point(h.from)
	flags(h.Loose, h.whose == block)
	k = binary.AppendVarint(k, int64(len(h.Steps)))
	for _, s := range h.Steps {
		k = binary.AppendVarint(k, int64(s.Lock))
		flags(s.Taken, s.Side != 0, s.Surely)
	}
	for i := range h.Events {
		e := &h.Events[i]
		k = binary.AppendVarint(k, e.Var)
		point(e.Of.At)
		k = binary.AppendUvarint(k, uint64(b.number(e.Held)))
		k = binary.AppendUvarint(k, uint64(e.When))
		k = binary.AppendUvarint(k, uint64(e.Of.Segment))
		flags(e.Op == interleaving.Write, e.First, e.Final)
	}
	b.key = k
}

// number is that of a set of locks, by its content: a run that is shown again may have other sets.
func (b *book) number(s envs.LockSet) uint32 {
	if n, ok := b.held[s]; ok {
		return n
	}
	var k []byte
	for l := range s.All() {
		k = binary.AppendVarint(k, int64(l.Key))
		k = append(k, l.Write, l.Read, l.Any)
	}
	n, ok := b.numbers[string(k)]
	if !ok {
		if b.numbers == nil {
			b.held, b.numbers = map[envs.LockSet]uint32{}, map[string]uint32{}
		}
		n = uint32(len(b.numbers))
		b.numbers[string(k)] = n
	}
	b.held[s] = n
	return n
}

// meet adds a moment, and reports whether it is another one than those before.
func (b *book) meet(env envs.Env, c *class, m moment) bool {
	alike := 0
	for i := range c.moments {
		if o := &c.moments[i]; o.thread == m.thread {
			same := slices.EqualFunc(o.segments, m.segments, envs.Segment.Is)
			if alike++; same || alike == maxSegments {
				return false
			}
		}
	}
	if len(c.moments) == maxMoments {
		c.moments = slices.Clone(c.moments[maxMoments/4:])
	}
	m.segments = slices.Clone(m.segments)
	c.moments = append(c.moments, m)
	b.changes++
	b.grew = true
	return true
}

// Again reports whether something came to the book, or what is known can be looked at as a whole now.
func (b *book) Again() bool {
	again := b.grew || b.changes != b.compared || b.changes != b.circled && b.few()
	b.settled, b.grew = !b.grew, false
	return again
}

// Forget drops what is known of a run.
func (b *book) Forget() { *b = book{} }

// Drop forgets a variable that is no more, and what was done with it.
func (b *book) Drop(v envs.Variable) {
	if int(v) < len(b.uses) {
		b.uses[v] = use{}
	}
	delete(b.pending, int64(v))
	gone := map[*class]bool{}
	for _, c := range b.byVar[int64(v)] {
		gone[c] = true
	}
	if len(gone) > 0 {
		b.remove(gone)
	}
}

// remove forgets classes.
func (b *book) remove(gone map[*class]bool) {
	is := func(c *class) bool { return gone[c] }
	for c := range gone {
		delete(b.classes, c.key)
		for _, u := range c.vars {
			if b.byVar[u] = slices.DeleteFunc(b.byVar[u], is); len(b.byVar[u]) == 0 {
				delete(b.byVar, u)
			}
		}
		for _, p := range c.partners {
			for _, d := range []*class{p.one, p.other} {
				if !gone[d] {
					d.partners = slices.DeleteFunc(d.partners, func(q *pair) bool { return gone[q.one] || gone[q.other] })
				}
			}
		}
		for _, f := range c.found {
			for _, d := range f.by {
				if !gone[d] && d.lose(f) {
					b.changes++
				}
			}
		}
	}
	b.all = slices.DeleteFunc(b.all, is)
}

// lose forgets a finding.
func (c *class) lose(f *finding) bool {
	n := len(c.found)
	c.found = slices.DeleteFunc(c.found, func(g *finding) bool { return g == f })
	delete(c.known, f.about())
	return len(c.found) < n
}

// about is what the finding is about.
func (f *finding) about() about {
	return about{f.of.name, kindOf(f.Pattern)}
}
