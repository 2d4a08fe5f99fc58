package serial_test

import (
	"fmt"
	"slices"
	"strings"

	"github.com/seed38182bad/parallax/envs/ir/irgen"
	"github.com/seed38182bad/parallax/envs/trace/tracegen"
)

// script draws a trace of threads that execute transactions in one of several ways. The place of each event is its
// line.
func script(draw irgen.Draw) string {
	if draw("way", 4) == 0 {
		return numbered(tracegen.Text(draw, tracegen.Options{Events: 40, Threads: 6, Blocks: true}))
	}
	g := &scripts{draw: draw, vars: 1 + draw("vars", 4), manner: draw("manner", 5), owner: map[string]int{},
		depth: map[string]int{}}
	threads := 2 + draw("threads", 5)
	g.forks = draw("forks", 3) // none, all by the first thread, by any
	for i := range threads {
		g.threads = append(g.threads, g.thread(i))
	}
	return g.play()
}

// numbered replaces the places.
func numbered(text string) string {
	lines := strings.Split(strings.TrimSuffix(text, "\n"), "\n")
	for i, l := range lines {
		if at := strings.LastIndexByte(l, '|'); at >= 0 {
			lines[i] = fmt.Sprintf("%s|%d", l[:at], i+1)
		}
	}
	return strings.Join(lines, "\n") + "\n"
}

type scripts struct {
	draw    irgen.Draw
	vars    int
	manner  int // in which transactions take locks
	forks   int
	threads [][]string
	owner   map[string]int
	depth   map[string]int
}

// thread draws what a thread does.
func (g *scripts) thread(n int) (ops []string) {
	for range 1 + g.draw("parts", 4) {
		switch {
		case g.draw("part", 4) == 0:
			ops = append(ops, g.body(false)...)
		default:
			ops = append(ops, "begin")
			ops = append(ops, g.body(true)...)
			if g.draw("nested", 4) == 0 {
				ops = append(ops, "begin")
				ops = append(ops, g.body(true)...)
				ops = append(ops, "end")
			}
			ops = append(ops, "end")
		}
	}
	for child := 1; g.forks > 0 && child < 6; child++ {
		parent := 0
		if g.forks == 2 && child > 1 {
			parent = (child - 1) / 2
		}
		if parent != n {
			continue
		}
		at := g.draw("fork", len(ops)+1)
		if g.draw("early", 2) == 0 {
			at = 0
		}
		ops = slices.Insert(ops, at, fmt.Sprintf("fork(T%d)", child))
		if g.draw("join", 2) == 0 {
			ops = slices.Insert(ops, at+1+g.draw("at", len(ops)-at), fmt.Sprintf("join(T%d)", child))
		}
	}
	return ops
}

func (g *scripts) access() string {
	return fmt.Sprintf("%s(x%d)", []string{"r", "w"}[g.draw("write", 2)], g.draw("variable", g.vars))
}

// body draws what a transaction does, or a thread outside of any.
func (g *scripts) body(in bool) (ops []string) {
	manner := g.manner
	if manner == 4 {
		manner = g.draw("manner", 4)
	}
	switch {
	case manner == 0: // two-phase locking
		first := g.draw("first", g.vars)
		last := first + g.draw("last", g.vars-first)
		for v := first; v <= last; v++ {
			ops = append(ops, fmt.Sprintf("acq(l%d)", v))
		}
		for range 1 + g.draw("accesses", 3) {
			ops = append(ops, fmt.Sprintf("%s(x%d)", []string{"r", "w"}[g.draw("write", 2)],
				first+g.draw("variable", last-first+1)))
		}
		if g.draw("again", 4) == 0 {
			ops = append(ops, fmt.Sprintf("acq(l%d)", first), fmt.Sprintf("w(x%d)", first), fmt.Sprintf("rel(l%d)", first))
		}
		for v := last; v >= first; v-- {
			ops = append(ops, fmt.Sprintf("rel(l%d)", v))
		}
	case manner == 1: // one section after the other
		for range 1 + g.draw("sections", 2) {
			v := g.draw("variable", g.vars)
			ops = append(ops, fmt.Sprintf("acq(l%d)", v), fmt.Sprintf("%s(x%d)", []string{"r", "w"}[g.draw("write", 2)], v),
				fmt.Sprintf("rel(l%d)", v))
		}
	case manner == 2: // accesses alone
		for range g.draw("accesses", 4) {
			ops = append(ops, g.access())
		}
	default: // nothing, or a lock around some of it
		for range g.draw("accesses", 3) {
			ops = append(ops, g.access())
		}
		if g.draw("empty", 2) == 0 {
			l := g.draw("lock", 2)
			ops = append(ops, fmt.Sprintf("acq(l%d)", l), g.access(), fmt.Sprintf("rel(l%d)", l))
		}
	}
	return ops
}

// play executes the threads in turns; with long ones, transactions are mostly serial.
func (g *scripts) play() string {
	var out strings.Builder
	line := 0
	turn := []int{1, 3, 50}[g.draw("turns", 3)]
	at := make([]int, len(g.threads))
	started := make([]bool, len(g.threads))
	for i := range started {
		started[i] = g.forks == 0 || i == 0
	}
	over := func(i int) bool { return started[i] && at[i] == len(g.threads[i]) }
	for stuck := 0; stuck < 40; stuck++ {
		t := g.draw("thread", len(g.threads))
		for range 1 + g.draw("turn", turn) {
			if !started[t] || over(t) {
				break
			}
			op := g.threads[t][at[t]]
			name, arg, _ := strings.Cut(strings.TrimSuffix(op, ")"), "(")
			other := -1
			if name == "fork" || name == "join" {
				fmt.Sscanf(arg, "T%d", &other)
			}
			switch {
			case other >= len(g.threads):
				at[t]++ // there is no such thread
				continue
			case name == "fork":
				started[other] = true
			case name == "join" && !over(other):
				other = -2
			case name == "acq" && g.depth[arg] > 0 && g.owner[arg] != t:
				other = -2
			case name == "acq":
				g.depth[arg]++
				g.owner[arg] = t
			case name == "rel":
				g.depth[arg]--
			}
			if other == -2 {
				break // it has to wait
			}
			line++
			at[t]++
			stuck = 0
			fmt.Fprintf(&out, "T%d|%s|%d\n", t, op, line)
		}
	}
	return out.String()
}
