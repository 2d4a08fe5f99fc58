package escape_test

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/seed38182bad/parallax/domains/escape"
)

// The accesses of a variable in a run, classified by what they are from beginning to
// end: by one thread only, written since a second thread came, or not.
func TestAccessesOfRuns(t *testing.T) {
	type access struct {
		by    int
		write bool
	}
	draw := rapid.Custom(func(t *rapid.T) access {
		return access{rapid.SampledFrom([]int{1, 1, 1, 2, 3}).Draw(t, "thread"), rapid.Bool().Draw(t, "write")}
	})
	kinds := map[escape.Kind]int{}
	rapid.Check(t, func(t *rapid.T) {
		run := rapid.SliceOfN(draw, 1, 8).Draw(t, "run")
		s := d.New(run[0].by)
		published, written := escape.Never, escape.Never
		for i, a := range run {
			at := escape.Point(i)
			s = d.Access(s, a.by, at, a.write)
			if a.by != run[0].by {
				published = min(published, at)
			}
			if a.write && published != escape.Never {
				written = min(written, at)
			}
		}
		require.Equal(t, published, s.Published())
		require.Equal(t, written, s.Written())
		kinds[s.Kind()]++
	})
	if !testing.Short() { // which draws a fifth
		require.Len(t, kinds, 3, "local, read-only and escaped")
	}
}

// A statement of a random program does one of the operations to the objects of a
// site, or chooses, or repeats.
type statement struct {
	op   int
	alts [][]statement
	loop bool
}

func drawProgram(depth, numOps int) *rapid.Generator[[]statement] {
	return rapid.SliceOfN(rapid.Custom(func(t *rapid.T) statement {
		s := statement{op: rapid.IntRange(0, numOps-1).Draw(t, "operation")}
		if depth > 0 && rapid.IntRange(0, 2).Draw(t, "compound") == 0 {
			s.loop = rapid.Bool().Draw(t, "loop")
			s.alts = rapid.SliceOfN(drawProgram(depth-1, numOps), 2, 2).Draw(t, "alternatives")
		}
		return s
	}), 0, 3)
}

func solve(ops []operation, program []statement, s state) state {
	for _, p := range program {
		switch {
		case p.alts == nil:
			s = ops[p.op].on(s)
		case p.loop:
			for next := s; ; s = next {
				if next = d.Join(s, solve(ops, p.alts[0], s)); next == s {
					break
				}
			}
		default:
			s = d.Join(solve(ops, p.alts[0], s), solve(ops, p.alts[1], s))
		}
	}
	return s
}

func run(t *rapid.T, ops []operation, program []statement, o object) object {
	for _, p := range program {
		switch {
		case p.alts == nil:
			o = ops[p.op].run(o, rapid.IntRange(1, 4).Draw(t, "who"))
		case p.loop:
			for range rapid.IntRange(0, 2).Draw(t, "rounds") {
				o = run(t, ops, p.alts[0], o)
			}
		default:
			o = run(t, ops, p.alts[rapid.IntRange(0, 1).Draw(t, "branch")], o)
		}
	}
	return o
}

// The objects of each run of a program, created by either of two threads, are
// described by what is computed for all paths.
func TestProgramsAreCovered(t *testing.T) {
	ops := operations()
	rapid.Check(t, func(t *rapid.T) {
		program := drawProgram(2, len(ops)).Draw(t, "program")
		end := solve(ops, program, d.Join(d.New(1), d.New(2)))
		o := object{rapid.IntRange(1, 2).Draw(t, "creator"), escape.Never, escape.Never, escape.Never}
		o = run(t, ops, program, o)
		require.True(t, contains(end, o), "%+v is not in %v", o, end)
	})
}
