package mhp_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/seed38182bad/parallax/domains/domaintest"
	"github.com/seed38182bad/parallax/domains/mhp"
	"github.com/seed38182bad/parallax/domains/thread"
	"github.com/seed38182bad/parallax/lattice/latticetest"
)

type (
	fact = mhp.Fact[int]
	id   = thread.ID[int]
)

var (
	d       mhp.Domain[int]
	threads thread.Domain[int]
)

func suite() latticetest.Suite[fact] {
	worker := threads.Fork(threads.Main(), 1, false)
	s := latticetest.Suite[fact]{Lattice: d, Elements: domaintest.Facts(), Steps: 40}
	for site := 1; site <= 2; site++ {
		s.Transfers = append(s.Transfers,
			func(f fact) fact { parent, _ := d.Fork(f, site); return parent },
			func(f fact) fact { _, child := d.Fork(f, site); return child })
	}
	s.Transfers = append(s.Transfers, d.ForkUnknown,
		func(f fact) fact { return d.Await(f, worker, d.Main()) },
		func(f fact) fact { return d.Await(d.Main(), worker, f) },
		func(f fact) fact { return d.Await(d.Main(), f.Thread(), f) })
	return s
}

func TestFacts(t *testing.T) { suite().Check(t) }

func FuzzFacts(f *testing.F) { latticetest.Fuzz(f, suite().Laws()) }

func TestEqualities(t *testing.T) {
	text := func(e any) string {
		b, err := json.Marshal(e)
		require.NoError(t, err)
		return string(b)
	}
	draw := rapid.OneOf(domaintest.Facts(), rapid.SampledFrom([]fact{d.Bottom(), d.Top(), d.Main()}))
	rapid.Check(t, func(t *rapid.T) {
		x, y := draw.Draw(t, "x"), draw.Draw(t, "y")
		equal := d.Equal(x, y)
		require.Equal(t, equal, d.Hash(x) == d.Hash(y))
		require.Equal(t, equal, x.String() == y.String())
		require.Equal(t, equal, text(x) == text(y))
	})
	require.Equal(t, "null", text(d.Bottom()))
	require.Equal(t, `{"thread":{"prefix":[],"must":[],"may":[]},"created":[],"joined":[]}`, text(d.Main()))
}

func TestNothingIsAllocated(t *testing.T) {
	domaintest.AllocatesNothing(t, d, domaintest.Facts(), func(a, b, _ mhp.Fact[int]) { d.MayHappenInParallel(a, b) })
}

// What cannot happen in parallel with larger facts cannot with smaller ones, and it does not
// matter which of the two comes first.
func TestParallelIsMonotoneAndSymmetric(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		facts := rapid.SliceOfN(domaintest.Facts(), 6, 6).Draw(t, "facts")
		for i, a := range facts {
			larger := d.Join(a, facts[(i+1)%len(facts)])
			for _, b := range facts {
				may, why := d.MayHappenInParallel(a, b)
				back, _ := d.MayHappenInParallel(b, a)
				require.Equal(t, may, back)
				require.Equal(t, may, why.Why == mhp.None)
				above, _ := d.MayHappenInParallel(larger, b)
				require.True(t, above || !may, "%v and %v may, %v and it may not", a, b, larger)
			}
		}
	})
}

// Facts are of use to the test above if they differ in why they exclude each other.
// These are the same in every run.
func TestFactsAreMixed(t *testing.T) {
	seen := map[mhp.Exclusion]bool{}
	for seed := range 1000 {
		_, why := d.MayHappenInParallel(domaintest.Facts().Example(2*seed), domaintest.Facts().Example(2*seed+1))
		seen[why.Why] = true
	}
	require.GreaterOrEqual(t, len(seen), 4, "few reasons were seen: %v", seen)
}

// A moment of a run, as a thread sees it: who it is, its children, and who has ended.
// Threads are the letters of their sites of creation, in upper case where
// the parent had created one at that site before.
type moment struct {
	self            string
	children, ended []string
}

func describes(x id, h string) bool {
	prefix, must, may, all := x.Sites()
	var s []int
	for _, c := range strings.ToLower(h) {
		s = append(s, int(c-'a'))
	}
	if x.IsBottom() || len(s) < len(prefix) || !slices.Equal(s[:len(prefix)], prefix) ||
		strings.ToLower(h[:len(prefix)]) != h[:len(prefix)] {
		return false
	}
	s = s[len(prefix):]
	for _, k := range must {
		if !slices.Contains(s, k) {
			return false
		}
	}
	return all || !slices.ContainsFunc(s, func(k int) bool { return !slices.Contains(may, k) })
}

