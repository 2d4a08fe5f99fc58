package guards

import (
	"maps"
	"slices"

	"github.com/seed38182bad/parallax/envs"
)

// site is a call, with the locks that its function has taken itself and holds exclusively there,
// whenever it is executed.
type site struct {
	caller envs.FuncID
	locks  []string
	args   []*envs.Path
	own    bool       // it is on an object that the caller has made itself
	value  bool       // it is of a function value
	forks  bool       // it starts a thread that calls
	of     []envs.Reg // then, parameters that the caller has made, if it starts no more than one
}

// share is at how many of its calls a lock is held around a function.
type share struct{ held, all int }

func (s share) always() bool { return s.all > 0 && s.held == s.all }
func (s share) mostly() bool { return s.held > 0 && 3*s.held >= 2*s.all }

// Calls notes that the operation, a Call or Fork, calls functions. own says that it calls them on an object that the
// function has made itself. made reports whether a register holds such an object.
func (b *Book) Calls(env envs.Env, op *envs.Op, own bool, made func(envs.Reg) bool) {
	if b.settled || op.Callee == nil {
		return
	}
	b.prog = env.Program()
	if op.Kind == envs.Fork {
		b.starts(env, op, op.Callee, made)
		return
	}
	if starts := b.prog.Knows().Starts; starts != nil {
		if to := starts(env.Point()); to != nil {
			b.starts(env, op, to, made)
		}
	}
	var locks []string
	held, _ := b.locks.MayLocks()
	for i := range held {
		if h := &held[i]; !h.Maybe && !h.Read && !h.At.IsZero() && named(h) {
			locks = append(locks, b.locks.LockName(h.Lock))
		}
	}
	for _, f := range op.Callee.Funcs {
		s, found := b.site(f, env.Point(),
			&site{caller: env.Func().ID, locks: slices.Clone(locks), args: op.Callee.ArgsOf(f), own: own,
				value: op.Callee.FirstArg > 0})
		if s.own = s.own && own; found {
			s.locks = slices.DeleteFunc(s.locks, func(l string) bool { return !slices.Contains(locks, l) })
		}
	}
}

// surround finds which locks are held around functions, by names of locks: a caller holds what it has
// taken and what is held around itself. Calls of a function by itself tell nothing. Of who may call an
// exported root it is taken that they hold nothing; others have the callers that are seen.
func (b *Book) surround() {
	b.around = map[envs.FuncID]map[string]share{}
	if b.prog == nil {
		return
	}
	roots := map[envs.FuncID]bool{}
	for _, r := range b.prog.Roots() {
		roots[r] = b.prog.Func(r) != nil && b.prog.Func(r).Exported
	}
	ids := slices.Sorted(maps.Keys(b.calls))
	b.makers(ids, roots)
	b.roles = map[envs.FuncID]map[role]share{}
	for changed := true; changed; {
		changed = false
		for _, f := range ids {
			if now := b.assign(f, roots[f]); !maps.Equal(now, b.roles[f]) {
				b.roles[f], changed = now, true
			}
			now := b.held(f, roots[f])
			if !maps.Equal(now, b.around[f]) {
				b.around[f], changed = now, true
			}
		}
	}
}

// makers are the functions that are called on nothing but objects which their callers have made, or which callers of
// theirs have, that are such functions themselves. They belong to the making.
func (b *Book) makers(ids []envs.FuncID, roots map[envs.FuncID]bool) {
	b.makes = map[envs.FuncID]bool{}
	for _, f := range ids {
		b.makes[f] = !roots[f]
	}
	if start := b.prog.Knows().Start; start != nil {
		_, others, _ := start()
		for _, f := range others { // who calls them is not seen
			b.makes[f] = false
		}
	}
	for changed := true; changed; {
		changed = false
		for _, f := range ids {
			for _, s := range b.calls[f] {
				if b.makes[f] && !b.early(s) {
					b.makes[f], changed = false, true
				}
			}
		}
	}
}

// early reports whether a call is on an object that is being made. No lock need be held for it, and it counts for
// nothing.
func (b *Book) early(s *site) bool {
	return !s.forks && (s.own || b.makes[s.caller] && len(s.args) > 0 && s.args[0] != nil &&
		s.args[0].Root == envs.AtParam && s.args[0].Reg == 0)
}

// held counts for each lock the calls of f at which it is held. A lock counts of which most
// calls of the caller say that it is held there.
func (b *Book) held(f envs.FuncID, root bool) map[string]share {
	now, all := map[string]share{}, 0
	if root {
		all++
	}
	certain := map[string]int{}
	for _, s := range b.calls[f] {
		if s.caller == f && !s.forks || b.early(s) {
			continue
		}
		if all++; s.forks {
			continue // a thread holds nothing when it starts
		}
		add := func(l string, always bool) {
			n := now[l]
			n.held++
			now[l] = n
			if always {
				certain[l]++
			}
		}
		for _, l := range s.locks {
			add(l, true)
		}
		for l, n := range b.around[s.caller] {
			if n.mostly() && !slices.Contains(s.locks, l) {
				add(l, n.always())
			}
		}
	}
	for l, n := range now {
		n.all = all
		if n.held == all && certain[l] < all {
			n.all++ // not at all of them, but most
		}
		now[l] = n
	}
	return now
}

// Outside is a lock that most callers of a function hold around it, and under which most functions that
// write loc do so, or empty. Of several it is the first by name, but for the one named except. Nothing
// is known of it before the book is Settled.
func (b *Book) Outside(fn envs.FuncID, loc *envs.Loc, except string) (lock string) {
	for l, s := range b.around[fn] {
		if s.mostly() && l != except && (lock == "" || l < lock) && b.likely(loc, l) {
			lock = l
		}
	}
	return lock
}

// likely reports whether most functions that write loc do so under a lock that they, or most of their
// callers, hold.
func (b *Book) likely(loc *envs.Loc, lock string) bool {
	under := map[envs.FuncID]bool{}
	for at, w := range b.writes[loc] {
		ok, seen := under[at.Func()]
		under[at.Func()] = (ok || !seen) && (slices.Contains(w.locks, lock) || b.around[at.Func()][lock].mostly())
	}
	n := share{all: len(under)}
	for _, ok := range under {
		if ok {
			n.held++
		}
	}
	return n.mostly()
}

// Enclosed is a lock that all callers of a function hold around it, and under which all writes of loc
// are, or empty. Of several it is the first by name of which ok is true.
func (b *Book) Enclosed(fn envs.FuncID, loc *envs.Loc, ok func(lock string) bool) (lock string) {
	for l, s := range b.around[fn] {
		if s.always() && (lock == "" || l < lock) && b.certainly(loc, l) && ok(l) {
			lock = l
		}
	}
	return lock
}

func (b *Book) certainly(loc *envs.Loc, lock string) bool {
	for at, w := range b.writes[loc] {
		if !slices.Contains(w.locks, lock) && !b.around[at.Func()][lock].always() {
			return false
		}
	}
	return len(b.writes[loc]) > 0
}
