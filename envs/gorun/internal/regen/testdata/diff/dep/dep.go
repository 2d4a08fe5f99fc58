// Package dep has names that its users may not write.
package dep

type inner struct {
	Value int
	deep  *deeper
}

type deeper struct{ Depth int }

func (i *inner) Add(n int) int { i.Value += n; return i.Value }
func (i inner) Twice() int     { return 2 * i.Value }
func (d *deeper) Deepen() int  { d.Depth++; return d.Depth }

type middle struct {
	inner
	*deeper
}

// Outer promotes through unexported embedded fields.
type Outer struct {
	middle
	Name string
}

// New returns an Outer.
func New() *Outer {
	return &Outer{middle: middle{inner: inner{Value: 5}, deeper: &deeper{Depth: 1}}, Name: "n"}
}

// Hidden returns a value whose type has no name outside.
func Hidden(n int) *inner { return &inner{Value: n} }

type shape interface{ Area() int }

type square int

func (s square) Area() int { return int(s * s) }

// Shape returns an interface type that has no name outside.
func Shape(n int) shape { return square(n) }

// Measure takes one.
func Measure(s shape) int { return s.Area() }

// Round is one with a name.
type Round int

// Area makes it one.
func (r Round) Area() int { return 3 * int(r*r) }
