package world_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/dataflow"
	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/ir/irgen"
)

// waiter draws programs for waitingRun. Each function is handed a group, a channel and a
// variable with a channel.
type waiter struct {
	draw  irgen.Draw
	p     *waitingProgram
	vars  []*envs.Loc
	out   [2]*envs.Loc // package variables for groups and channels
	cell  *envs.Loc
	group *envs.Loc
	funcs int

	fn    *envs.Func
	known [3][]envs.Reg // groups, channels and variables
	left  int
	depth int
}

// Sorts of objects.
const (
	groups = iota
	channels
	variables
)

func waitingProgramOf(draw irgen.Draw) *waitingProgram {
	g := &waiter{draw: draw, p: &waitingProgram{makes: map[envs.Point]string{}, groups: map[envs.Point]groupOp{}}}
	for i := range 4 {
		g.vars = append(g.vars, &envs.Loc{Class: envs.Global, Name: string(rune('x' + i)), Variable: true})
	}
	g.out = [2]*envs.Loc{{Class: envs.Global, Name: "group"}, {Class: envs.Global, Name: "channel"}}
	g.cell = &envs.Loc{Class: envs.Cell, Name: "variable"}
	g.group = &envs.Loc{Class: envs.Cell, Name: "a group"}
	g.funcs = 3 + draw("functions", 2)
	for i := range g.funcs {
		g.function(i)
	}
	return g.p
}

func (g *waiter) function(id int) {
	g.fn = &envs.Func{ID: envs.FuncID(id), Name: fmt.Sprintf("f%d", id), Regs: 1}
	g.p.fns = append(g.p.fns, g.fn)
	g.known = [3][]envs.Reg{}
	if id > 0 {
		g.fn.Params, g.fn.Regs = []envs.Reg{1, 2, 3}, 4
		g.known = [3][]envs.Reg{{1}, {2}, {3}}
	}
	g.left, g.depth = 3+g.draw("size", 5), 0
	switch {
	case id > 0 && g.draw("simple", 4) > 0:
		g.teller()
	case g.draw("usual", 2) == 0:
		g.usual()
		g.usual()
	default:
		g.block()
	}
	g.emit(envs.Op{Kind: envs.Return})
	if err := g.fn.Check(); err != nil {
		panic(err)
	}
}

// teller is what threads usually do: access, then tell.
func (g *waiter) teller() {
	for range g.draw("accesses", 3) {
		g.access()
	}
	if g.draw("lost", 6) == 0 {
		g.either(func() { g.tell() }, func() {})
	} else {
		g.tell()
	}
	switch g.draw("again", 8) {
	case 0:
		g.statement()
	case 1:
		g.tell()
	}
}

func (g *waiter) emit(op envs.Op) int32 {
	op.PC = int32(len(g.fn.Ops))
	g.fn.Ops = append(g.fn.Ops, op)
	return op.PC
}

func (g *waiter) fresh() envs.Reg {
	g.fn.Regs++
	return envs.Reg(g.fn.Regs - 1)
}

// some draws a register for an object of a sort, 0 if there is none.
func (g *waiter) some(sort int) envs.Reg {
	list := g.known[sort]
	if len(list) == 0 {
		return 0
	}
	return list[len(list)-1-g.draw("object", len(list))]
}

func (g *waiter) access() {
	loc := g.vars[g.draw("variable", len(g.vars))]
	if g.draw("write", 3) > 0 {
		g.emit(envs.Op{Kind: envs.Store, Loc: loc, Uses: []envs.Reg{0, 0}})
	} else {
		g.emit(envs.Op{Kind: envs.Load, Loc: loc, Uses: []envs.Reg{0}, Dst: g.fresh(), Results: 1})
	}
}

func (g *waiter) make(sort int) envs.Reg {
	r := g.fresh()
	pc := g.emit(envs.Op{Kind: envs.New, Dst: r, Results: 1})
	g.p.makes[envs.At(g.fn.ID, pc)] = []string{"group", "channel", "variable"}[sort]
	g.known[sort] = append(g.known[sort], r)
	return r
}

