package mover_test

import (
	"fmt"
	"regexp"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/seed38182bad/parallax/domains/mover"
	"github.com/seed38182bad/parallax/lattice/latticetest"
)

type (
	path  = mover.Path[int, int]
	paths = mover.Paths[int, int]
)

// single makes the path of a letter at a place: a step of letters, or a lock that is taken, in lower
// case, or given back, in upper case.
func single(c byte, at int) path {
	switch {
	case c >= 'x' && c <= 'z':
		return mover.Acquire(int(c-'x'+1), at)
	case c >= 'X' && c <= 'Z':
		return mover.Release(int(c-'X'+1), at)
	}
	return mover.Of[int](letters[c], at)
}

func pathOf(word string) path {
	p := path{Body: mover.Const}
	for i := range len(word) {
		p = p.Then(single(word[i], i))
	}
	return p
}

var (
	words   = rapid.OneOf(rapid.StringMatching(`[Axy]*(xA*X|yA*Y)*[AXY]*`), rapid.StringMatching(`[ABNLRxXyY]{0,6}`))
	theorem = regexp.MustCompile(`^([ABRxyz]|xA*X|yA*Y|zA*Z)*[NAB]?([ABLXYZ]|xA*X|yA*Y|zA*Z)*$`)
)

// A word is atomic if it has the form of theorem 3. Why names what makes it none: without what comes
// before the earlier of the two steps, or after the later one, it is still none.
func TestTheorem3(t *testing.T) {
	seen := map[bool]int{}
	rapid.Check(t, func(t *rapid.T) {
		word := words.Draw(t, "word")
		p := pathOf(word)
		atomic := p.Atomicity() != mover.Compound
		require.Equal(t, theorem.MatchString(word), atomic, word)
		seen[atomic]++
		if !atomic {
			step, later := p.Why()
			require.Less(t, step, later, word)
			require.False(t, theorem.MatchString(word[step:later+1]), "%s: %s", word, word[step:later+1])
		}
		i := rapid.IntRange(0, len(word)).Draw(t, "split")
		require.Equal(t, p.String(), pathOf(word[:i]).Then(pathOf(word[i:])).String())
	})
	if !testing.Short() { // which draws too few for that
		require.Positive(t, min(seen[true], seen[false]))
	}
}

// A path lies below another one exactly if it may stand for it between any others.
func TestOrderOfPaths(t *testing.T) {
	contexts := []string{"", "A", "B", "L", "R", "N", "x", "y", "z", "X", "Y", "Z", "Rx", "Lx", "Nx", "Ny", "Lz", "XL",
		"YR", "XN", "YN"}
	below := 0
	rapid.Check(t, func(t *rapid.T) {
		a, b := pathOf(words.Draw(t, "a")), pathOf(words.Draw(t, "b"))
		want := true
		for _, before := range contexts {
			for _, after := range contexts {
				whole := func(p path) mover.Atomicity { return pathOf(before).Then(p).Then(pathOf(after)).Atomicity() }
				want = want && d.Leq(whole(a), whole(b))
				for lock := 1; lock <= 3; lock++ {
					released := func(p path) mover.Atomicity {
						released := mover.PathsOf(p).ThenRelease(lock, 0)
						return mover.PathsOf(pathOf(before)).ThenAny(released).Then(pathOf(after)).Atomicity()
					}
					want = want && d.Leq(released(a), released(b))
				}
			}
		}
		require.Equal(t, want, mover.PathsOf(a).Leq(mover.PathsOf(b)), "%v, %v", a, b)
		if want {
			below++
		}
	})
	require.Positive(t, below)
}

func pathLaws() []latticetest.Law {
	s := latticetest.StateSuite[paths]{States: anyPaths(), Leq: paths.Leq, Steps: 50, PrintsAll: true,
		Fingerprint: paths.String}
	for _, c := range []byte("ABRLNxXyY") {
		s.Transfers = append(s.Transfers, func(p paths) paths { return p.Then(single(c, 0)) },
			func(p paths) paths { return mover.PathsOf(single(c, 0)).ThenAny(p) })
	}
	s.Transfers = append(s.Transfers, paths.Loop, func(p paths) paths { return p.ThenRelease(1, 0) })
	return s.Laws()
}

func TestPathLaws(t *testing.T) { latticetest.Run(t, pathLaws()) }

func FuzzPathLaws(f *testing.F) { latticetest.Fuzz(f, pathLaws()) }

// What TestAlgebra says of atomicities holds of paths.
func TestAlgebraOfPaths(t *testing.T) {
	unit := mover.PathsOf(path{Body: mover.Const})
	join := func(a, b paths) paths {
		r, _ := a.Merge(b)
		return r
	}
	same := func(t *rapid.T, a, b paths) { require.Equal(t, a.String(), b.String()) }
	rapid.Check(t, func(t *rapid.T) {
		g := anyPaths()
		a, b, c := g.Draw(t, "a"), g.Draw(t, "b"), g.Draw(t, "c")
		same(t, a, unit.ThenAny(a))
		same(t, a, a.ThenAny(unit))
		same(t, paths{}, a.ThenAny(paths{}))
		same(t, paths{}, paths{}.ThenAny(a))
		same(t, a.ThenAny(b).ThenAny(c), a.ThenAny(b.ThenAny(c)))
		same(t, a.ThenAny(join(b, c)), join(a.ThenAny(b), a.ThenAny(c)))
		same(t, join(b, c).ThenAny(a), join(b.ThenAny(a), c.ThenAny(a)))
		same(t, join(a, b), join(b, a))
		same(t, a.Loop(), join(unit, a.ThenAny(a.Loop())))
		if all := a.ThenAny(b).Atomicity(); all != mover.Compound { // idle blocks only lessen it
			require.True(t, d.Leq(all, a.Atomicity().Then(b.Atomicity())))
		}
		p, broken := a.Broken()
		require.Equal(t, a.Atomicity() == mover.Compound, broken)
		require.Equal(t, broken, p.Atomicity() == mover.Compound)
	})
}

// An idle block is a mover also in two parts, and one that is not idle is not.
func TestIdleBlocks(t *testing.T) {
	for word, want := range map[string]mover.Atomicity{
		"xAX": mover.Mover, "xAXyAYxX": mover.Mover, "xyAYX": mover.Atomic, "xAyAXAY": mover.Atomic,
		"xBX": mover.Atomic, "xAXyBY": mover.Atomic, "xBXyAY": mover.Atomic, "xBXyBY": mover.Compound,
		"xBXy": mover.Compound, "xBXyAX": mover.Compound, "NxAXNL": mover.Compound, "NxAX": mover.Atomic,
	} {
		require.Equal(t, want, pathOf(word).Atomicity(), word)
	}
	lock, unlock := mover.PathsOf(pathOf("Ax")), mover.PathsOf(pathOf("AX"))
	require.Equal(t, mover.Mover, lock.ThenAny(unlock).Atomicity())
	require.Equal(t, "mover", lock.ThenRelease(1, 0).String())
	require.Equal(t, "atomic", lock.ThenRelease(2, 0).String())
	require.Equal(t, "left", mover.PathsOf(pathOf("A")).ThenRelease(1, 0).String(),
		"it may be another one than the caller's")
	require.False(t, mover.PathsOf(path{Body: mover.Const}).Leq(mover.PathsOf(pathOf("Xx"))),
		"which knows what a release by its name gives back")
	require.Equal(t, "[mover +1 -2 atomic right -1 mover]", fmt.Sprint([]path{pathOf("x"), pathOf("YN"), pathOf("xB"),
		pathOf("X")}))
}
