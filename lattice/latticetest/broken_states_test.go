package latticetest

import (
	"encoding/json"
	"fmt"
	"math"
	"reflect"
	"testing"

	"pgregory.net/rapid"
)

// tally is a correct state that is changed in place: an interval for each of
// three variables. The faulty ones are spoiled by a flag at one place each.
type tally struct {
	vars  *[3]span
	fault string
}

func (s tally) is(fault string) bool { return s.fault == fault }

func (s tally) Clone() tally {
	if s.is("clone shares") {
		return s
	}
	vars := *s.vars
	return tally{&vars, s.fault}
}

func (s tally) CloneInto(spare tally) tally {
	switch {
	case s.is("recycled clone shares"):
		return s
	case s.is("recycled clone keeps a variable"):
		s.vars[1], spare.vars[1] = spare.vars[1], s.vars[1]
	case s.is("recycled clone is partial"):
		spare.vars[0], spare.vars[1] = s.vars[0], s.vars[1]
		return spare
	}
	*spare.vars = *s.vars
	return spare
}

func (s tally) Leq(other tally) bool {
	if s.is("comparing prints") && fmt.Sprint(s) == fmt.Sprint(other) {
		return true
	}
	if s.is("strict order") && *s.vars == *other.vars {
		return false
	}
	for i, v := range s.vars {
		if !(spans{}).Leq(v, other.vars[i]) {
			return false
		}
	}
	return true
}

func (s tally) Equal(other tally) bool {
	if s.is("equality by printing") {
		return fmt.Sprint(*s.vars) == fmt.Sprint(*other.vars)
	}
	return *s.vars == *other.vars
}

func (s tally) String() string {
	if s.is("prints one variable") {
		return fmt.Sprint(s.vars[0])
	}
	if s.is("prints an address") {
		return fmt.Sprintf("%p", s.vars)
	}
	return fmt.Sprint(*s.vars)
}

func (s tally) MarshalJSON() ([]byte, error) {
	return json.Marshal(s.String())
}

func (s tally) Hash() uint64 {
	if s.is("hash of one address") {
		return uint64(reflect.ValueOf(s.vars).Pointer())
	}
	return uint64(s.vars[0].lo)
}

func (s tally) Merge(other tally) (tally, bool) {
	grew := false
	for i, v := range s.vars {
		w := other.vars[i]
		j := spans{}.Join(v, w)
		if s.is("merge skips a variable") && i == 1 {
			continue
		}
		if s.is("merge drops the smaller") && w != none {
			j = w
		}
		s.vars[i] = j
		grew = grew || j != v && !(s.is("last variable's growth unseen") && i == 2)
	}
	switch {
	case s.is("always grows"):
		grew = true
	case s.is("never grows"):
		grew = false
	case s.is("grows by arrival"):
		grew = *s.vars != *other.vars
	case s.is("merge clears other"):
		other.vars[0] = none
	case s.is("merge adopts other") && grew && *s.vars == *other.vars:
		return other, true
	}
	return s, grew
}

func (s tally) Widen(next tally, thresholds ...int64) (tally, bool) {
	grew := false
	for i, v := range s.vars {
		n := next.vars[i]
		w := spans{}.Widen(v, n, thresholds...)
		if s.is("widening gives up too much") && n != none && n.hi == v.hi {
			w.hi = math.MaxInt64
		}
		if s.is("widening swapped for one variable") && i == 0 {
			w = spans{}.Widen(n, v, thresholds...)
		}
		if s.is("widening that merges") {
			w = spans{}.Join(v, n)
		}
		s.vars[i] = w
		grew = grew || w != v
	}
	if s.is("widening unseen") {
		grew = false
	}
	return s, grew
}

func (s tally) Narrow(next tally) (tally, bool) {
	changed := false
	for i, v := range s.vars {
		w := spans{}.Narrow(v, next.vars[i])
		if s.is("narrowing to nothing") {
			w = none
		}
		s.vars[i] = w
		changed = changed || w != v
	}
	if s.is("narrowing unseen") {
		changed = false
	}
	return s, changed
}

func tallyLaws(fault string) []Law {
	return StateSuite[tally]{
		States: rapid.Custom(func(t *rapid.T) tally {
			var vars [3]span
			for i := range vars {
				vars[i] = rapid.OneOf(genSpan(), rapid.Just(none)).Draw(t, "variable")
			}
			return tally{&vars, fault}
		}),
		Transfers: []func(tally) tally{func(s tally) tally {
			s.vars[0] = grow(s.vars[0])
			return s
		}},
		Steps:     9,
		PrintsAll: fault != "prints an address",
	}.Laws()
}

