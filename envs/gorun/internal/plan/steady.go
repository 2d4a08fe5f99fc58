package plan

import "github.com/seed38182bad/parallax/envs"

// A balance is the locks that a function has taken and not given back, or given back and not taken, by their names in
// it.
type balance []balanced

type balanced struct {
	lock  *envs.Path
	read  bool
	taken int
}

func (b balance) add(op *envs.Op, n int) balance {
	for i, x := range b {
		if x.lock.Same(op.Path) && x.read == op.Is(envs.Shared) {
			c := append(b[:i:i], b[i+1:]...)
			if x.taken += n; x.taken != 0 {
				c = append(c, x)
			}
			return c
		}
	}
	return append(b[:len(b):len(b)], balanced{op.Path, op.Is(envs.Shared), n})
}

func (b balance) equal(o balance) bool {
	if len(b) != len(o) {
		return false
	}
next:
	for _, x := range b {
		for _, y := range o {
			if x.lock.Same(y.lock) && x.read == y.read && x.taken == y.taken {
				continue next
			}
		}
		return false
	}
	return true
}

// steady reports whether a function itself gives back, on each path to a return, the locks that it takes. Unless its
// callees do otherwise, it then returns with the locks with which it was called, and some of its calls may be passed
// over (Omit.Calls). The program itself finds out which callers of other functions return with other locks. A
// function that may fail to take a lock is not looked into.
func steady(fn *envs.Func) bool {
	if !fn.Locking() {
		return true
	}
	at := make([]balance, len(fn.Ops))
	seen := make([]bool, len(fn.Ops))
	seen[0] = true
	todo := []int32{0}
	for len(todo) > 0 {
		pc := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		op, b := &fn.Ops[pc], at[pc]
		switch op.Kind {
		case envs.Acquire:
			b = b.add(op, 1)
		case envs.Release:
			b = b.add(op, -1)
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
			if !seen[to] {
				seen[to], at[to] = true, b
				todo = append(todo, to)
			} else if !at[to].equal(b) {
				return false
			}
		}
	}
	return true
}
