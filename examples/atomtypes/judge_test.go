package atomtypes_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/ir"
	"github.com/seed38182bad/parallax/envs/ir/irgen"
	"github.com/seed38182bad/parallax/examples/atomtypes"
)

// No schedule violates what the types accept. All schedules of small programs are made, and in each the calls of
// functions that are accepted have to be in no cycle of conflicts. What belongs to no such call is a step by itself.
// This graph is the judge, and knows nothing of types: an edge leads from a step to one that comes after it and does
// not commute with it.

// judge follows a run.
type judge struct {
	p        *ir.Program
	accepted map[envs.FuncID]bool
	blocks   bool // monitor blocks outside of functions that are marked are accepted, too

	nodes   int
	edges   map[int]map[int]bool // by node
	calls   map[int]string       // of nodes that are calls
	current map[envs.Thread]int  // the call that is open, or 0
	depth   map[envs.Thread]int  // in frames of that
	held    map[envs.Thread]int  // how many locks are held
	frames  map[envs.Thread][]envs.FuncID
	last    map[envs.Thread]int // the latest node of the thread
	ops     map[string][]access // by what they are about
}

type access struct {
	node  int
	write bool
}

func newJudge(p *ir.Program, accepted map[envs.FuncID]bool, blocks bool) *judge {
	return &judge{
		p: p, accepted: accepted, blocks: blocks, held: map[envs.Thread]int{}, frames: map[envs.Thread][]envs.FuncID{},
		edges: map[int]map[int]bool{}, calls: map[int]string{},
		current: map[envs.Thread]int{}, depth: map[envs.Thread]int{}, last: map[envs.Thread]int{}, ops: map[string][]access{},
	}
}

// node is that of what a thread does now.
func (j *judge) node(t envs.Thread) int {
	n := j.current[t]
	if n == 0 {
		j.nodes++
		n = j.nodes
	}
	if l := j.last[t]; l != 0 {
		j.edge(l, n)
	}
	j.last[t] = n
	return n
}

func (j *judge) edge(from, to int) {
	if from == to {
		return
	}
	if j.edges[from] == nil {
		j.edges[from] = map[int]bool{}
	}
	j.edges[from][to] = true
}

func (j *judge) marked(fn envs.FuncID) bool { return j.p.Func(fn).Atomic }

// conflict orders a step after those before it that do not commute with it.
func (j *judge) conflict(what string, n int, write bool) {
	for _, a := range j.ops[what] {
		if a.write || write {
			j.edge(a.node, n)
		}
	}
	j.ops[what] = append(j.ops[what], access{n, write})
}

// inBlock is added to the depth in a block, which ends with its lock and not with a frame.
const inBlock = 1 << 20

func (j *judge) event(ev envs.Event) {
	t := ev.Thread
	switch ev.Kind {
	case envs.Enter:
		switch {
		case j.current[t] != 0:
			j.depth[t]++
		case j.accepted[ev.Func]:
			j.nodes++
			j.current[t], j.depth[t] = j.nodes, 1
			j.calls[j.nodes] = j.p.Func(ev.Func).Name
		}
		j.frames[t] = append(j.frames[t], ev.Func)
	case envs.Leave:
		j.frames[t] = j.frames[t][:len(j.frames[t])-1]
		if j.current[t] != 0 {
			if j.depth[t]--; j.depth[t] == 0 {
				j.current[t] = 0
			}
		}
	case envs.Step:
		op := &j.p.Func(ev.Func).Ops[ev.PC]
		switch op.Kind {
		case envs.Load, envs.Store:
			j.conflict(fmt.Sprint("memory ", ev.Obj, op.Loc.Name), j.node(t), op.Writes())
		case envs.Acquire:
			if j.blocks && j.held[t] == 0 && j.current[t] == 0 && !slices.ContainsFunc(j.frames[t], j.marked) {
				j.nodes++
				j.current[t], j.depth[t] = j.nodes, inBlock
				j.calls[j.nodes] = "a block of " + j.p.Func(ev.Func).Name
			}
			j.held[t]++
			j.conflict(fmt.Sprint("lock ", ev.Obj), j.node(t), true)
		case envs.Release:
			j.conflict(fmt.Sprint("lock ", ev.Obj), j.node(t), true)
			if j.held[t]--; j.held[t] == 0 && j.depth[t] > inBlock/2 {
				j.current[t], j.depth[t] = 0, 0
			}
		case envs.Fork:
			n := j.node(t)
			j.last[envs.Thread(ev.Obj)] = n
		case envs.Join:
			n := j.node(t)
			if l := j.last[envs.Thread(ev.Obj)]; l != 0 {
				j.edge(l, n)
			}
		}
	}
}

