package partition_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/domains/partition"
)

// marked is a state of one part.
func marked(lo, hi int64, past ...choice) state {
	s := limited(0).Of(values.Of(of(lo, hi)))
	for _, c := range past {
		s.Mark(c)
	}
	return s
}

func united(states ...state) state {
	s := limited(0).Bottom()
	for _, other := range states {
		s, _ = s.Merge(other)
	}
	return s
}

// Narrowing wins back what widening gave up, part by part, and drops the parts to which
// nothing comes.
func TestNarrow(t *testing.T) {
	first, second, third := choice{At: 1, Took: 1}, choice{At: 1, Took: 2}, choice{At: 1, Took: 3}
	s := united(marked(0, math.MaxInt64, first), marked(0, 9, second), marked(0, 9, third))
	s, changed := s.Narrow(united(marked(0, 5, first), marked(-1, 4, second)))
	require.True(t, changed)
	require.Equal(t, "{1=1: [0, 5], 1=2: [0, 9]}", show(s), "the second part does not lie above, and stays")
	s, changed = s.Narrow(united(marked(0, 5, first), marked(0, 9, second)))
	require.False(t, changed, "%s", show(s))
}

// All that comes to a part is what it narrows to.
func TestNarrowToSeveral(t *testing.T) {
	s := marked(math.MinInt64, math.MaxInt64)
	s, changed := s.Narrow(united(marked(0, 1, choice{At: 1, Took: 1}), marked(5, 7, choice{At: 1, Took: 2})))
	require.True(t, changed)
	require.Equal(t, "{·: [0, 7]}", show(s))
}

// Tokens that are shorter than the limit leaves stay as they are.
func TestLimitOfDifferentLengths(t *testing.T) {
	last := []choice{{At: 2, Took: 0}, {At: 3, Took: 0}}
	s := limited(2).Bottom()
	for _, other := range []state{
		marked(0, 0, append([]choice{{At: 1, Took: 0}}, last...)...),
		marked(1, 1, append([]choice{{At: 1, Took: 1}}, last...)...),
		marked(9, 9, choice{At: 4, Took: 4}),
	} {
		s, _ = s.Merge(other)
	}
	require.Equal(t, "{2=0 3=0: [0, 1], 4=4: 9}", show(s))
}

func TestWhatIsNotRemembered(t *testing.T) {
	token := partition.TokenOf(choice{At: 1, Took: 5})
	_, ok := token.Took(2)
	require.False(t, ok)
	token.Choices()[0].Took = 6
	require.Equal(t, "1=5", token.String(), "the choices are a copy")
	_, ok = marked(0, 1, choice{At: 1, Took: 4}).At(token)
	require.False(t, ok)
}
