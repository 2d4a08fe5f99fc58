package methods_test

import (
	"flag"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/seed38182bad/parallax/envs/ir"
	"github.com/seed38182bad/parallax/envs/ir/irgen"
	"github.com/seed38182bad/parallax/examples/checkertest"
	"github.com/seed38182bad/parallax/examples/methods"
)

var programs = flag.Int("methods.programs", 300, "how many generated programs to check")

// If each way through a block has a lock view of its own, and callers are not left out, whatever runs show
// is found over all paths, too. On-line it is not known of a read that it leaves its block until it has.
func TestSound(t *testing.T) {
	if testing.Short() {
		*programs = min(*programs, 20)
	}
	for _, flag := range []string{"plain=false", "plain=true", "exposed=true"} {
		t.Run(flag, func(t *testing.T) {
			c := checkertest.Checker{Analyzer: methods.Analyzer, Flags: []string{"ways=true", "callers=true", flag}, Runs: 4,
				Offline: flag == "exposed=true"}
			shown := checkertest.Contained(t, c, checkertest.Generated(*programs, irgen.Blocks))
			require.Greater(t, shown.Total(), *programs/4)
			t.Log(shown)
		})
	}
}

// That a read leaves its block may turn out when that was entered without it. Ways with the read and without it were
// too many to be told apart, and stayed so.
func TestExposedLate(t *testing.T) {
	c := checkertest.Checker{Analyzer: methods.Analyzer, Flags: []string{"ways=true", "callers=true", "exposed=true"},
		Runs: 40}
	require.Equal(t, 1, c.Contained(t, `class P { x, y, z }
final a = new P
func halfway(o) {
	acquire o
	if nondet { o.y = 2 } else { o.z = 3 }
}
func t0(o) {
	while nondet {
		sync o {
			if nondet { o.z = 2 } else { o.x = 3 }
			o.y = o.x
			o.y = 1
		}
	}
}
func t1(o) {
	sync o { o.x = 1 }
	halfway(o)
	release o
}
func main() {
	h0 = spawn t1(a)
	h1 = spawn t0(a)
}`).Total())
}

// A circle is a program of methods that call each other.
type circle struct {
	methods []string
	calls   [][]int
}

func drawCircle(t *rapid.T) circle {
	small := func(n int, what string) int { return rapid.IntRange(0, n-1).Draw(t, what) }
	c := circle{make([]string, 3+small(3, "methods")), nil}
	for i := range c.methods {
		var body strings.Builder
		var calls []int
		for range 1 + small(3, "statements") {
			if callee := small(2*len(c.methods), "what"); callee < len(c.methods) {
				calls = append(calls, callee)
				fmt.Fprintf(&body, "\tif nondet { f%d() } else { skip }\n", callee)
			} else {
				body.WriteString([]string{"\tsync c { r = c.x }\n", "\tsync c { c.x = 1 }\n", "\tsync c { r = c.y; c.x = r }\n",
					"\tsync c { c.y = 1 }\n"}[small(4, "block")])
			}
		}
		c.methods[i], c.calls = fmt.Sprintf("func f%d() {\n\tskip\n%s}\n", i, body.String()), append(c.calls, calls)
	}
	return c
}

// text is the program with its methods in an order.
func (c circle) text(order []int) string {
	text := "class C { x, y }\nfinal c = new C\n"
	for _, i := range order {
		text += c.methods[i]
	}
	text += "func main() {\n"
	for i := range c.methods {
		text += fmt.Sprintf("\tt%d = spawn f%d()\n\tu%d = spawn f%d()\n", i, i, i, i)
	}
	return text + "}\n"
}

// reaches reports whether a method comes to another one.
func (c circle) reaches(i, j int, seen map[int]bool) bool {
	if i == j {
		return true
	}
	seen[i] = true
	for _, k := range c.calls[i] {
		if !seen[k] && c.reaches(k, j, seen) {
			return true
		}
	}
	return false
}

// Whatever is left out of those that call each other, in whichever order they are declared, the same ones are
// reported. Each that is inconsistent is reported, or comes to one that is.
func TestLeftOut(t *testing.T) {
	left := 0
	rapid.Check(t, func(t *rapid.T) {
		c := drawCircle(t)
		order := make([]int, len(c.methods))
		for i := range order {
			order[i] = i
		}
		ranks := func(text string, flags ...string) map[int]int {
			p, err := ir.Parse("x.plx", text)
			require.NoError(t, err, text)
			ranks := map[int]int{}
			for _, f := range checker(flags...).Static(t, p) {
				var i int
				_, err := fmt.Sscanf(f.Subject, "f%d on C", &i)
				require.NoError(t, err)
				ranks[i] = f.Rank
			}
			return ranks
		}
		text := c.text(order)
		got := ranks(text)
		require.Equal(t, got, ranks(c.text(rapid.Permutation(order).Draw(t, "order"))), text)
		for i := range ranks(text, "callers=true") {
			told := false
			for j := range got {
				told = told || c.reaches(i, j, map[int]bool{})
			}
			require.True(t, told, "f%d\n%s", i, text)
			if got[i] == 0 {
				left++
			}
		}
	})
	require.Positive(t, left)
}
