package sequence_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/seed38182bad/parallax/domains/domaintest"
	"github.com/seed38182bad/parallax/domains/interval"
	"github.com/seed38182bad/parallax/domains/machine"
	"github.com/seed38182bad/parallax/domains/sequence"
	"github.com/seed38182bad/parallax/lattice"
	"github.com/seed38182bad/parallax/lattice/latticetest"
)

// The elements of the tests are sets of numbers.
type set = lattice.Set[int]
type seq = sequence.Sequence[set]

var sets = lattice.NewPowerset[int](2)

func domainOf(limit int) *sequence.Domain[set] {
	d, err := sequence.New[set](sets, limit)
	if err != nil {
		panic(err)
	}
	return d
}

// domains keep some elements by themselves, or none.
var domains = map[string]*sequence.Domain[set]{"expanded": domainOf(3), "smashed": domainOf(0)}

func genSet() *rapid.Generator[set] {
	return rapid.Map(rapid.SliceOfN(rapid.IntRange(0, 3), 1, 2), func(ns []int) set { return sets.Of(ns...) })
}

func ints(lo, hi int64) interval.Interval {
	i, err := interval.Between(machine.Int.Of(lo), machine.Int.Of(hi))
	if err != nil {
		panic(err)
	}
	return i
}

func suite(d *sequence.Domain[set]) latticetest.Suite[seq] {
	one := sets.Of(1)
	return latticetest.Suite[seq]{
		Lattice: d, Elements: domaintest.Sequences(d, genSet()), Steps: 24,
		Transfers: []func(seq) seq{
			func(s seq) seq { return d.Append(s, one) },
			func(s seq) seq { return d.Join(s, d.Append(d.Of(one), sets.Of(2), sets.Of(3))) },
			func(s seq) seq { return d.AppendAll(s, s) },
			func(s seq) seq { return d.Set(s, ints(1, 1), one) },
			func(s seq) seq { return d.Set(s, ints(0, 5), one) },
			func(s seq) seq { return d.Slice(s, ints(1, 1), ints(2, 4)) },
			func(s seq) seq { return d.SliceFrom(s, ints(1, 2)) },
			func(s seq) seq { return d.Reslice(s, ints(0, 1), ints(3, 4)) },
			func(s seq) seq { return d.Copy(s, d.Of(one, one)) },
			func(s seq) seq { return d.Copy(d.Of(one, one, one, one), s) },
			func(s seq) seq { return d.TestLen(s, ints(2, 3)) },
			func(s seq) seq { return d.Make(s.Len(), one) },
			func(s seq) seq { return d.Of(d.Get(s, ints(0, 2))) },
			func(s seq) seq { i, v := d.Range(s); return d.Make(i, v) },
		},
	}
}

func TestLaws(t *testing.T) {
	for name, d := range domains {
		t.Run(name, func(t *testing.T) { suite(d).Check(t) })
	}
}

func FuzzLaws(f *testing.F) { latticetest.Fuzz(f, suite(domains["expanded"]).Laws()) }

// contains is the concretization that the package comment states.
func contains(d *sequence.Domain[set], s seq, c []int) bool {
	if s.IsBottom() || !s.Len().Contains(machine.Int.Of(int64(len(c)))) {
		return false
	}
	for i, n := range c {
		if !d.Get(s, ints(int64(i), int64(i))).Has(n) {
			return false
		}
	}
	return true
}

// pick draws a slice of at most ten numbers.
func pick(d *sequence.Domain[set]) func(*rapid.T, seq) ([]int, bool) {
	return func(t *rapid.T, s seq) ([]int, bool) {
		least, greatest, ok := s.Len().Bounds()
		if !ok {
			return nil, false
		}
		lo, _ := least.Int64()
		hi, _ := greatest.Int64()
		if lo > 10 {
			return nil, false
		}
		c := make([]int, rapid.Int64Range(lo, min(hi, 10)).Draw(t, "length"))
		for i := range c {
			of := slices.DeleteFunc([]int{0, 1, 2, 3}, func(n int) bool { return !d.Get(s, ints(int64(i), int64(i))).Has(n) })
			if len(of) == 0 {
				return nil, false
			}
			c[i] = rapid.SampledFrom(of).Draw(t, "element")
		}
		return c, true
	}
}

