package text_test

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/seed38182bad/parallax/domains/domaintest"
	"github.com/seed38182bad/parallax/domains/interval"
	"github.com/seed38182bad/parallax/domains/machine"
	"github.com/seed38182bad/parallax/domains/text"
)

// words are all strings over two letters up to length n.
func words(n int) []string { return wordsOver("ab", n) }

func wordsOver(letters string, n int) []string {
	all := []string{""}
	for i := 0; i < len(all); i++ {
		for j := 0; j < len(letters) && len(all[i]) < n; j++ {
			all = append(all, all[i]+letters[j:j+1])
		}
	}
	return all
}

// texts are many elements over two letters: sets of at most two short strings, and
// shapes with short ends.
func texts() []text.Text {
	all := []text.Text{domain.Bottom(), domain.Top()}
	short := words(2)
	for i, x := range short {
		for _, y := range short[i:] {
			all = append(all, domain.Of(x, y))
		}
		for _, y := range short {
			ends := domain.Meet(domain.Prefixed(x), domain.Suffixed(y))
			all = append(all, ends)
			for lo := range int64(4) {
				all = append(all, domain.Meet(ends, domain.OfLength(between(lo, lo+1))),
					domain.Meet(ends, domain.OfLength(between(lo, 5))))
			}
		}
	}
	var distinct []text.Text
	for _, x := range all {
		fresh := true
		for _, y := range distinct {
			fresh = fresh && !domain.Equal(x, y)
		}
		if fresh {
			distinct = append(distinct, x)
		}
	}
	return distinct
}

// Order, equality and meet are those of the sets of strings that are described,
// and join is above both.
func TestAgreesWithSets(t *testing.T) {
	universe, all := words(6), texts()
	sets := make([][]bool, len(all))
	describe := func(x text.Text) (set []bool) {
		for _, s := range universe {
			set = append(set, x.Contains(s))
		}
		return set
	}
	for i, x := range all {
		sets[i] = describe(x)
	}
	for i, x := range all {
		for j, y := range all {
			below, overlap := true, false
			for k := range universe {
				below = below && (!sets[i][k] || sets[j][k])
				overlap = overlap || sets[i][k] && sets[j][k]
			}
			require.Equal(t, below, domain.Leq(x, y), "%v ≤ %v", x, y)
			meet := domain.Meet(x, y)
			require.Equal(t, !overlap, meet.IsBottom(), "%v ⊓ %v = %v", x, y, meet)
			if (i+j)%7 == 0 { // some of the rest is enough
				both := describe(meet)
				for k := range universe {
					require.Equal(t, sets[i][k] && sets[j][k], both[k], "%q in %v ⊓ %v = %v", universe[k], x, y, meet)
				}
			}
		}
	}
}

// The prefix and the suffix of each text are the longest, and its lengths the
// tightest, that its strings have.
func TestReductionIsComplete(t *testing.T) {
	universe := wordsOver("abcd", 6) // a free byte has more than three values
	for _, x := range texts() {
		var in []string
		for _, s := range universe {
			if x.Contains(s) {
				in = append(in, s)
			}
		}
		if len(in) == 0 {
			require.True(t, x.IsBottom())
			continue
		}
		least, greatest := math.MaxInt, 0
		for _, s := range in {
			least, greatest = min(least, len(s)), max(greatest, len(s))
			require.True(t, strings.HasPrefix(s, x.Prefix()) && strings.HasSuffix(s, x.Suffix()))
		}
		for _, c := range []string{"a", "b"} {
			longerP, longerS := true, true
			for _, s := range in {
				longerP = longerP && strings.HasPrefix(s, x.Prefix()+c)
				longerS = longerS && strings.HasSuffix(s, c+x.Suffix())
			}
			require.False(t, longerP || longerS, "%v", x)
		}
		lo, hi, _ := x.Len().Bounds()
		require.Equal(t, fmt.Sprint(least), lo.String(), "%v", x)
		if greatest < 6 {
			require.Equal(t, fmt.Sprint(greatest), hi.String(), "%v", x)
		}
		if len(in) <= 3 && greatest < 6 {
			_, finite := x.Strings()
			require.True(t, finite, "%v", x)
		}
	}
}

