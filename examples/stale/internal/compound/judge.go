package stale

import (
	"slices"
	"strings"

	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/examples/stale/internal/gaps"
)

// The kinds of reports.
const (
	KindValue  = "stale-value"     // a stale value is used, or in the relaxed mode written
	KindCheck  = "check-then-act"  // what one critical section has read decides what another one writes
	KindAtomic = "atomic-then-act" // an atomic load, and an atomic store that it decides or gives its value
	KindMap    = "lookup-then-act" // the same for a look-up and a store in a sync.Map
)

// An act is a write to shared data, or a call that leads to one.
type act struct {
	from     source
	under    lock // of underLock: the lock of its section
	loc      *envs.Loc
	there    *envs.Loc // by what it lies in
	base     *envs.Path
	value    readings // from which what is written derives
	given    readings // arguments that decide whether it is written
	constant bool
	found    bool         // an element
	nothing  bool         // no value is stored: a constant, or an element is deleted
	callee   string       // that writes; empty if the operation itself does
	point    envs.Point   // the operation that writes
	checked  bool         // the callee looks again
	now      []lock       // held
	when     *gaps.Moment // its lock was taken, in a run; nil if nothing is known
}

// renewed reports whether what is written derives from a fresh reading of where it is written.
func (a *act) renewed() bool {
	return slices.ContainsFunc(a.value, func(r *reading) bool {
		return r.from == a.from && r.loc == a.loc && r.gone < 0 && !r.chosen && (a.base == nil || r.base.Same(a.base))
	})
}

// judge reports an act that derives from, or is decided by, what was read earlier, and may have
// changed since.
func (c *relaxed) judge(env envs.Env, op *envs.Op, f *flow, a act) {
	for _, r := range a.value {
		if r.from == a.from {
			c.pair(env, op, f, a, r, !r.chosen)
		}
	}
	for _, r := range a.given {
		if r.from == a.from {
			c.pair(env, op, f, a, r, false)
		}
	}
	for _, d := range f.decided {
		for _, r := range d.readings {
			if r.from == a.from && r.at < d.of && env.MayDecide(d.of) {
				c.pair(env, op, f, a, r, false)
			}
		}
	}
}

// pair reports one reading and the act that follows it.
func (c *relaxed) pair(env envs.Env, op *envs.Op, f *flow, a act, r *reading, value bool) {
	if r.claim || !value && r.at >= op.PC || value && r.added && a.renewed() {
		return
	}
	if r.from == fromMap && r.tried && !value {
		return // who has stored it first may store again
	}
	if r.from != underLock {
		c.single(env, op, f, a, r, value)
		return
	}
	if r.gone < 0 || !value && (r.at > r.gone || r.gone > op.PC) {
		return // nothing was given back in between, or only on the way round a loop
	}
	if a.under.read {
		return
	}
	l, name, ok := c.lost(env, f, a, r)
	if !ok {
		return
	}
	rep := envs.Report{Kind: KindCheck, Subject: name + " in " + env.Func().Name, Defect: defect(env, a, r, name), Evidence: c.story(env, a, r, l)}
	what, which := short(env, nameOf(r.loc)), short(env, nameOf(a.loc))
	switch {
	case value:
		rep.Kind = KindValue
		rep.Message = "a stale copy of " + what + " is written to " + which
	case a.callee != "":
		rep.Message = what + " was read in an earlier section of " + short(env, name) + ", and decides whether " + a.callee + " writes " + which
	default:
		rep.Message = what + " was read in an earlier section of " + short(env, name) + ", and decides whether " + which + " is written"
	}
	if value && a.callee != "" {
		rep.Message = "a stale copy of " + what + " is passed to " + a.callee + ", which writes it to " + which
	}
	rep.Rank, rep.Why = c.rank(env, f, a, r, value, name)
	rep.Fix = c.fix(env, op, a, r, l, name)
	c.tell(env, a, r, l, rep)
}

// defect names a pair if the reading and the act are both in other functions, which this one only calls one after the other: who
// calls the same two has the same defect.
func defect(env envs.Env, a act, r *reading, name string) string {
	read, writes := env.Program().Func(r.point.Func()), env.Program().Func(a.point.Func())
	if fn := env.Func(); read == nil || writes == nil || read.ID == fn.ID || writes.ID == fn.ID {
		return ""
	}
	return name + " in " + read.Name + " and then " + writes.Name
}

