package reduction_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/ir"
	"github.com/seed38182bad/parallax/envs/ir/irgen"
	"github.com/seed38182bad/parallax/examples/checkertest/drawn"
)

// A history is a run as a judge sees it: which transaction accesses what, in order. An access that is
// in none is one by itself.
type history struct {
	prog   *ir.Program
	atomic func(*envs.Func) bool

	frames  map[envs.Thread][]bool // of each frame, whether it is a transaction and the outermost one
	open    map[envs.Thread]int    // the transaction that is open, and its number; 0 if there is none
	nodes   []string               // the functions; empty for a single access
	byPlace map[place][]access
	last    map[envs.Thread]int
	edges   map[[2]int]bool
}

type place struct {
	obj uint64
	loc *envs.Loc
}

type access struct {
	node  int
	write bool
}

func newHistory(p *ir.Program, atomic func(*envs.Func) bool) *history {
	return &history{
		prog: p, atomic: atomic, frames: map[envs.Thread][]bool{}, open: map[envs.Thread]int{}, nodes: []string{""},
		byPlace: map[place][]access{}, last: map[envs.Thread]int{}, edges: map[[2]int]bool{},
	}
}

func (h *history) event(ev envs.Event) {
	t := ev.Thread
	switch ev.Kind {
	case envs.Enter:
		fn := h.prog.Func(ev.Func)
		begins := h.open[t] == 0 && h.atomic(fn)
		h.frames[t] = append(h.frames[t], begins)
		if begins {
			h.open[t] = h.node(t, fn.Name)
		}
	case envs.Leave:
		n := len(h.frames[t]) - 1
		if h.frames[t][n] {
			h.open[t] = 0
		}
		h.frames[t] = h.frames[t][:n]
	case envs.Step:
		op := &h.prog.Func(ev.Func).Ops[ev.PC]
		switch {
		case op.Kind == envs.Fork || op.Kind == envs.Join:
			other := envs.Thread(ev.Obj)
			if op.Kind == envs.Fork {
				h.last[other] = h.node(t, "")
			} else {
				h.edges[[2]int{h.last[other], h.node(t, "")}] = true
			}
		case op.Accesses() && ev.Obj != 0:
			h.access(t, place{ev.Obj, op.Loc}, op.Writes())
		}
	}
}

// node makes a node, which comes after what its thread has done before.
func (h *history) node(t envs.Thread, name string) int {
	n := len(h.nodes)
	h.nodes = append(h.nodes, name)
	if before := h.last[t]; before != 0 {
		h.edges[[2]int{before, n}] = true
	}
	h.last[t] = n
	return n
}

func (h *history) access(t envs.Thread, p place, write bool) {
	n := h.open[t]
	if n == 0 {
		n = h.node(t, "")
	}
	for _, a := range h.byPlace[p] {
		if a.node != n && (a.write || write) {
			h.edges[[2]int{a.node, n}] = true
		}
	}
	h.byPlace[p] = append(h.byPlace[p], access{n, write})
}

// cyclic reports whether there is a cycle without the transactions of some functions: then the others
// cannot have been executed one after the other.
func (h *history) cyclic(without func(string) bool) bool {
	after := map[int][]int{}
	for e := range h.edges {
		if !without(h.nodes[e[0]]) && !without(h.nodes[e[1]]) {
			after[e[0]] = append(after[e[0]], e[1])
		}
	}
	state := map[int]int{}
	var visit func(int) bool
	visit = func(n int) bool {
		if state[n] != 0 {
			return state[n] == 1
		}
		state[n] = 1
		if slices.ContainsFunc(after[n], visit) {
			return true
		}
		state[n] = 2
		return false
	}
	for n := range h.nodes {
		if visit(n) {
			return true
		}
	}
	return false
}

