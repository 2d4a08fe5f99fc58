package interleaving

import "github.com/seed38182bad/parallax/lattice"

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
	// By come between: an event of the other transaction for patterns of one variable; for the
	// others one that conflicts with First and then one that conflicts with Second, perhaps of
	// different transactions.
	By []*Event[K, P]
}

// A Pair compares transactions of two threads.
type Pair[K lattice.Integer, P any] struct {
	Locks[K]
	One, Other *Transaction[K, P]
	// MayPart reports whether, as far as the starts and ends of threads tell, an event of one of the
	// two may come between two events of the other; nil if nothing is known of that.
	MayPart func(first, second, by *Event[K, P]) bool
}

// Splits are the ways in which each of the two may be split by the other: none exactly if the two
// together are atomic, as far as the package comment says.
func (x *Pair[K, P]) Splits() (ofOne, ofOther []Split[K, P]) {
	one, other := variables(x.One), variables(x.Other)
	common := func(v int64) bool { return one[v] && other[v] }
	ofOne = x.byEvents(Blocks(x.Locks, x.One, common), x.Other)
	ofOther = x.byEvents(Blocks(x.Locks, x.Other, common), x.One)
	theirs := TwoBlocks(x.Locks, x.Other, common)
	for _, b := range TwoBlocks(x.Locks, x.One, common) {
		for i := range theirs {
			c := &theirs[i]
			mine, its := x.oppose(&b, c)
			if mine {
				ofOne = append(ofOne, b.splitBy(c))
			}
			if its {
				ofOther = append(ofOther, c.splitBy(&b))
			}
		}
	}
	return ofOne, ofOther
}

func variables[K lattice.Integer, P any](t *Transaction[K, P]) map[int64]bool {
	vars := map[int64]bool{}
	for i := range t.Events {
		vars[t.Events[i].Var] = true
	}
	return vars
}

// admits reports whether an event may come between two others, which a path connects.
func (x *Pair[K, P]) admits(p Path[K], first, second, by *Event[K, P]) bool {
	return p.admits(x.Locks, by.Held) && (x.MayPart == nil || x.MayPart(first, second, by))
}

// byEvents are the splits of blocks by single events.
func (x *Pair[K, P]) byEvents(blocks []Block[K, P], other *Transaction[K, P]) (list []Split[K, P]) {
	for i := range blocks {
		b := &blocks[i]
		for j := range other.Events {
			e := &other.Events[j]
			if p, ok := b.splits(e); ok && x.admits(b.Path, b.First, b.Second, e) {
				list = append(list, Split[K, P]{p, b.First, b.Second, []*Event[K, P]{e}})
			}
		}
	}
	return list
}

// oppose reports whether two 2-blocks may be executed so that no serial order explains it, and
// which of them is to blame: the one that both events of the other may come between. Where locks are
// nested and cannot deadlock one of them is such.
func (x *Pair[K, P]) oppose(b, c *TwoBlock[K, P]) (ofB, ofC bool) {
	may, crossed := b.opposed(c)
	if !may {
		return false, false
	}
	bByFirst, bBySecond := x.admits(b.Path, b.First, b.Second, c.First), x.admits(b.Path, b.First, b.Second, c.Second)
	cByFirst, cBySecond := x.admits(c.Path, c.First, c.Second, b.First), x.admits(c.Path, c.First, c.Second, b.Second)
	if !bByFirst && !cByFirst {
		return false, false // one of the two begins after the other one
	}
	cWithin, cCrossing := together(x.Locks, b.Path, c.Path)
	bWithin, bCrossing := together(x.Locks, c.Path, b.Path)
	within := bByFirst && bBySecond && cWithin || cByFirst && cBySecond && bWithin
	crossing := crossed && (bByFirst && cBySecond && cCrossing || cByFirst && bBySecond && bCrossing)
	switch ofB, ofC = bByFirst && bBySecond, cByFirst && cBySecond; {
	case !within && !crossing:
		return false, false
	case !ofB && !ofC:
		return bByFirst || bBySecond, cByFirst || cBySecond
	}
	return ofB, ofC
}

// splitBy is a split by the events of c, the one that conflicts with the first event before the
// other one.
func (b *TwoBlock[K, P]) splitBy(c *TwoBlock[K, P]) Split[K, P] {
	by := []*Event[K, P]{c.First, c.Second}
	if !b.First.Conflict(c.First) {
		by[0], by[1] = by[1], by[0]
	}
	return Split[K, P]{TwoVariables, b.First, b.Second, by}
}
