package mhp_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/seed38182bad/parallax/domains/mhp"
)

// An instruction of a random program of threads. Each function is a list of them, and
// functions start only functions behind them, so that threads are nested a few deep.
type instruction struct {
	op   string // "access", "fork", "await", "branch", "jump", "end"
	fn   int    // the function that a fork starts
	site int    // of the fork: unique in the program
	to   int    // where a jump leads, and a branch may lead
	slot int    // the variable of a fork, or an await, that holds the thread: 0 or 1
}

func drawProgram(t *rapid.T) (program [][]instruction) {
	const functions = 3
	site := 0
	for fn := range functions {
		var code []instruction
		var block func(depth int)
		block = func(depth int) {
			for range rapid.IntRange(1, 3).Draw(t, "length") {
				kinds := []string{"access", "fork", "fork", "await", "if", "loop"}
				if depth == 0 {
					kinds = kinds[:4]
				}
				kind := rapid.SampledFrom(kinds).Draw(t, "kind")
				if kind == "fork" && fn == functions-1 {
					kind = "access"
				}
				switch kind {
				case "access":
					code = append(code, instruction{op: "access"})
				case "fork":
					site++
					code = append(code, instruction{op: "fork", fn: rapid.IntRange(fn+1, functions-1).Draw(t, "starts"),
						site: site, slot: rapid.IntRange(0, 1).Draw(t, "slot")})
				case "await":
					code = append(code, instruction{op: "await", slot: rapid.IntRange(0, 1).Draw(t, "slot")})
				case "if", "loop":
					head := len(code)
					code = append(code, instruction{op: "branch"})
					block(depth - 1)
					if kind == "loop" {
						code = append(code, instruction{op: "jump", to: head})
					}
					code[head].to = len(code)
				}
			}
		}
		block(1)
		program = append(program, append(code, instruction{op: "access"}, instruction{op: "end"}))
	}
	return program
}

// state is what the analysis knows at an instruction: the fact, and the threads
// that the two variables hold.
type state struct {
	fact
	slots [2]id
}

// An analysis solves a program for each identity that a function is started with.
type analysis struct {
	program [][]instruction
	states  map[string][]state // by function and identity
	order   []string
	fns     map[string]int
	changed bool
}

func (a *analysis) enter(fn int, f fact) {
	key := fmt.Sprint(fn, f.Thread())
	if _, known := a.states[key]; !known {
		a.states[key], a.fns[key] = make([]state, len(a.program[fn])), fn
		a.order = append(a.order, key)
	}
	a.put(key, 0, state{fact: f})
}

func (a *analysis) put(key string, pc int, s state) {
	old := a.states[key][pc]
	merged := state{d.Join(old.fact, s.fact), [2]id{threads.Join(old.slots[0], s.slots[0]),
		threads.Join(old.slots[1], s.slots[1])}}
	if !d.Equal(old.fact, merged.fact) || !threads.Equal(old.slots[0], merged.slots[0]) || !threads.Equal(old.slots[1],
		merged.slots[1]) {
		a.states[key][pc], a.changed = merged, true
	}
}

func (a *analysis) solve() {
	a.enter(0, d.Main())
	for a.changed = true; a.changed; {
		a.changed = false
		for i := 0; i < len(a.order); i++ {
			key := a.order[i]
			for pc, in := range a.program[a.fns[key]] {
				if s := a.states[key][pc]; !s.IsBottom() {
					a.step(key, pc, in, s)
				}
			}
		}
	}
}

func (a *analysis) step(key string, pc int, in instruction, s state) {
	switch in.op {
	case "access":
		a.put(key, pc+1, s)
	case "fork":
		parent, child := d.Fork(s.fact, in.site)
		a.enter(in.fn, child)
		s.fact, s.slots[in.slot] = parent, child.Thread()
		a.put(key, pc+1, s)
	case "await":
		s.fact = d.Await(s.fact, s.slots[in.slot], a.end(s.slots[in.slot]))
		if !s.IsBottom() {
			a.put(key, pc+1, s)
		}
	case "branch":
		a.put(key, pc+1, s)
		a.put(key, in.to, s)
	case "jump":
		a.put(key, in.to, s)
	}
}

// end joins what is known at the ends of all threads that may be of the identity.
func (a *analysis) end(who id) (end fact) {
	for _, key := range a.order {
		last := a.states[key][len(a.states[key])-1]
		if threads.MayBeSame(last.Thread(), who) {
			end = d.Join(end, last.fact)
		}
	}
	return end
}

// A running thread is one of a concrete run. Sites are its letters, as in moment.
type running struct {
	moment
	fn, pc int
	slots  [2]int // places of threads among all, from 1 on; 0 if there is none
}