// channel is a register for some channel, perhaps loaded from a variable.
func (g *waiter) channel() envs.Reg {
	v := g.some(variables)
	if v == 0 || g.draw("direct", 2) == 0 {
		return g.some(channels)
	}
	r := g.fresh()
	g.emit(envs.Op{Kind: envs.Load, Loc: g.cell, Uses: []envs.Reg{v}, Dst: r, Results: 1})
	return r
}

func (g *waiter) tell() {
	sort := g.draw("tell", 12)
	if sort > 3 {
		sort = 2 - int(g.fn.ID)%2*2 // what is usual for the function
	}
	switch sort {
	case 0, 1:
		if r := g.some(groups); r != 0 {
			g.emit(envs.Op{Kind: envs.Notify, Uses: []envs.Reg{r}})
		}
	case 2:
		if r := g.channel(); r != 0 {
			g.emit(envs.Op{Kind: envs.Send, Uses: []envs.Reg{r, 0}})
		}
	case 3:
		if r := g.channel(); r != 0 {
			g.emit(envs.Op{Kind: envs.Close, Uses: []envs.Reg{r}})
		}
	}
}

func (g *waiter) await() {
	if r := g.some(groups); r != 0 && g.draw("group", 2) == 0 {
		pc := g.emit(envs.Op{Kind: envs.Join, Flags: envs.Group, Loc: g.group})
		g.p.groups[envs.At(g.fn.ID, pc)] = groupOp{reg: r}
	} else if r := g.channel(); r != 0 {
		g.emit(envs.Op{Kind: envs.Receive, Uses: []envs.Reg{r}, Dst: g.fresh(), Results: 1})
	}
}

func (g *waiter) announce(r envs.Reg, n int) {
	pc := g.emit(envs.Op{Kind: envs.Call, Uses: []envs.Reg{r, 0},
		Callee: &envs.Callee{Name: "Add", Open: true, Still: true, Quiet: true}})
	g.p.groups[envs.At(g.fn.ID, pc)] = groupOp{r, n}
}

// call is a Call or Fork of some function with some objects.
func (g *waiter) call(kind envs.Kind, first envs.Reg) int32 {
	ids := []envs.FuncID{envs.FuncID(1 + g.draw("callee", g.funcs-1))}
	if kind == envs.Fork && g.draw("usual", 4) > 0 {
		ids[0] = 2
		if first != 0 {
			ids[0] = 1
		}
	}
	if first == 0 {
		first = g.some(groups)
	}
	return g.emit(envs.Op{
		Kind: kind, Uses: []envs.Reg{first, g.some(channels), g.some(variables)},
		Callee: &envs.Callee{Name: fmt.Sprint("f", ids[0]), Funcs: ids},
	})
}

func (g *waiter) either(a, b func()) {
	list := int32(len(g.fn.Lists))
	g.fn.Lists = append(g.fn.Lists, nil)
	at := g.emit(envs.Op{Kind: envs.Branch, To: list})
	a()
	jump := g.emit(envs.Op{Kind: envs.Jump})
	other := int32(len(g.fn.Ops))
	b()
	g.fn.Ops[jump].To = int32(len(g.fn.Ops))
	g.fn.Lists[list] = []int32{at + 1, other}
	g.emit(envs.Op{Kind: envs.Nop})
}

func (g *waiter) loop(body func()) {
	head := g.emit(envs.Op{Kind: envs.Nop})
	list := int32(len(g.fn.Lists))
	g.fn.Lists = append(g.fn.Lists, nil)
	at := g.emit(envs.Op{Kind: envs.Branch, To: list})
	body()
	g.emit(envs.Op{Kind: envs.Jump, To: head})
	g.fn.Lists[list] = []int32{at + 1, int32(len(g.fn.Ops))}
	g.emit(envs.Op{Kind: envs.Nop})
}

func (g *waiter) block() {
	g.depth++
	known := g.known
	for n := 2 + g.draw("length", 5); n > 0 && g.left > 0; n-- {
		g.left--
		g.statement()
	}
	if g.depth > 1 {
		g.known = known // what is made in a block is known there
	}
	g.depth--
}

func (g *waiter) body() {
	if g.depth > 2 {
		g.access()
		return
	}
	g.block()
}

