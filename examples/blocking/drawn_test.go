package blocking_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/envs/ir/irgen"
	"github.com/seed38182bad/parallax/examples/checkertest/gotext"
)

// An action is what a step of a thread does in the model of a drawn program.
type action int

const (
	send   action = iota
	take          // receives
	drain         // receives until the channel is closed
	end           // closes
	start         // starts a thread
	tell          // tells the group
	wait          // waits for the group
	choose        // takes one case of a select
	either        // goes on, or jumps
	jump
)

// A step of a thread.
type step struct {
	action
	line    int
	of      int      // the channel, thread or question
	to      int      // where either and jump go
	cases   []choice // of a select
	without bool     // it has a default, which goes to the step
}

type choice struct {
	action
	of, line, to int
}

// A chanProgram is a function that makes channels, and starts threads that know them. There are no loops but those
// that drain a channel, so that each schedule comes to an end.
type chanProgram struct {
	irgen.Draw
	text    []string
	first   int // the line of the first text
	room    []int
	threads [][]step
	group   int // how often it is announced

	ends   []int // steps of the thread that return
	closed []bool
	asked  [5][]int // by thread
	asks   int
	budget int
	panics bool            // in some schedule
	come   map[[2]int]bool // threads and steps to which some schedule comes
}

// channelProgram draws the function F of some number, whose text begins at a line.
func channelProgram(draw irgen.Draw, number, first int) *chanProgram {
	g := &chanProgram{Draw: draw, first: first}
	g.write("func F%d(b0, b1, b2, b3 bool) {", number)
	for i := range 1 + draw("channels", 2) {
		g.room = append(g.room, draw("room", 3))
		g.write("c%d := make(chan int, %d)", i, g.room[i])
		g.write("_ = c%d", i)
	}
	g.closed = make([]bool, len(g.room))
	g.group = draw("group", 3)
	if g.group > 0 {
		g.write("var g sync.WaitGroup")
		g.write("g.Add(%d)", g.group)
	}
	g.threads = [][]step{nil}
	for range 1 + draw("threads", 3) {
		g.thread()
		if draw("between", 3) == 0 {
			g.budget = 1
			g.block(0, 0)
		}
	}
	g.budget = 2
	g.block(0, 0)
	if g.group > 0 {
		g.add(0, step{action: wait, line: g.write("g.Wait()")})
		g.budget = 1
		g.block(0, 1)
	}
	for _, at := range g.ends {
		g.threads[0][at].to = len(g.threads[0])
	}
	g.write("}")
	return g
}

// write is the line at which a text is written.
func (g *chanProgram) write(format string, args ...any) int {
	g.text = append(g.text, fmt.Sprintf(format, args...))
	return g.first + len(g.text) - 1
}

func (g *chanProgram) add(thread int, s step) (at int) {
	g.threads[thread] = append(g.threads[thread], s)
	return len(g.threads[thread]) - 1
}

// thread draws one that the function starts.
func (g *chanProgram) thread() {
	ends := g.ends
	n := len(g.threads)
	g.threads, g.ends = append(g.threads, nil), nil
	g.add(0, step{action: start, of: n, line: g.write("go func() {")})
	var deferred []step
	for range g.Draw("defers", 2) {
		if c := g.channel(); (g.group == 0 || g.Draw("close", 2) == 0) && !g.closed[c] {
			g.closed[c] = true
			deferred = append(deferred, step{action: end, of: c, line: g.write("defer close(c%d)", c)})
		} else if g.group > 0 {
			deferred = append(deferred, step{action: tell, line: g.write("defer g.Done()")})
		}
	}
	g.budget = 3
	g.block(n, 0)
	if g.group > 0 && g.Draw("done", 2) == 0 {
		g.add(n, step{action: tell, line: g.write("g.Done()")})
	}
	for _, at := range g.ends {
		g.threads[n][at].to = len(g.threads[n])
	}
	slices.Reverse(deferred)
	for _, s := range deferred {
		g.add(n, s)
	}
	g.write("}()")
	g.ends = ends
}

func (g *chanProgram) channel() int { return g.Draw("channel", len(g.room)) }

func (g *chanProgram) block(thread, depth int) {
	for range 1 + g.Draw("statements", 3) {
		if g.budget > 0 {
			g.budget--
			g.statement(thread, depth)
		}
	}
}

