package lineartest

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// drawProgram draws a program of commands A and B, of which the second one has two arguments.
func drawProgram(t *rapid.T) program {
	rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "random"), 0))
	return randomProgram(rng, size{2, 3, 3, 2}, func([]int) []*Command {
		return []*Command{{name: "A"}, {name: "B", args: make([]*rapid.Generator[any], 2)}}
	})
}

func TestProgramsAreReadAsWritten(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := drawProgram(t)
		q, err := parse(p.String())
		require.NoError(t, err)
		require.Equal(t, p, q)
	})
}

// weigh counts threads, calls in them, and calls.
func weigh(p program) (threads, beside, calls int) {
	for _, part := range p.parts() {
		calls += len(*part)
	}
	return len(p.threads), calls - len(p.before) - len(p.after), calls
}

// TestStructuresAreSmaller wants each candidate to be smaller in one respect and larger in none: to shrink ends.
func TestStructuresAreSmaller(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := drawProgram(t)
		before := p.String()
		n := 0
		for q := range structures(p) {
			a, b, c := weigh(p)
			d, e, f := weigh(q)
			require.True(t, d <= a && e <= b && f <= c && (d < a || e < b || f < c), "%v is not smaller than %v", q, p)
			n++
		}
		require.GreaterOrEqual(t, n, len(p.threads)*3)
		require.Equal(t, before, p.String(), "it is not changed")
	})
}

// TestShrunk makes programs small that fail if two threads call B, or whatever is after.
func TestShrunk(t *testing.T) {
	of := values{t, func(t *T) {
		t.Command("A", func() {})
		t.Command("B", func(int, int) {}, rapid.IntRange(0, 20), rapid.IntRange(5, 9))
	}}
	for want, fails := range map[string]func(program) bool{
		"thread=B thread=B": func(p program) bool {
			n := 0
			for _, calls := range p.threads {
				for _, c := range calls {
					if c.command == "B" {
						n++
						break
					}
				}
			}
			return n >= 2
		},
		"after=A": func(p program) bool { return len(p.after) > 0 && p.after[len(p.after)-1].command == "A" },
	} {
		shrunk := 0
		rapid.Check(t, func(t *rapid.T) {
			p := drawProgram(t)
			if !fails(p) {
				return
			}
			shrunk++
			q := shrink(p, of, fails)
			require.True(t, fails(q))
			for _, part := range q.parts() {
				for i, c := range *part {
					for j, n := range c.args {
						require.Equal(t, []string{"0", "5"}[j], of.argument(nil, "B", j)[n])
					}
					(*part)[i].args = nil
				}
			}
			q.draws = nil
			require.Equal(t, want, q.String())
		})
		require.NotZero(t, shrunk)
	}
}
