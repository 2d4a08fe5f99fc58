package octagon_test

import (
	"testing"

	"github.com/seed38182bad/parallax/domains/domaintest"
	"github.com/seed38182bad/parallax/domains/internal/dbm/dbmtest"
	"github.com/seed38182bad/parallax/domains/octagon"
	"github.com/seed38182bad/parallax/lattice/latticetest"
)

var suite = dbmtest.Suite[*octagon.State]{
	New:    octagon.New,
	Domain: octagon.Domain{},
	States: domaintest.Octagons(dbmtest.Vars),
	Sums:   true,
}

func TestSuite(t *testing.T) { suite.Check(t) }

func FuzzLaws(f *testing.F) { latticetest.Fuzz(f, suite.Laws()) }

func Benchmark(b *testing.B) { suite.Benchmark(b) }
