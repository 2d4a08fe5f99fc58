package balance

import (
	"slices"

	"github.com/seed38182bad/parallax/envs"
)

// nested is what is wrong with taking a lock on the shared side that is held so. It is told of as Twice. The frame goes
// on unless somebody waits for the exclusive side, so no doubt comes of it.
const nested = Twice + " (shared)"

// again reports whether a lock is taken that is held.
func (p *problems) again() bool { return p.of == Twice || p.of == nested }

// nests is what is wrong with taking a lock on the shared side that may be held so: something is over all paths, if
// somebody takes the lock exclusively.
func (c *checker) nests(prog envs.Program, held *balance) (wrong string) {
	if held == nil || held.of.id != 0 || !held.heldRead() || !c.survey(prog).taken[held.class] {
		return ""
	}
	return nested
}

// retaken reports whether it is told that a lock is taken which is held. It is not if the thread goes on, as in a run.
// Nor is it if the frame gives the lock back before under a condition that may be the one under which it took it.
func (c *checker) retaken(env envs.Env, p problems) bool {
	return p.again() && c.met.MayStay() &&
		(c.All || p.known.of.id != 0 || !c.paired(env.Program(), env.Func(), p.known, -1, env.Point().PC(), State{}))
}

// reportTwice reports that the operation takes a lock that is held, if it does.
func (c *checker) reportTwice(env envs.Env, l lock, class string, p problems) {
	if l.named() && c.retaken(env, p) {
		c.report(env, p.known, twice(l, class, p, env.Point()))
	}
}

// takenInside reports that a call takes a lock that is held, where that is taken.
func (c *checker) takenInside(env envs.Env, call *envs.Op, l lock, p problems) {
	if !c.retaken(env, p) {
		return
	}
	class := p.known.classOf()
	at := takenBy(env.Program(), call, l)
	if at.IsZero() {
		at = env.Point()
	}
	r := twice(l, class, p, at)
	if at != env.Point() {
		called := envs.Evidence{At: env.Point(), Text: "the function is called that takes it again"}
		r.Evidence = slices.Insert(r.Evidence, len(r.Evidence)-1, called)
	}
	c.book.wait(env.Point(), pending{*p.known, at, r})
}

// twice is the report that a lock is taken at a point and is held already.
func twice(l lock, class string, p problems, at envs.Point) envs.Report {
	name := l.name(class)
	held := " is taken here, and it is held already: the thread waits for itself"
	switch {
	case p.of == nested:
		held = " is taken here on its shared side, and is held so already: the thread waits if another one waits for " +
			"the exclusive side"
	case p.fine > 0:
		held = " is taken here, and on some path it is held already: the thread waits for itself"
	}
	return envs.Report{Kind: Twice, Message: name + held,
		Evidence: append(taken(p.known), envs.Evidence{At: at, Text: name + " is taken again"})}
}

// takenBy is the first operation that takes a lock in what a call reaches. It is zero if none is seen to.
func takenBy(prog envs.Program, call *envs.Op, l lock) envs.Point {
	type named struct {
		fn   envs.FuncID
		lock envs.Path
	}
	var all []named
	reach := func(call *envs.Op, of *envs.Path) {
		if of = of.Into(call.Callee.Args); of == nil {
			return
		}
		for _, f := range call.Callee.Funcs {
			if n := (named{f, *of}); prog.Func(f) != nil && !slices.ContainsFunc(all, func(o named) bool {
				return o.fn == f && o.lock.Same(of)
			}) {
				all = append(all, n)
			}
		}
	}
	reach(call, l.path)
	for i := 0; i < len(all); i++ {
		fn := prog.Func(all[i].fn)
		for pc := range fn.Ops {
			switch op := &fn.Ops[pc]; op.Kind {
			case envs.Acquire:
				if op.Path.Same(&all[i].lock) {
					return envs.At(fn.ID, op.PC)
				}
			case envs.Call:
				reach(op, &all[i].lock)
			}
		}
	}
	return envs.Point{}
}