// lost is the lock, and its name, for which the pair is to be reported: it protects both. One lock may
// have several names; of those that will do it is the first, whatever their numbers are.
func (c *relaxed) lost(env envs.Env, f *flow, a act, r *reading) (is lock, name string, ok bool) {
	for _, l := range r.locks {
		n := env.LockName(l.is)
		if !l.gone || !same(env, l, a.under) || ok && n >= name || !c.guard(r.loc, r.there, n).Mostly() || !c.guard(a.loc, a.there, n).Mostly() || !c.Together(r.loc, a.loc, n) {
			continue
		}
		if !c.kept(env, a, r) && !c.again(env, f, a, r, n) {
			is, name, ok = l, n, true
		}
	}
	return is, name, ok
}

// kept reports whether a lock was held all the time without which nobody writes what was read.
func (c *relaxed) kept(env envs.Env, a act, r *reading) bool {
	return c.enclosed(env, a, r) || slices.ContainsFunc(r.locks, func(l lock) bool {
		if l.gone || !slices.ContainsFunc(a.now, func(h lock) bool { return h.is == l.is && h.at == l.at }) {
			return false
		}
		g := c.guard(r.loc, r.there, env.LockName(l.is))
		return g.Always() || r.from == byAtomic && g.Mostly() // the other writes need no lock to be free of races
	})
}

// enclosed reports whether all callers of the function hold such a lock, which it does not give back.
func (c *relaxed) enclosed(env envs.Env, a act, r *reading) bool {
	fn := env.Func()
	return c.Enclosed(fn.ID, r.loc, func(name string) bool {
		return name != env.LockName(a.under.is) && !slices.ContainsFunc(fn.Ops, func(op envs.Op) bool {
			return (op.Kind == envs.Release || op.Kind == envs.Wait) && (op.Loc != nil && op.Loc.Name == name || op.Path != nil && op.Path.Global+op.Path.Steps == name)
		})
	}) != ""
}

// again reports whether a fresh read of what was read, or of what belongs to it, decides the act.
func (c *relaxed) again(env envs.Env, f *flow, a act, r *reading, name string) bool {
	return (c.opts.Optimistic || r.from != underLock) && slices.ContainsFunc(f.decided, func(d derived) bool {
		return slices.ContainsFunc(d.readings, func(o *reading) bool { return c.fresh(env, a, r, o, name) }) && env.MayDecide(d.of)
	})
}

// fresh reports whether o is a later reading of what r has read, or of what belongs to it, in the section of the act.
func (c *relaxed) fresh(env envs.Env, a act, r, o *reading, name string) bool {
	if o.from == fromCaller || o.at <= r.at && o.point == r.point {
		return false
	}
	if r.from != underLock {
		return o.from == r.from && o.loc == r.loc && o.at > r.at && (o.claim || c.kept(env, a, o))
	}
	if o.loc != r.loc && (o.element() && !r.element() || !c.Together(o.loc, r.loc, name)) {
		return false // another one, or of an element, which tells nothing of a field beside it
	}
	return o.gone < 0 && o.from == underLock &&
		slices.ContainsFunc(o.locks, func(l lock) bool { return same(env, l, a.under) })
}

// looked reports whether a fresh read of what was read decides something before the act.
func (c *relaxed) looked(env envs.Env, f *flow, a act, r *reading, name string) bool {
	return slices.ContainsFunc(f.decided, func(d derived) bool {
		return slices.ContainsFunc(d.readings, func(o *reading) bool { return o.loc == r.loc && c.fresh(env, a, r, o, name) })
	})
}

// claims reports whether the section of the reading has tested and overwritten something that decides the act:
// who does so next finds it set. Others may still change what was read. A callee that claims, and returns whether
// it could, has overwritten it on the way out on which it could.
func claims(env envs.Env, f *flow, r *reading) bool {
	return slices.ContainsFunc(f.decided, func(d derived) bool {
		return slices.ContainsFunc(d.readings, func(o *reading) bool {
			return (o.claim || o.won) && o.from == underLock && slices.ContainsFunc(o.locks, func(l lock) bool {
				return slices.ContainsFunc(r.locks, func(k lock) bool { return l.is == k.is && l.at == k.at })
			})
		}) && env.MayDecide(d.of)
	})
}

// story leads from the reading to the act.
func (c *relaxed) story(env envs.Env, a act, r *reading, l lock) []envs.Evidence {
	read := "read here"
	var e []envs.Evidence
	if !l.at.IsZero() {
		e = append(e, envs.Evidence{At: l.at, Text: "lock taken"})
		read += " under " + short(env, env.LockName(l.is))
	}
	e = append(e, envs.Evidence{At: r.point, Text: short(env, nameOf(r.loc)) + " " + read}, envs.Evidence{At: r.end, Text: "lock released: what was read may change from here on"})
	if !a.under.at.IsZero() && a.callee == "" {
		e = append(e, envs.Evidence{At: a.under.at, Text: "lock taken again"})
	}
	text := short(env, nameOf(a.loc)) + " written here"
	if a.callee != "" {
		e = append(e, envs.Evidence{At: env.Point(), Text: "written by " + a.callee})
		text = short(env, nameOf(a.loc)) + " written here"
	}
	return append(e, envs.Evidence{At: a.point, Text: text})
}

