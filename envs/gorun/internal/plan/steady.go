package plan

import (
	"maps"

	"github.com/seed38182bad/parallax/envs"
)

// A balance is how often a function has taken each lock more than it has given it back, where that is not 0. A lock is
// known by its side and the name that the function has for it.
type balance map[lockName]int

type lockName struct {
	envs.Path // without what is not compared
	read      bool
}

// with is b after an operation that takes a lock n times more.
func (b balance) with(op *envs.Op, n int) balance {
	lock := lockName{envs.Path{Reg: -1}, op.Is(envs.Shared)}
	if p := op.Path; p != nil {
		lock.Path = envs.Path{Root: p.Root, Reg: p.Reg, Global: p.Global, Steps: p.Steps}
	}
	after := maps.Clone(b)
	if after[lock] += n; after[lock] == 0 {
		delete(after, lock)
	}
	return after
}

// steady reports whether a function itself gives back, on each path to a return, the locks that it takes. Unless its
// callees do otherwise, it then returns with the locks with which it was called, and some of its calls may be passed
// over (Omit.Calls). The program itself finds out which callers of other functions return with other locks. A
// function that may fail to take a lock is not looked into.
func steady(fn *envs.Func) bool {
	if !fn.Locking() {
		return true
	}
	at := make([]balance, len(fn.Ops)) // nil if control has not come there yet
	at[0] = balance{}
	todo := []int32{0}
	for len(todo) > 0 {
		pc := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		op, b := &fn.Ops[pc], at[pc]
		switch op.Kind {
		case envs.Acquire:
			b = b.with(op, 1)
		case envs.Release:
			b = b.with(op, -1)
		case envs.TryAcquire:
			return false
		case envs.Return:
			if len(b) > 0 {
				return false
			}
		}
		next := fn.Targets(op)
		if op.Falls() {
			next = append(next[:len(next):len(next)], pc+1)
		}
		for _, to := range next {
			if at[to] == nil {
				at[to] = b
				todo = append(todo, to)
			} else if !maps.Equal(at[to], b) {
				return false
			}
		}
	}
	return true
}
