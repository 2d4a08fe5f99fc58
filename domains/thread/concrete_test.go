package thread_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/seed38182bad/parallax/domains/domaintest"
	"github.com/seed38182bad/parallax/lattice/latticetest"
)

// A history is a concrete thread, with a letter for each creation from the main thread
// on. The letter is the site, by its place in the alphabet. It is in upper case if the
// same parent had created a thread there before.
type history string

func (h history) sites() (s []int) {
	for _, c := range strings.ToLower(string(h)) {
		s = append(s, int(c-'a'))
	}
	return s
}

// describes is the meaning of an identity, as the package comment has it.
func describes(x id, h history) bool {
	prefix, must, may, all := x.Sites()
	s := h.sites()
	if x.IsBottom() || len(s) < len(prefix) || !slices.Equal(s[:len(prefix)], prefix) ||
		strings.ToLower(string(h[:len(prefix)])) != string(h[:len(prefix)]) {
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

func gamma() latticetest.Gamma[id, history] {
	return latticetest.Gamma[id, history]{
		Lattice: d, Elements: domaintest.Threads(), Contains: describes,
		Pick: func(t *rapid.T, x id) (history, bool) {
			prefix, must, may, all := x.Sites()
			if all {
				may = []int{0, 1, 2, 3}
			}
			rest := must
			if len(may) > 0 {
				rest = append(rest, rapid.SliceOfN(rapid.SampledFrom(may), 0, 2).Draw(t, "sites")...)
			}
			var h []byte
			for _, k := range prefix {
				h = append(h, byte('a'+k))
			}
			for _, k := range rapid.Permutation(rest).Draw(t, "order") {
				h = append(h, rapid.SampledFrom([]byte("aA")).Draw(t, "first")+byte(k))
			}
			return history(h), !x.IsBottom()
		},
	}
}

func TestForkIsSound(t *testing.T) {
	g := gamma()
	g.Check(t)
	var laws []latticetest.Law
	for site := range 4 {
		first := func(h history) (history, bool) { return h + history('a'+rune(site)), true }
		later := func(h history) (history, bool) { return h + history('A'+rune(site)), true }
		laws = append(laws,
			g.Sound(func(x id) id { return d.Fork(x, site, false) }, first),
			g.Sound(func(x id) id { return d.Fork(x, site, true) }, first),
			g.Sound(func(x id) id { return d.Fork(x, site, true) }, later),
			// Of a parent that may be several, any may have created one there before.
			g.Sound(func(x id) id { return d.Fork(x, site, x.IsUnique()) }, later))
	}
	latticetest.Run(t, laws)
}

// elements are all identities of the sites 0 and 1, with those in which further
// sites may occur.
func elements() (all []id) {
	all = []id{d.Bottom(), d.Top(), d.Main()}
	add := func(x id) {
		if !slices.ContainsFunc(all, func(y id) bool { return d.Equal(x, y) }) {
			all = append(all, x)
		}
	}
	for before := 0; before < len(all); {
		before = len(all)
		for _, x := range all[:before] {
			for site := range 2 {
				add(d.Fork(x, site, false))
				add(d.Fork(x, site, true))
			}
			for _, y := range all[:before] {
				add(d.Join(x, y))
				add(d.Meet(x, y))
			}
		}
	}
	return all
}

// All operations and relations on all identities of two sites are exact, judged by
// all histories of up to five creations at these and a third one.
func TestExact(t *testing.T) {
	histories := []history{""}
	for i := 0; i < len(histories); i++ {
		if h := histories[i]; len(h) < 5 {
			for _, c := range "aAbBc" {
				histories = append(histories, h+history(c))
			}
		}
	}
	at := map[history]int{}
	for i, h := range histories {
		at[h] = i
	}
	all := elements()
	require.Greater(t, len(all), 20)
	words := (len(histories) + 63) / 64
	described := make([][]uint64, len(all))   // the histories of each element
	descendants := make([][]uint64, len(all)) // and those that one of these is an ancestor of
	for i, x := range all {
		described[i], descendants[i] = make([]uint64, words), make([]uint64, words)
		for j, h := range histories {
			if describes(x, h) {
				described[i][j/64] |= 1 << (j % 64)
			}
			for n := range len(h) {
				if k := at[h[:n]]; described[i][k/64]>>(k%64)&1 != 0 {
					descendants[i][j/64] |= 1 << (j % 64)
				}
			}
		}
	}
	subset := func(x, y []uint64) bool {
		for i := range x {
			if x[i]&^y[i] != 0 {
				return false
			}
		}
		return true
	}
	meet := func(x, y []uint64) (both bool) {
		for i := range x {
			both = both || x[i]&y[i] != 0
		}
		return both
	}
	index := func(x id) int { return slices.IndexFunc(all, func(y id) bool { return d.Equal(x, y) }) }
	for i, x := range all {
		one := 0
		for j := range histories {
			one += int(described[i][j/64] >> (j % 64) & 1)
		}
		require.Equal(t, one == 1, x.IsUnique(), "%v", x)
		for j, y := range all {
			require.Equal(t, subset(described[i], described[j]), d.Leq(x, y), "%v ≤ %v", x, y)
			m := described[index(d.Meet(x, y))]
			for w := range m {
				require.Equal(t, described[i][w]&described[j][w], m[w], "%v ⊓ %v = %v", x, y, d.Meet(x, y))
			}
			require.Equal(t, meet(described[i], described[j]), d.MayBeSame(x, y), "%v may be %v", x, y)
			require.Equal(t, i == j && x.IsUnique(), d.MustBeSame(x, y))
			require.Equal(t, meet(descendants[i], described[j]), d.MayBeAncestor(x, y), "%v may be an ancestor of %v", x, y)
			must := x.IsUnique() && subset(described[j], descendants[i]) || x.IsBottom() || y.IsBottom()
			require.Equal(t, must, d.MustBeAncestor(x, y), "%v must be an ancestor of %v", x, y)
		}
	}
}
