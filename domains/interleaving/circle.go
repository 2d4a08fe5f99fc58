package interleaving

import (
	"slices"

	"github.com/seed38182bad/parallax/lattice"
)

// A Set is transactions of which circles are looked for: in one each comes before the next, which
// no two of them need show. Only uninitialised reads and final writes can make one.
type Set[K lattice.Integer, P any] struct {
	Locks[K]
	All []*Transaction[K, P] // marked
	// Beside reports whether parts of two transactions may be executed at the same time, by different
	// threads. Of a transaction with itself it reports that of two executions.
	Beside func(t, u *Transaction[K, P]) bool
	// Follow reports whether one thread may execute u after t.
	Follow func(t, u *Transaction[K, P]) bool
	// MayPart reports whether, as far as the starts and ends of threads tell, an event of u may come
	// between two events of t.
	MayPart func(t *Transaction[K, P], first, second *Event[K, P], u *Transaction[K, P], by *Event[K, P]) bool

	Group     func(P) int // Events of one group get the same answers of MayPart. Nil: all are of one group.
	FirstOnly bool        // Circles gives the first circle of a transaction at most.

	numbers map[*Transaction[K, P]]int
	outer   map[int64][]member[K, P] // by variable
}

// member is an uninitialised read or final write, and the number of its transaction.
type member[K lattice.Integer, P any] struct {
	of int
	*Event[K, P]
}

func (x *Set[K, P]) index() {
	x.numbers, x.outer = map[*Transaction[K, P]]int{}, map[int64][]member[K, P]{}
	for n, t := range x.All {
		x.numbers[t] = n
		for i := range t.Events {
			if e := &t.Events[i]; e.Outer() {
				x.outer[e.Var] = append(x.outer[e.Var], member[K, P]{n, e})
			}
		}
	}
}

// Circles are the ways in which t, which is in All, may be split by others of a circle. An event that conflicts with
// one event of t comes after it, and one that conflicts with a later event of t comes before that. What leads from the
// first to the second are at least two transactions.
//
// Of the ways about the same variables, in one order, there is one. If FirstOnly is set, there is only the first one of
// all. If all pairs are atomic and there is no circle, the set is atomic. But a circle may be impossible, since for
// those beside t it is not asked whether their events can come in such an order.
func (x *Set[K, P]) Circles(t *Transaction[K, P]) (list []Split[K, P]) {
	if x.numbers == nil {
		x.index()
	}
	c := &candidates[K, P]{Set: x, t: t}
	shared := c.shared()
	var few *exemplars[K, P]
	if x.FirstOnly && len(shared) > 2 { // two are compared with each other anyway
		shared, few = c.beside(shared), &exemplars[K, P]{candidates: c}
	}
	for i := range shared {
		v := &shared[i]
		if few != nil && !few.circle(v) {
			continue
		}
		for j := range shared[:i] {
			if list = c.byTwo(list, v, &shared[j]); x.FirstOnly && len(list) > 0 {
				return list[:1]
			}
		}
	}
	return list
}

// candidates are the variables by which a transaction may be in a circle.
type candidates[K lattice.Integer, P any] struct {
	*Set[K, P]
	t      *Transaction[K, P]
	around *surroundings[K, P] // nil until they are needed
}

// A candidate is a variable: the events of the transaction that others may depend on, and those of all that conflict
// with them.
type candidate[K lattice.Integer, P any] struct {
	v         int64
	mine      []*Event[K, P]
	conflicts []member[K, P]
}

// shared are the candidates with conflicts, in the order of their variables.
func (c *candidates[K, P]) shared() (list []candidate[K, P]) {
	for _, events := range c.t.variables() {
		v := candidate[K, P]{v: events[0].Var, mine: outerOf(events, func(*Event[K, P]) int { return 0 })}
		for _, m := range c.outer[v.v] {
			if slices.ContainsFunc(v.mine, m.Conflict) {
				v.conflicts = append(v.conflicts, m)
			}
		}
		if len(v.conflicts) > 0 {
			list = append(list, v)
		}
	}
	return list
}

// beside leaves out what conflicts but is never executed at the same time: it cannot come in between.
func (c *candidates[K, P]) beside(shared []candidate[K, P]) []candidate[K, P] {
	beside := make([]bool, len(c.All))
	for n, u := range c.All {
		beside[n] = c.Beside(c.t, u)
	}
	for i := range shared {
		v := &shared[i]
		v.conflicts = slices.DeleteFunc(v.conflicts, func(m member[K, P]) bool { return !beside[m.of] })
	}
	return slices.DeleteFunc(shared, func(v candidate[K, P]) bool { return len(v.conflicts) == 0 })
}

// byTwo adds the circles by two variables: one for each order of the two.
func (c *candidates[K, P]) byTwo(list []Split[K, P], v, w *candidate[K, P]) []Split[K, P] {
	known := [2]bool{} // by the first one's variable
	for _, b := range twoBlocks(c.t, v.mine, w.mine) {
		first, second, n := v, w, 0
		if b.First.Var != v.v {
			first, second, n = w, v, 1
		}
		if known[n] {
			continue
		}
		b.walk(c.Locks, c.t)
		after := c.between(c.t, &b, b.First, first.conflicts)
		if len(after) == 0 {
			continue
		}
		before := c.between(c.t, &b, b.Second, second.conflicts)
		if len(before) == 0 {
			continue
		}
		if c.around == nil {
			c.around = c.Set.around(c.t)
		}
		if g, h, ok := c.around.lead(&b, after, before); ok {
			known[n] = true
			by, whose := []*Event[K, P]{g.Event, h.Event}, []*Transaction[K, P]{c.All[g.of], c.All[h.of]}
			list = append(list, Split[K, P]{Circle, b.First, b.Second, by, whose})
		}
	}
	return list
}

