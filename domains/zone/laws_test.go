package zone_test

import (
	"testing"

	"github.com/seed38182bad/parallax/domains/domaintest"
	"github.com/seed38182bad/parallax/domains/internal/dbm/dbmtest"
	"github.com/seed38182bad/parallax/domains/zone"
	"github.com/seed38182bad/parallax/lattice/latticetest"
)

var suite = dbmtest.Suite[*zone.State]{
	New:    zone.New,
	Domain: zone.Domain{},
	States: domaintest.Zones(dbmtest.Vars),
	Sums:   false,
}

func TestSuite(t *testing.T) { suite.Check(t) }

func FuzzLaws(f *testing.F) { latticetest.Fuzz(f, suite.Laws()) }

func Benchmark(b *testing.B) { suite.Benchmark(b) }