func TestCorrectStatePasses(t *testing.T) {
	requireBroken(t, tallyLaws(""))
}

func TestFaultyStatesAreFoundOut(t *testing.T) {
	if testing.Short() {
		t.Skip("runs the laws on each faulty state")
	}
	for _, c := range []struct {
		fault string
		laws  []string
	}{
		{"clone shares", []string{"clone/independent"}},
		{"recycled clone shares", []string{"clone-into"}},
		{"recycled clone keeps a variable", []string{"clone-into"}},
		{"recycled clone is partial", []string{"clone-into"}},
		{"merge skips a variable", []string{"merge/bound", "merge/order"}},
		{"merge drops the smaller", []string{"merge/bound", "merge/commutative"}},
		{"last variable's growth unseen", []string{"merge/grew", "merge/order"}},
		{"always grows", []string{"merge/grew", "merge/idempotent"}},
		{"never grows", []string{"merge/grew"}},
		{"grows by arrival", []string{"merge/grew"}},
		{"merge clears other", []string{"merge/other-unchanged"}},
		{"merge adopts other", []string{"merge/other-unchanged"}},
		{"widening swapped for one variable", []string{"widen/stabilises"}},
		{"widening that merges", []string{"widen/stabilises"}},
		{"widening gives up too much", []string{"widen/stable"}},
		{"comparing prints", []string{"leq/allocates-nothing"}},
		{"equality by printing", []string{"equal/allocates-nothing"}},
		{"strict order", []string{"order/reflexive", "order/antisymmetric"}},
		{"prints one variable", []string{"print/injective", "json/injective"}},
		{"prints an address", []string{"print/equality", "json/equality"}},
		{"hash of one address", []string{"hash/equality"}},
		{"widening unseen", []string{"widen/grew"}},
		{"narrowing to nothing", []string{"narrow/between"}},
		{"narrowing unseen", []string{"narrow/changed"}},
	} {
		t.Run(c.fault, func(t *testing.T) { requireBroken(t, tallyLaws(c.fault), c.laws...) })
	}
}

// handful is a persistent state: at most three numbers, shared when nothing is
// added. It has no order and no equality of its own, so that the suite must do
// with what merging tells.
type handful struct {
	has  *[3]bool
	lost bool // builds a new state where it should give one back
}

func (s handful) Clone() handful { return s }

func (s handful) Merge(other handful) (handful, bool) {
	r := *s.has
	for i, has := range other.has {
		r[i] = r[i] || has
	}
	switch {
	case r == *s.has && !s.lost:
		return s, false
	case r == *other.has:
		return other, r != *s.has
	}
	fresh := r
	return handful{&fresh, s.lost}, r != *s.has
}

func handfulLaws(lost bool) []Law {
	return StateSuite[handful]{
		States: rapid.Custom(func(t *rapid.T) handful {
			has := [3]bool(rapid.SliceOfN(rapid.Bool(), 3, 3).Draw(t, "numbers"))
			return handful{&has, lost}
		}),
		Shares: true,
		Steps:  3,
	}.Laws()
}

func TestLostSharingIsFoundOut(t *testing.T) {
	requireBroken(t, handfulLaws(false))
	requireBroken(t, handfulLaws(true), "merge/shares")
}

// endless has infinite chains and no widening.
type endless int

func (s endless) Clone() endless { return s }
func (s endless) Merge(other endless) (endless, bool) {
	return max(s, other), other > s
}

func TestMissingWideningIsFoundOut(t *testing.T) {
	suite := StateSuite[endless]{
		States:    rapid.Map(rapid.IntRange(0, 9), func(i int) endless { return endless(i) }),
		Transfers: []func(endless) endless{func(s endless) endless { return s + 1 }},
	}
	requireBroken(t, suite.Laws(), "merge/stabilises")
	suite.Transfers = nil
	requireBroken(t, suite.Laws())
	suite.Transfers = []func(endless) endless{func(s endless) endless { return min(9, 9-s) }}
	requireBroken(t, suite.Laws(), "transfer/monotone")
}

// rough is a state whose merge is an upper bound, but not the least one.
type rough span

func (s rough) Clone() rough { return s }
func (s rough) Leq(other rough) bool {
	return spans{}.Leq(span(s), span(other))
}
func (s rough) Merge(other rough) (rough, bool) {
	if other.Leq(s) {
		return s, false
	}
	return rough(all), true
}

func TestApproximateMerge(t *testing.T) {
	suite := StateSuite[rough]{States: rapid.Map(genSpan(), func(s span) rough { return rough(s) })}
	requireBroken(t, suite.Laws(), "merge/least", "merge/commutative", "merge/monotone")
	suite.Approximate = true
	requireBroken(t, suite.Laws())
}