func TestGamma(t *testing.T) {
	for name, d := range domains {
		t.Run(name, func(t *testing.T) {
			g := latticetest.Gamma[seq, []int]{
				Lattice: d, Elements: domaintest.Sequences(d, genSet()), Pick: pick(d),
				Contains: func(s seq, c []int) bool { return contains(d, s, c) },
			}
			g.Check(t)
			latticetest.Run(t, []latticetest.Law{
				g.Sound2(d.AppendAll, func(x, y []int) ([]int, bool) { return slices.Concat(x, y), true }),
				g.Sound2(d.Copy, func(x, y []int) ([]int, bool) {
					x = slices.Clone(x)
					copy(x, y)
					return x, true
				}),
			})
		})
	}
}

// Programs of one operation after the other, on two slices that share nothing,
// against Go's own slices.
func TestProgramsAreSound(t *testing.T) {
	for name, d := range domains {
		t.Run(name, func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) {
				s := domaintest.Sequences(d, genSet()).Draw(t, "s")
				other := domaintest.Sequences(d, genSet()).Draw(t, "other")
				c, ok := pick(d)(t, s)
				o, okO := pick(d)(t, other)
				for range 12 {
					if !ok || !okO {
						return
					}
					s, c, ok = step(t, d, s, c, other, o)
					if ok && !contains(d, s, c) {
						t.Fatalf("%v is not in %v", c, s)
					}
				}
			})
		})
	}
}

// step draws an operation and what it is done with; false if it panics.
func step(t *rapid.T, d *sequence.Domain[set], s seq, c []int, other seq, o []int) (seq, []int, bool) {
	index := func(name string) (interval.Interval, int) {
		n := rapid.IntRange(0, 6).Draw(t, name)
		return ints(int64(n-rapid.IntRange(0, 2).Draw(t, "below")), int64(n+rapid.IntRange(0, 2).Draw(t, "above"))), n
	}
	number := rapid.IntRange(0, 3).Draw(t, "number")
	value := sets.Join(sets.Of(number), genSet().Draw(t, "value"))
	i, x := index("i")
	j, y := index("j")
	switch op := rapid.IntRange(0, 9).Draw(t, "operation"); op {
	case 0:
		return d.Append(s, value), append(slices.Clip(c), number), true
	case 1:
		return d.AppendAll(s, other), append(slices.Clip(c), o...), true
	case 2, 3:
		s = d.Set(s, i, value)
		if x >= len(c) {
			return s, c, false
		}
		c = slices.Clone(c)
		c[x] = number
		return s, c, true
	case 4:
		s = d.Slice(s, i, j)
		if x > y || y > len(c) {
			return s, c, false
		}
		return s, slices.Clone(c[x:y]), true
	case 5:
		s = d.SliceFrom(s, i)
		if x > len(c) {
			return s, c, false
		}
		return s, slices.Clone(c[x:]), true
	case 6:
		c = slices.Clone(c)
		copy(c, o)
		return d.Copy(s, other), c, true
	case 7:
		return d.TestLen(s, i), c, i.Contains(machine.Int.Of(int64(len(c))))
	case 8:
		c = append(slices.Clip(c), 0, 1, 2, 3, 0, 1, 2, 3)[:len(c)+rapid.IntRange(0, 8).Draw(t, "capacity")]
		s = d.Reslice(s, i, j)
		if x > y || y > len(c) {
			return s, c, false
		}
		return s, c[x:y], true
	}
	over, elem := d.Range(s)
	for n, v := range c {
		if !over.Contains(machine.Int.Of(int64(n))) || !elem.Has(v) {
			t.Fatalf("%d: %d in %v is not in the range %v, %v of %v", n, v, c, over, elem, s)
		}
	}
	if got := d.Get(s, i); x < len(c) && !got.Has(c[x]) {
		t.Fatalf("%d in %v is not in %v at %v, of %v", c[x], c, got, i, s)
	}
	made := append(make([]int, x), number)
	return d.Append(d.Make(i, sets.Of(0)), value), made, true
}

