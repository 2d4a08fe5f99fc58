package views_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/examples/checkertest"
)

// Reports are ranked by what speaks for a defect.
func TestRank(t *testing.T) {
	const (
		one    = "one function takes them apart"
		caller = "one function leads to both of the critical sections that take them apart"
		whole  = "they are written together in the one critical section"
		halves = "they are written one after the other"
		act    = "what one critical section has read another one may go by when it writes"
		order  = "the order matters to both of the critical sections that take them apart"
		none   = "the order of the one critical section and another one does not matter"
		mostly = "they are mostly written together"
		seldom = "they are mostly written in critical sections of their own"
	)
	const (
		set  = "func n() { sync c { v = nondet(5); c.x = v; c.y = v } }\n"
		gets = "func x() { sync c { return c.x } }\nfunc y() { sync c { return c.y } }\n"
	)
	for _, x := range []struct {
		name, text string
		rank       int
		why        []string
	}{
		{"torn read", set + "func m() { sync c { u = c.x }; sync c { v = c.y } }", 150, []string{one, whole, mostly}},
		{"two getters", set + gets + "func m() { u = x(); v = y() }", 130, []string{caller, whole, mostly}},
		{"two getters, farther apart", set + gets + "func k() { v = y() }\nfunc m() { u = x(); k() }", 100,
			[]string{whole, mostly}},
		{"torn write", "func n() { sync c { u = c.x + c.y } }\n" +
			"func m() { sync c { c.x = nondet(5) }; sync c { c.y = nondet(5) } }",
			115, []string{one, halves, seldom}},
		{"check then act", `func n() { sync c { u = c.y; c.x = u } }
func m() { sync c { u = c.x }; sync c { c.y = u } }`, 120, []string{one, act, order, seldom}},
		{"only read", `func n() { sync c { u = c.x + c.y } }
func m() { sync c { u = c.x }; sync c { u = c.y } }
func k() { sync c { c.x = nondet(5) } }
func l() { sync c { c.y = nondet(5) } }
func main() { t1 = spawn m(); t2 = spawn n(); t3 = spawn k(); t4 = spawn l() }`, 50, []string{one, none, seldom}},
		{"a counter", "func n() { sync c { c.x = c.x + 1; c.y = c.x } }\n" +
			"func m() { sync c { u = c.x }; sync c { v = c.y } }",
			140, []string{one, whole, mostly, "C.x is counted up and down"}},
		{"a latch", "func n() { sync c { c.x = true; c.y = nondet(5) } }\n" +
			"func m() { sync c { u = c.x }; sync c { v = c.y } }",
			135, []string{one, whole, mostly, "C.x is only ever set to constants"}},
		{"without the lock", set + "func m() { c.x = nondet(5); sync c { u = c.x }; sync c { v = c.y } }", 130,
			[]string{one, whole, mostly, "C.x is written without the lock, too"}},
	} {
		t.Run(x.name, func(t *testing.T) {
			if !strings.Contains(x.text, "main") {
				x.text += "\nfunc main() { t1 = spawn m(); t2 = spawn n(); t3 = spawn m(); t4 = spawn n() }"
			}
			p := parse(t, "class C { x, y }\nfinal c = new C\n"+x.text)
			for side, fs := range map[string][]envs.Finding{
				"over all paths": checker().Static(t, p),
				"in runs":        checker().Dynamic(t, p, checkertest.Schedules(p, 30)...),
			} {
				for _, f := range fs {
					t.Log(side, f.Rank, strings.Join(f.Why, "; "), f.Message)
				}
				require.Len(t, fs, 1, side)
				if x.name == "without the lock" && side == "in runs" {
					continue // what was accessed by one thread so far was not shared
				}
				if side == "in runs" { // the highest rank counts, at which something that lowers it may not have been seen
					require.Subset(t, x.why, fs[0].Why, side)
					require.GreaterOrEqual(t, fs[0].Rank, x.rank, side)
					continue
				}
				require.Equal(t, x.why, fs[0].Why, side)
				require.Equal(t, x.rank, fs[0].Rank, side)
			}
		})
	}
}
