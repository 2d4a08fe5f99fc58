package balance

import (
	"maps"
	"slices"

	"github.com/seed38182bad/parallax/envs"
)

// A book is what is known of functions when all was seen: what it takes to tell those that keep a lock for their
// callers from those that forget one.
type book struct {
	ways   map[envs.Point]State // at each Return
	throws map[envs.Point]State // at each Throw and Call, only cases in which a lock is held
	// leaving are the cases before each Return in which a lock is held, with all that is known of conditions.
	leaving map[envs.Point]State
	handed  map[envs.Point][]handed  // at each Fork
	later   map[envs.Point][]pending // reports that rest on a lock that a callee has taken
	relied  map[kept]bool            // a caller gives back what the function has taken
	closes  map[kept]bool            // it returns what has captured something, and may give the lock back
	lends   map[string][]envs.FuncID // by class of locks, the functions that give back one that their callers hold
}

// pending is a report at a point, and the lock that it takes to be held.
type pending struct {
	held balance
	at   envs.Point
	envs.Report
}

// wait notes a report.
func (b *book) wait(at envs.Point, p pending) {
	if !slices.ContainsFunc(b.later[at], func(o pending) bool { return o.Kind == p.Kind && o.held.of.is(p.held.of) }) {
		b.later[at] = append(b.later[at], p)
	}
}

// again forgets the reports at an operation that is visited again. What a run has shown stays.
func (b *book) again(at envs.Point) {
	if list, ok := b.later[at]; ok {
		b.later[at] = slices.DeleteFunc(list, func(p pending) bool { return p.held.of.id == 0 })
	}
}

// kept is a class of locks that a function keeps.
type kept struct {
	by    envs.FuncID
	class string
}

func newBook() *book {
	return &book{ways: map[envs.Point]State{}, throws: map[envs.Point]State{}, leaving: map[envs.Point]State{},
		handed: map[envs.Point][]handed{},
		later:  map[envs.Point][]pending{},
		relied: map[kept]bool{}, closes: map[kept]bool{}, lends: map[string][]envs.FuncID{}}
}

// add merges a state into that of a point.
func add(to map[envs.Point]State, at envs.Point, s State) {
	if old, ok := to[at]; ok {
		s, _ = old.Merge(s)
	}
	to[at] = s
}

// taking are the cases in which a lock is held that the frame has taken, and that is not released otherwise.
func taking(s State, otherwise func(*situation, *balance) bool) (took State) {
	for i := range s.cases {
		t := &s.cases[i]
		if slices.ContainsFunc(t.open, func(b balance) bool {
			return b.took() && b.of.named() && (otherwise == nil || !otherwise(t, &b))
		}) {
			took.cases = append(took.cases, *t)
		}
	}
	return took
}

// thrown notes locks that a panic leaves behind, if the operation is one.
func (b *book) thrown(env envs.Env, s State, otherwise func(*situation, *balance) bool) {
	if took := taking(s, otherwise); len(took.cases) > 0 {
		add(b.throws, env.Point(), took)
	}
}

// returned notes what is so at a Return.
func (b *book) returned(env envs.Env, s State) { add(b.ways, env.Point(), s) }

// leavesWith notes what is known before a Return over all paths, if a lock is held.
func (b *book) leavesWith(at envs.Point, s State) {
	if held := taking(s, nil); len(held.cases) > 0 {
		b.leaving[at] = held
	}
}

// leaves notes a lock that a frame gives back for its caller.
func (b *book) leaves(fn envs.FuncID, l *balance) {
	if l.need == lent && l.alone < 0 || l.need == shared && l.read < 0 {
		b.lend(fn, l.class)
	}
}

func (b *book) lend(fn envs.FuncID, class string) {
	if !slices.Contains(b.lends[class], fn) {
		b.lends[class] = append(b.lends[class], fn)
	}
}

