package latticetest

import (
	"testing"

	"pgregory.net/rapid"
)

// Law is a property that generated values must have.
type Law struct {
	// Name is a path such as "join/least", used as the name of a subtest.
	Name string
	// Says is the law in words.
	Says string
	// Check draws values and fails t if the law does not hold for them.
	Check func(t *rapid.T)
}

// Run checks each law in a subtest of its own.
func Run(t *testing.T, laws []Law) {
	t.Helper()
	for _, law := range laws {
		t.Run(law.Name, func(t *testing.T) {
			t.Helper()
			defer func() {
				if t.Failed() {
					t.Logf("the law %s says: %s", law.Name, law.Says)
				}
			}()
			rapid.Check(t, law.Check)
		})
	}
}

// Fuzz checks the laws on what the fuzzer of package testing generates. The
// input chooses the law as well as the values:
//
//	func FuzzSigns(f *testing.F) {
//		latticetest.Fuzz(f, latticetest.Suite[Sign]{Lattice: Signs{}, Elements: signs}.Laws())
//	}
func Fuzz(f *testing.F, laws []Law) {
	f.Helper()
	f.Fuzz(rapid.MakeFuzz(func(t *rapid.T) {
		pick(t, laws).Check(t)
	}))
}

func pick(t *rapid.T, laws []Law) Law {
	law := laws[rapid.IntRange(0, len(laws)-1).Draw(t, "law")]
	t.Logf("the law %s says: %s", law.Name, law.Says)
	return law
}
