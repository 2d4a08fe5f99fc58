package confirm

import (
	"flag"
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/ir"
	"github.com/seed38182bad/parallax/envs/ir/irgen"
)

func byBetween(string) envs.Witness { return envs.Between }

// finding is one about a function, that names the operations which pick picks.
func finding(p envs.Program, fn envs.FuncID, pick func() bool) envs.Finding {
	f := envs.Finding{Func: p.Func(fn).Name}
	for pc := range p.Func(fn).Ops {
		at := p.Position(envs.At(fn, int32(pc)))
		if pick() {
			f.Story = append(f.Story, envs.Note{Pos: at})
		}
		shows := f.Pos.File == ""
		if !shows && pick() {
			shows = pick()
		}
		if shows {
			f.Pos, f.Cause = at, at
		}
	}
	return f
}

var programs = flag.Uint64("confirm.programs", 1500, "how many generated programs to look at")

// What between finds while it looks at one event after the other is what its definition says of all of them.
func TestBetweenIsAsDefined(t *testing.T) {
	shown := uint64(0)
	for seed := range *programs {
		draw := irgen.Seeded(seed)
		p, err := ir.Parse("generated.plx", irgen.Shared(draw))
		require.NoError(t, err)
		var events []envs.Event
		for ev, err := range p.Run(seed, ir.Options{MaxSteps: 2000, Preempt: 0.5}).Events() {
			require.NoError(t, err)
			events = append(events, ev)
		}
		fn := envs.FuncID(draw("function", p.NumFuncs()))
		f := finding(p, fn, func() bool { return draw("names", 4) > 0 })
		s := suspects(p, []envs.Finding{f}, byBetween)[0]
		b := newBetween(p, s)
		for i := range events {
			b.event(&events[i])
		}
		want := defined(p, s, events)
		if b.shown == nil {
			require.Empty(t, want, "program %d", seed)
			continue
		}
		require.Contains(t, want, fmt.Sprint(b.shown), "program %d", seed)
		shown++
	}
	t.Logf("%d of %d runs show it", shown, *programs)
	require.Greater(t, shown, *programs/50)
}

// defined are all that envs.Between says of events, of which the last access comes first.
func defined(p envs.Program, s *suspect, events []envs.Event) (want []string) {
	type state struct {
		access
		acc        bool
		writes     bool
		obj        uint64
		call       int   // of the function, outermost; 0 is none
		within     []int // calls that have started the thread, and its own
		calledHere bool
	}
	type th struct {
		fns    []envs.FuncID
		pcs    []int32
		call   int
		base   int
		within []int
	}
	threads := map[envs.Thread]*th{}
	of := func(t envs.Thread) *th {
		if threads[t] == nil {
			threads[t] = &th{}
		}
		return threads[t]
	}
	calls := 0
	var list []state
	for _, ev := range events {
		if ev.Kind == envs.Forget {
			continue
		}
		t := of(ev.Thread)
		switch ev.Kind {
		case envs.Enter:
			t.fns, t.pcs = append(t.fns, ev.Func), append(t.pcs, -1)
			if t.call == 0 && p.Func(ev.Func).Name == s.of.Func {
				calls++
				t.call, t.base = calls, len(t.fns)
			}
		case envs.Leave:
			if len(t.fns) == t.base {
				t.call, t.base = 0, 0
			}
			t.fns, t.pcs = t.fns[:len(t.fns)-1], t.pcs[:len(t.pcs)-1]
		case envs.Step:
			n := len(t.fns) - 1
			t.pcs[n] = ev.PC
			op := &p.Func(t.fns[n]).Ops[ev.PC]
			x := state{access: access{envs.At(t.fns[n], ev.PC), ev.Thread}, acc: op.Accesses() && ev.Obj != 0}
			x.writes, x.obj, x.call = op.Writes(), ev.Obj, t.call
			x.within = t.within
			if t.call != 0 {
				x.within = append(slices.Clone(t.within), t.call)
			}
			if op.Kind == envs.Fork && ev.Obj != 0 && !ev.Direct {
				of(envs.Thread(ev.Obj)).within = x.within
			}
			for i := max(t.base-1, 0); i < n && t.base > 0; i++ {
				x.calledHere = x.calledHere || t.pcs[i] >= 0 && s.shows[envs.At(t.fns[i], t.pcs[i])]
			}
			list = append(list, x)
		}
	}
	for k, last := range list {
		if !last.acc || last.call == 0 || !s.points[last.at] && !last.calledHere {
			continue
		}
		for i, first := range list[:k] {
			if !first.acc || first.call != last.call || !s.points[first.at] || first.at == last.at {
				continue
			}
			again := slices.ContainsFunc(list[i+1:k], func(x state) bool {
				return x.acc && x.call == first.call && x.obj == first.obj && s.points[x.at]
			})
			if again {
				continue
			}
			for _, other := range list[i+1 : k] {
				if !other.acc || !other.writes || other.obj != first.obj || other.thread == first.thread {
					continue
				}
				if !slices.Contains(other.within, first.call) || other.call != 0 {
					want = append(want, fmt.Sprint([]access{first.access, other.access, last.access}))
					break
				}
			}
		}
		if want != nil {
			return want
		}
	}
	return nil
}

// What a call has itself started does not come between its parts; what others do does.
func TestBetweenLeavesOutOwnThreads(t *testing.T) {
	const text = `class C { x }
final c = new C
func f(own) {
	a = c.x
	if own {
		t = spawn g()
		join t
	}
	c.x = a + 1
}
func g() {
	c.x = 5
}
func main() {
	own = %d
	t = spawn f(own)
	if !own {
		g()
	}
	join t
}
`
	for own, want := range map[int]bool{0: true, 1: false} {
		p, err := ir.Parse("own.plx", fmt.Sprintf(text, own))
		require.NoError(t, err)
		shown := 0
		for seed := range uint64(200) {
			f := finding(p, funcID(p, "f"), func() bool { return true })
			b := newBetween(p, suspects(p, []envs.Finding{f}, byBetween)[0])
			for ev, err := range p.Run(seed, ir.Options{Preempt: 0.5}).Events() {
				require.NoError(t, err)
				b.event(&ev)
			}
			if b.shown != nil {
				shown++
			}
		}
		require.Equal(t, want, shown > 0, "%d of 200 runs", shown)
		require.Less(t, shown, 200)
	}
}

func funcID(p envs.Program, name string) envs.FuncID {
	for id := range envs.FuncID(p.NumFuncs()) {
		if p.Func(id).Name == name {
			return id
		}
	}
	return -1
}
