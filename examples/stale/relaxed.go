package stale

import (
	"slices"

	"github.com/seed38182bad/parallax/envs"
)

// The relaxed mode. Nine in ten of the stale values that are defects in real Go
// code are not written anywhere: they decide whether something is written
// (check, then act). So it follows both what a value flows into and what it
// decides.

// decision is a branch that shared data decided.
type decision struct {
	branch int32 // the branch's index in its function
	Origin
}

// write is a lock under which a function, or what it calls, writes shared data;
// nil is a lock of its caller's that it has no name for.
type write struct{ lock *envs.Path }

// maxWrites is how many locks a summary tells apart.
const maxWrites = 4

// decide remembers a branch whose operand is a copy of shared data.
func (c *Checker) decide(env envs.Env, op *envs.Op, s *State) *State {
	if !c.opts.Relaxed {
		return s
	}
	o, ok := s.join(op.Uses)
	if !ok {
		return s
	}
	s.decided, _ = mergeDecisions(s.decided, []decision{{op.PC, o}})
	return s
}

// write reports, in the relaxed mode, a write to shared data that a stale value
// reaches or decided, and adds it to what the function writes.
func (c *Checker) write(env envs.Env, op *envs.Op, s *State) *State {
	if !c.opts.Relaxed || env.Block().None() || op.Is(envs.Local) {
		return s
	}
	for _, r := range op.Uses[min(1, len(op.Uses)):] {
		if o, ok := s.get(r); ok && outdated(env, o) && env.MayHold(o.Lock) {
			report(env, o, "stale "+env.Func().RegName(r)+" is written to shared data", "written here")
		}
	}
	for _, d := range s.decided {
		if outdated(env, d.Origin) && env.MayHold(d.Lock) && env.MayDecide(d.branch) {
			report(env, d.Origin, "a stale value decides whether shared data is written", "written here")
		}
	}
	s = s.own()
	s.writes, _ = mergeWrites(s.writes, []write{{env.Lock()}})
	return s
}

// calls does for a call what write does for a store: the callee writes shared
// data under the locks in exit.
func (c *Checker) calls(env envs.Env, call *envs.Op, exit, s *State) *State {
	for _, w := range exit.writes {
		lock := env.Lock()
		if w.lock != nil {
			if lock = w.lock.In(call.Callee.Args); lock == nil {
				continue
			}
		}
		for _, r := range call.Uses[min(call.Callee.FirstArg, len(call.Uses)):] {
			if o, ok := s.get(r); ok && outdated(env, o) && o.Lock.Same(lock) {
				report(env, o, "stale "+env.Func().RegName(r)+" is passed to "+call.Callee.Name+", which writes shared data", "passed on here")
			}
		}
		for _, d := range s.decided {
			if outdated(env, d.Origin) && d.Lock.Same(lock) && env.MayDecide(d.branch) {
				report(env, d.Origin, "a stale value decides whether "+call.Callee.Name+" writes shared data", "called here")
			}
		}
		s = s.own()
		s.writes, _ = mergeWrites(s.writes, []write{{lock}})
	}
	return s
}

// outdated reports whether what was read may have changed since: a lock of its
// block was released.
func outdated(env envs.Env, o Origin) bool { return !env.MustBeOpen(o.Block) && !o.Released.IsZero() }

func mergeDecisions(a, b []decision) ([]decision, bool) {
	grew := false
	for _, d := range b {
		i, ok := slices.BinarySearchFunc(a, d.branch, func(x decision, pc int32) int { return int(x.branch - pc) })
		if !ok {
			a = slices.Insert(a, i, d)
			grew = true
		} else if j := a[i].join(d.Origin); !j.same(a[i].Origin) {
			a[i].Origin = j
			grew = true
		}
	}
	return a, grew
}

func mergeWrites(a, b []write) ([]write, bool) {
	grew := false
	for _, w := range b {
		if len(a) < maxWrites && !slices.ContainsFunc(a, func(x write) bool { return x.lock.Same(w.lock) }) {
			a = append(a, w)
			grew = true
		}
	}
	return a, grew
}
