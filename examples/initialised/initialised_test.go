package initialised

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/ir"
	"github.com/seed38182bad/parallax/examples/checkertest"
	"github.com/seed38182bad/parallax/lattice/latticetest"
)

var (
	unsets = checkertest.Checker{Analyzer: Unset, Kinds: []string{KindUnset}}
	earlys = checkertest.Checker{Analyzer: Early, Kinds: []string{KindEarly}}
)

func TestText(t *testing.T) {
	checkertest.Text(t, unsets, "testdata/*.plx")
	checkertest.Text(t, earlys, "testdata/*.plx")
}

func TestGo(t *testing.T) {
	if testing.Short() {
		t.Skip("builds Go programs and runs them")
	}
	checkertest.Go(t, unsets, "testdata/module")
	checkertest.Go(t, earlys, "testdata/module")
}

func TestStory(t *testing.T) {
	p, err := ir.Parse("x.plx", `class C { f }
var shared
func main() {
	c = new C
	x = c.f
	shared = c
	c.f = 1
}
func other() { shared = nil }
root func r() { t = spawn other(); main() }`)
	require.NoError(t, err)
	found := unsets.Static(t, p)
	require.Len(t, found, 1)
	require.Equal(t, []string{"4 made here", "5 read here"}, checkertest.Story(found[0]))
	found = earlys.Static(t, p)
	require.Len(t, found, 1)
	require.Equal(t, []string{"4 made here", "6 published here", "7 written here for the first time"},
		checkertest.Story(found[0]))
	require.Equal(t, 6, found[0].Cause.Line)
}

func knowns(t *rapid.T) (k known) {
	for _, o := range []object{{at: envs.At(0, 1)}, {at: envs.At(1, 0)}, {param: 1}} {
		for r := envs.Reg(1); r < 3; r++ {
			k.held.Set(holding{r, o}, rapid.SampledFrom([]holds{never, surely, maybe}).Draw(t, "holds"))
		}
		for _, f := range []string{private, "f", "g"} {
			k.facts.Set(fact{o, f}, rapid.Bool().Draw(t, "fact"))
		}
	}
	return k
}

func TestLaws(t *testing.T) {
	latticetest.CheckState(t, rapid.Custom(func(t *rapid.T) state { return state{knowns(t), knowns(t)} }))
	latticetest.CheckState(t, rapid.Custom(func(t *rapid.T) (p published) {
		for made := range int32(3) {
			if at := rapid.Int32Range(-1, 2).Draw(t, "published"); at >= 0 {
				p.first.Set(envs.At(0, made), envs.At(0, at))
			}
		}
		return p
	}))
}
