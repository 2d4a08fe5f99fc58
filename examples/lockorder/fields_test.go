package lockorder_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/ir"
	"github.com/seed38182bad/parallax/envs/ir/irgen"
	"github.com/seed38182bad/parallax/examples/lockorder"
)

// owned is a program in which each object has one owner: what leads to a lock by the same
// fields is one object, as in Go. There a lock that is in a field of a parameter is known by
// the way to it, and by the field.
type owned struct {
	*ir.Program
	funcs []*envs.Func
}

func (p owned) Func(id envs.FuncID) *envs.Func { return p.funcs[id] }

func (p owned) Knows() *envs.Knowledge {
	knows := *p.Program.Knows()
	knows.Structured = true
	return &knows
}

func ownedIn(p *ir.Program) owned {
	o := owned{Program: p}
	for id := range p.NumFuncs() {
		fn := *p.Func(envs.FuncID(id))
		fn.Ops = slices.Clone(fn.Ops)
		loads := map[envs.Reg]*envs.Op{}
		for i := range fn.Ops {
			switch op := &fn.Ops[i]; op.Kind {
			case envs.Load:
				loads[op.Dst] = op
			case envs.Acquire, envs.Release:
				load := loads[op.Uses[0]]
				path := *op.Path
				path.Root, path.Reg = envs.AtParam, envs.Reg(slices.Index(fn.Params, load.Uses[0]))
				path.Steps = strings.TrimPrefix(load.Loc.Name, "Box")
				op.Loc, op.Path = load.Loc, &path
			}
		}
		o.funcs = append(o.funcs, &fn)
	}
	return o
}

// fields draws the text of a program whose locks are fields: gate, a, b and c of the objects
// x and y, which threads know by other names. With gated, several locks are those of one
// object, and are taken under its gate.
func fields(draw irgen.Draw, gated bool) string {
	g := &fieldProgram{Writer: irgen.Writer{Draw: draw}, gated: gated}
	g.Line("class Box { gate, a, b, c }")
	objects := []string{"x", "y"}[:1+draw("objects", 2)]
	for _, o := range objects {
		g.Line("final %s = new Box", o)
	}
	threads := 2 + draw("threads", 2)
	for i := range threads {
		g.Line("\nfunc t%d(s, t) {", i)
		g.Some(2, func() { g.region("\t", g.Pick("s", "t")) })
		g.Line("}")
	}
	for _, f := range []string{"gate", "a", "b", "c"} {
		g.Line("\nfunc take_%s(o) {\n\tsync o.%s {\n\t}\n}", f, f)
	}
	g.Line("\nfunc main() {")
	for _, o := range objects {
		for _, f := range []string{"gate", "a", "b", "c"} {
			g.Line("\t%s.%s = new Object", o, f)
		}
	}
	for i := range threads {
		g.Line("\tspawn t%d(%s, %s)", i, g.Pick(objects...), g.Pick(objects...))
	}
	g.Line("}")
	return g.String()
}

type fieldProgram struct {
	irgen.Writer
	gated bool
}

// region takes two locks or three inside each other, mostly under the gate of an object.
func (g *fieldProgram) region(indent, o string) {
	inside := indent
	gate := g.gated || g.Draw("gate", 4) > 0
	if gate {
		g.Line("%ssync %s.gate {", indent, o)
		inside += "\t"
	}
	locks := []string{"a", "b", "c"}
	first := g.Draw("first", 3)
	g.Line("%ssync %s.%s {", inside, g.object(o), locks[first])
	locks = slices.Delete(locks, first, first+1)
	second := g.Draw("second", 2)
	switch g.Draw("kind", 4) {
	default:
		g.Line("%s\tsync %s.%s {\n%[1]s\t}", inside, g.object(o), locks[second])
	case 2:
		g.Line("%s\ttake_%s(%s)", inside, locks[second], g.object(o))
	case 3:
		g.Line("%s\tsync %s.%s {\n%[1]s\t\ttake_%[4]s(%[5]s)\n%[1]s\t}", inside, g.object(o), locks[second], locks[1-second],
			g.object(o))
	}
	g.Line("%s}", inside)
	if gate {
		g.Line("%s}", indent)
	}
}

// object is mostly that whose gate is held.
func (g *fieldProgram) object(o string) string {
	if g.gated || g.Draw("other", 3) > 0 {
		return o
	}
	return g.Pick("s", "t")
}

// fieldNames are the locks of x and y, by the names of their classes.
func fieldNames(r *ir.Result) map[uint64]string {
	names := map[uint64]string{}
	for _, o := range []string{"x", "y"} {
		for _, f := range []string{"gate", "a", "b", "c"} {
			if v, ok := r.Field(r.Global(o), f); ok {
				names[v.Object()] = "Box." + f
			}
		}
	}
	return names
}

// TestGatesOfObjects holds the checker to the exploration of programs whose gates are fields. Over all paths it finds
// each deadlock at all of its waits, also where the gate that is held is that of another object.
func TestGatesOfObjects(t *testing.T) {
	if testing.Short() {
		t.Skip("draws programs or values by the hundred")
	}
	t.Parallel()
	var whole, real, found, cameAbout int
	for seed := range programs(120) {
		text := fields(irgen.Seeded(uint64(seed)), false)
		p, err := ir.Parse("x.plx", text)
		require.NoError(t, err, text)
		ds, complete := deadlocks(t, p, fieldNames)
		if complete {
			whole++
		}
		real += len(ds)
		static := checker.Static(t, ownedIn(p))
		for _, d := range ds {
			require.True(t, covers(static, lockorder.Cycle, d, everywhere), "%s at %s\n%s\n%v", d.locks, show(p, d.waits), text,
				static)
		}
		for _, f := range static {
			found++
			if slices.ContainsFunc(ds, func(d deadlock) bool { return d.locks == locksOf(f) }) {
				cameAbout++
			}
		}
	}
	t.Logf("%d programs explored to the end; %d deadlocks; of %d cycles over all paths %d come about", whole, real, found,
		cameAbout)
	require.Greater(t, real, programs(25))
}

// TestGatedObjects: nothing is reported about locks that are taken in all orders, each under
// the gate of its object.
func TestGatedObjects(t *testing.T) {
	if testing.Short() {
		t.Skip("draws programs or values by the hundred")
	}
	t.Parallel()
	for seed := range programs(200) {
		text := fields(irgen.Seeded(uint64(seed)), true)
		p, err := ir.Parse("x.plx", text)
		require.NoError(t, err, text)
		free(t, p, ownedIn(p), text)
	}
}
