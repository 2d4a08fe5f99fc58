package compound

import (
	"slices"

	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/examples/stale/internal/copies"
)

// single judges a pair of operations of which each is atomic by itself.
func (c *checker) single(env envs.Env, op *envs.Op, f *State, a act, r *reading, value bool) {
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
	name := copies.Short(env, nameOf(r.loc))
	rep := envs.Report{Kind: kindAtomic, Subject: nameOf(r.loc) + " in " + env.Func().Name}
	rep.Message = name + " is loaded and stored by two atomic operations, of which the first decides the second: " +
		"another store may come between"
	rep.Fix = "use CompareAndSwap"
	if value {
		rep.Message = name + " is stored with a value computed from an earlier atomic load: " +
			"another store may come between, and is lost"
		rep.Fix = "use Add for a sum, and CompareAndSwap in a loop for anything else"
	}
	if r.from == fromMap {
		rep.Kind = kindMap
		rep.Message = name + " is looked up and stored by two operations, of which the first decides the second: " +
			"another store may come between"
		rep.Fix = "use LoadOrStore, or CompareAndSwap if values can be compared"
		if value {
			rep.Message = name + " is stored with a value computed from an earlier look-up: " +
				"another store may come between, and is lost"
			rep.Fix = "use CompareAndSwap in a loop if values can be compared, or a lock"
		}
	}
	rep.Evidence = []envs.Evidence{{At: r.point, Text: name + " loaded here"},
		{At: env.Point(), Text: name + " stored here"}}
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
func (c *checker) mapOf(env envs.Env, op *envs.Op) (m mapOp, ok bool) {
	if op.Callee == nil || op.Callee.FirstArg >= len(op.Uses) {
		return m, false
	}
	if m.method, ok = c.methods[op.Callee]; !ok {
		if c.methods == nil {
			c.methods = map[*envs.Callee]string{}
		}
		m.method = op.Callee.MapMethod()
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
func (c *checker) mapCall(env envs.Env, op *envs.Op, f *State) readings {
	m, _ := c.mapOf(env, op)
	switch m.method {
	case "Load", "LoadOrStore":
		return readings{{from: fromMap, at: op.PC, gone: -1, point: env.Point(), loc: m.loc, base: m.base,
			locks: held(c.locks), tried: m.method != "Load"}}
	case "Store":
		a := act{point: env.Point(), from: fromMap, loc: m.loc, base: m.base, now: held(c.locks)}
		for _, r := range op.Uses[min(op.Callee.FirstArg+1, len(op.Uses)):] {
			a.value = a.value.join(f.get(r))
		}
		c.judge(env, op, f, a)
	}
	return nil
}

// mapLoc is the class of a map of which nothing is known.
var mapLoc = &envs.Loc{Class: envs.Elem, Name: "sync.Map"}