// violated is a call that is in a cycle, "" if there is none.
func (j *judge) violated() string {
	for n, name := range j.calls {
		seen, work := map[int]bool{}, []int{n}
		for len(work) > 0 {
			x := work[len(work)-1]
			work = work[:len(work)-1]
			for y := range j.edges[x] {
				if y == n {
					return name
				}
				if !seen[y] {
					seen[y] = true
					work = append(work, y)
				}
			}
		}
	}
	return ""
}

// acceptance is what the types say of a program: which functions are accepted, and which are not.
func acceptance(t *testing.T, p *ir.Program, flags ...string) (accepted map[envs.FuncID]bool, blocks, clean bool) {
	fs := checker(flags...).Static(t, p)
	accepted, blocks, clean = map[envs.FuncID]bool{}, true, true
	for id := range p.NumFuncs() {
		if fn := p.Func(envs.FuncID(id)); fn.Atomic {
			accepted[fn.ID] = true
		}
	}
	for _, f := range fs {
		switch fn := p.FuncByName(f.Func); {
		case f.Kind != atomtypes.Compound:
			clean = false // accesses may be no movers though they are taken for them
		case fn.Atomic:
			delete(accepted, fn.ID)
		default:
			blocks = false
		}
	}
	return accepted, blocks, clean
}

// judged makes all schedules of a program, and gives the call that one of them violates.
func judged(p *ir.Program, accepted map[envs.FuncID]bool, blocks bool, runs int) (violated string, complete bool) {
	j := newJudge(p, accepted, blocks)
	_, complete = p.Explore(ir.Options{
		MaxRuns: runs, MaxSteps: 400,
		Events: func(ev envs.Event) { j.event(ev) },
	}, func(r *ir.Result) bool {
		if r.End != ir.Deadlock { // deadlocks excepted
			violated = j.violated()
		}
		j = newJudge(p, accepted, blocks)
		return violated == ""
	})
	return violated, complete
}

// small draws a program of a few threads whose functions are meant as transactions. Of some, guards are
// declared.
func small(draw irgen.Draw) string {
	w := &smallProgram{Writer: irgen.Writer{Draw: draw}, declared: draw("declared", 3) == 2}
	w.Line("class A { x%s, y%s, volatile v }\nfinal a = new A\nfinal b = new A\nfinal l = new Object\nvar g%s",
		w.guard("this"), w.guard("l"), w.guard("l"))
	for i := range draw("helpers", 3) {
		requires := ""
		if w.declared {
			requires = w.Pick("", " requires o", " requires l")
		}
		w.Line("func h%d(o)%s {", i, requires)
		w.body(1, 2)
		if draw("throws", 4) == 3 {
			w.Line("throw 1")
		}
		w.Line("}")
		w.helpers++
	}
	threads := 2 + draw("threads", 2)
	for i := range threads {
		w.Line("atomic func t%d(o) {", i)
		w.body(2, 4-threads)
		w.Line("}\nfunc s%d(o) {", i)
		if draw("block", 3) == 2 {
			w.Line("sync %s {", w.lock())
			w.body(1, 1)
			w.Line("}")
		}
		w.Line("try {\nt%d(o)\n} catch e { skip }\n}", i)
	}
	w.Line("func main() {")
	for i := range threads {
		w.Line("t%d = spawn s%d(%s)", i, draw("thread", threads), w.Pick("a", "a", "b"))
	}
	w.Line("}")
	return w.String()
}