// explore visits every state that some interleaving leads to, up to a number of them and
// with at most four threads.
func explore(program [][]instruction, visit func(alive []running)) {
	seen := map[string]bool{}
	queue := [][]running{{{}}}
	for n := 0; n < len(queue) && n < 1500; n++ {
		now := queue[n]
		visit(now)
		for i := range now {
			for _, next := range successors(program, now, i) {
				if key := fmt.Sprint(next); !seen[key] {
					seen[key] = true
					queue = append(queue, next)
				}
			}
		}
	}
}

func successors(program [][]instruction, now []running, i int) (all [][]running) {
	in := program[now[i].fn][now[i].pc]
	move := func(pc int) []running {
		next := slices.Clone(now)
		next[i].pc = pc
		all = append(all, next)
		return next
	}
	switch in.op {
	case "access":
		move(now[i].pc + 1)
	case "fork":
		if len(now) == 4 {
			return nil // this run is looked at no further
		}
		child := now[i].self + string(rune('a'+in.site))
		for _, c := range now[i].children {
			if strings.ToLower(c[len(c)-1:]) == child[len(child)-1:] {
				child = now[i].self + string(rune('A'+in.site))
			}
		}
		next := move(now[i].pc + 1)
		next[i].children = append(slices.Clip(next[i].children), child)
		next[i].slots[in.slot] = len(next) + 1
		all[0] = append(next, running{moment: moment{self: child}, fn: in.fn})
	case "await":
		if who := now[i].slots[in.slot]; who > 0 && program[now[who-1].fn][now[who-1].pc].op == "end" {
			move(now[i].pc + 1)
		}
	case "branch":
		move(now[i].pc + 1)
		move(in.to)
	case "jump":
		move(in.to)
	}
	return all
}

func analysisOf(program [][]instruction) *analysis {
	a := &analysis{program: program, states: map[string][]state{}, fns: map[string]int{}}
	a.solve()
	return a
}

// In every state of every interleaving, each thread is described by a fact that was
// computed. Two threads that are both about to access something are never said to be
// unable to do so in parallel.
func TestProgramsAgainstAllInterleavings(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a := analysisOf(drawProgram(t))
		facts := func(r running) (all []fact) {
			for _, key := range a.order {
				if a.fns[key] == r.fn && contains(a.states[key][r.pc].fact, r.moment) {
					all = append(all, a.states[key][r.pc].fact)
				}
			}
			return all
		}
		explore(a.program, func(now []running) {
			var over []string
			for _, r := range now {
				if a.program[r.fn][r.pc].op == "end" {
					over = append(over, r.self)
				}
			}
			at := make([][]fact, len(now))
			for i, r := range now {
				r.ended = over
				if at[i] = facts(r); len(at[i]) == 0 {
					t.Fatalf("no fact describes %+v in %v", r, a.program)
				}
			}
			for i, x := range now {
				for j, y := range now[:i] {
					if a.program[x.fn][x.pc].op != "access" || a.program[y.fn][y.pc].op != "access" {
						continue
					}
					for _, f := range at[i] {
						for _, g := range at[j] {
							if may, why := d.MayHappenInParallel(f, g); !may {
								t.Fatalf("%+v and %+v happen in parallel, but %v, in %v\n%v\n%v", x, y, why, a.program, f, g)
							}
						}
					}
				}
			}
		})
	})
}

// Programs are of use to the test above if many of their accesses happen in parallel, and many are said not to, for
// each reason. These are the same in every run.
func TestProgramsAreMixed(t *testing.T) {
	excluded, parallel := map[mhp.Exclusion]int{}, 0
	programs := rapid.Custom(drawProgram)
	for seed := range 200 {
		a := analysisOf(programs.Example(seed))
		explore(a.program, func(now []running) {
			about := 0
			for _, r := range now {
				if a.program[r.fn][r.pc].op == "access" {
					parallel += about
					about++
				}
			}
		})
		for _, x := range a.order {
			for _, y := range a.order {
				for pc, f := range a.states[x] {
					for qc, g := range a.states[y] {
						if a.program[a.fns[x]][pc].op == "access" && a.program[a.fns[y]][qc].op == "access" {
							_, why := d.MayHappenInParallel(f.fact, g.fact)
							excluded[why.Why]++
						}
					}
				}
			}
		}
	}
	t.Log(parallel, excluded)
	require.Greater(t, parallel, 500)
	for _, why := range []mhp.Exclusion{mhp.SameThread, mhp.NotStarted, mhp.Ended} {
		require.Greater(t, excluded[why], 10, "%v", why)
	}
}
