package stale

import (
	"cmp"
	"slices"
	"strings"

	"github.com/seed38182bad/parallax/envs"
)

// The relaxed mode. Nine in ten of the stale values that are defects in real Go
// code are not written anywhere: they decide whether something is written
// (check, then act). So it follows both what a value flows into and what it
// decides.

// control is what the relaxed mode keeps besides values: the branches that
// shared data decided, by their place, and what was written so far.
type control struct {
	decided []decision
	writes  []write // ordered; never changed in place, since states share it
}

// decision is a branch that shared data decided.
type decision struct {
	branch int32 // the branch's index in its function
	*Origin
}

// write is a class of memory that a function, or what it calls, writes, and the
// lock under which it does; nil is a lock of its caller's that it has no name for.
type write struct {
	lock *envs.Path
	loc  *envs.Loc
}

// maxWrites is how many writes a summary keeps; those beyond it are missed.
const maxWrites = 64

func (c *control) clone() *control {
	if c == nil {
		return nil
	}
	return &control{slices.Clone(c.decided), c.writes}
}

func (c *control) merge(o *control) (*control, bool) {
	if c == nil {
		return o.clone(), true
	}
	grew := false
	for _, d := range o.decided {
		grew = c.decide(d) || grew
	}
	if all := union(c.writes, o.writes); len(all) > 0 && (len(all) != len(c.writes) || &all[0] != &c.writes[0]) {
		c.writes, grew = all, true
	}
	return c, grew
}

// union is the first maxWrites of a and b together; it is a itself if b adds
// nothing, and b itself if a does not.
func union(a, b []write) []write {
	switch {
	case len(b) == 0 || len(a) == len(b) && &a[0] == &b[0]:
		return a
	case len(a) == 0:
		return b
	}
	var all []write // nil as long as it would be the beginning of a
	i, j := 0, 0
	for i < len(a) || j < len(b) {
		c := -1
		switch {
		case i == len(a):
			c = 1
		case j < len(b):
			c = a[i].compare(b[j])
		}
		if c > 0 && all == nil {
			if i == maxWrites {
				break
			}
			all = append(make([]write, 0, min(len(a)+len(b), maxWrites)), a[:i]...)
		}
		if all != nil {
			if len(all) == maxWrites {
				break
			}
			if c <= 0 {
				all = append(all, a[i])
			} else {
				all = append(all, b[j])
			}
		}
		if c <= 0 {
			i++
		}
		if c >= 0 {
			j++
		}
	}
	switch {
	case all == nil:
		return a
	case slices.Equal(all, b):
		return b
	}
	return all
}

func (c *control) decide(d decision) bool {
	i, ok := slices.BinarySearchFunc(c.decided, d.branch, func(x decision, pc int32) int { return int(x.branch - pc) })
	if !ok {
		c.decided = slices.Insert(c.decided, i, d)
		return true
	}
	old := c.decided[i].Origin
	c.decided[i].Origin = old.join(d.Origin)
	return c.decided[i].Origin != old
}

// write adds w to the list, of which the first maxWrites are kept.
func (c *control) write(w write) {
	if _, ok := slices.BinarySearchFunc(c.writes, w, write.compare); !ok {
		c.writes = union(c.writes, []write{w})
	}
}

// compare gives writes an order that is the same in all runs.
func (w write) compare(o write) int {
	if w.loc != o.loc {
		if c := strings.Compare(nameOf(w.loc), nameOf(o.loc)); c != 0 {
			return c
		}
	}
	if w.lock == o.lock {
		return 0
	}
	var a, b envs.Path
	if w.lock != nil {
		a = *w.lock
	}
	if o.lock != nil {
		b = *o.lock
	}
	if a.Root != b.Root || a.Reg != b.Reg {
		return cmp.Or(cmp.Compare(a.Root, b.Root), cmp.Compare(a.Reg, b.Reg))
	}
	return cmp.Or(strings.Compare(a.Global, b.Global), strings.Compare(a.Steps, b.Steps))
}

func nameOf(l *envs.Loc) string {
	if l == nil {
		return ""
	}
	return l.Name
}

// controlled is s with a control part that may be changed.
func (s *State) controlled() (*State, *control) {
	s = s.own()
	if s.more == nil {
		s.more = &control{}
	}
	return s, s.more
}

