package histories

import (
	"encoding/binary"
	"slices"

	"github.com/seed38182bad/parallax/dataflow/blocks"
	"github.com/seed38182bad/parallax/domains/interleaving"
	"github.com/seed38182bad/parallax/envs"
)

// A class is transactions that do the same in the same places.
type class struct {
	*transaction
	key      string
	of       *subject
	from     envs.Point
	vars     []int64 // ascending
	moments  []moment
	partners []*pair
	parts    []part
	number   int
	compared int // see Book.comparing
	times    int // how often it was entered, but for transactions of which more counts by now
}

// A part is what a class has in a finding: by the subject and the sort of that.
type part struct {
	of   *subject
	sort int
}

// A subject is the transactions of one name, and what was found about them, by sort.
type subject struct {
	name     string
	block    bool
	findings [2]*Finding
	late     func(envs.Env) []envs.Report // see Book.late
}

// done reports whether nothing more can be found.
func (s *subject) done() bool { return s.findings[single] != nil && s.findings[ordering] != nil }

// A moment is when a transaction was executed.
type moment struct {
	thread   envs.Thread
	segments []envs.Segment
}

// class is that of a transaction, nil if it is one too many.
func (b *Book) class(env envs.Env, p past) *class {
	b.encode(p)
	if c, known := b.classes[string(b.key)]; known {
		return c
	}
	t := p.history.share().own().transaction
	c := &class{key: string(b.key), transaction: &t, from: p.from}
	c.Weak = c.Loose || p.several
	c.Mark()
	for i := range c.Events {
		c.vars = append(c.vars, c.Events[i].Var)
	}
	slices.Sort(c.vars)
	c.vars = slices.Clip(slices.Compact(c.vars))
	if b.classes == nil {
		b.classes, b.byVar = map[string]*class{}, map[int64][]*class{}
	}
	for _, v := range c.vars {
		if len(b.byVar[v]) == maxClasses {
			return nil
		}
	}
	c.of = b.subject(env, p)
	b.classes[c.key], b.grew = c, true
	b.changes++
	c.number = b.changes
	b.all = append(b.all, c)
	for _, v := range c.vars {
		b.byVar[v] = append(b.byVar[v], c)
	}
	if b.stages.Gathers() {
		b.compare(c)
	}
	return c
}

// subject is that of a transaction.
func (b *Book) subject(env envs.Env, p past) *subject {
	if p.of != nil {
		return p.of
	}
	name := nameOf(env, p.history)
	s := b.names[name]
	if s == nil {
		if b.names == nil {
			b.names = map[string]*subject{}
		}
		s = &subject{name: name, block: p.history.whose == block}
		b.names[name] = s
	}
	return s
}

// nameOf names a transaction: by its function, by the lock of its monitor block, or by what it accesses outside.
func nameOf(env envs.Env, h *history) string {
	switch {
	case h.whose == block:
		return blocks.Block{From: h.from, Taken: h.from}.Name(env)
	case h.from.PC() == 0:
		return env.Program().Func(h.from.Func()).Name
	}
	return env.Func().Name
}

// encode writes all that tells a class from others into the key.
func (b *Book) encode(h past) {
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
		flags(s.Taken, s.Side != 0, s.Surely, s.Again)
	}
	for i := range h.Events {
		e := &h.Events[i]
		k = binary.AppendVarint(k, e.Var)
		point(e.Of.At)
		k = binary.AppendUvarint(k, uint64(b.number(e.Held)))
		k = binary.AppendUvarint(k, uint64(e.When))
		k = binary.AppendUvarint(k, uint64(e.Of.segment))
		flags(e.Op == interleaving.Write, e.First, e.Final)
	}
	b.key = k
}

// number is that of a set of locks, by its content: a run that is shown again may have other sets.
func (b *Book) number(s envs.LockSet) int {
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
			b.held, b.numbers = map[envs.LockSet]int{}, map[string]int{}
		}
		n = len(b.numbers)
		b.numbers[string(k)] = n
	}
	b.held[s] = n
	return n
}

// meet adds a moment, and reports whether it is another one than those before. Of too many the last ones are kept while
// more are gathered. Later the first ones are: passes would not end otherwise.
func (b *Book) meet(c *class, m moment) bool {
	alike := 0
	for i := range c.moments {
		if o := &c.moments[i]; o.thread == m.thread {
			same := slices.EqualFunc(o.segments, m.segments, envs.Segment.Equal)
			if alike++; same || alike == maxSegments {
				return false
			}
		}
	}
	if len(c.moments) == maxMoments {
		if !b.stages.Gathers() {
			return false
		}
		c.moments = slices.Clone(c.moments[maxMoments/4:])
	}
	c.moments = append(c.moments, m)
	b.changes++
	b.grew = true
	return true
}

// remove forgets classes, and what was found by way of them.
func (b *Book) remove(gone map[*class]bool) {
	is := func(c *class) bool { return gone[c] }
	for c := range gone {
		for _, p := range c.parts {
			if p.of.findings[p.sort] != nil {
				p.of.findings[p.sort] = nil
				b.changes++
			}
		}
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
	}
	b.all = slices.DeleteFunc(b.all, is)
}