func (g *waiter) statement() {
	switch g.draw("statement", 16) {
	case 0, 1:
		g.access()
	case 2:
		g.make(groups)
	case 3:
		g.make(channels)
	case 4:
		r, v := envs.Reg(0), g.make(variables)
		if r = g.some(channels); r == 0 || g.draw("new", 4) > 0 {
			r = g.make(channels)
		}
		g.emit(envs.Op{Kind: envs.Store, Loc: g.cell, Uses: []envs.Reg{v, r}})
	case 5:
		g.tell()
	case 6:
		g.await()
		g.access()
	case 7:
		if r := g.some(groups); r != 0 {
			g.announce(r, 1+g.draw("ends", 2))
		}
	case 8:
		g.call(envs.Call, 0)
	case 9:
		g.call(envs.Fork, 0)
	case 10:
		g.either(g.body, g.body)
	case 11:
		g.loop(g.body)
	case 12, 13, 14:
		g.usual()
	case 15:
		switch sort := g.draw("sort", 8); sort {
		case groups, channels:
			if r := g.some(sort); r != 0 {
				g.emit(envs.Op{Kind: envs.Store, Loc: g.out[sort], Uses: []envs.Reg{0, r}})
			}
		case 2, 3:
			r := g.fresh()
			g.emit(envs.Op{Kind: envs.Load, Loc: g.out[sort-2], Uses: []envs.Reg{0}, Dst: r, Results: 1})
			g.known[sort-2] = append(g.known[sort-2], r)
		case 4, 5:
			if r := g.some(sort - 4); r != 0 {
				to := g.fresh()
				g.emit(envs.Op{Kind: envs.Move, Uses: []envs.Reg{r}, Dst: to, Results: 1})
				g.known[sort-4] = append(g.known[sort-4], to)
			}
		default:
			g.emit(envs.Op{Kind: envs.Return})
			g.emit(envs.Op{Kind: envs.Nop})
		}
	}
}

// usual starts threads and waits for them, mostly as it should be done.
func (g *waiter) usual() {
	switch g.draw("usual", 8) {
	case 0:
		g.rounds(g.channelled)
	case 1, 2:
		g.rounds(g.grouped)
	case 3, 4:
		g.channelled()
	default:
		g.grouped()
	}
}

// rounds does something several times.
func (g *waiter) rounds(some func()) {
	known := g.known
	g.loop(some)
	g.known = known
	g.access()
}

// meanwhile is what happens between the start of a thread and the wait for it.
func (g *waiter) meanwhile() {
	switch g.draw("meanwhile", 6) {
	case 0:
		g.access()
	case 1, 2:
		g.call(envs.Call, 0)
	case 3:
		if g.left > 0 {
			g.left--
			g.statement()
		}
	}
}

// perhaps does something on all paths, mostly, or on some, or on none.
func (g *waiter) perhaps(some func()) {
	switch g.draw("perhaps", 6) {
	case 0:
		g.either(some, g.access)
	case 1:
	default:
		some()
	}
}

// channelled waits at a channel, which a variable holds.
func (g *waiter) channelled() {
	v := g.some(variables)
	if v == 0 || g.draw("old", 4) > 0 {
		v = g.make(variables)
	}
	c := envs.Reg(0)
	begin := func() {
		if c = g.some(channels); c == 0 || g.draw("old", 4) > 0 {
			c = g.make(channels)
			g.emit(envs.Op{Kind: envs.Store, Loc: g.cell, Uses: []envs.Reg{v, c}})
		}
		pc := g.call(envs.Fork, 0)
		g.fn.Ops[pc].Uses[1], g.fn.Ops[pc].Uses[2] = c*envs.Reg(g.draw("direct", 2)), v
	}
	if g.draw("loop", 4) == 0 {
		g.loop(begin)
	} else {
		begin()
	}
	g.meanwhile()
	g.perhaps(func() {
		r := c
		if g.draw("direct", 2) == 0 {
			r = g.fresh()
			g.emit(envs.Op{Kind: envs.Load, Loc: g.cell, Uses: []envs.Reg{v}, Dst: r, Results: 1})
		}
		g.emit(envs.Op{Kind: envs.Receive, Uses: []envs.Reg{r}, Dst: g.fresh(), Results: 1})
		g.access()
	})
}