// closed reports whether one of some functions returns with a lock of the class, and what may give it back.
func (b *book) closed(by []envs.FuncID, class string) bool {
	return slices.ContainsFunc(by, func(f envs.FuncID) bool { return b.closes[kept{f, class}] })
}

// gaveBack notes that a lock is given back, which may have been taken by a callee.
func (b *book) gaveBack(env envs.Env, l *balance) {
	if pc := l.at.PC(); l.took() && pc >= 0 && l.at.Func() == env.Func().ID {
		b.rely(env.Program(), l)
	}
}

// rely notes that the functions that took a lock at a call keep it for those who called them. It reports whether that
// is new.
func (b *book) rely(prog envs.Program, l *balance) (grew bool) {
	fn := prog.Func(l.at.Func())
	if fn == nil || int(l.at.PC()) >= len(fn.Ops) {
		return false
	}
	op := &fn.Ops[l.at.PC()]
	if op.Kind != envs.Call {
		return false
	}
	for _, f := range op.Callee.Funcs {
		k := kept{f, l.class}
		grew = grew || !b.relied[k]
		b.relied[k] = true
	}
	return grew
}

// points are the keys in a fixed order.
func points[S any](of map[envs.Point]S) []envs.Point {
	return slices.SortedFunc(maps.Keys(of), envs.Point.Compare)
}

// A way is how a function returns with regard to a class of locks.
type way struct {
	at    envs.Point
	taken *balance // nil if it does not keep one
	of    *situation
}

// ways are the ways in which a function returns, by class of the locks that it keeps on some.
func (c *checker) ways(at []envs.Point) map[string][]way {
	all := map[string][]way{}
	for _, p := range at {
		for i := range c.book.ways[p].cases {
			for _, b := range c.book.ways[p].cases[i].open {
				if b.took() && b.of.named() {
					all[b.class] = nil
				}
			}
		}
	}
	for class := range all {
		for _, p := range at {
			all[class] = append(all[class], c.waysAt(p, class)...)
		}
	}
	return all
}

// waysAt are those that lead through one Return. There are none if it could not be followed on one what became of the
// class: then others may be none either.
func (c *checker) waysAt(p envs.Point, class string) (all []way) {
	s := c.book.ways[p]
	if s.someLoose(class) {
		return nil
	}
	for i := range s.cases {
		t := &s.cases[i]
		if !s.counts(t, c.All) {
			continue
		}
		w := way{at: p, of: t}
		for j := range t.open {
			if b := &t.open[j]; b.class == class && b.took() && b.of.named() {
				w.taken = b
			}
		}
		all = append(all, w)
	}
	return all
}

// A keeping is a function that returns with a lock on some way.
type keeping struct {
	fn     *envs.Func
	class  string
	ways   []way
	reason string // why it is meant to; empty if it is not
}

// Finish judges the functions that keep a lock on some way out.
func (c *checker) Finish(prog envs.Program, report func(envs.Point, envs.Report)) {
	if prog.Knows().Recorded {
		c.surveyed = nil // there may be more of it than before
	}
	byFunc := map[envs.FuncID][]envs.Point{}
	for _, p := range points(c.book.ways) {
		byFunc[p.Func()] = append(byFunc[p.Func()], p)
	}
	var all []*keeping
	for _, id := range slices.Sorted(maps.Keys(byFunc)) {
		ways := c.ways(byFunc[id])
		for _, class := range slices.Sorted(maps.Keys(ways)) {
			all = append(all, &keeping{fn: prog.Func(id), class: class, ways: ways[class]})
		}
	}
	for grew := true; grew; { // what one keeps that others rely on is kept for it, too
		grew = false
		for _, k := range all {
			var sure bool
			if k.reason, sure = c.reason(prog, k); !sure {
				continue
			}
			for _, w := range k.ways {
				if w.taken != nil && c.book.rely(prog, w.taken) {
					grew = true
				}
			}
		}
	}
	forgets := map[kept]bool{}
	for _, k := range all {
		forgets[kept{k.fn.ID, k.class}] = k.reason == ""
	}
	for _, k := range all {
		c.judge(prog, k, forgets, report)
	}
	for _, p := range points(c.book.later) {
		for _, r := range c.book.later[p] {
			if c.All || !after(prog, &r.held, forgets) {
				report(r.at, r.Report)
			}
		}
	}
	c.judgePanics(prog, forgets, report)
	c.judgeHanded(prog, report)
	if c.All {
		c.judgeUnknown(report)
	}
}

