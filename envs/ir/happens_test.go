package ir

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/envs"
)

// accessesOf are the events of a run that accesses give, each with its identity written as the
// number of its first use.
func accessesOf(p *Program, opts Options) (list []string) {
	numbers := map[uint64]int{}
	number := func(obj uint64) int {
		if numbers[obj] == 0 {
			numbers[obj] = len(numbers) + 1
		}
		return numbers[obj]
	}
	for ev := range p.Run(1, opts).Events() {
		switch ev.Kind {
		case envs.Observe:
			list = append(list, fmt.Sprintf("observe %d", number(ev.Obj)))
		case envs.Signal:
			list = append(list, fmt.Sprintf("signal %d", number(ev.Obj)))
		case envs.Step:
			if op := &p.Func(ev.Func).Ops[ev.PC]; op.Accesses() {
				list = append(list, fmt.Sprintf("%s %s", op.Kind, op.Loc.Name))
			}
		}
	}
	return list
}

// Volatile variables order: each field of each object is one, and so is each global.
func TestVolatileOrders(t *testing.T) {
	p := parse(t, `
class C { plain, volatile v, volatile w }
final c = new C
final d = new C
volatile g
func main() {
	c.v = 1
	c.w = 2
	d.v = 3
	g = 4
	c.plain = c.v
	x = g
}`)
	require.Equal(t, []string{
		"store C.v", "signal 1", "store C.w", "signal 2", "store C.v", "signal 3", "store g", "signal 4",
		"observe 1", "load C.v", "store C.plain", "observe 4", "load g",
	}, accessesOf(p, Options{}))
}

// An access that cannot take effect orders nothing.
func TestVolatileFault(t *testing.T) {
	p := parse(t, `
class C { volatile v }
func main() {
	n = nil
	try { n.v = 1 } catch e { skip }
	try { x = n.v } catch e { skip }
}`)
	require.Empty(t, accessesOf(p, Options{}))
}

// Elements are variables of their own up to the cut-off.
func TestElements(t *testing.T) {
	p := parse(t, `
final a = new [5]
final b = new [5]
func main() {
	i = 0
	while i < 5 {
		a[i] = i
		b[i] = a[i]
		i = i + 1
	}
}`)
	for cut, want := range map[int]int{0: 10, 5: 10, 4: 10, 3: 8, 1: 4, -1: 2} {
		seen := map[uint64]bool{}
		for ev := range p.Run(1, Options{Elements: cut}).Events() {
			if op := &p.Func(ev.Func).Ops[max(ev.PC, 0)]; ev.Kind == envs.Step && op.Accesses() {
				seen[ev.Obj] = true
			}
		}
		require.Len(t, seen, want, "cut-off %d", cut)
	}
}