// single judges a pair of operations of which each is atomic by itself.
func (c *relaxed) single(env envs.Env, op *envs.Op, f *flow, a act, r *reading, value bool) {
	if a.callee != "" || r.point.Func() != env.Func().ID {
		return // getters and setters of atomic fields have callers that agree on who writes
	}
	if r.from == byAtomic && (r.found || a.found || r.loc.Class != envs.Field && r.loc.Class != envs.Global) {
		return // two elements, or what two pointers lead to, may be two locations
	}
	if r.loc != a.loc || r.base == nil || !r.base.Same(a.base) || c.kept(env, a, r) || c.again(env, f, a, r, "") {
		return
	}
	from := c.Of(r.loc, "")
	if from.Places == 0 && r.from == byAtomic {
		return
	}
	name := short(env, nameOf(r.loc))
	rep := envs.Report{Kind: KindAtomic, Subject: nameOf(r.loc) + " in " + env.Func().Name}
	rep.Message = name + " is loaded and stored by two atomic operations, of which the first decides the second: another store may come between"
	rep.Fix = "use CompareAndSwap"
	if value {
		rep.Message = name + " is stored with a value computed from an earlier atomic load: another store may come between, and is lost"
		rep.Fix = "use Add for a sum, and CompareAndSwap in a loop for anything else"
	}
	if r.from == fromMap {
		rep.Kind = KindMap
		rep.Message = name + " is looked up and stored by two operations, of which the first decides the second: another store may come between"
		rep.Fix = "use LoadOrStore, or CompareAndSwap if values can be compared"
		if value {
			rep.Message = name + " is stored with a value computed from an earlier look-up: another store may come between, and is lost"
			rep.Fix = "use CompareAndSwap in a loop if values can be compared, or a lock"
		}
	}
	rep.Evidence = []envs.Evidence{{At: r.point, Text: name + " loaded here"}, {At: env.Point(), Text: name + " stored here"}}
	rep.Rank, rep.Why = c.rank(env, f, a, r, value, "")
	rep.Rank, rep.Why = rep.Rank-20, append(rep.Why, "each operation is atomic by itself")
	if len(a.now) > 0 && !slices.ContainsFunc(r.locks, func(l lock) bool { return !l.gone }) {
		rep.Rank, rep.Why = rep.Rank-10, append(rep.Why, "a lock is held at the store")
	}
	c.tell(env, a, r, lock{}, rep)
}

// mapOp is an operation on a sync.Map.
type mapOp struct {
	method string
	loc    *envs.Loc
	base   *envs.Path
}

// mapOf is what a call does to a sync.Map.
func (c *relaxed) mapOf(env envs.Env, op *envs.Op) (m mapOp, ok bool) {
	if op.Callee == nil || op.Callee.FirstArg >= len(op.Uses) {
		return m, false
	}
	if m.method, ok = c.methods[op.Callee]; !ok {
		if c.methods == nil {
			c.methods = map[*envs.Callee]string{}
		}
		if method, of := strings.CutPrefix(op.Callee.FullName(), "(*sync.Map)."); of {
			m.method = method
		}
		c.methods[op.Callee] = m.method
	}
	if m.method == "" {
		return m, false
	}
	m.loc = mapLoc
	if len(op.Callee.Args) > 0 {
		m.base = op.Callee.Args[0]
	}
	if by := c.makerOf(env, op.Uses[op.Callee.FirstArg]); by != nil && by.Kind == envs.Addr && by.Loc != nil {
		m.loc, m.base = by.Loc, objectOf(env.Func(), by)
	}
	return m, true
}

// mapCall follows look-ups and stores of a sync.Map: what the results derive from.
func (c *relaxed) mapCall(env envs.Env, op *envs.Op, f *flow) readings {
	m, _ := c.mapOf(env, op)
	switch m.method {
	case "Load", "LoadOrStore":
		return readings{{from: fromMap, at: op.PC, gone: -1, point: env.Point(), loc: m.loc, base: m.base, locks: held(env), tried: m.method != "Load"}}
	case "Store":
		a := act{point: env.Point(), from: fromMap, loc: m.loc, base: m.base, now: held(env)}
		for _, r := range op.Uses[min(op.Callee.FirstArg+1, len(op.Uses)):] {
			a.value = a.value.join(f.get(r))
		}
		c.judge(env, op, f, a)
	}
	return nil
}

// mapLoc is the class of a map of which nothing is known.
var mapLoc = &envs.Loc{Class: envs.Elem, Name: "sync.Map"}