// judgeUnknown reports each Return before which it could not be followed what became of locks.
func (c *checker) judgeUnknown(report func(envs.Point, envs.Report)) {
	for _, p := range points(c.book.ways) {
		s := c.book.ways[p]
		if s.full || slices.ContainsFunc(s.cases, func(t situation) bool { return len(t.loose) > 0 }) {
			report(p, envs.Report{Kind: Left, Cause: p, Message: "a lock may still be held when the function returns here",
				Evidence: []envs.Evidence{{At: p, Text: "it could not be followed what became of the locks"}}})
		}
	}
}

// judge reports a function that keeps a lock.
func (c *checker) judge(prog envs.Program, k *keeping, forgets map[kept]bool, report func(envs.Point, envs.Report)) {
	if k.reason != "" && c.Kept {
		if i := slices.IndexFunc(k.ways, func(w way) bool { return w.taken != nil }); i >= 0 {
			report(k.ways[i].at, keepsReport(k, k.ways[i]))
		}
	}
	if k.reason != "" && !c.All {
		return
	}
	last := envs.Point{}
	for _, w := range k.ways {
		if w.taken == nil || w.at == last || !c.All && (c.excused(prog, k, w) || after(prog, w.taken, forgets)) {
			continue
		}
		last = w.at
		report(w.at, leftReport(w))
	}
}

// calls reports whether a lock was taken, at a point of a function, by one that it calls there.
func calls(fn *envs.Func, at envs.Point) bool {
	return at.Func() == fn.ID && at.PC() >= 0 && fn.Ops[at.PC()].Reaches()
}

// after reports whether a lock was taken by a callee that should not have kept it, which is told of that one.
func after(prog envs.Program, b *balance, forgets map[kept]bool) bool {
	fn := prog.Func(b.at.Func())
	if fn == nil || !calls(fn, b.at) {
		return false
	}
	return slices.ContainsFunc(fn.Ops[b.at.PC()].Callee.Funcs, func(f envs.FuncID) bool {
		return forgets[kept{f, b.class}]
	})
}

// excused reports whether it may well be that the lock is given back though it does not seem so.
func (c *checker) excused(prog envs.Program, k *keeping, w way) bool {
	for i := range k.fn.Ops {
		if op := &k.fn.Ops[i]; op.Kind == envs.Addr && class(op) == k.class && k.class != "" {
			return true // others may give it back by its address
		}
	}
	for _, b := range w.of.open {
		if b.class == k.class && !b.took() && !w.of.doubt {
			return true // it goes by two names
		}
	}
	return w.taken.of.id == 0 && c.paired(prog, k.fn, w.taken, -1, w.at.PC(), c.book.leaving[w.at])
}

// judgePanics reports locks that are left behind by a panic after which the program goes on.
func (c *checker) judgePanics(prog envs.Program, forgets map[kept]bool, report func(envs.Point, envs.Report)) {
	for _, p := range points(c.book.throws) {
		fn := prog.Func(p.Func())
		if implied(prog, p) || !c.panics(prog, &fn.Ops[p.PC()]) {
			continue
		}
		at := c.recovered(prog, p)
		if at.IsZero() && !c.Panics && !c.All {
			continue
		}
		s := c.book.throws[p]
		for i := range s.cases {
			if t := &s.cases[i]; s.counts(t, c.All) {
				sh := c.shapeOf(prog, fn)
				if n := slices.IndexFunc(t.open, func(b balance) bool {
					return b.took() && b.of.named() && !c.covered(prog, sh, &fn.Ops[p.PC()], t, &b) &&
						(c.All || !after(prog, &b, forgets))
				}); n >= 0 {
					report(p, panicReport(&t.open[n], p, at))
					break
				}
			}
		}
	}
}