// Where all is known, the result is exact.
func TestIsExactOnLiterals(t *testing.T) {
	d := domains["expanded"]
	lit := func(ns ...int) seq {
		var of []set
		for _, n := range ns {
			of = append(of, sets.Of(n))
		}
		return d.Of(of...)
	}
	at := func(n int64) interval.Interval { return ints(n, n) }
	s := lit(1, 2, 3)
	for want, got := range map[string]seq{
		"[{1}, {5}, {3}]":                     d.Set(s, at(1), sets.Of(5)),
		"[{2}, {3}]":                          d.SliceFrom(s, at(1)),
		"[{2}]":                               d.Slice(s, at(1), at(2)),
		"[{1}, {2}, {3}, {4}…] length [4, 4]": d.Append(s, sets.Of(4)),
		"[{7}, {2}, {3}]":                     d.Copy(s, lit(7)),
		"[{1}, {2 5}, {3 5}]":                 d.Set(s, ints(1, 2), sets.Of(5)),
		"[{1}] length [0, 1]":                 d.Join(lit(), lit(1)),
		"⊥":                                   d.Set(s, at(3), sets.Of(5)),
		"[{0}, {0}, {0}, {0}…] length [0, ∞)": d.Make(interval.Domain{}.Top(), sets.Of(0)),
	} {
		require.Equal(t, want, got.String())
	}
	require.True(t, d.Slice(s, at(2), at(1)).IsBottom())
	require.True(t, d.TestLen(s, at(2)).IsBottom())
	require.True(t, d.Make(ints(-2, -1), sets.Of(0)).IsBottom())
	require.Equal(t, "{}", d.Get(s, at(3)).String())
}

func TestNewRefusesLimits(t *testing.T) {
	_, err := sequence.New[set](sets, -1)
	require.ErrorContains(t, err, "-1 elements")
}

func TestAllocatesNothing(t *testing.T) {
	d := domains["expanded"]
	a := d.Of(sets.Of(1), sets.Of(2))
	b := d.Join(a, d.Of(sets.Of(1)))
	require.Zero(t, testing.AllocsPerRun(100, func() {
		d.Leq(a, b)
		d.Leq(b, a)
		d.Equal(a, b)
		d.Join(a, b)
		d.Join(b, a)
		d.Meet(a, b)
		d.Get(b, ints(1, 1))
	}))
}

func Example() {
	numbers := interval.Domain{}
	d, _ := sequence.New[interval.Interval](numbers, 2)
	n := func(x int64) interval.Interval { return numbers.Of(machine.Int.Of(x)) }

	s := d.Of(n(1))                   // s := []int{1}
	t := d.Append(s, n(5), n(9))      // t := append(s, 5, 9)
	fmt.Println(d.Join(s, t))         // s or t
	fmt.Println(d.SliceFrom(t, n(1))) // t[1:]

	for { // for … { s = append(s, 0) }
		next := d.Widen(s, d.Append(s, n(0)))
		if d.Equal(next, s) {
			break
		}
		s = next
	}
	fmt.Println(s, "len:", s.Len())
	// Output:
	// [1, 5, 9…] length [1, 3]
	// [5, 9]
	// [1, 0, 0…] length [1, ∞) len: [1, max]
}

// Comparing 64 elements that are kept one by one, against one summary of them.
func BenchmarkLeq(b *testing.B) {
	kept, smashed := domainOf(64), domainOf(0)
	small, large := sets.Of(1), sets.Of(1, 2)
	k, l := kept.Make(ints(64, 64), small), kept.Make(ints(64, 64), large)
	s, u := smashed.Make(ints(64, 64), small), smashed.Make(ints(64, 64), large)
	var all, one time.Duration
	for b.Loop() {
		start := time.Now()
		kept.Leq(k, l)
		middle := time.Now()
		smashed.Leq(s, u)
		all += middle.Sub(start)
		one += time.Since(middle)
	}
	b.ReportMetric(float64(all)/float64(one), "kept/smashed")
}
