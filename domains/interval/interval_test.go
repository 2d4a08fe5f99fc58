package interval_test

import (
	"testing"

	"github.com/seed38182bad/parallax/domains/domaintest"
	"github.com/seed38182bad/parallax/domains/interval"
	"github.com/seed38182bad/parallax/domains/machine"
	"github.com/seed38182bad/parallax/lattice/latticetest"
)

var (
	d       = interval.Domain{}
	options = domaintest.IntegerOptions{Steps: 5, BestUnary: true, BestConvert: true, BestTest: true, Canonical: true, TightBounds: true,
		Best: []machine.Op{machine.Add, machine.Sub, machine.Quo, machine.And, machine.Or, machine.Xor, machine.AndNot,
			machine.Shl, machine.Shr}}
)

func TestLaws(t *testing.T) { domaintest.Integers(t, d, domaintest.Intervals, options) }

func FuzzLaws(f *testing.F) {
	latticetest.Fuzz(f, domaintest.IntegerLaws(d, domaintest.Intervals, options))
}
