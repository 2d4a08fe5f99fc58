package interleaving

import (
	"cmp"
	"iter"
	"slices"

	"github.com/seed38182bad/parallax/lattice"
)

// A Pattern is a way in which a transaction is split by others so that no serial order explains it.
type Pattern uint8

// The patterns: those of one variable, of two variables and two transactions, and of a circle
// of several transactions.
const (
	ReadBetweenWrites Pattern = iota // what is read is about to be overwritten
	WriteBetweenReads                // two reads give different values
	WriteBeforeRead                  // what was written is not what is read again
	FinalWriteBetween                // what is written depends on what was overwritten
	TwoVariables                     // it comes before the other one by one variable, and after it by another one
	Circle                           // likewise, by way of several others
)

var patterns = [...]string{
	ReadBetweenWrites: "a read between two writes",
	WriteBetweenReads: "a write between two reads",
	WriteBeforeRead:   "a write between a write and a read",
	FinalWriteBetween: "a final write between a read and a write",
	TwoVariables:      "two variables in opposite orders",
	Circle:            "a circle of transactions",
}

// String says what comes where: "a write between two reads".
func (p Pattern) String() string { return patterns[p] }

// A Split says that others may come between two events of a transaction so that no serial order
// explains it.
type Split[K lattice.Integer, P any] struct {
	Pattern
	First, Second *Event[K, P]
	// By come between. For patterns of one variable, By is an event of the other
	// transaction. For the others, it is one that conflicts with First and then one that
	// conflicts with Second. Their transactions, perhaps different, are Whose.
	By    []*Event[K, P]
	Whose []*Transaction[K, P]
}

// A Pair compares transactions of two threads.
type Pair[K lattice.Integer, P any] struct {
	Locks[K]
	One, Other *Transaction[K, P]
	// MayPart reports whether an event of one of the two may come between two events of the other, as
	// far as the starts and ends of threads tell. It is nil if nothing is known of that.
	MayPart func(first, second, by *Event[K, P]) bool
	// Events of one group get the same answers of MayPart. Nil: all are of one group. Of splits by one pattern, with
	// events of the same groups and variables, Splits gives the first one.
	Group     func(P) int
	FirstOnly bool // Splits gives the first one by a pattern, with events of the same groups, whatever the variables.
}

// Splits are the ways in which each of the two may be split by the other. There are none exactly if the two together
// are atomic, as far as the package comment says. Of those that are alike there is the first one. Variables come in
// their order.
func (x *Pair[K, P]) Splits() (ofOne, ofOther []Split[K, P]) {
	var one, other found[K, P]
	var common []outers[K, P]
	for a, b := range bothHave(x.One.variables(), x.Other.variables()) {
		if !conflicting(a, b) {
			continue
		}
		x.byEvents(&one, x.One, a, x.Other, b)
		x.byEvents(&other, x.Other, b, x.One, a)
		if o := (outers[K, P]{outerOf(a, x.group), outerOf(b, x.group)}); conflicting(o.mine, o.its) {
			common = append(common, o)
		}
	}
	if x.FirstOnly {
		common = x.examples(common)
	}
	for i, v := range common {
		for _, w := range common[:i] {
			x.byTwo(&one, &other, twoBlocks(x.One, v.mine, w.mine), twoBlocks(x.Other, v.its, w.its))
		}
	}
	return one.list, other.list
}

// bothHave yields the events of each variable that two transactions have. It looks up each variable of the one that has
// fewer.
func bothHave[K lattice.Integer, P any](mine, its [][]*Event[K, P]) iter.Seq2[[]*Event[K, P], []*Event[K, P]] {
	return func(yield func(a, b []*Event[K, P]) bool) {
		few, many := mine, its
		if len(its) < len(mine) {
			few, many = its, mine
		}
		for _, a := range few {
			i, has := slices.BinarySearchFunc(many, a[0].Var, func(b []*Event[K, P],
				v int64) int {
				return cmp.Compare(b[0].Var, v)
			})
			if many = many[i:]; !has {
				continue
			}
			b := many[0]
			if len(its) < len(mine) {
				a, b = b, a
			}
			if !yield(a, b) {
				return
			}
		}
	}
}

// outers are the events of a variable that 2-blocks are made of, of both transactions.
type outers[K lattice.Integer, P any] struct{ mine, its []*Event[K, P] }

// conflicting reports whether events of one variable conflict with others of the same one.
func conflicting[K lattice.Integer, P any](a, b []*Event[K, P]) bool {
	writes := func(e *Event[K, P]) bool { return e.Op == Write }
	return len(a) > 0 && len(b) > 0 && (slices.ContainsFunc(a, writes) || slices.ContainsFunc(b, writes))
}

// outerOf are those events of a variable that 2-blocks are made of. Of several of one group that do the same
// while no lock is taken or given back, there are the first and the last.
func outerOf[K lattice.Integer, P any](events []*Event[K, P], group func(*Event[K, P]) int) (list []*Event[K, P]) {
	same := func(a, b *Event[K, P]) bool {
		return a.Op == b.Op && a.When == b.When && a.Held == b.Held && a.First == b.First && group(a) == group(b)
	}
	for _, e := range events {
		if !e.Outer() {
			continue
		}
		if n := len(list); n > 1 && same(list[n-1], e) && same(list[n-2], e) {
			list = list[:n-1]
		}
		list = append(list, e)
	}
	return list
}