func (g *chanProgram) statement(thread, depth int) {
	c := g.channel()
	switch n := g.Draw("statement", 10); {
	case n < 3:
		g.add(thread, step{action: send, of: c, line: g.write("c%d <- 1", c)})
	case n < 6:
		g.add(thread, step{action: take, of: c, line: g.write("<-c%d", c)})
	case n == 6 && g.closed[c]:
	case n == 6:
		g.closed[c] = true
		g.add(thread, step{action: end, of: c, line: g.write("close(c%d)", c)})
	case n == 7:
		g.add(thread, step{action: drain, of: c, line: g.write("for range c%d {", c)})
		g.write("}")
	case depth > 0:
	case n == 8:
		asked := g.question(thread)
		if asked < 0 {
			return
		}
		g.write("if b%d {", asked)
		at := g.add(thread, step{action: either, of: asked})
		g.block(thread, depth+1)
		if g.Draw("return", 2) == 0 {
			g.returns(thread)
		}
		g.threads[thread][at].to = len(g.threads[thread])
		g.write("}")
	default:
		g.choice(thread, depth)
	}
}

// question is a new one, or one that the thread has asked before; -1 if there is none.
func (g *chanProgram) question(thread int) int {
	if old := g.asked[thread]; len(old) > 0 && g.Draw("again", 2) == 0 {
		return old[g.Draw("asked", len(old))]
	}
	if g.asks == maxAsked {
		return -1
	}
	g.asked[thread] = append(g.asked[thread], g.asks)
	g.asks++
	return g.asks - 1
}

func (g *chanProgram) returns(thread int) {
	g.write("return")
	g.ends = append(g.ends, g.add(thread, step{action: jump}))
}

func (g *chanProgram) choice(thread, depth int) {
	s := step{action: choose, line: g.write("select {"), without: g.Draw("default", 4) == 0}
	at := g.add(thread, s)
	behind := g.add(thread, step{action: jump}) // the default
	for range 1 + g.Draw("cases", 2) {
		c := choice{action: take, of: g.channel(), to: len(g.threads[thread])}
		if text := "case <-c%d:"; g.Draw("sends", 3) == 0 {
			c.action, c.line = send, g.write("case c%d <- 1:", c.of)
		} else {
			c.line = g.write(text, c.of)
		}
		if g.Draw("body", 2) == 0 {
			g.block(thread, depth+1)
		}
		if g.Draw("return", 3) == 0 {
			g.returns(thread)
		} else {
			g.add(thread, step{action: jump, to: -1})
		}
		g.threads[thread][at].cases = append(g.threads[thread][at].cases, c)
	}
	if s.without {
		g.write("default:")
	}
	g.write("}")
	next := len(g.threads[thread])
	for i := behind; i < next; i++ {
		if j := &g.threads[thread][i]; j.action == jump && (j.to == -1 || i == behind) {
			j.to = next
		}
	}
}

// dead reports whether no schedule comes to one of the operations, or takes one of the ways of a branch or select.
func (g *chanProgram) dead() bool {
	for t, steps := range g.threads {
		for at, s := range steps {
			if !g.come[[2]int{t, at}] && !(at > 0 && steps[at-1].action == choose && !steps[at-1].without) {
				return true
			}
			for _, c := range s.cases {
				if !g.come[[2]int{t, c.to}] {
					return true
				}
			}
		}
	}
	return false
}

// A moment is a state of a run.
type moment struct {
	at     [5]int8 // by thread: its step, -1 if it was not started
	in     [3]int8 // by channel: how much is in its buffer
	closed [3]bool
	told   int8
	asked  [maxAsked]int8 // 1 if the answer is yes, 2 if it is no
}

// maxAsked is how many different questions a function asks.
const maxAsked = 4

// explore follows all schedules of a program. Blocks has the lines at which a thread waits for good in one of them. A
// schedule that panics is noted, and has none. If there are too many states, complete is false.
func (g *chanProgram) explore() (blocks map[int]bool, complete bool) {
	blocks, g.come = map[int]bool{}, map[[2]int]bool{}
	first := moment{}
	for i := 1; i < len(first.at); i++ {
		first.at[i] = -1
	}
	seen := map[moment]bool{first: true}
	for work := []moment{first}; len(work) > 0; {
		now := work[len(work)-1]
		work = work[:len(work)-1]
		next, stuck := g.next(now)
		if stuck {
			for t, at := range now.at {
				if t < len(g.threads) && at >= 0 && int(at) < len(g.threads[t]) {
					s := g.threads[t][at]
					blocks[s.line] = true
					for _, c := range s.cases {
						blocks[c.line] = true
					}
				}
			}
		}
		for _, m := range next {
			if !seen[m] {
				seen[m] = true
				work = append(work, m)
			}
		}
		if len(seen) > 50_000 {
			return blocks, false
		}
	}
	return blocks, true
}

