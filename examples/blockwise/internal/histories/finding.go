package histories

import (
	"slices"

	"github.com/seed38182bad/parallax/domains/interleaving"
	"github.com/seed38182bad/parallax/envs"
)

// A Finding says that others may split the transactions of one name: of each sort, by one variable or by two, there is
// one.
type Finding struct {
	// Name is that of the transaction: of its function, or of the lock of its monitor block and where it is taken. From
	// is where it begins, its first operation.
	Name string
	From envs.Point
	// Block says that it is a monitor block.
	Block bool
	// Unordered says that the transaction has more ways than are told apart, or too long ones. What it does it may not
	// do in this order, or not on one way.
	Unordered bool
	split
}

// Event is an access that has part in a Finding.
type Event = event

// Orders reports whether two variables are needed: by one of them a transaction comes before others, and by
// the other one after them.
func (f *Finding) Orders() bool {
	return f.Pattern == interleaving.TwoVariables || f.Pattern == interleaving.Circle
}

// The sorts of findings.
const (
	single = iota
	ordering
)

// found notes that a class is split by others, unless that is known of its subject.
func (b *Book) found(c *class, s split, by ...*class) {
	f, sort := &Finding{Name: c.of.name, From: c.from, Block: c.of.block, Unordered: c.Loose, split: s}, single
	if f.Orders() {
		sort = ordering
	}
	if c.of.findings[sort] != nil {
		return
	}
	c.of.findings[sort], b.grew = f, true
	b.fresh = append(b.fresh, f)
	for _, d := range append(by, c) {
		d.parts = append(d.parts, part{c.of, sort})
	}
}

// Variables are those by which the transaction is split, one or two.
func (f *Finding) Variables() []envs.Variable {
	vars := []envs.Variable{envs.Variable(f.First.Var), envs.Variable(f.Second.Var)}
	return slices.Compact(vars)
}
