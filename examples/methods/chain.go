package methods

import (
	"cmp"
	"encoding/binary"
	"iter"
	"math/bits"
	"slices"
	"sync"

	"github.com/seed38182bad/parallax/envs"
)

// A part is what a lock view has in common with a method view.
type part struct {
	*lockView
	facts         []fact // for each variable one, ascending
	reads, writes words  // of the variables of the method view, by their places in it
	named         []fact // the facts in the order of their names, once somebody has asked
	fields        []variable
	known         int     // how many facts the lock view had
	sought        *sought // if it is in a crowd
	number        int     // among the blocks of the method that is looked at
}

// common is what a lock view has in common with a method view. It is kept until one of the two grows.
func (v *lockView) common(fields []variable) *part {
	if p := v.last; p == nil || p.known != len(v.facts) || !slices.Equal(p.fields, fields) {
		v.last = common(v, fields, nil)
		v.last.fields, v.last.known = fields, len(v.facts)
	}
	return v.last
}

// inOrder are the facts of a part in the order of their names.
func (m *memory) inOrder(p *part) []fact {
	if p.named == nil {
		p.named = m.ordered(p.facts)
	}
	return p.named
}

// common is what a lock view has in common with a method view. In a crowd, the places of the variables are those
// in the class.
func common(v *lockView, fields []variable, in *crowd) *part {
	p := &part{lockView: v}
	for _, f := range v.facts {
		i, ok := slices.BinarySearch(fields, f.variable())
		if !ok {
			continue
		}
		if in != nil {
			i = in.vars[f.variable()].place
		}
		if p.facts == nil {
			last := len(fields)
			if in != nil {
				last = in.last(v)
			}
			both := make(words, 2*(last/64+1))
			p.reads, p.writes = both[:len(both)/2], both[len(both)/2:]
		}
		if n := len(p.facts); n > 0 && p.facts[n-1].variable() == f.variable() {
			p.facts[n-1] = f // an update, which stands for the read as well
			p.reads.remove(i)
		} else {
			p.facts = append(p.facts, f)
		}
		if f.updates() {
			p.writes.add(i)
		} else {
			p.reads.add(i)
		}
	}
	return p
}

// chained reports whether one of two parts has all of the other.
func chained(p, q *part) bool {
	return p.reads.in(q.reads) && p.writes.in(q.writes) || q.reads.in(p.reads) && q.writes.in(p.writes)
}

// conflict reports whether the order of two blocks matters.
func conflict(p, q *part) bool {
	return p.writes.meets(q.writes) || p.writes.meets(q.reads) || p.reads.meets(q.writes)
}

// How much speaks for a defect.
const (
	changed = 1 + iota // what is accessed twice may be changed meanwhile
	torn               // variables that are updated together are accessed in two blocks
	lost               // what was read in one block is updated in a later one
)

// weigh says how much it matters that q comes between p and o, with both of which it is in conflict, if o may follow
// p or not.
func weigh(p, q, o *part, follows bool) int {
	w := changed
	for i, updated := range q.writes[:min(len(q.writes), len(p.writes))] {
		if follows && updated&p.reads[i]&o.writes.at(i) != 0 {
			return lost
		}
		if updated&(p.reads[i]|p.writes[i])&^(o.reads.at(i)|o.writes.at(i)) != 0 {
			w = torn // since o is in conflict with q for another one
		}
	}
	return w
}

