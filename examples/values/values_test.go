package main

import (
	"context"
	"io/fs"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/dataflow"
	"github.com/seed38182bad/parallax/domains/bits"
	"github.com/seed38182bad/parallax/domains/congruence"
	"github.com/seed38182bad/parallax/domains/integer"
	"github.com/seed38182bad/parallax/domains/interval"
	"github.com/seed38182bad/parallax/domains/machine"
	"github.com/seed38182bad/parallax/domains/octagon"
	"github.com/seed38182bad/parallax/domains/sign"
	"github.com/seed38182bad/parallax/domains/strided"
	"github.com/seed38182bad/parallax/domains/zone"
	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/ir"
	"github.com/seed38182bad/parallax/envs/ir/irgen"
	"github.com/seed38182bad/parallax/examples/checkertest"
	"github.com/seed38182bad/parallax/lattice"
)

// shippedPrograms are the texts of testdata, by name.
func shippedPrograms(t *testing.T) map[string]string {
	files, err := fs.Glob(shipped, "testdata/*.plx")
	require.NoError(t, err)
	texts := map[string]string{}
	for _, name := range files {
		text, err := shipped.ReadFile(name)
		require.NoError(t, err)
		texts[name] = string(text)
	}
	require.NotEmpty(t, texts)
	return texts
}

// Behind each check and throw a comment lists the analyses that prove that it does no
// harm.
func TestProofs(t *testing.T) {
	for name, text := range shippedPrograms(t) {
		t.Run(name, func(t *testing.T) {
			p, err := ir.Parse(name, text)
			require.NoError(t, err)
			tab, err := tableOf(context.Background(), p)
			require.NoError(t, err)
			want, got := map[int]string{}, map[int]string{}
			for i, line := range strings.Split(text, "\n") {
				if _, proofs, ok := strings.Cut(line, "// by "); ok {
					want[i+1] = proofs
				}
			}
			for _, at := range tab.checks {
				got[at.Line] = strings.Join(tab.provedBy(at), " ")
			}
			require.Equal(t, want, got)
		})
	}
}

// A follower holds the states of an analysis against those of runs.
type follower func(t *testing.T, p *ir.Program, text string)

// follow notes the last state of each operation, and asks of each state of a run whether
// the values of its registers fit.
func follow[S lattice.Mergeable[S]](v Values[S]) follower {
	return func(t *testing.T, p *ir.Program, text string) {
		at := map[envs.Point]S{}
		an := v.analysis()
		an.Step = func(env envs.Env, op *envs.Op, s S) S {
			at[env.Point()] = s.Clone()
			return v.step(env, op, s)
		}
		_, err := dataflow.NewAnalyzer("values", "", an.Alone).Fixpoint(context.Background(), p, dataflow.Options{})
		require.NoError(t, err, text)
		p.Run(1, ir.Options{MaxSteps: 200, Observe: func(c *ir.State) {
			s, ok := at[c.Point()]
			require.True(t, ok, "%s is reached\n%s", p.Position(c.Point()), text)
			for r := envs.Reg(1); int(r) < p.Func(c.Point().Func()).Regs; r++ {
				n, _ := c.Reg(r).Int()
				is := envs.Condition{X: r.Term(kind), Cmp: machine.Eq, Y: envs.ConstTerm(kind.Of(n))}
				ok := !v.Impossible(v.Assume(s.Clone(), is))
				require.True(t, ok, "%s: r%d is %d, but %v\n%s", p.Position(c.Point()), r, n, s, text)
			}
		}}).Result()
	}
}

// Each state that a run passes through is one that each analysis has found possible.
func TestSound(t *testing.T) {
	if testing.Short() {
		t.Skip("draws programs or values by the hundred")
	}
	followers := map[string]follower{
		"constant":    follow(alone(sets(1))),
		"sign":        follow(alone(sign.Domain{})),
		"interval":    follow(alone(interval.Domain{})),
		"congruence":  follow(alone(congruence.Domain{})),
		"strided":     follow(alone(strided.Domain{})),
		"bits":        follow(alone(bits.Domain{})),
		"intset":      follow(alone(sets(maxCases))),
		"integer":     follow(alone(integer.Domain{})),
		"zone":        follow(related(zone.New)),
		"octagon":     follow(related(octagon.New)),
		"karr":        follow(equations()),
		"disjunction": follow(cases(interval.Domain{})),
		"partition":   follow(apart(alone(interval.Domain{}))),
		"lookahead":   follow(ahead(alone(interval.Domain{}))),
	}
	require.Len(t, followers, len(columns()))
	var texts []string
	for _, text := range shippedPrograms(t) {
		texts = append(texts, text)
	}
	for text := range checkertest.Generated(20, irgen.Numbers) {
		texts = append(texts, text)
	}
	for name, holds := range followers {
		t.Run(name, func(t *testing.T) {
			for _, text := range texts {
				p, err := ir.Parse("x.plx", text)
				require.NoError(t, err, text)
				holds(t, p, text)
			}
		})
	}
}

// Of each loop the analyses find what they are there for.
func TestInvariants(t *testing.T) {
	texts := shippedPrograms(t)
	for _, c := range []struct{ file, column, invariant string }{
		{"count", "interval", "{i: [0, 15]}"},
		{"count", "congruence", "{i: 4ℤ}"},
		{"count", "integer", "{i: [0, 12] stride 4}"},
		{"count", "disjunction", "{i: 0} or {i: 4} or {i: [8, 15]}"},
		{"seesaw", "octagon", "0 <= up <= 10, 0 <= down <= 10, up + down = 10"},
		{"induction", "karr", "{j = 2*i + 1} {i: [0, 10], j: [1, 21]}"},
		{"phases", "lookahead", "{x: [0, 50], bad: 0}"},
		{"phases", "interval", "{x: [0, max], bad: 0}"},
	} {
		name := "testdata/" + c.file + ".plx"
		p, err := ir.Parse(name, texts[name])
		require.NoError(t, err)
		tab, err := tableOf(context.Background(), p)
		require.NoError(t, err)
		require.Len(t, tab.heads, 1)
		require.Equal(t, c.invariant, tab.known[cell{c.column, tab.heads[0]}], "%s: %s", c.file, c.column)
	}
}
