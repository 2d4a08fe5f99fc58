package latticetest

import (
	"encoding/json"
	"errors"
	"fmt"
	"math/bits"
	"testing"

	"github.com/seed38182bad/parallax/lattice"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// badge is a set of three things, with a field that means nothing, as a cache
// would be. What it is called is spoiled by a flag at one place each.
type badge struct {
	set, cache uint8
	fault      string
}

func (b badge) String() string {
	switch b.fault {
	case "prints the number of things":
		return fmt.Sprint(bits.OnesCount8(b.set))
	case "prints the cache":
		return fmt.Sprint(b.set, b.cache)
	}
	return fmt.Sprintf("%03b", b.set)
}

func (b badge) MarshalJSON() ([]byte, error) {
	switch {
	case b.fault == "no JSON for the empty set" && b.set == 0:
		return nil, errors.New("empty")
	case b.fault == "JSON that is none":
		return []byte("{1 2}"), nil
	case b.fault == "JSON without the last thing":
		return json.Marshal(b.set &^ 4)
	case b.fault == "JSON of the cache":
		return json.Marshal([]uint8{b.set, b.cache})
	}
	return json.Marshal(b.set)
}

type badges struct{ fault string }

func (l badges) Bottom() badge         { return badge{fault: l.fault} }
func (l badges) Top() badge            { return badge{set: 7, fault: l.fault} }
func (badges) Leq(a, b badge) bool     { return a.set&^b.set == 0 }
func (badges) Equal(a, b badge) bool   { return a.set == b.set }
func (l badges) Join(a, b badge) badge { r, _ := l.Merge(a, b); return r }
func (l badges) Meet(a, b badge) badge {
	switch a.set & b.set {
	case a.set:
		return a
	case b.set:
		return b
	}
	return badge{set: a.set & b.set, fault: l.fault}
}

func (l badges) Merge(a, b badge) (badge, lattice.Side) {
	copied := badge{set: a.set | b.set, cache: 9, fault: l.fault}
	switch {
	case a.set == b.set:
		return a, lattice.Both
	case copied.set == a.set:
		return a, lattice.Left
	case copied.set == b.set && l.fault == "merge copies the right":
		return copied, lattice.Right
	case copied.set == b.set:
		return b, lattice.Right
	}
	return copied, lattice.Neither
}

func (l badges) Hash(e badge) uint64 {
	if l.fault == "hash of the cache" {
		return uint64(e.set) + uint64(e.cache)
	}
	return uint64(e.set)
}

func badgeLaws(fault string) []Law {
	return Suite[badge]{
		Lattice: badges{fault},
		Elements: rapid.Custom(func(t *rapid.T) badge {
			return badge{rapid.Uint8Range(0, 7).Draw(t, "set"), rapid.Uint8Range(0, 1).Draw(t, "cache"), fault}
		}),
	}.Laws()
}

func TestFaultyNamesAreFoundOut(t *testing.T) {
	if testing.Short() {
		t.Skip("runs the laws on each faulty value")
	}
	requireBroken(t, badgeLaws(""))
	for fault, law := range map[string]string{
		"prints the number of things": "print/injective",
		"prints the cache":            "print/injective",
		"no JSON for the empty set":   "json/valid",
		"JSON that is none":           "json/valid",
		"JSON without the last thing": "json/injective",
		"JSON of the cache":           "json/injective",
		"hash of the cache":           "hash/equality",
		"merge copies the right":      "merge/shares",
	} {
		t.Run(fault, func(t *testing.T) { requireBroken(t, badgeLaws(fault), law) })
	}
}

type joinCopies struct{ masks }

func (l joinCopies) Join(a, b []bool) []bool {
	return l.always(a, b, func(x, y bool) bool { return x || y })
}

type meetCopies struct{ masks }

func (l meetCopies) Meet(a, b []bool) []bool {
	return l.always(a, b, func(x, y bool) bool { return x && y })
}

// joinWastes gives the larger operand back, after having built another.
type joinWastes struct{ masks }

func (l joinWastes) Join(a, b []bool) []bool {
	if fmt.Sprint(a) == fmt.Sprint(b) {
		return a
	}
	return l.masks.Join(a, b)
}

type leqByPrinting struct{ masks }

func (l leqByPrinting) Leq(a, b []bool) bool { return fmt.Sprint(l.masks.Join(a, b)) == fmt.Sprint(b) }

type equalByPrinting struct{ masks }

func (equalByPrinting) Equal(a, b []bool) bool { return fmt.Sprint(a) == fmt.Sprint(b) }

func TestWasteIsFoundOut(t *testing.T) {
	if testing.Short() {
		t.Skip("counts allocations of each faulty lattice")
	}
	for _, c := range []struct {
		wasteful lattice.Lattice[[]bool]
		law      string
	}{
		{joinCopies{}, "join/shares"},
		{joinWastes{}, "join/shares"},
		{meetCopies{}, "meet/shares"},
		{leqByPrinting{}, "leq/allocates-nothing"},
		{equalByPrinting{}, "equal/allocates-nothing"},
	} {
		suite := Suite[[]bool]{Lattice: c.wasteful, Elements: genMask()}
		requireBroken(t, suite.Laws(), c.law)
		suite.Allocates = "to be seen"
		requireBroken(t, suite.Laws())
	}
}

func TestSame(t *testing.T) {
	x, y := []int{1, 2}, []int{1, 2}
	nan, zero := 0.0, 0.0
	nan /= zero
	require.True(t, same(x, x))
	require.False(t, same(x, y))
	require.False(t, same(x, x[:1]))
	require.True(t, same([2]any{x, 1}, [2]any{x, 1}))
	require.False(t, same([2]any{x, 1}, [2]any{y, 1}))
	require.False(t, same([]any{nil}, []any{0}))
	require.True(t, same(nan, nan))
	require.False(t, same(zero, -1/(1/zero)*zero))
	require.True(t, same(map[int]int(nil), nil))
	require.False(t, same(struct{ m map[int]int }{}, struct{ m map[int]int }{map[int]int{}}))
}