// next are the moments after one, and whether no thread goes on from there.
func (g *chanProgram) next(now moment) (all []moment, stuck bool) {
	stuck = true
	for t := range g.threads {
		at := now.at[t]
		if at < 0 || int(at) >= len(g.threads[t]) {
			continue
		}
		g.come[[2]int{t, int(at)}] = true
		s := &g.threads[t][at]
		m := now
		m.at[t]++
		switch s.action {
		case send, take, drain:
			next, ready := g.meets(now, t, choice{s.action, s.of, s.line, int(at) + 1})
			stuck = stuck && !ready
			all = append(all, next...)
			continue
		case choose:
			some, sure := false, false
			for _, c := range s.cases {
				next, ready := g.meets(now, t, c)
				some = some || ready
				sure = sure || ready && (g.room[c.of] > 0 || now.closed[c.of])
				all = append(all, next...)
			}
			if !sure && s.without { // what is at the other side of a channel need not have come there yet
				all, some = append(all, m), true
			}
			stuck = stuck && !some
			continue
		case wait:
			if int(m.told) < g.group {
				continue
			}
		case tell:
			m.told++
			if int(m.told) > g.group {
				g.panics, stuck = true, false
				continue
			}
		case end:
			m.closed[s.of] = true
		case start:
			m.at[s.of] = 0
		case jump:
			m.at[t] = int8(s.to)
		case either:
			o := now
			o.at[t], o.asked[s.of], m.asked[s.of] = int8(s.to), 2, 1
			if stuck = false; now.asked[s.of] != 1 {
				all = append(all, o)
			}
			if now.asked[s.of] == 2 {
				continue
			}
		}
		all, stuck = append(all, m), false
	}
	return all, stuck
}

// meets is what becomes of a moment if a thread sends or receives, if that is possible.
func (g *chanProgram) meets(now moment, t int, c choice) (all []moment, ready bool) {
	m := now
	if m.at[t] = int8(c.to); c.action == drain {
		m.at[t] = now.at[t]
	}
	switch {
	case c.action == send && now.closed[c.of]:
		g.panics = true
		return nil, true
	case c.action == send && int(now.in[c.of]) < g.room[c.of]:
		m.in[c.of]++
		return []moment{m}, true
	case c.action != send && now.in[c.of] > 0:
		m.in[c.of]--
		return []moment{m}, true
	case c.action != send && now.closed[c.of]:
		m.at[t] = int8(c.to)
		return []moment{m}, true
	case g.room[c.of] > 0:
		return nil, false
	}
	for u := range g.threads {
		at := now.at[u]
		if u == t || at < 0 || int(at) >= len(g.threads[u]) {
			continue
		}
		s := &g.threads[u][at]
		offers := s.cases
		if s.action == send || s.action == take || s.action == drain {
			offers = []choice{{s.action, s.of, s.line, int(at) + 1}}
		}
		for _, o := range offers {
			if o.of == c.of && (o.action == send) != (c.action == send) {
				n := m
				if n.at[u] = int8(o.to); o.action == drain {
					n.at[u] = at
				}
				all = append(all, n)
			}
		}
	}
	return all, len(all) > 0
}

// Nothing is reported of the drawn functions in which no thread waits for good in any schedule, and every way of each
// branch and select is taken in some schedule. The functions have no loops. Of most that may wait for good something is
// reported. Other seeds draw functions, one in some thousands, of which something is reported, though they never wait:
// what a thread receives may show which path another one takes.
func TestDrawnChannels(t *testing.T) {
	if testing.Short() {
		t.Skip("draws 30,000 functions and explores all schedules of each")
	}
	t.Parallel()
	lines := []string{"package p", "", `import "sync"`, "", "var _ sync.WaitGroup", ""}
	blocks, from, free := map[int]bool{}, map[int]*chanProgram{}, map[*chanProgram]bool{}
	good, bad := 0, 0
	for seed := uint64(0); good < 1000; seed++ {
		g := channelProgram(irgen.Seeded(seed), int(seed), len(lines)+1)
		some, complete := g.explore()
		switch {
		case !complete || g.panics || g.dead() || len(some) > 0 && bad == 1000:
			continue
		case len(some) > 0:
			bad++
		default:
			good, free[g] = good+1, true
		}
		lines = append(lines, g.text...)
		for i := range g.text {
			from[g.first+i] = g
		}
		for line := range some {
			blocks[line] = true
		}
	}
	prog := gotext.Load(t, strings.Join(lines, "\n"))
	found := map[int]bool{}
	for _, f := range checker.Static(t, prog) {
		for _, at := range f.Points {
			if line := prog.Position(at).Line; f.Kind == "blocked" {
				found[line] = true
			}
		}
	}
	told := map[*chanProgram]bool{}
	wrong := 0
	for line := range found {
		g := from[line]
		told[g] = true
		if free[g] {
			wrong++
		}
		if free[g] && wrong <= 5 {
			t.Errorf("line %d never blocks:\n%s", line-g.first+1, strings.Join(g.text, "\n"))
		}
	}
	t.Logf("%d functions never block; %d may, at %d lines; %d lines of %d functions are reported", good, bad, len(blocks),
		len(found), len(told))
	require.Zero(t, wrong)
	require.Greater(t, len(told), bad/2)
}