func operations() []unary {
	var all []unary
	add := func(name string, abstract func(text.Text) text.Text, concrete func(string) (string, bool)) {
		all = append(all, unary{name, abstract, concrete})
	}
	for i := range int64(4) {
		add(fmt.Sprintf("x[%d:]", i), func(x text.Text) text.Text { return domain.SliceFrom(x, between(i, i)) },
			func(s string) (string, bool) { return cut(s, i, int64(len(s))) })
		add(fmt.Sprintf("x[:%d]", i), func(x text.Text) text.Text { return domain.SliceTo(x, between(i, i)) },
			func(s string) (string, bool) { return cut(s, 0, i) })
		add(fmt.Sprintf("x[1:%d]", i), func(x text.Text) text.Text { return domain.Slice(x, between(1, 1), between(i, i)) },
			func(s string) (string, bool) { return cut(s, 1, i) })
	}
	for _, p := range []string{"", "a", "ba", "abb"} {
		add("TrimPrefix "+p, func(x text.Text) text.Text { return domain.TrimPrefix(x, p) },
			func(s string) (string, bool) { return strings.TrimPrefix(s, p), true })
		add("TrimSuffix "+p, func(x text.Text) text.Text { return domain.TrimSuffix(x, p) },
			func(s string) (string, bool) { return strings.TrimSuffix(s, p), true })
		for _, holds := range []bool{false, true} {
			add(fmt.Sprint("HasPrefix ", p, holds), func(x text.Text) text.Text { return domain.TestPrefix(x, p, holds) },
				func(s string) (string, bool) { return s, strings.HasPrefix(s, p) == holds })
			add(fmt.Sprint("HasSuffix ", p, holds), func(x text.Text) text.Text { return domain.TestSuffix(x, p, holds) },
				func(s string) (string, bool) { return s, strings.HasSuffix(s, p) == holds })
			add(fmt.Sprint("Contains ", p, holds), func(x text.Text) text.Text { return domain.TestContains(x, p, holds) },
				func(s string) (string, bool) { return s, strings.Contains(s, p) == holds })
		}
	}
	return all
}

func cut(s string, i, j int64) (string, bool) {
	if 0 <= i && i <= j && j <= int64(len(s)) {
		return s[i:j], true
	}
	return "", false
}

// Each operation on each text, against what it does to the strings described. Where
// it does something to none of them, the result of a slice is bottom.
func TestOperationsAreSound(t *testing.T) {
	universe := words(6)
	for _, op := range operations() {
		for _, x := range texts() {
			got, none := op.abstract(x), true
			for _, s := range universe {
				if r, ok := op.concrete(s); ok && x.Contains(s) {
					none = false
					if !got.Contains(r) {
						t.Fatalf("%s makes %q of %q, which is not in %v, made of %v", op.name, r, s, got, x)
					}
				}
			}
			if none && !strings.HasPrefix(op.name, "Contains") && !strings.Contains(op.name, "false") {
				require.True(t, got.IsBottom(), "%s makes %v of %v", op.name, got, x)
			}
		}
	}
}

// Slices and indices in bounds that are intervals.
func TestIntervalsOfIndices(t *testing.T) {
	universe, all := words(5), texts()
	contains := func(i interval.Interval, n int) bool { return i.IsTop() || i.Contains(machine.Int.Of(int64(n))) }
	rapid.Check(t, func(t *rapid.T) {
		x := rapid.SampledFrom(all).Draw(t, "text")
		i, j := domaintest.Lengths().Draw(t, "i"), domaintest.Lengths().Draw(t, "j")
		whole, from, to := domain.Slice(x, i, j), domain.SliceFrom(x, i), domain.SliceTo(x, j)
		at := domain.Index(x, i)
		for _, s := range universe {
			if !x.Contains(s) {
				continue
			}
			for n := range len(s) + 1 {
				if contains(i, n) && !from.Contains(s[n:]) || contains(j, n) && !to.Contains(s[:n]) {
					t.Fatalf("%q at %d: %v[%v:] = %v, [:%v] = %v", s, n, x, i, from, j, to)
				}
				if n < len(s) && contains(i, n) && !at.Contains(machine.Byte.Of(int64(s[n]))) {
					t.Fatalf("%q[%d] is not in %v[%v] = %v", s, n, x, i, at)
				}
				for m := n; m <= len(s); m++ {
					if contains(i, n) && contains(j, m) && !whole.Contains(s[n:m]) {
						t.Fatalf("%q[%d:%d] is not in %v[%v:%v] = %v", s, n, m, x, i, j, whole)
					}
				}
			}
		}
		y := domain.Join(x, domaintest.Texts(domain).Draw(t, "other"))
		k := interval.Domain{}.Join(i, domaintest.Lengths().Draw(t, "k"))
		if !domain.Leq(whole, domain.Slice(y, k, j)) || !domain.Leq(from, domain.SliceFrom(y, k)) ||
			!(interval.Domain{}).Leq(at, domain.Index(y, k)) {
			t.Fatalf("not monotone: %v and %v at %v and %v, to %v", x, y, i, k, j)
		}
	})
}