// Transactions that are not reported can be executed one after the other, under whatever schedule. There is no cycle
// of them and of single accesses in which each has to come before the next. That holds for what is reported over all
// paths; and for what is off-line, in the runs of some schedules together.
func TestAcceptedIsSerializable(t *testing.T) {
	if testing.Short() {
		t.Skip("draws programs or values by the hundred")
	}
	count := map[string]int{}
	for seed := range 2 * *programs {
		text := drawn.Transactions(irgen.Seeded(uint64(seed)))
		p, err := ir.Parse("x.plx", text)
		require.NoError(t, err)
		var all []*history
		deadlock, h := false, newHistory(p, isAtomic)
		_, complete := p.Explore(ir.Options{MaxRuns: 1000, Events: func(ev envs.Event) { h.event(ev) }},
			func(r *ir.Result) bool {
				deadlock = deadlock || r.End == ir.Deadlock
				all, h = append(all, h), newHistory(p, isAtomic)
				return true
			})
		if deadlock { // which the theorems exclude
			count["deadlock"]++
			continue
		}
		for _, flags := range []string{"theorem=3", "theorem=2", "locks=false", "pairs=true"} {
			c := checker(flags)
			static := c.Static(t, p)
			c.Offline = true
			seeds := 4
			if flags == "pairs=true" {
				seeds = 50 // it rests on what runs show to be unordered, and on no discipline that a few of them show
			}
			var runs []envs.Run
			for seed := range uint64(seeds) {
				runs = append(runs, p.Run(seed+1, ir.Options{}))
			}
			offline := c.Dynamic(t, p, runs...)
			for side, found := range map[string][]envs.Finding{"static": static, "off-line": offline} {
				reported := func(name string) bool {
					return name != "" && slices.ContainsFunc(found, func(f envs.Finding) bool { return f.Subject == name })
				}
				outcome := func(fn *envs.Func) bool { return isAtomic(fn) && !reported(fn.Name) }
				if side == "static" {
					shown, complete := p.Interference(outcome, ir.Options{MaxRuns: 20_000})
					require.Nil(t, shown, "seed %d: %s leaves behind what no serial execution does\n%s", seed, flags, text)
					if complete {
						count["outcomes"]++
					}
				}
				for _, h := range all {
					require.False(t, h.cyclic(reported), "seed %d: %s %s: %v\n%s", seed, side, flags, found, text)
				}
				if len(found) == 0 {
					count["accepted "+side+" "+flags]++
				}
			}
		}
		if slices.ContainsFunc(all, func(h *history) bool { return h.cyclic(func(string) bool { return false }) }) {
			count["not serializable"]++
		}
		if complete {
			count["complete"]++
		}
	}
	t.Log(count)
	require.Greater(t, count["not serializable"], *programs/5)
	require.Greater(t, count["complete"], *programs/2)
	for what, n := range count {
		if strings.HasPrefix(what, "accepted") {
			require.Greater(t, n, *programs/3, what)
		}
	}
}

// Who tries a lock may get it, between two blocks of it as well. That the lock is held cannot be told: an attempt may
// fail at any time, as the checker assumes.
func TestTriedByOthers(t *testing.T) {
	for body, found := range map[string]bool{
		"sync l { y = 1 }":                   false,
		"sync l { y = 1 }\nsync l { y = 2 }": true,
	} {
		p, err := ir.Parse("x.plx", `final l = new Object
var y
var z
atomic func f() {
	`+body+`
}
func main() {
	t = spawn f()
	k = tryacquire l
	if k { z = y; release l }
	join t
}
`)
		require.NoError(t, err)
		shown, complete := p.Interference(isAtomic, ir.Options{})
		require.True(t, complete)
		require.Equal(t, found, shown != nil, body)
		c := checker()
		require.Equal(t, found, len(c.Static(t, p)) > 0, body)
		c.Offline = true
		require.Equal(t, found, len(c.Dynamic(t, p, p.Run(1, ir.Options{}))) > 0, body)
	}
}

func isAtomic(fn *envs.Func) bool { return fn.Atomic }