// chain looks for two lock views that overlap with the method view, form no chain with respect to it, and of which one
// may come from a concurrent thread. Unless the form is plain, one of them is of the method itself. The other one is
// in conflict with two blocks of the method, so that it cannot be taken for one that comes before both or after both.
//
// Of those that matter most it keeps the first ones, in the order of their places in the program.
//
// Which blocks follow which matters only for how much it matters: it is looked at on demand.
func (c *checker) chain(env envs.Env, x candidate, v *verdict, inOrder bool) {
	all := c.class(x.class)
	if !c.Plain && (!all.mixed || all.worst == changed) {
		return // no block is concurrent to one of its own thread, and where no two blocks differ that much, all are chains
	}
	reached := v.beside
	if reached.words == nil {
		reached = c.reach(x.fn)
	}
	var own []*part
	several := c.Plain
	var g *gathered
	var others []*part
	if len(v.fields) > few && len(all.views) > few && !c.Plain && !all.crowd.dense() && c.ask.Gathers() {
		g = c.gather(c.spread[x], v.fields)
		g.reached, others = reached, g.parts
	} else {
		others = c.parts(all, v.fields)
	}
	for _, p := range others {
		p.number = 0 // in plain form the blocks of others are asked what may follow them, too
		if len(p.facts) > 0 && reached.has(p.block.From.Func()) {
			p.number = len(own)
			own = append(own, p)
			several = several || p.block.From != own[0].block.From
		}
	}
	if !several {
		return // nothing can come between
	}
	s := &scope{book: c.book, plain: c.Plain, fn: x.fn, among: v.among, outside: map[route]bool{}, own: own, gathered: g}
	if inOrder {
		s.follow(env.Program())
	}
	if c.Plain {
		concurrent := func(p *part) bool {
			return slices.ContainsFunc(own, func(o *part) bool { return c.mayOverlap(o.lockView, p.lockView) })
		}
		for _, q := range others {
			s.between(q, others, own, v, func(p *part) bool { return concurrent(p) || concurrent(q) })
		}
	} else {
		s.worst = all.worst
		known := g != nil && !inOrder && v.among.words == nil && v.beside.words == nil
		for _, q := range others {
			if v.own == own[0] && v.weight >= s.worst && len(v.interfering) > maxInterfering {
				break // no later one comes before what is found, or is told of
			}
			overlaps := func(p *part) bool { return c.mayOverlap(p.lockView, q.lockView) }
			if known {
				s.remembered(q, own, v, overlaps)
			} else {
				s.between(q, own, own, v, overlaps)
			}
		}
	}
	slices.SortFunc(v.interfering, func(p, q *part) int { return cmp.Compare(p.place, q.place) })
	v.interfering = slices.Compact(v.interfering)
}

// parts are what the lock views of a class have in common with a method view, in the order of their places. Most
// methods that have anything of a class have one of few views of it.
func (c *checker) parts(all *classViews, fields []variable) []*part {
	c.order(all)
	var key []byte
	for _, v := range fields {
		key = binary.AppendUvarint(key, uint64(v))
	}
	parts, known := all.parts[string(key)]
	if !known {
		for _, w := range all.views {
			if p := w.common(fields); len(p.facts) > 0 {
				parts = append(parts, p)
			}
		}
		all.parts[string(key)] = parts
	}
	return parts
}

// order brings the lock views of a class in the order of their places.
func (c *checker) order(all *classViews) {
	if all.parts == nil || all.parted != all.grown {
		all.parts, all.parted = map[string][]*part{}, all.grown
		slices.SortFunc(all.views, c.before)
		for i, v := range all.views {
			v.place = int32(i)
		}
	}
}

// before compares lock views of a class by where they begin, and several ways by what they access.
func (c *checker) before(v, w *lockView) int {
	if d := v.block.From.Compare(w.block.From); d != 0 || v == w {
		return d
	}
	return slices.CompareFunc(c.ordered(v.facts), c.ordered(w.facts), c.compare)
}

// between finds, among the first and the blocks of a method, two between which it matters that q comes. It gives how
// much it matters most, which in plain form may be not at all. What it has found before counts.
func (s *scope) between(q *part, first, own []*part, v *verdict, overlaps func(*part) bool) {
	near := s.near(q, own)
	numbers := sync.OnceValue(func() words {
		all := s.some()
		for _, o := range near {
			all.add(o.number)
		}
		return all
	})
	if !s.plain {
		first = near
	}
	interferes := false
	for _, p := range first {
		if interferes && !v.yields(cmp.Or(s.worst, lost), p) || chained(p, q) {
			continue
		}
		most := lost
		if !s.plain && len(near) > narrow && s.compared > len(own)*len(own) {
			if most = s.bound(p, q, numbers()); most == 0 || interferes && !v.yields(most, p) || !overlaps(p) {
				continue
			}
			if interferes = true; !v.yields(most, p) {
				continue
			}
		}
		s.compared += len(near)
		also, weight := s.most(p, q, near, most)
		if weight == 0 && !s.plain || !overlaps(p) {
			continue
		}
		interferes = true
		if v.yields(weight, p) {
			v.own, v.other, v.also, v.weight = p, q, also, weight
		}
	}
	if interferes {
		v.interfering = append(v.interfering, q)
	}
}