// decide remembers a branch whose operand is a copy of shared data.
func (c *Checker) decide(op *envs.Op, s *State) *State {
	if o := s.join(op.Uses); o != nil && c.opts.Relaxed {
		var ctl *control
		s, ctl = s.controlled()
		ctl.decide(decision{op.PC, o})
	}
	return s
}

// write reports, in the relaxed mode, a write to shared data that a stale value
// reaches or decided, and adds it to what the function writes.
func (c *Checker) write(env envs.Env, op *envs.Op, s *State) *State {
	if !c.opts.Relaxed || env.Block().None() || op.Is(envs.Local) {
		return s
	}
	loc := op.Loc
	if op.Kind == envs.Send {
		loc = nil // it says where the channel is found
	}
	for _, r := range op.Uses[min(1, len(op.Uses)):] {
		if o := s.get(r); o != nil && outdated(env, o) && held(env, o) && coupled(origin(env, o), loc) {
			report(env, o, "stale "+subject(env, r, o)+" is written to shared data", "written here")
		}
	}
	s, ctl := s.controlled()
	for _, d := range ctl.decided {
		if outdated(env, d.Origin) && held(env, d.Origin) && coupled(origin(env, d.Origin), loc) && env.MayDecide(d.branch) {
			report(env, d.Origin, "stale "+subject(env, 0, d.Origin)+" decides whether shared data is written", "written here")
		}
	}
	ctl.write(write{env.LockPath(), loc})
	return s
}

// calls does for a call what write does for a store: the callee writes shared
// data under the locks in exit.
func (c *Checker) calls(env envs.Env, call *envs.Op, exit, s *State) *State {
	if exit.more == nil {
		return s
	}
	s, ctl := s.controlled()
	here := env.LockPath()
	writes := make([]write, 0, len(exit.more.writes))
	for _, w := range exit.more.writes {
		lock := here
		if w.lock != nil {
			if lock = w.lock.In(call.Callee.Args); lock == nil {
				continue // the caller has no name for it
			}
		}
		if lock == nil {
			continue // two calls away is too far to tell whose lock it is
		}
		for _, r := range call.Uses[min(call.Callee.FirstArg, len(call.Uses)):] {
			if o := s.get(r); o != nil && outdated(env, o) && o.Lock.Same(lock) && coupled(origin(env, o), w.loc) {
				report(env, o, "stale "+subject(env, r, o)+" is passed to "+call.Callee.Name+", which writes shared data", "passed on here")
			}
		}
		for _, d := range ctl.decided {
			if outdated(env, d.Origin) && d.Lock.Same(lock) && coupled(origin(env, d.Origin), w.loc) && env.MayDecide(d.branch) {
				report(env, d.Origin, "stale "+subject(env, 0, d.Origin)+" decides whether "+call.Callee.Name+" writes shared data", "called here")
			}
		}
		writes = append(writes, write{lock, w.loc})
	}
	if !slices.IsSortedFunc(writes, write.compare) {
		slices.SortFunc(writes, write.compare)
	}
	writes = slices.CompactFunc(writes, func(a, b write) bool { return a.compare(b) == 0 })
	ctl.writes = union(ctl.writes, writes)
	return s
}

// origin is the class of memory that a value was read from, nil if unknown.
func origin(env envs.Env, o *Origin) *envs.Loc {
	if fn := env.Program().Func(o.Read.Func()); fn != nil {
		return fn.Ops[o.Read.PC()].Loc
	}
	return nil
}

// coupled reports whether a stale copy of one class of memory matters to a write
// of the other: they are one class, or fields of one type.
func coupled(a, b *envs.Loc) bool {
	if a == nil || b == nil || a == b {
		return a == b
	}
	return a.Class == envs.Field && b.Class == envs.Field && owner(a) == owner(b)
}

func owner(f *envs.Loc) string { return f.Name[:max(0, strings.LastIndexByte(f.Name, '.'))] }

// held reports whether the lock that o was read under is held again.
func held(env envs.Env, o *Origin) bool { return o.Lock != nil && env.MayHold(o.Lock) }

// outdated reports whether what was read may have changed since: a lock of its
// block was released.
func outdated(env envs.Env, o *Origin) bool { return !o.Released.IsZero() && !env.MustBeOpen(o.Block) }
