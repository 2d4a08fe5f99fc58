package zone_test

import (
	"testing"

	"github.com/seed38182bad/parallax/domains/domaintest"
	"github.com/seed38182bad/parallax/domains/internal/dbm/dbmtest"
	"github.com/seed38182bad/parallax/domains/zone"
	"github.com/seed38182bad/parallax/lattice/latticetest"
)

var suite = dbmtest.Suite[*zone.State]{
	Name:   "zone",
	New:    zone.New,
	Domain: zone.Domain{},
	States: domaintest.Zones(dbmtest.Vars),
	Sums:   false,
}

func TestStateLaws(t *testing.T)         { suite.CheckStateLaws(t) }
func TestValueLaws(t *testing.T)         { suite.CheckValueLaws(t) }
func TestMeaning(t *testing.T)           { suite.CheckMeaning(t) }
func TestTransfersAreSound(t *testing.T) { suite.CheckSound(t) }
func TestEvalIsSound(t *testing.T)       { suite.CheckEval(t) }
func TestAgainstReference(t *testing.T)  { suite.CheckAgainstReference(t) }
func TestClaims(t *testing.T)            { suite.CheckClaims(t) }
func TestBadInput(t *testing.T)          { suite.CheckBadInput(t) }
func TestOverflow(t *testing.T)          { suite.CheckOverflow(t) }
func TestWidening(t *testing.T)          { suite.CheckWidening(t) }
func TestNarrowing(t *testing.T)         { suite.CheckNarrowing(t) }
func TestNoAllocation(t *testing.T)      { suite.CheckNoAllocation(t) }

func FuzzLaws(f *testing.F) { latticetest.Fuzz(f, suite.Laws()) }

func Benchmark(b *testing.B) { suite.Benchmark(b) }