type smallProgram struct {
	irgen.Writer
	declared bool
	helpers  int
}

func (w *smallProgram) guard(lock string) string {
	if !w.declared {
		return ""
	}
	return w.Pick("", " guarded by "+lock, " writes guarded by "+lock)
}

func (w *smallProgram) lock() string { return w.Pick("a", "a", "l", "b", "o") }

// access writes an access; where guards are declared, mostly under the lock that may be one.
func (w *smallProgram) access() {
	place := w.Pick("o.x", "o.x", "a.x", "o.y", "g", "a.v")
	lock := map[string]string{"o.x": "o", "a.x": "a", "o.y": "l", "g": "l", "a.v": "l"}[place]
	text := "r = " + place
	if w.Draw("write", 2) == 1 {
		text = fmt.Sprintf("%s = %d", place, w.Draw("number", 3))
	}
	if w.declared && w.Draw("kept", 4) > 0 {
		text = "sync " + lock + " { " + text + " }"
	}
	w.Line("%s", text)
}

func (w *smallProgram) body(depth, size int) {
	for range 1 + w.Draw("size", size) {
		switch n := w.Draw("statement", 12); {
		case n < 4 || depth == 0:
			w.access()
		case n < 8:
			w.Line("sync %s {", w.lock())
			w.body(depth-1, 2)
			w.Line("}")
		case n < 9:
			w.Line("if nondet {")
			w.body(depth-1, 1)
			w.Line("}")
		case n < 11 && w.helpers > 0:
			w.Line("h%d(%s)", w.Draw("helper", w.helpers), w.Pick("o", "a"))
		case n < 11:
			w.Line("n = 2\nwhile n > 0 {\nn = n - 1")
			w.body(0, 1)
			w.Line("}")
		default:
			w.Line("try {")
			w.body(depth-1, 1)
			if w.helpers > 0 {
				w.Line("h0(o)")
			}
			w.Line("} catch e {")
			w.body(0, 1)
			w.Line("}")
		}
	}
}

// The types are right about programs that are drawn, and the judge finds something where they are not
// asked.
func TestNoScheduleViolates(t *testing.T) {
	if testing.Short() {
		t.Skip("draws programs or values by the hundred")
	}
	const programs = 250
	accepts, guarded, inBlocks, whole, unserializable := 0, 0, 0, 0, 0
	for seed := range programs {
		text := small(irgen.Seeded(uint64(seed)))
		p, err := ir.Parse("x.plx", text)
		require.NoError(t, err, text)
		for _, flags := range [][]string{nil, {"multi"}, {"declared"}} {
			accepted, blocks, clean := acceptance(t, p, flags...)
			if !clean || len(accepted) == 0 && !blocks {
				continue
			}
			accepts += len(accepted)
			if strings.Contains(text, "guarded by") {
				guarded += len(accepted)
			}
			if blocks && strings.Contains(text, "}\nfunc s") {
				inBlocks++
			}
			violated, complete := judged(p, accepted, blocks, 1000)
			require.Empty(t, violated, "seed %d, %v:\n%s", seed, flags, p)
			if complete {
				whole++
			}
		}
		all := map[envs.FuncID]bool{}
		for id := range p.NumFuncs() {
			all[envs.FuncID(id)] = p.Func(envs.FuncID(id)).Atomic
		}
		if violated, _ := judged(p, all, true, 500); violated != "" {
			unserializable++
		}
	}
	t.Logf("%d functions accepted, %d of them where guards are declared, and the blocks of %d programs; "+
		"%d judged by all schedules; %d programs are not serializable",
		accepts, guarded, inBlocks, whole, unserializable)
	require.Greater(t, accepts, 500)
	require.Greater(t, guarded, 100)
	require.Greater(t, inBlocks, 200)
	require.Greater(t, whole, 200)
	require.Greater(t, unserializable, 40)
}
