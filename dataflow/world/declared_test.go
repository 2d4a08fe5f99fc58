package world_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/dataflow"
	"github.com/seed38182bad/parallax/dataflow/world"
	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/ir"
)

// claims reports at each store of a declared field whether its guards are held.
type claims struct{ everything }

func (c claims) analysis(r *dataflow.Requires) dataflow.Analysis[dataflow.Nothing] {
	c.everything = worldOf(r, world.Memory)
	return dataflow.Analysis[dataflow.Nothing]{
		Entry: dataflow.Nothing{}.Entry, Step: c.Step,
	}
}

func (c claims) Step(env envs.Env, op *envs.Op, s dataflow.Nothing) dataflow.Nothing {
	if op.Kind != envs.Store || op.Loc == nil || op.Loc.Declared == nil {
		return s
	}
	base := env.Program().Knows().BaseAt(env.Point())
	for _, g := range op.Loc.Declared.Guards {
		kind := "free"
		if p := g.In([]*envs.Path{base}).Path; c.MustHoldAlone(p) && c.MustHold(p) {
			kind = "held"
		}
		env.Report(envs.Report{Kind: kind, Message: g.String()})
	}
	return s
}

// Functions that nobody is seen to call are taken to be called as they declare, also if no lock is touched in them.
// Those that are called hold what is held. In a run all is as it is.
func TestDeclaredLocksAreHeld(t *testing.T) {
	const text = `class A { x guarded by this, y guarded by gate }
final gate = new Object
final a = new A
final b = new A
root func outer(p) requires p, gate {
	p.x = 1 // static: held
	p.y = 1 // static: held
	inner(p)
}
func inner(q) {
	q.x = 2 // static: held // dynamic: held
	release q
	q.x = 3 // static: free // dynamic: free
	acquire q
}
root func other(p) releases p {
	p.y = 2 // static: free
	release p
	p.x = 3 // static: free
}
func set(p) requires p {
	p.x = 4 // static: free // dynamic: free
}
func two(p, q) {
	acquire p
	q.x = 5 // static: free held // dynamic: held
	a.x = 6 // static: free // dynamic: held
	acquire q
	q.x = 7 // static: held // dynamic: held
	release q
	release p
}
func main() {
	set(b)
	sync b { two(a, b) }
	sync gate { sync gate { sync b { inner(b) } } }
	two(a, a)
}
`
	p, err := ir.Parse("x.plx", text)
	require.NoError(t, err)
	kinds := func(fs []envs.Finding) map[int]string {
		by := map[int][]string{}
		for _, f := range fs {
			for _, at := range f.Sites() {
				by[at.Line] = append(by[at.Line], f.Kind)
			}
		}
		lines := map[int]string{}
		for l, k := range by {
			slices.Sort(k)
			lines[l] = fmt.Sprint(slices.Compact(k))
		}
		return lines
	}
	wanted := func(side string) map[int]string {
		lines := map[int]string{}
		for i, l := range strings.Split(text, "\n") {
			if _, rest, ok := strings.Cut(l, "// "+side+": "); ok {
				rest, _, _ = strings.Cut(rest, "//")
				k := strings.Fields(rest)
				slices.Sort(k)
				lines[i+1] = fmt.Sprint(k)
			}
		}
		return lines
	}
	static, err := dataflow.NewAnalyzer("claims", "", claims{}.analysis).
		Fixpoint(context.Background(), p, dataflow.Options{})
	require.NoError(t, err)
	w := dataflow.NewAnalyzer("claims", "", claims{}.analysis).Replay(p)
	require.NoError(t, w.Run(context.Background(), p.Run(1, ir.Options{})))
	require.Equal(t, wanted("static"), kinds(static.Findings))
	require.Equal(t, wanted("dynamic"), kinds(w.Findings()))
}
