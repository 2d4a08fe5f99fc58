package latticetest_test

import (
	"fmt"
	"testing"

	"github.com/seed38182bad/parallax/lattice/latticetest"
	"pgregory.net/rapid"
)

// Parity is what is known of the last bit of a number, as a set of the values it
// may have: bit 0 for even, bit 1 for odd.
type Parity uint8

const (
	Never Parity = iota
	Even
	Odd
	Either
)

// Parities is the lattice of parities, in the order of set inclusion.
type Parities struct{}

func (Parities) Bottom() Parity          { return Never }
func (Parities) Top() Parity             { return Either }
func (Parities) Leq(a, b Parity) bool    { return a&^b == 0 }
func (Parities) Equal(a, b Parity) bool  { return a == b }
func (Parities) Join(a, b Parity) Parity { return a | b }
func (Parities) Meet(a, b Parity) Parity { return a & b }

// Plus is the parity of a sum.
func (Parities) Plus(a, b Parity) Parity {
	var sum Parity
	if a&Even&b != 0 || a&Odd&b != 0 {
		sum |= Even
	}
	if a&Even != 0 && b&Odd != 0 || a&Odd != 0 && b&Even != 0 {
		sum |= Odd
	}
	return sum
}

func TestParities(t *testing.T) {
	parities := rapid.SampledFrom([]Parity{Never, Even, Odd, Either})
	latticetest.Suite[Parity]{Lattice: Parities{}, Elements: parities}.Check(t)
}

func TestPlusIsSound(t *testing.T) {
	meaning := latticetest.Gamma[Parity, int]{
		Lattice:  Parities{},
		Elements: rapid.SampledFrom([]Parity{Never, Even, Odd, Either}),
		Contains: func(p Parity, n int) bool { return p>>(n&1)&1 != 0 },
		Pick: func(t *rapid.T, p Parity) (int, bool) {
			n := 2 * rapid.IntRange(-9, 9).Draw(t, "half")
			if p == Odd || p == Either && rapid.Bool().Draw(t, "odd") {
				n++
			}
			return n, p != Never
		},
	}
	meaning.Check(t)
	latticetest.Run(t, []latticetest.Law{
		meaning.Sound2(Parities{}.Plus, func(x, y int) (int, bool) { return x + y, true }),
	})
}

// Laws can be looked at one by one: each has a name and says in words what it
// asks for.
func ExampleSuite() {
	suite := latticetest.Suite[Parity]{Lattice: Parities{}, Elements: rapid.Just(Even)}
	for _, law := range suite.Laws()[:5] {
		fmt.Printf("%s: %s\n", law.Name, law.Says)
	}
	// Output:
	// order/reflexive: everything lies below itself
	// order/antisymmetric: what lies below each other is equal, and what is equal does
	// order/transitive: what lies below something that lies below c lies below c
	// order/join: a ≤ b exactly if their join is b
	// order/meet: a ≤ b exactly if their meet is a
}