// Each byte of each string is in what Index gives, and what it gives is no more
// than one byte where all strings have the same.
func TestIndex(t *testing.T) {
	universe := wordsOver("abc", 6)
	for _, x := range texts() {
		for i := range 5 {
			got := domain.Index(x, between(int64(i), int64(i)))
			seen := map[byte]bool{}
			for _, s := range universe {
				if i < len(s) && x.Contains(s) {
					seen[s[i]] = true
					require.True(t, got.Contains(machine.Byte.Of(int64(s[i]))), "%q[%d] in %v", s, i, x)
				}
			}
			_, one := got.Value()
			require.True(t, !one || len(seen) == 1, "%v[%d] = %v", x, i, got)
			require.Equal(t, len(seen) == 0, got.IsBottom(), "%v[%d] = %v", x, i, got)
		}
	}
}

// Comparisons of texts lose no string that takes part in a pair.
func TestComparisons(t *testing.T) {
	universe, all := words(4), texts()
	rapid.Check(t, func(t *rapid.T) {
		x, y := rapid.SampledFrom(all).Draw(t, "x"), rapid.SampledFrom(all).Draw(t, "y")
		z := domain.Join(x, domaintest.Texts(domain).Draw(t, "z"))
		for c, holds := range map[machine.Cmp]func(a, b string) bool{
			machine.Eq: func(a, b string) bool { return a == b },
			machine.Ne: func(a, b string) bool { return a != b },
			machine.Lt: func(a, b string) bool { return a < b },
			machine.Le: func(a, b string) bool { return a <= b },
			machine.Gt: func(a, b string) bool { return a > b },
			machine.Ge: func(a, b string) bool { return a >= b },
		} {
			p, q := domain.Test(c, x, y)
			p2, q2 := domain.Test(c, z, y)
			if !domain.Leq(p, p2) || !domain.Leq(q, q2) {
				t.Fatalf("not monotone: %v ≤ %v %v %v", x, z, c, y)
			}
			if !domain.Leq(p, x) || !domain.Leq(q, y) {
				t.Fatalf("%v %v %v gives more: %v, %v", x, c, y, p, q)
			}
			for _, a := range universe {
				for _, b := range universe {
					if x.Contains(a) && y.Contains(b) && holds(a, b) && (!p.Contains(a) || !q.Contains(b)) {
						t.Fatalf("%q %v %q, but not in %v and %v, made of %v and %v", a, c, b, p, q, x, y)
					}
				}
			}
			finite := func(x text.Text) bool { _, ok := x.Strings(); return ok }
			if finite(x) && finite(y) { // exact
				for a := range func(yield func(string) bool) { s, _ := p.Strings(); s(yield) } {
					found := false
					s, _ := y.Strings()
					for b := range s {
						found = found || holds(a, b)
					}
					if !found {
						t.Fatalf("%q is kept in %v %v %v", a, x, c, y)
					}
				}
			}
		}
	})
}

// Concatenation gives the best: sets of the sums where they fit, and otherwise the
// smallest shape around them.
func TestConcatIsBest(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		xs := rapid.SliceOfN(domaintest.Strings(), 1, 3).Draw(t, "xs")
		ys := rapid.SliceOfN(domaintest.Strings(), 1, 3).Draw(t, "ys")
		var sums []string
		for _, x := range xs {
			for _, y := range ys {
				sums = append(sums, x+y)
			}
		}
		got, want := domain.Concat(domain.Of(xs...), domain.Of(ys...)), domain.Of(sums...)
		if !domain.Equal(got, want) {
			t.Fatalf("%q + %q = %v, want %v", xs, ys, got, want)
		}
	})
}

// A string that is doubled again and again gets long, and its text does not. Shorter
// operands, and fewer, give less, whether or not their ends are cut.
func TestConcatOfLongStrings(t *testing.T) {
	x, y := domain.Of("ab"), domain.Of("ab", "abb")
	for n := int64(4); n < 1<<40; n *= 2 {
		x, y = domain.Concat(x, x), domain.Concat(y, y)
		require.True(t, domain.Leq(x, y), "%d", n)
		require.Equal(t, between(n, n), x.Len())
	}
	require.Len(t, x.Prefix(), 4096)
	require.Len(t, x.Suffix(), 4096)
	require.True(t, strings.HasSuffix(x.Suffix(), "abab"))

	for n := 4090; n < 4102; n++ {
		a, b := strings.Repeat("a", n), strings.Repeat("b", n)
		sum := domain.Concat(domain.Of(a), domain.Of(b))
		require.True(t, sum.Contains(a+b), "%d", n)
		_, known := sum.Value()
		require.Equal(t, n <= 4096, known, "%d", n)
		require.True(t, domain.Leq(sum, domain.Concat(domain.Of(a), domain.Of(b, ""))), "%d", n)
		require.True(t, domain.Leq(sum, domain.Concat(domain.Prefixed(a), domain.Of(b))), "%d", n)
	}
}
