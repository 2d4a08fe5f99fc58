package intset_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/domains/domaintest"
	"github.com/seed38182bad/parallax/domains/intset"
	"github.com/seed38182bad/parallax/domains/machine"
	"github.com/seed38182bad/parallax/lattice/latticetest"
)

var d intset.Domain

func limited(limit int) intset.Domain {
	d, err := intset.New(limit)
	if err != nil {
		panic(err)
	}
	return d
}

func options(limit int) domaintest.IntegerOptions {
	return domaintest.IntegerOptions{Steps: limit + 3, BestUnary: true, BestConvert: true, BestTest: true,
		Canonical: true, TightBounds: true,
		Best: []machine.Op{machine.Add, machine.Sub, machine.Mul, machine.Quo, machine.Rem, machine.And, machine.Or,
			machine.Xor,
			machine.AndNot, machine.Shl, machine.Shr}}
}

func TestLaws(t *testing.T) { domaintest.CheckIntegers(t, d, intSets(d), options(8)) }

// With one value the sets are constants.
func TestLawsOfSingleValues(t *testing.T) {
	d := limited(1)
	domaintest.CheckIntegers(t, d, intSets(d), options(1))
}

// With 255, those without one value of 8 bits are sets too. (The remainders of all
// values by all others are such a set, but not known to be.)
func TestMeaningOfLargeSets(t *testing.T) {
	d, o := limited(255), options(255)
	o.Best = slices.DeleteFunc(o.Best, func(op machine.Op) bool { return op == machine.Rem })
	laws := domaintest.IntegerLaws(d, intSets(d), o)
	latticetest.Run(t, slices.DeleteFunc(laws, func(law latticetest.Law) bool {
		return !strings.HasPrefix(law.Name,
			"integer/")
	}))
}

func FuzzLaws(f *testing.F) {
	latticetest.Fuzz(f, domaintest.IntegerLaws(d, intSets(d), options(8)))
}

func TestNewNamesTheOffender(t *testing.T) {
	for _, limit := range []int{0, -3} {
		_, err := intset.New(limit)
		require.ErrorContains(t, err, "want a limit of at least 1")
	}
}

func TestText(t *testing.T) {
	k := machine.Uint8
	for _, c := range []struct {
		s          intset.Set
		text, json string
	}{
		{d.OfValues(k.Of(9), k.Of(1), k.Of(9)), "{1, 9} uint8", `{"kind":"uint8","values":[1,9]}`},
		{d.Of(machine.Int.Of(-7)), "{-7}", `{"kind":"int64","values":[-7]}`},
		{d.All(k), "uint8", `{"kind":"uint8"}`},
		{d.OfValues(k.Of(1), machine.Int8.Of(1)), "⊤", `"any"`},
		{d.OfValues(), "⊥", `null`},
	} {
		require.Equal(t, c.text, c.s.String())
		json, err := c.s.MarshalJSON()
		require.NoError(t, err)
		require.Equal(t, c.json, string(json))
	}
}

// All values of 8 bits against each single value, on both sides, for limits at which
// the results are few and for one at which they all are.
func TestAllAgainstOne(t *testing.T) {
	if testing.Short() {
		t.Skip("goes through all operations on eight bits")
	}
	for _, limit := range []int{1, 8, 40} {
		d := limited(limit)
		for _, k := range []machine.Kind{machine.Int8, machine.Uint8} {
			values := domaintest.AllValues(k)
			for _, x := range values {
				for op := range machine.NumOps {
					var lefts, rights []machine.Value
					for _, y := range values {
						if z, ok := machine.Apply(op, x, y); ok {
							lefts = append(lefts, z)
						}
						if z, ok := machine.Apply(op, y, x); ok {
							rights = append(rights, z)
						}
					}
					left, right := d.OfValues(lefts...), d.OfValues(rights...)
					if r := d.Binary(op, d.Of(x), d.All(k)); !d.Equal(r, left) {
						t.Fatalf("with limit %d, %v %v all is %v, want %v", limit, x, op, r, left)
					}
					if r := d.Binary(op, d.All(k), d.Of(x)); !d.Equal(r, right) {
						t.Fatalf("with limit %d, all %v %v is %v, want %v", limit, op, x, r, right)
					}
				}
			}
		}
	}
}