func (x *Pair[K, P]) group(e *Event[K, P]) int {
	if x.Group == nil {
		return 0
	}
	return x.Group(e.Of)
}

// found are splits, of which no two are alike.
type found[K lattice.Integer, P any] struct {
	list  []Split[K, P]
	known map[alike]bool
}

// alike is what counts of a split: the pattern, the variables and the groups of all events.
type alike struct {
	Pattern
	first, second int64
	groups        [4]int
}

func (x *Pair[K, P]) alike(p Pattern, events ...*Event[K, P]) alike {
	a := alike{Pattern: p}
	if !x.FirstOnly {
		a.first, a.second = events[0].Var, events[1].Var
	}
	for i, e := range events {
		a.groups[i] = x.group(e)
	}
	return a
}

func (f *found[K, P]) add(a alike, s Split[K, P]) {
	if f.known[a] {
		return
	}
	if f.known == nil {
		f.known = map[alike]bool{}
	}
	f.known[a] = true
	f.list = append(f.list, s)
}

// admits reports whether an event may come between two others, which a path connects.
func (x *Pair[K, P]) admits(p Path[K], first, second, by *Event[K, P]) bool {
	return p.admits(x.Locks, by.Held) && (x.MayPart == nil || x.MayPart(first, second, by))
}

// byEvents finds the splits of blocks of t by single events of u, all of one variable.
func (x *Pair[K, P]) byEvents(f *found[K, P], t *Transaction[K, P], mine []*Event[K, P], u *Transaction[K, P],
	its []*Event[K, P]) {
	t.pairs(mine, func(first, second *Event[K, P]) {
		var between Path[K]
		for _, e := range its {
			p, ok := splits(first, second, e)
			if !ok {
				continue
			}
			a := x.alike(p, first, second, e)
			if f.known[a] {
				continue
			}
			if between == nil {
				between = path(x.Locks, t, first, second)
			}
			if x.admits(between, first, second, e) {
				f.add(a, Split[K, P]{p, first, second, []*Event[K, P]{e}, []*Transaction[K, P]{u}})
			}
		}
	})
}

// byTwo finds the splits of 2-blocks by each other.
func (x *Pair[K, P]) byTwo(one, other *found[K, P], mine, its []twoBlock[K, P]) {
	for i := range mine {
		b := &mine[i]
		for j := range its {
			c := &its[j]
			if b.against(c) == apart {
				continue
			}
			a, o := x.alike(TwoVariables, b.First, b.Second, c.First, c.Second), x.alike(TwoVariables, c.First, c.Second,
				b.First, b.Second)
			if one.known[a] && other.known[o] {
				continue
			}
			b.walk(x.Locks, x.One)
			c.walk(x.Locks, x.Other)
			ofB, ofC := x.oppose(b, c)
			if ofB {
				one.add(a, b.splitBy(c, x.Other))
			}
			if ofC {
				other.add(o, c.splitBy(b, x.One))
			}
		}
	}
}

// oppose reports whether two 2-blocks may be executed so that no serial order explains it, and which of them is to
// blame. It is the one that both events of the other may come between. It gives a lock back for the one before it takes
// one for the other. Where locks are nested and cannot deadlock, one of the two blocks is such.
func (x *Pair[K, P]) oppose(b, c *twoBlock[K, P]) (ofB, ofC bool) {
	bByFirst, bBySecond := x.admits(b.Path, b.First, b.Second, c.First), x.admits(b.Path, b.First, b.Second, c.Second)
	cByFirst, cBySecond := x.admits(c.Path, c.First, c.Second, b.First), x.admits(c.Path, c.First, c.Second, b.Second)
	if !bByFirst && !cByFirst {
		return false, false // one of the two begins after the other one
	}
	cWithin, cCrossing := together(x.Locks, b.Path, c.Path)
	bWithin, bCrossing := together(x.Locks, c.Path, b.Path)
	within := bByFirst && bBySecond && cWithin || cByFirst && cBySecond && bWithin
	crossing := b.against(c) == opposite && (bByFirst && cBySecond && cCrossing || cByFirst && bBySecond && bCrossing)
	if !within && !crossing {
		return false, false
	}
	ofB = bByFirst && bBySecond && x.opens(b, c)
	ofC = cByFirst && cBySecond && x.opens(c, b)
	if ofB || ofC {
		return ofB, ofC
	}
	return bByFirst || bBySecond, cByFirst || cBySecond
}

// opens reports whether what splits b may come while what keeps it away is given back and not yet taken.
func (x *Pair[K, P]) opens(b, c *twoBlock[K, P]) bool {
	after, before := b.splitters(c)
	return b.Path.opens(x.Locks, after.Held, before.Held)
}

// splitters are the events of c that split b; c is of another transaction. One conflicts with the
// first event of b and comes after that. The other conflicts with its second event and comes before
// that.
func (b *twoBlock[K, P]) splitters(c *twoBlock[K, P]) (after, before *Event[K, P]) {
	if b.First.Conflict(c.First) {
		return c.First, c.Second
	}
	return c.Second, c.First
}

// splitBy is a split by the events of c.
func (b *twoBlock[K, P]) splitBy(c *twoBlock[K, P], of *Transaction[K, P]) Split[K, P] {
	after, before := b.splitters(c)
	return Split[K, P]{TwoVariables, b.First, b.Second, []*Event[K, P]{after, before}, []*Transaction[K, P]{of, of}}
}
