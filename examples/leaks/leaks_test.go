package leaks

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/ir"
	"github.com/seed38182bad/parallax/examples/checkertest"
	"github.com/seed38182bad/parallax/examples/checkertest/drawn"
	"github.com/seed38182bad/parallax/lattice/latticetest"
)

var leaking = checkertest.Checker{Analyzer: Analyzer}

func TestLeaks(t *testing.T) { checkertest.Text(t, leaking, "testdata/leaks.plx") }

func TestLeakStory(t *testing.T) {
	p, err := ir.Parse("x.plx", `class C { f }
var shared
func main() {
	c = new C
	shared = c
	c.f = 1
}
func other() { shared = nil }
root func r() { t = spawn other(); main() }`)
	require.NoError(t, err)
	fs := leaking.Static(t, p)
	require.Len(t, fs, 1)
	story := []string{"4 made here", "5 stored here, where other threads find it", "6 written here under no lock"}
	require.Equal(t, story, checkertest.Story(fs[0]))
	require.Equal(t, 5, fs[0].Cause.Line)
}

func TestLeaksContained(t *testing.T) {
	checkertest.Contained(t, leaking, checkertest.Generated(80, drawn.Sharing))
}

func TestLeakLaws(t *testing.T) {
	latticetest.CheckState(t, rapid.Custom(func(t *rapid.T) (m made) {
		for range rapid.IntRange(0, 4).Draw(t, "objects") {
			o := object{
				envs.Reg(rapid.IntRange(1, 3).Draw(t, "register")), rapid.Bool().Draw(t, "inside"),
				envs.At(0, rapid.Int32Range(0, 2).Draw(t, "at")),
			}
			var f fate
			if n := rapid.Int32Range(-1, 2).Draw(t, "leaked"); n >= 0 {
				f.leaked = envs.At(0, n)
			}
			m.add(o, f)
		}
		return m
	}))
}