// covered reports whether a deferred call, or a handler, gives a lock back on the way out after a Throw.
func (c *checker) covered(prog envs.Program, sh *shape, throw *envs.Op, s *situation, b *balance) bool {
	if throw.Handler != 0 {
		for pc, may := range sh.fn.After(throw.Handler) {
			if op := &sh.fn.Ops[pc]; may && op.Kind == envs.Release && sh.isCaught(int32(pc)) && class(op) == b.class {
				return true
			}
		}
	}
	return slices.ContainsFunc(s.passed, func(n int32) bool { return n > 0 && c.ends(prog, sh, n, b) })
}

// implied reports whether nobody has written what is thrown at an operation: it stands where a call does that does not
// come back, as of os.Exit, or where a branch does, as in a loop over a function.
func implied(prog envs.Program, at envs.Point) bool {
	fn := prog.Func(at.Func())
	for pc := max(0, at.PC()-3); pc < at.PC(); pc++ {
		k := fn.Ops[pc].Kind
		if (k == envs.Call || k == envs.Branch) && prog.Position(envs.At(fn.ID, pc)) == prog.Position(at) {
			return true
		}
	}
	return false
}

// panics reports whether an operation certainly panics: it is a Throw, or calls functions that never return and have
// one.
func (c *checker) panics(prog envs.Program, op *envs.Op) bool {
	if op.Kind == envs.Throw {
		return true
	}
	if !op.Reaches() || op.Callee.Open {
		return false
	}
	return !slices.ContainsFunc(op.Callee.Funcs, func(f envs.FuncID) bool {
		fn := prog.Func(f)
		return fn == nil || slices.ContainsFunc(fn.Ops, func(op envs.Op) bool { return op.Kind == envs.Return }) ||
			!slices.ContainsFunc(fn.Ops, func(op envs.Op) bool {
				return op.Kind == envs.Throw && !implied(prog, envs.At(f, op.PC))
			})
	})
}

// recovered is where a panic ends that begins at a point: the call, or the Throw, whose handler goes on with the frame.
// It is zero if nobody is seen to recover.
func (c *checker) recovered(prog envs.Program, at envs.Point) envs.Point {
	seen, callers := map[envs.FuncID]bool{}, c.survey(prog).callersOf(prog)
	for work := []envs.Point{at}; len(work) > 0; work = work[1:] {
		p := work[0]
		fn := prog.Func(p.Func())
		if h := fn.Ops[p.PC()].Handler; h != 0 && recovers(prog, fn, h) {
			return p
		}
		if !seen[fn.ID] {
			seen[fn.ID] = true
			work = append(work, callers[fn.ID]...)
		}
	}
	return envs.Point{}
}

// recovers reports whether control comes from a handler to a Return. If deferred calls are on the way, one of them has
// to be of a function that asks for what was thrown. A function that is not known may do so, too, but does not count.
func recovers(prog envs.Program, fn *envs.Func, handler int32) bool {
	returns, deferred, asks := false, false, false
	for pc, may := range fn.After(handler) {
		switch op := &fn.Ops[pc]; {
		case !may:
		case op.Kind == envs.Return:
			returns = true
		case op.Kind == envs.Call && op.Deferred != 0:
			deferred = true
			asks = asks || slices.ContainsFunc(op.Callee.Funcs, func(f envs.FuncID) bool {
				fn := prog.Func(f)
				return fn != nil && slices.ContainsFunc(fn.Ops, asksThrown)
			})
		}
	}
	return returns && (asks || !deferred)
}

// asksThrown reports whether an operation makes a value of nothing, as recover does.
func asksThrown(op envs.Op) bool { return op.Kind == envs.Compute && len(op.Uses) == 0 }