// near are the blocks of a method that are in conflict with q.
func (s *scope) near(q *part, own []*part) (near []*part) {
	if s.gathered != nil && s.gathered.listed(q) < len(own)/listing {
		return s.gathered.near(q)
	}
	for _, p := range own {
		if conflict(p, q) {
			near = append(near, p)
		}
	}
	return near
}

// yields reports whether a find that weighs so much, of a block of the method, takes the place of what is found.
func (v *verdict) yields(weight int, p *part) bool {
	return v.own == nil || weight > v.weight || weight == v.weight && p.place < v.own.place
}

// most is the block of a method beside p with which it matters most that q comes between the two, which is known to
// be no more than a bound.
func (s *scope) most(p, q *part, near []*part, bound int) (also *part, weight int) {
	if !conflict(p, q) {
		return nil, 0
	}
	for _, o := range near {
		if s.apart != nil {
			if !s.apart[p.number].has(o.number) {
				continue
			}
		} else if s.among.words != nil && !s.among.has(p.block.From.Func()) && !s.among.has(o.block.From.Func()) {
			continue
		}
		w := weigh(p, q, o, true)
		if w == lost && !s.follows.may(p, o) {
			w = weigh(p, q, o, false)
		}
		if w > weight && (s.apart != nil || o.block.From != p.block.From && !s.within(o, p) && !s.within(p, o)) {
			if also, weight = o, w; w == bound {
				break
			}
		}
	}
	return also, weight
}

// A scope is a method with all that it calls.
type scope struct {
	*book
	plain     bool
	worst     int // how much it may matter at most, if that is known
	fn        envs.FuncID
	among     funcs          // as in a verdict
	outside   map[route]bool // whether there is one
	follows   follows
	own       []*part // the blocks of the method
	apart     []words // by their numbers: those between which and that one another may come; see bound
	sums      []sum
	compared  int // blocks with each other, one by one
	*gathered     // if there is a crowd
}

// A route leads to a function outside the blocks of a place.
type route struct {
	taken envs.Point
	to    envs.FuncID
}

// within reports whether a block is always part of another one, or of one of the same lock, which is
// looked at in its place.
func (s *scope) within(p, o *part) bool {
	taken := o.block.Taken
	if slices.Contains(p.inside, taken) || o.lock != p.lock && slices.Contains(p.held, o.lock) {
		return true
	}
	to := route{taken, p.block.From.Func()}
	outside, known := s.outside[to]
	if !known {
		outside = s.leads(s.fn, to)
		s.outside[to] = outside
	}
	return !outside
}

// words is a set of small numbers.
type words []uint64

func (w words) add(i int)    { w[i/64] |= 1 << (i % 64) }
func (w words) remove(i int) { w[i/64] &^= 1 << (i % 64) }

func (w words) at(i int) uint64 {
	if i < len(w) {
		return w[i]
	}
	return 0
}

func (w words) has(i int) bool { return i/64 < len(w) && w[i/64]&(1<<(i%64)) != 0 }

// unite adds all of a set of the same size.
func (w words) unite(o words) {
	for i := range o {
		w[i] |= o[i]
	}
}

func (w words) empty() bool { return !slices.ContainsFunc(w, func(u uint64) bool { return u != 0 }) }

// all are the numbers, ascending.
func (w words) all() iter.Seq[int] {
	return func(yield func(int) bool) {
		for i, u := range w {
			for ; u != 0; u &= u - 1 {
				if !yield(64*i + bits.TrailingZeros64(u)) {
					return
				}
			}
		}
	}
}

// meets reports whether two sets have something in common.
func (w words) meets(o words) bool {
	for i := range min(len(w), len(o)) {
		if w[i]&o[i] != 0 {
			return true
		}
	}
	return false
}

// in reports whether o has all of w.
func (w words) in(o words) bool {
	for i := range w {
		if w[i]&^o.at(i) != 0 {
			return false
		}
	}
	return true
}
