package trace_test

import (
	"fmt"
	"slices"

	"github.com/seed38182bad/parallax/envs"
)

// lockRule is the lock-set rule of RAPID: small, and fast enough that the time of a benchmark is that of reading. An
// access to a variable is reported if so far, it included, one access was a write, two threads accessed the variable,
// and no lock was held at all accesses.
//
// A lockRule looks at one run. Threads, variables and locks have small numbers, as those of
// texts have.
type lockRule struct {
	events, reports int64 // so far

	prog    envs.Program
	kinds   map[envs.FuncID][]envs.Kind // of the operations of functions, side by side
	threads []ruleThread
	vars    []ruleVariable
	sets    [][]uint64 // by number; set 0 is empty
	numbers map[string]int32
	more    setTable // by set and lock: the set with the lock
	less    setTable // and without it
	both    setTable // by two sets: what they have in common
}

// setTable has numbers of sets, one more than each so that 0 is none.
type setTable [][]int32

func (t *setTable) at(i, j int) *int32 {
	for i >= len(*t) {
		*t = append(*t, nil)
	}
	for j >= len((*t)[i]) {
		(*t)[i] = append((*t)[i], 0)
	}
	return &(*t)[i][j]
}

type ruleThread struct {
	frames []envs.FuncID
	kinds  []envs.Kind // of the topmost frame's function, as far as they have been looked up
	set    int32
	counts []heldLock // of the locks held
}

type heldLock struct {
	lock  uint64
	times int
}

type ruleVariable struct {
	thread envs.Thread // the first
	set    int32       // held at all accesses
	unsafe uint64      // written, and above it what is not 0 if another thread accessed it
}

const written = 1 // which is envs.Store - envs.Load

// newLockRule makes a rule for a run of a program, which may grow.
func newLockRule(prog envs.Program) *lockRule {
	return &lockRule{
		prog: prog, kinds: map[envs.FuncID][]envs.Kind{},
		sets: [][]uint64{nil}, numbers: map[string]int32{"[]": 0},
	}
}

// take gives the function that takes in an event and goes on. One more call for each event would count.
func (r *lockRule) take() func(*envs.Event) bool {
	return func(ev *envs.Event) bool {
		r.events++
		if uint64(ev.Thread) >= uint64(len(r.threads)) {
			r.threads = append(r.threads, make([]ruleThread, int(ev.Thread)+1-len(r.threads))...)
		}
		t := &r.threads[ev.Thread]
		if ev.Kind != envs.Step {
			r.frame(t, ev)
			return true
		}
		if uint64(ev.PC) >= uint64(len(t.kinds)) {
			t.kinds = r.look(t.frames[len(t.frames)-1])
		}
		kind := t.kinds[ev.PC]
		switch kind {
		case envs.Load, envs.Store:
			for ev.Obj >= uint64(len(r.vars)) {
				r.vars = append(r.vars, ruleVariable{})
			}
			v := &r.vars[ev.Obj]
			if v.thread == 0 {
				v.thread, v.set = ev.Thread, t.set
			}
			// What has been so stays so; whether it is news would be hard to foresee.
			v.unsafe |= uint64(kind-envs.Load) | uint64(v.thread^ev.Thread)<<1
			if v.set != t.set && v.set != 0 {
				v.set = r.common(v.set, t.set)
			}
			if v.set == 0 && v.unsafe&written != 0 && v.unsafe > written {
				r.reports++
			}
		case envs.Acquire:
			if t.add(ev.Obj, 1) == 1 {
				t.set = r.plus(t.set, ev.Obj)
			}
		case envs.Release:
			if t.add(ev.Obj, -1) == 0 {
				t.set = r.minus(t.set, ev.Obj)
			}
		}
		return true
	}
}

func (r *lockRule) frame(t *ruleThread, ev *envs.Event) {
	switch ev.Kind {
	case envs.Enter:
		t.frames = append(t.frames, ev.Func)
	case envs.Leave:
		t.frames = t.frames[:len(t.frames)-1]
	}
	if n := len(t.frames); n > 0 {
		t.kinds = r.kinds[t.frames[n-1]]
	}
}

// look looks up the kinds of the operations that a function has by now.
func (r *lockRule) look(id envs.FuncID) []envs.Kind {
	ops, kinds := r.prog.Func(id).Ops, r.kinds[id]
	for len(kinds) < len(ops) {
		kinds = append(kinds, ops[len(kinds)].Kind)
	}
	r.kinds[id] = kinds
	return kinds
}

// add changes how often a lock is held, and gives that.
func (t *ruleThread) add(lock uint64, n int) int {
	for i := range t.counts {
		if c := &t.counts[i]; c.lock == lock {
			c.times += n
			if c.times == 0 {
				t.counts = slices.Delete(t.counts, i, i+1)
				return 0
			}
			return c.times
		}
	}
	t.counts = append(t.counts, heldLock{lock, n})
	return n
}

func (r *lockRule) common(a, b int32) int32 {
	n := r.both.at(int(a), int(b))
	if *n == 0 {
		with := r.sets[b]
		only := func(l uint64) bool { return !slices.Contains(with, l) }
		*n = 1 + r.number(slices.DeleteFunc(slices.Clone(r.sets[a]), only))
	}
	return *n - 1
}

func (r *lockRule) plus(set int32, lock uint64) int32 {
	n := r.more.at(int(set), int(lock))
	if *n == 0 {
		locks := append(slices.Clone(r.sets[set]), lock)
		slices.Sort(locks)
		*n = 1 + r.number(locks)
	}
	return *n - 1
}

func (r *lockRule) minus(set int32, lock uint64) int32 {
	n := r.less.at(int(set), int(lock))
	if *n == 0 {
		*n = 1 + r.number(slices.DeleteFunc(slices.Clone(r.sets[set]), func(l uint64) bool { return l == lock }))
	}
	return *n - 1
}

func (r *lockRule) number(locks []uint64) int32 {
	key := fmt.Sprint(locks)
	n, ok := r.numbers[key]
	if !ok {
		n = int32(len(r.sets))
		r.numbers[key] = n
		r.sets = append(r.sets, locks)
	}
	return n
}
