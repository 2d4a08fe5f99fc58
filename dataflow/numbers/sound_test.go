package numbers_test

import (
	"context"
	"flag"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/dataflow"
	"github.com/seed38182bad/parallax/dataflow/numbers"
	"github.com/seed38182bad/parallax/domains/machine"
	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/ir"
	"github.com/seed38182bad/parallax/envs/ir/irgen"
)

var programs = flag.Int("numbers.programs", 100, "how many generated programs the soundness test looks at")

// follower follows numbers and keeps the state before each operation, as of the
// last visit.
type follower struct {
	related int
	at      map[envs.Point]*numbers.State
}

func (f *follower) Entry(envs.Env, *envs.Func) *numbers.State { return numbers.New(f.related) }

func (f *follower) Step(env envs.Env, op *envs.Op, s *numbers.State) *numbers.State {
	f.at[env.Point()] = s.Clone()
	s.Step(op, env.Detail())
	return s
}

func (f *follower) Branch(env envs.Env, op *envs.Op, taken int, s *numbers.State) (*numbers.State, bool) {
	if on := env.Detail().On; taken < len(on) {
		s.Assume(on[taken])
	}
	return s, !s.Impossible()
}

// Each state that a run passes through is contained in the state that was found for
// its point over all paths: at each operation all bounds of registers and lengths, and
// of differences between any two, hold.
func TestSound(t *testing.T) {
	compared := 0
	for seed := range uint64(*programs) {
		draw := irgen.Seeded(seed)
		text := program(draw)
		p, err := ir.Parse("x.plx", text)
		require.NoError(t, err, text)
		f := &follower{related: 1 + draw("related", 6), at: map[envs.Point]*numbers.State{}}
		_, err = dataflow.Fixpoint(context.Background(), p, "numbers", dataflow.Checker[*numbers.State](f), dataflow.Options{Thresholds: []int64{-1, 0, 3, 8}})
		require.NoError(t, err, text)
		for run := range uint64(2) {
			p.Run(run, ir.Options{MaxSteps: 500, Observe: func(s *ir.State) { compared += contained(t, p, f, s, text) }}).Result()
		}
	}
	require.Greater(t, compared, 100*(*programs))
}

// contained holds a concrete state against the abstract one at its point.
func contained(t *testing.T, p *ir.Program, f *follower, s *ir.State, text string) int {
	fn := p.Func(s.Point().Func())
	abstract := f.at[s.Point()]
	require.NotNil(t, abstract, "%s: a run comes to %s, which is said to be unreachable\n%s", p.Position(s.Point()), &fn.Ops[s.Point().PC()], text)
	require.False(t, abstract.Impossible(), text)
	var terms []envs.Term
	var values []int64
	for r := envs.Reg(1); int(r) < fn.Regs; r++ {
		n, _ := s.Reg(r).Int()
		terms, values = append(terms, envs.RegTerm(r, machine.Int64)), append(values, n)
		if n, ok := s.Len(s.Reg(r)); ok {
			terms, values = append(terms, envs.LenTerm(r)), append(values, int64(n))
		}
	}
	holds := func(ok bool, what ...envs.Term) {
		if !ok {
			t.Fatalf("%s: before %s: %v\nfound: %s\nregisters: %v = %v\n%s", p.Position(s.Point()), &fn.Ops[s.Point().PC()], what, abstract, terms, values, text)
		}
	}
	for i, x := range terms {
		holds(abstract.Range(x).Contains(values[i]), x)
		for j, y := range terms[:i] {
			d := values[i] - values[j]
			if (values[i] >= values[j]) != (d >= 0) {
				continue // beyond an int64
			}
			holds(abstract.Difference(x, y).Contains(d), x, y)
		}
	}
	return len(terms)
}

// program draws a program that computes with numbers and arrays.
func program(draw irgen.Draw) string {
	g := &gen{draw: draw}
	g.line("func helper(p, q) {")
	g.vars = []string{"p", "q"}
	g.block(1, 3)
	g.line("return %s", g.expr(1))
	g.line("}")
	g.line("func main() {")
	g.vars = []string{"x", "y", "z", "i"}
	g.line("x = nondet(9) - 4; y = %d; z = nondet(20); i = 0", draw("y", 12)-2)
	g.line("a = new[nondet(5) + 1]; b = a")
	g.block(1, 8)
	g.line("}")
	return strings.Join(g.lines, "\n")
}

type gen struct {
	draw  irgen.Draw
	lines []string
	vars  []string
	loops int
}

func (g *gen) line(format string, args ...any) {
	g.lines = append(g.lines, fmt.Sprintf(format, args...))
}
func (g *gen) pick(from ...string) string { return from[g.draw("pick", len(from))] }
func (g *gen) name() string               { return g.pick(g.vars...) }

func (g *gen) expr(depth int) string {
	switch k := g.draw("expr", 9); {
	case k < 3 || depth == 0:
		return g.name()
	case k < 4:
		return fmt.Sprint(g.draw("number", 9) - 3)
	case k < 5:
		return fmt.Sprintf("(-%s)", g.name())
	case k < 6 && len(g.vars) > 2:
		return fmt.Sprintf("len(%s)", g.pick("a", "b"))
	case k < 7:
		return fmt.Sprintf("(%s %s %d)", g.expr(depth-1), g.pick("+", "-", "*", "/", "%"), 1+g.draw("by", 4))
	case k == 7 && g.draw("large", 6) == 0:
		return fmt.Sprintf("(%s + 9223372036854775800)", g.name())
	}
	return fmt.Sprintf("(%s %s %s)", g.expr(depth-1), g.pick("+", "-", "+", "-", "*", "/", "%"), g.expr(depth-1))
}

func (g *gen) cond() string {
	return fmt.Sprintf("%s %s %s", g.expr(1), g.pick("<", "<=", ">", ">=", "==", "!="), g.expr(1))
}

func (g *gen) block(depth, n int) {
	for range 1 + g.draw("statements", n) {
		g.stmt(depth)
	}
}

func (g *gen) stmt(depth int) {
	arrays := len(g.vars) > 2
	switch k := g.draw("statement", 12); {
	case k < 3:
		g.line("%s = %s", g.name(), g.expr(2))
	case k < 4:
		v := g.name()
		g.line("%s = %s + %d", v, v, g.draw("step", 4)-1)
	case k < 5 && arrays:
		g.line("try { %s = a[%s] } catch e { skip }", g.name(), g.expr(1))
	case k < 6 && arrays:
		g.line("try { b[%s] = %s } catch e { skip }", g.expr(1), g.expr(1))
	case k < 7 && arrays:
		g.line("try { b = new[%s] } catch e { b = a }", g.expr(1))
	case k < 8 && arrays:
		g.line("try { %s = helper(%s, %s) } catch e { skip }", g.name(), g.expr(1), g.expr(1))
	case k < 10 && depth < 4:
		g.line("if %s {", g.cond())
		g.block(depth+1, 2)
		if g.draw("else", 2) == 1 {
			g.line("} else {")
			g.block(depth+1, 2)
		}
		g.line("}")
	case k < 12 && depth < 4 && g.loops < 4:
		g.loops++
		c := fmt.Sprintf("c%d", g.loops) // bounds the loop in a run
		g.line("%s = 0", c)
		g.line("while %s {", g.cond())
		g.line("%s = %s + 1; if %s > 6 { break }", c, c, c)
		g.block(depth+1, 3)
		g.line("}")
	default:
		g.line("%s = %s", g.name(), g.expr(1))
	}
}
