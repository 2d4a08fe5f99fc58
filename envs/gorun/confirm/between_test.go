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
		acc, writes bool
		obj         uint64
		calls       []int // of the function, the innermost last
		within      []int // these, and calls that have started the thread
		calledBy    []int // those of calls that have called something where the finding shows
		named       int   // the innermost call, if the place is named; 0 if not
	}
	type th struct {
		fns    []envs.FuncID
		pcs    []int32
		calls  []int // by frame, 0 for other functions
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
			call := 0
			if p.Func(ev.Func).Name == s.of.Func {
				calls++
				call = calls
			}
			t.fns, t.pcs, t.calls = append(t.fns, ev.Func), append(t.pcs, -1), append(t.calls, call)
		case envs.Leave:
			n := len(t.fns) - 1
			t.fns, t.pcs, t.calls = t.fns[:n], t.pcs[:n], t.calls[:n]
		case envs.Step:
			n := len(t.fns) - 1
			t.pcs[n] = ev.PC
			op := &p.Func(t.fns[n]).Ops[ev.PC]
			x := state{access: access{envs.At(t.fns[n], ev.PC), ev.Thread}, acc: op.Accesses() && ev.Obj != 0}
			x.writes, x.obj = op.Writes(), ev.Obj
			for i, call := range t.calls {
				if call != 0 {
					x.calls = append(x.calls, call)
				}
				if i < n && t.pcs[i] >= 0 && s.shows[envs.At(t.fns[i], t.pcs[i])] {
					x.calledBy = slices.Clone(x.calls)
				}
			}
			x.within = append(slices.Clone(t.within), x.calls...)
			if op.Kind == envs.Fork && ev.Obj != 0 && !ev.Direct {
				of(envs.Thread(ev.Obj)).within = x.within
			}
			if x.acc && len(x.calls) > 0 && s.points[x.at] {
				x.named = x.calls[len(x.calls)-1]
			}
			list = append(list, x)
		}
	}
	rounds := map[int][]int{} // what counts of a call, indices in list
	for k, last := range list {
		if !last.acc {
			continue
		}
		if c := last.named; c != 0 {
			before := slices.IndexFunc(rounds[c], func(i int) bool { return list[i].at == last.at })
			if before >= 0 {
				rounds[c] = rounds[c][:before]
			}
		}
		for _, c := range last.calls {
			if last.named != c && !slices.Contains(last.calledBy, c) {
				continue
			}
			for _, i := range rounds[c] {
				first := list[i]
				again := slices.ContainsFunc(list[i+1:k], func(x state) bool { return x.named == c && x.obj == first.obj })
				if first.at == last.at || again {
					continue
				}
				for _, other := range list[i+1 : k] {
					if other.acc && other.writes && other.obj == first.obj && !slices.Contains(other.within, c) {
						want = append(want, fmt.Sprint([]access{first.access, other.access, last.access}))
						break
					}
				}
			}
		}
		if want != nil {
			return want
		}
		if last.named != 0 {
			rounds[last.named] = append(rounds[last.named], k)
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

// What a call knows of one object is no matter of the next one: in a loop, in a call of itself, and if a thread that it
// has started calls the function.
func TestBetweenIsOfOneRound(t *testing.T) {
	const text = `class C { x }
final c = new C
func loop(n) {
	while n > 0 {
		o = new C
		a = o.x
		o.x = a + 1
		t = spawn set(o)
		join t
		n = n - 1
	}
}
func itself(n) {
	o = new C
	a = o.x
	t = spawn set(o)
	join t
	if n > 0 {
		itself(n - 1)
	} else {
		p = new C
		p.x = a + 1
	}
}
func starts(n) {
	a = c.x
	if n > 0 {
		t = spawn starts(n - 1)
		join t
	}
	c.x = a + 1
}
func once(o) {
	a = o.x
	o.x = a + 1
}
func set(o) {
	o.x = 5
}
func main() {
	loop(2)
	itself(2)
	starts(2)
	t = spawn once(c)
	once(c)
	join t
}
`
	p, err := ir.Parse("round.plx", text)
	require.NoError(t, err)
	for fn, want := range map[string]bool{"loop": false, "itself": false, "starts": false, "once": true} {
		shown := false
		for seed := range uint64(50) {
			f := finding(p, funcID(p, fn), func() bool { return true })
			b := newBetween(p, suspects(p, []envs.Finding{f}, byBetween)[0])
			for ev, err := range p.Run(seed, ir.Options{Preempt: 0.5}).Events() {
				require.NoError(t, err)
				b.event(&ev)
			}
			shown = shown || b.shown != nil
		}
		require.Equal(t, want, shown, fn)
	}
}
