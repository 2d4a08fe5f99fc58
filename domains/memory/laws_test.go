package memory_test

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/seed38182bad/parallax/domains/domaintest"
	"github.com/seed38182bad/parallax/domains/memory"
	"github.com/seed38182bad/parallax/domains/pointer"
	"github.com/seed38182bad/parallax/lattice"
	"github.com/seed38182bad/parallax/lattice/latticetest"
)

// cell is the abstract value of the tests: a pointer, or one of some numbers.
type cell = lattice.Pair[pointer.Set, lattice.Set[int]]

// cells is the lattice of cells. It has all the abilities of a product.
type cells struct {
	lattice.Product[pointer.Set, lattice.Set[int]]
}

var (
	pointers = pointer.Domain{Limit: 3}
	numbers  = lattice.Powerset[int]{Limit: 2}
	values   = cells{lattice.NewProduct[pointer.Set, lattice.Set[int]](pointers, numbers)}
	domain   = memory.New[cell](values)
)

func (cells) Pointers(c cell) pointer.Set { return c.First }
func (cells) Age(c cell, s pointer.Site) cell {
	c.First = c.First.Age(s)
	return c
}

func address(p pointer.Set) cell { return cell{First: p} }
func number(n int) cell          { return cell{Second: numbers.Of(n)} }

// plusOne adds one to the numbers; adding to a pointer is no program.
func plusOne(c cell) cell {
	if c.Second.IsTop() {
		return cell{Second: numbers.Top()}
	}
	var next []int
	for n := range c.Second.All() {
		next = append(next, n+1)
	}
	return cell{Second: numbers.Of(next...)}
}

func genCell() *rapid.Generator[cell] {
	return rapid.Custom(func(t *rapid.T) cell {
		var c cell
		c.First = domaintest.Pointers(pointers).Draw(t, "pointer")
		if rapid.Bool().Draw(t, "number") {
			c.Second = numbers.Of(rapid.SliceOfN(rapid.IntRange(0, 2), 0, 3).Draw(t, "numbers")...)
		}
		return c
	})
}

func memories() *rapid.Generator[memory.Memory[cell]] {
	return memoriesOf(domain, genCell())
}

type mem = memory.Memory[cell]

func suite() latticetest.Suite[mem] {
	s := latticetest.Suite[mem]{Lattice: domain, Elements: memories(), Steps: 150, Fingerprint: mem.String}
	for _, op := range operations {
		s.Transfers = append(s.Transfers, op.abstract)
	}
	return s
}

func TestLaws(t *testing.T) {
	suite().Check(t)
}

func FuzzLaws(f *testing.F) { latticetest.Fuzz(f, suite().Laws()) }

// A lattice that knows nothing of pointers serves as well, with its abilities.
func TestLawsWithoutPointers(t *testing.T) {
	d := memory.New(memory.NoPointers[lattice.Lifted[int]](lattice.Flat[int]{}))
	laws := latticetest.Suite[memory.Memory[lattice.Lifted[int]]]{
		Lattice: d,
		Elements: memoriesOf(d, rapid.Map(rapid.IntRange(0, 2), func(n int) lattice.Lifted[int] {
			return lattice.Just(n)
		})),
		Steps: 60,
	}.Laws()
	// What changes no operand there changes none here; it takes long to see.
	latticetest.Run(t, slices.DeleteFunc(laws, func(l latticetest.Law) bool { return l.Name == "operands/unchanged" }))
}