// between are those of some events that conflict with e, one of the two of a 2-block, and may come between
// them: one of each transaction.
func (x *Set[K, P]) between(t *Transaction[K, P], b *twoBlock[K, P], e *Event[K, P],
	all []member[K, P]) (list []member[K, P]) {
	for _, m := range all {
		if n := len(list); n > 0 && list[n-1].of == m.of {
			continue
		}
		if m.Conflict(e) && b.Path.admits(x.Locks, m.Held) && x.MayPart(t, b.First, b.Second, x.All[m.of], m.Event) {
			list = append(list, m)
		}
	}
	return list
}

// surroundings are a transaction and how others are connected without those that conflict with it or are ordered with
// it. A shortest circle has such neighbours only where it leaves and comes back.
type surroundings[K lattice.Integer, P any] struct {
	*Set[K, P]
	t       *Transaction[K, P]
	far     []bool // may be on a way between the neighbours
	part    []int  // of those that are far: which part of the graph they are in
	reaches map[int]map[int]bool
	next    map[[2]int]bool   // see adjacent
	does    map[int64][2]bool // of a variable: whether t reads and writes it, with events that others may depend on
}

func (x *Set[K, P]) around(t *Transaction[K, P]) *surroundings[K, P] {
	c := &surroundings[K, P]{
		Set: x, t: t,
		far: make([]bool, len(x.All)), part: make([]int, len(x.All)),
		reaches: map[int]map[int]bool{}, next: map[[2]int]bool{}, does: map[int64][2]bool{},
	}
	near := make([]bool, len(x.All))
	for i := range t.Events {
		if e := &t.Events[i]; e.Outer() {
			does := c.does[e.Var]
			does[e.Op] = true
			c.does[e.Var] = does
			for _, m := range x.outer[e.Var] {
				near[m.of] = near[m.of] || m.Conflict(e)
			}
		}
	}
	for n, u := range x.All {
		c.far[n] = !near[n] && x.Beside(t, u)
	}
	parts := 0
	for n := range x.All {
		if !c.far[n] || c.part[n] != 0 {
			continue
		}
		parts++
		c.part[n] = parts
		for todo := []int{n}; len(todo) > 0; {
			u := todo[len(todo)-1]
			todo = todo[:len(todo)-1]
			x.neighbours(u, func(v int) {
				if c.far[v] && c.part[v] == 0 {
					c.part[v] = parts
					todo = append(todo, v)
				}
			})
		}
	}
	return c
}

// neighbours calls f for all transactions that conflict with u, or that one thread may execute before
// or after it.
func (x *Set[K, P]) neighbours(u int, f func(v int)) {
	for i := range x.All[u].Events {
		if e := &x.All[u].Events[i]; e.Outer() {
			for _, m := range x.outer[e.Var] {
				if m.Conflict(e) {
					f(m.of)
				}
			}
		}
	}
	for v, t := range x.All {
		if x.Follow(x.All[u], t) || x.Follow(t, x.All[u]) {
			f(v)
		}
	}
}

// lead finds an event of from and one of to that may split b so that b is to blame; see Pair.oppose. The transaction of
// the first may come before that of the second, at once or by way of others.
func (c *surroundings[K, P]) lead(b *twoBlock[K, P], from, to []member[K, P]) (first, last member[K, P], ok bool) {
	for _, g := range from {
		for _, h := range to {
			if !b.Path.opens(c.Locks, g.Held, h.Held) {
				continue
			}
			if c.adjacent(g.of, h.of) || g.of != h.of && c.connected(g.of, h.of) {
				return g, h, true
			}
		}
	}
	return member[K, P]{}, member[K, P]{}, false
}

// connected reports whether a way leads from u to v through what is far.
func (c *surroundings[K, P]) connected(u, v int) bool {
	of := func(n int) map[int]bool {
		r := c.reaches[n]
		if r == nil {
			r = map[int]bool{}
			c.neighbours(n, func(m int) {
				if c.far[m] {
					r[c.part[m]] = true
				}
			})
			c.reaches[n] = r
		}
		return r
	}
	there := of(v)
	for p := range of(u) {
		if there[p] {
			return true
		}
	}
	return false
}

// adjacent reports whether u may come before v because of events of the two, or because one thread
// executes them. Events that conflict with the same event of t count for nothing: u comes after that, and
// v before it.
func (c *surroundings[K, P]) adjacent(u, v int) bool {
	is, known := c.next[[2]int{u, v}]
	if !known {
		is = c.follows(u, v)
		c.next[[2]int{u, v}] = is
	}
	return is
}

func (c *surroundings[K, P]) follows(u, v int) bool {
	if c.Follow(c.All[u], c.All[v]) {
		return true
	}
	if u == v && !c.Beside(c.All[u], c.All[u]) {
		return false
	}
	for i := range c.All[u].Events {
		a := &c.All[u].Events[i]
		if !a.Outer() {
			continue
		}
		for _, b := range c.outer[a.Var] {
			if b.of == v && b.Conflict(a) && !c.both(a, b.Event) {
				return true
			}
		}
	}
	return false
}

// both reports whether an event of t conflicts with both, which are of one variable.
func (c *surroundings[K, P]) both(a, b *Event[K, P]) bool {
	does := c.does[a.Var]
	return does[Write] || does[Read] && a.Op == Write && b.Op == Write
}