func contains(f fact, m moment) bool {
	if f.IsBottom() || !describes(f.Thread(), m.self) {
		return false
	}
	for _, c := range m.children {
		known := false
		for x := range f.MayCreated() {
			known = known || describes(x, c)
		}
		if !known {
			return false
		}
	}
	for x := range f.MustJoined() {
		if !slices.ContainsFunc(m.ended, func(h string) bool { return describes(x, h) }) {
			return false
		}
	}
	return true
}

func gamma() latticetest.Gamma[fact, moment] {
	letters := func(sites []int) (s string) {
		for _, k := range sites {
			s += string(rune('a' + k))
		}
		return s
	}
	return latticetest.Gamma[fact, moment]{
		Lattice: d, Elements: domaintest.Facts(), Contains: contains,
		Pick: func(t *rapid.T, f fact) (m moment, ok bool) {
			prefix, must, _, _ := f.Thread().Sites()
			m.self = letters(prefix) + letters(rapid.Permutation(must).Draw(t, "behind"))
			for _, c := range "abcdABCD" {
				child := m.self + string(c)
				may := slices.ContainsFunc(slices.Collect(f.MayCreated()), func(x id) bool { return describes(x, child) })
				if may && rapid.Bool().Draw(t, "created") {
					m.children = append(m.children, child)
				}
			}
			for x := range f.MustJoined() {
				p, _, _, _ := x.Sites()
				m.ended = append(m.ended, letters(p))
			}
			m.ended = append(m.ended, rapid.SliceOfN(rapid.SampledFrom([]string{"a", "b", "bc", "C"}), 0, 1).Draw(t, "ended")...)
			return m, !f.IsBottom()
		},
	}
}

func TestOperationsAreSound(t *testing.T) {
	g := gamma()
	g.Check(t)
	var laws []latticetest.Law
	for site := 1; site <= 3; site++ {
		created := func(m moment) string {
			first := m.self + string(rune('a'+site))
			if slices.ContainsFunc(m.children, func(h string) bool {
				return strings.EqualFold(h, first) &&
					h[:len(h)-1] == m.self
			}) {
				return m.self + string(rune('A'+site))
			}
			return first
		}
		laws = append(laws,
			g.Sound(func(f fact) fact { parent, _ := d.Fork(f, site); return parent }, func(m moment) (moment, bool) {
				m.children = append(slices.Clone(m.children), created(m))
				return m, true
			}),
			g.Sound(func(f fact) fact { _, child := d.Fork(f, site); return child }, func(m moment) (moment, bool) {
				return moment{self: created(m), ended: m.ended}, true
			}),
			g.Sound(d.ForkUnknown, func(m moment) (moment, bool) {
				m.children = append(slices.Clone(m.children), created(m), m.self+"z")
				return m, true
			}))
	}
	// Waiting for a thread: both moments are of one run, so that all that has ended for
	// either has ended.
	laws = append(laws, g.Sound2(func(f, end fact) fact { return d.Await(f, end.Thread(), end) },
		func(m, end moment) (moment, bool) {
			m.ended = append(append(slices.Clone(m.ended), end.ended...), end.self)
			return m, true
		}))
	latticetest.Run(t, laws)
}

func TestReasons(t *testing.T) {
	main := d.Main()
	afterOne, one := d.Fork(main, 1)
	afterTwo, two := d.Fork(afterOne, 2)
	joined := d.Await(afterTwo, one.Thread(), one)
	_, three := d.Fork(joined, 3)
	_, again := d.Fork(afterTwo, 2)
	_, below := d.Fork(one, 4)
	for _, c := range []struct {
		a, b fact
		want string
	}{
		{main, d.Bottom(), "not reached"},
		{main, afterTwo, "both are in main, of which there is one"},
		{main, one, "main⟨1⟩ is not started yet"},
		{main, below, "main⟨1 4⟩ is not started yet"},
		{afterOne, below, "may happen in parallel"},
		{one, two, "may happen in parallel"},
		{again, again, "may happen in parallel"},
		{joined, one, "main⟨1⟩ has ended"},
		{joined, two, "may happen in parallel"},
		{three, one, "main⟨1⟩ has ended"},
		{main, three, "main⟨3⟩ is not started yet"},
	} {
		may, why := d.MayHappenInParallel(c.a, c.b)
		require.Equal(t, c.want, fmt.Sprint(why), "%v and %v", c.a, c.b)
		require.Equal(t, c.want == "may happen in parallel", may)
	}
	// A thread that waits for another one, which the first thread is yet to create.
	_, starter := d.Fork(main, 5)
	other := d.Await(starter, one.Thread(), one)
	_, why := d.MayHappenInParallel(main, d.Join(other, d.Await(d.Top(), one.Thread(), one)))
	require.Equal(t, "main⟨1⟩ has ended for the one and is not started yet for the other", why.String())
}
