package text_test

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/seed38182bad/parallax/domains/domaintest"
	"github.com/seed38182bad/parallax/domains/interval"
	"github.com/seed38182bad/parallax/domains/machine"
	"github.com/seed38182bad/parallax/domains/text"
	"github.com/seed38182bad/parallax/lattice/latticetest"
)

var domain = func() text.Domain {
	d, err := text.New(3)
	if err != nil {
		panic(err)
	}
	return d
}()

// between is the interval of ints from lo to hi.
func between(lo, hi int64) interval.Interval {
	i, err := interval.Between(machine.Int.Of(lo), machine.Int.Of(hi))
	if err != nil {
		panic(err)
	}
	return i
}

// unary are the operations on one text, each with what it does to a string; false
// if that panics, or the condition does not hold.
type unary struct {
	name     string
	abstract func(text.Text) text.Text
	concrete func(string) (string, bool)
}

func suite() latticetest.Suite[text.Text] {
	s := latticetest.Suite[text.Text]{
		Lattice:  domain,
		Elements: domaintest.Texts(domain),
		Steps:    24,
		Transfers: []func(text.Text) text.Text{
			func(x text.Text) text.Text { return domain.Concat(x, domain.Of("a")) },
			func(x text.Text) text.Text { return domain.Join(x, domain.Concat(domain.Of("b"), x)) },
			func(x text.Text) text.Text {
				return domain.Join(domain.Of("a"), domain.Concat(x, domain.Of("b", "ab")))
			},
			func(x text.Text) text.Text { return domain.Concat(x, x) },
		},
	}
	for _, op := range operations() {
		s.Transfers = append(s.Transfers, op.abstract)
	}
	return s
}

func TestLaws(t *testing.T) { suite().Check(t) }

func FuzzLaws(f *testing.F) { latticetest.Fuzz(f, suite().Laws()) }

func TestGamma(t *testing.T) {
	g := latticetest.Gamma[text.Text, string]{
		Lattice: domain, Elements: domaintest.Texts(domain),
		Contains: text.Text.Contains,
		Pick: func(t *rapid.T, x text.Text) (string, bool) {
			var in []string
			for _, s := range words(6) {
				if x.Contains(s) {
					in = append(in, s)
				}
			}
			if len(in) == 0 {
				return "", false
			}
			return rapid.SampledFrom(in).Draw(t, "string"), true
		},
	}
	g.Check(t)
	latticetest.Run(t, []latticetest.Law{
		g.Sound2(domain.Concat, func(x, y string) (string, bool) { return x + y, true }),
	})
}

// A longer prefix lies below a shorter one, and their meet is the longer one.
func TestMeetOfPrefixes(t *testing.T) {
	short, long := domain.Prefixed("ab"), domain.Prefixed("abc")
	require.True(t, domain.Leq(long, short))
	require.True(t, domain.Equal(long, domain.Meet(short, long)))
	require.True(t, domain.Equal(long, domain.Meet(long, short)))
	require.True(t, domain.Meet(domain.Prefixed("a"), domain.Prefixed("b")).IsBottom())
}

// Lengths are widened at both ends, to a threshold if there is one.
func TestWidensLengths(t *testing.T) {
	of := func(lo, hi int64) text.Text { return domain.OfLength(between(lo, hi)) }
	old := of(50, 60)
	require.Equal(t, "… length [0, 60]", domain.Widen(old, of(49, 60)).String())
	require.Equal(t, "… length [50, ∞)", domain.Widen(old, of(50, 61)).String())
	thresholds := []int64{-3, 7, 20, 100, 200}
	require.Equal(t, "… length [20, 100]", domain.WidenTo(old, of(49, 61), thresholds).String())
	require.Equal(t, "… length [50, 60]", domain.Narrow(of(50, 1<<63-1), old).String())
}

func TestNewRefusesLimits(t *testing.T) {
	for _, limit := range []int{-1, 0, 256} {
		_, err := text.New(limit)
		require.ErrorContains(t, err, "limit from 1 to 255")
	}
}

func TestAllocatesNothing(t *testing.T) {
	small, large := domain.Of("abc", "abd"), domain.Prefixed("ab")
	require.Zero(t, testing.AllocsPerRun(100, func() {
		domain.Leq(small, large)
		domain.Leq(large, small)
		domain.Equal(small, large)
		domain.Join(small, large)
		domain.Meet(small, large)
		domain.Hash(large)
		small.Contains("abc")
		small.Len()
	}))
}
