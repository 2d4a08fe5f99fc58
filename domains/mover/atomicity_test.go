package mover_test

import (
	"encoding/json"
	"fmt"
	"regexp"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/domains/domaintest"
	"github.com/seed38182bad/parallax/domains/mover"
	"github.com/seed38182bad/parallax/lattice/latticetest"
)

var (
	d   = mover.Domain{}
	all = []mover.Atomicity{mover.None, mover.Const, mover.Mover, mover.Left, mover.Right, mover.Atomic, mover.Compound}
)

func laws() []latticetest.Law {
	s := latticetest.Suite[mover.Atomicity]{Lattice: d, Elements: domaintest.Atomicities(), Steps: 5}
	for _, a := range all {
		s.Transfers = append(s.Transfers, a.Then, func(b mover.Atomicity) mover.Atomicity { return b.Then(a) })
	}
	s.Transfers = append(s.Transfers, mover.Atomicity.Loop)
	return append(s.Laws(), domaintest.ZeroIsBottom(d, domaintest.Atomicities()))
}

func TestLaws(t *testing.T) { latticetest.Run(t, laws()) }

func FuzzLaws(f *testing.F) { latticetest.Fuzz(f, laws()) }

// Sequences are a monoid with a zero that distributes over choice, and loops are the least
// solution of x = const | a x, which is what the algebra of regular expressions asks for.
func TestAlgebra(t *testing.T) {
	for _, a := range all {
		require.Equal(t, a, mover.Const.Then(a))
		require.Equal(t, a, a.Then(mover.Const))
		require.Equal(t, mover.None, mover.None.Then(a))
		require.Equal(t, mover.None, a.Then(mover.None))
		require.Equal(t, a.Loop(), d.Join(mover.Const, a.Then(a.Loop())))
		for _, b := range all {
			if d.Leq(d.Join(mover.Const, a.Then(b)), b) {
				require.True(t, d.Leq(a.Loop(), b), "%v loops within %v", a, b)
			}
			for _, c := range all {
				require.Equal(t, a.Then(b).Then(c), a.Then(b.Then(c)), "%v %v %v", a, b, c)
				require.Equal(t, a.Then(d.Join(b, c)), d.Join(a.Then(b), a.Then(c)), "%v (%v | %v)", a, b, c)
				require.Equal(t, d.Join(b, c).Then(a), d.Join(b.Then(a), c.Then(a)), "(%v | %v) %v", b, c, a)
			}
		}
	}
}

// The letters of the regular expressions, and what each is by itself.
var letters = map[byte]mover.Atomicity{
	'A': mover.Const, 'B': mover.Mover, 'R': mover.Right, 'L': mover.Left, 'N': mover.Atomic,
}

// A word is atomic if it has the form of theorem 2, in which both movers may stand anywhere.
func TestTheorem2(t *testing.T) {
	forms := []struct {
		is   mover.Atomicity
		form *regexp.Regexp
	}{ // from the strongest to the weakest
		{mover.Const, regexp.MustCompile(`^A*$`)},
		{mover.Mover, regexp.MustCompile(`^[AB]*$`)},
		{mover.Right, regexp.MustCompile(`^[ABR]*$`)},
		{mover.Left, regexp.MustCompile(`^[ABL]*$`)},
		{mover.Atomic, regexp.MustCompile(`^[ABR]*[NAB]?[ABL]*$`)},
		{mover.Compound, regexp.MustCompile(`.*`)},
	}
	seen := map[mover.Atomicity]int{}
	words := []string{""} // of up to five letters
	for n := 0; n < len(words); n++ {
		word, got := words[n], mover.Const
		for _, c := range []byte(word) {
			got = got.Then(letters[c])
		}
		if len(word) < 5 {
			for c := range letters {
				words = append(words, word+string(c))
			}
		}
		for _, f := range forms {
			if f.form.MatchString(word) {
				require.Equal(t, f.is, got, word)
				break
			}
		}
		seen[got]++
	}
	require.Len(t, seen, 6, "not all atomicities were seen")
}

func TestText(t *testing.T) {
	text, err := json.Marshal(all)
	require.NoError(t, err)
	require.JSONEq(t, `[null, "const", "mover", "left", "right", "atomic", "compound"]`, string(text))
	require.Equal(t, "[⊥ const mover left right atomic compound]", fmt.Sprint(all))
	require.Equal(t, "atomicity(9)", mover.Atomicity(9).String())
}
