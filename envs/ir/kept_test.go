package ir_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/envs/explore"
	"github.com/seed38182bad/parallax/envs/ir"
)

// kept are programs of which a search has said something wrong.
var kept = map[string]string{
	"a step before a join is not remembered": `
final a = new Object
var x
var y
func t() { sync a { skip } }
func main() { h = spawn t(); x = 2; join h; y = 1 }`,
	"a thread that has ended keeps the monitor of an object that is gone": `
class C { f }
var x
func f() { o = new C; acquire o }
func main() {
	t = spawn f()
	x = 1
	u = spawn f()
	x = 2
	p = new C
	x = 3
	p = new C
	x = 4
}`,
	"the monitors that a thread holds are part of it": `
class C { f }
var x
func main() {
	o = new C
	if nondet { skip } else { acquire o }
	o = 0
	x = 1
	x = 2
}`,
	"a monitor that is held already is taken again": `
final a = new Object
var x
var y
func f() {
	c = nondet(2)
	if c == 1 { acquire a }
	c = 0
	x = 1
	acquire a
	release a
	y = 2
}
func main() { spawn f() }`,
	"exceptions of two threads are in no order": `
var x
var y
func t() { x = 1; throw 1 }
func u() { y = 1; throw 2 }
func main() { spawn t(); spawn u() }`,
	"threads that threads start": `
final m = new Object
var x
var y
func c() { skip; sync m { skip } }
func d(first) { if first == 0 { y = 2 }; sync m { skip } }
func a() { sync m { x = 1 }; t = spawn c() }
func b() { sync m { y = x }; t = spawn d(y); if y == 0 { y = 3 } }
func main() { t = spawn a(); u = spawn b() }`,
}

// TestKept has all ways to search agree about the kept programs. Each schedule that a search names leads to the same
// outcome in another System, in which other threads come up first.
func TestKept(t *testing.T) {
	for name, text := range kept {
		p, err := ir.Parse("kept.plx", text)
		require.NoError(t, err, name)
		full, count := states(p, explore.StatesOptions{})
		every, _ := states(p, explore.StatesOptions{}, ir.Every)
		require.Equal(t, every.String(), full.String(), name)
		broad, c := states(p, explore.StatesOptions{Breadth: true})
		require.Equal(t, full.String(), broad.String(), name)
		require.Equal(t, count.States, c.States, name)
		asleep, _ := states(p, explore.StatesOptions{Sleep: true})
		require.Equal(t, full.String(), asleep.String(), name)
		for _, by := range []explore.Strategy{
			explore.NewDPOR(explore.DPOROptions{}), explore.NewDPOR(explore.DPOROptions{Source: true}),
			explore.NewExhaustive(-1),
		} {
			s := p.System(ir.Options{})
			r := explore.Run(s, by, explore.Options{}, func(x explore.Execution) bool {
				if x.End != explore.Redundant {
					require.Equal(t, outcome(s.Result()), replayed(t, p, x.Schedule), name)
				}
				return true
			})
			require.True(t, r.Complete)
		}
		s := p.System(ir.Options{})
		explore.States(s, explore.StatesOptions{Breadth: true}, explore.Visitor{End: func(path *explore.Path) bool {
			require.Contains(t, every.outcomes, replayed(t, p, path.Schedule()), name)
			return true
		}})
	}
}

// replayed is the outcome of a schedule in a System of its own.
func replayed(t *testing.T, p *ir.Program, schedule explore.Schedule) (end string) {
	s, replay := p.System(ir.Options{}), explore.NewReplay(schedule)
	explore.Run(s, replay, explore.Options{}, func(explore.Execution) bool {
		end = outcome(s.Result())
		return true
	})
	require.NoError(t, replay.Err())
	return end
}