// grouped waits for a group.
func (g *waiter) grouped() {
	r := g.some(groups)
	if r == 0 || g.draw("again", 3) > 0 {
		r = g.make(groups)
	}
	one := func() {
		switch form := g.draw("form", 6); form {
		case 0, 1, 2, 3:
			g.announce(r, 1+form/3)
			g.call(envs.Fork, r)
		default:
			pc := g.call(envs.Fork, r)
			g.fn.Ops[pc].Uses[0], g.fn.Ops[pc].Loc = r*envs.Reg(form-4), g.group
			g.p.groups[envs.At(g.fn.ID, pc)] = groupOp{r, 1}
		}
	}
	if g.draw("loop", 2) == 0 {
		g.loop(one)
	} else {
		one()
	}
	g.meanwhile()
	g.perhaps(func() {
		pc := g.emit(envs.Op{Kind: envs.Join, Flags: envs.Group, Loc: g.group})
		g.p.groups[envs.At(g.fn.ID, pc)] = groupOp{reg: r}
		g.access()
	})
}

// text is the program for people.
func (p *waitingProgram) text() string {
	var b strings.Builder
	for _, fn := range p.fns {
		fmt.Fprintf(&b, "%s%v\n", fn.Name, fn.Params)
		for i := range fn.Ops {
			op := &fn.Ops[i]
			at := envs.At(fn.ID, op.PC)
			fmt.Fprintf(&b, "  %3d %v %v %s", i+1, op, op.Uses, p.makes[at])
			if g, ok := p.groups[at]; ok {
				fmt.Fprintf(&b, " group r%d +%d", g.reg, g.announced)
			}
			for _, to := range fn.Targets(op) {
				fmt.Fprintf(&b, " →%d", to+1)
			}
			b.WriteString("\n")
		}
	}
	return b.String()
}

// Of generated programs, which wait for each other at groups and channels as they should
// and as they should not, what races in a run may race over all paths.
func TestWaitsContainRuns(t *testing.T) {
	if testing.Short() {
		t.Skip("draws programs or values by the hundred")
	}
	counts := map[string]int{}
	for seed := range uint64(1200) {
		p := waitingProgramOf(irgen.Seeded(seed))
		x := overPaths(t, p)
		for schedule := range uint64(4) {
			type made struct {
				at     envs.Point
				thread envs.Thread
				v      envs.Variable
				write  bool
			}
			var seen []made
			a := &asker{needs: costly, ask: func(env envs.Env, w *everything, op *envs.Op) {
				at := env.Point()
				if !op.Accesses() {
					return
				}
				for _, o := range seen {
					if o.v == w.Variable() && o.thread != w.Thread() && (o.write || op.Writes()) && x.share[at] && x.share[o.at] &&
						!x.many[at] {
						if _, found := x.race[at][o.at]; !found {
							counts["ordered"]++
						}
					}
				}
				seen = append(seen, made{at, w.Thread(), w.Variable(), op.Writes()})
				for _, o := range w.MayRace() {
					if w.Excluded(o) != "" {
						continue
					}
					if x.many[at] && !x.race[at][o.At] {
						counts["left out"]++
						continue
					}
					counts["race"]++
					require.True(t, x.share[at] && x.share[o.At] && x.race[at][o.At], "seed %d, schedule %d: %v with %v\n%s",
						seed, schedule, p.Position(at), p.Position(o.At), p.text())
				}
			}}
			w := dataflow.NewAnalyzer("asker", "", a.analysis).Replay(p)
			run := &waitingRun{p: p, rand: rand.New(rand.NewPCG(seed, schedule)), steps: 200}
			require.NoError(t, w.Run(context.Background(), run))
			if !run.failed {
				counts["good"]++
			}
		}
	}
	t.Log(counts)
	require.Greater(t, counts["race"], 2000)
	require.Greater(t, counts["ordered"], 300)
	require.Greater(t, counts["good"], 2000)
}
