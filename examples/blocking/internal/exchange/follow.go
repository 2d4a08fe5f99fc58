package exchange

import (
	"maps"
	"slices"

	"github.com/seed38182bad/parallax/domains/machine"
	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/examples/blocking/internal/flow"
)

// A place is where an object is that a register leads to.
type place uint8

const (
	nowhere    place = iota
	direct           // it is the object: a channel, or the memory of a group
	inVariable       // memory that holds the object and nothing else
)

// handed is a parameter of a function, with where the object is.
type handed struct {
	fn    envs.FuncID
	param int
	place place
	manner
}

// A manner says how an object is followed in a function.
type manner struct {
	returns bool // it may be returned
	calm    bool // the function is deferred, and executed without an exception: recover gives nil
	roomy   bool // its buffer always has room: see Object.Roomy
}

// effectOf is what a function does to an object that it is handed; nil if that is not known.
func (t *Table) effectOf(h handed) *Effect {
	if e, known := t.effects[h]; known {
		return e
	}
	t.effects[h] = nil // of a recursive function nothing is known
	fn := t.prog.Func(h.fn)
	if fn == nil || h.param < 0 || h.param >= len(fn.Params) {
		return nil
	}
	if u := t.follow(fn, map[envs.Reg]place{fn.Params[h.param]: h.place}, h.manner); u != nil {
		t.effects[h] = u.effect()
	}
	return t.effects[h]
}

// uses are what the operations of a function do to an object.
type uses struct {
	index
	table  *Table
	fn     *envs.Func
	places map[envs.Reg]place
	at     map[int32]Use
	group  bool
	tested bool // whether it is nil
	loc    *envs.Loc
	manner
	returned map[int32]int // as which result, by Return
}

// follow finds all that a function does to an object to which registers lead; nil if it gets lost.
func (t *Table) follow(fn *envs.Func, places map[envs.Reg]place, how manner) *uses {
	u := &uses{table: t, fn: fn, places: places, at: map[int32]Use{}, index: t.indexOf(fn), manner: how,
		returned: map[int32]int{}}
	todo := slices.Sorted(maps.Keys(places))
	seen := map[int32]bool{}
	var at []int32
	for len(todo) > 0 {
		r := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		for _, pc := range u.index[r] {
			op := &fn.Ops[pc]
			if !seen[pc] {
				seen[pc] = true
				at = append(at, pc)
			}
			if op.Kind == envs.Store && places[r] == direct && op.Value() == r && u.keeps(op) {
				if places[op.Uses[0]] == nowhere {
					places[op.Uses[0]] = inVariable
					todo = append(todo, op.Uses[0])
				}
				continue
			}
			if u.asserts(op) && places[op.Dst] == nowhere {
				places[op.Dst] = places[r]
				todo = append(todo, op.Dst)
			}
			if op.Results != 1 || len(op.Uses) != 1 || places[op.Dst] != nowhere || t.Origin(fn, op.Dst) != op {
				continue
			}
			switch p := places[r]; {
			case op.Kind == envs.Move:
				places[op.Dst] = p
				todo = append(todo, op.Dst)
			case op.Kind == envs.Load && p == inVariable:
				places[op.Dst] = direct
				todo = append(todo, op.Dst)
			}
		}
	}
	slices.Sort(at)
	for _, pc := range at {
		if op := &fn.Ops[pc]; !t.use(u, op) {
			return nil
		}
	}
	for pc, x := range u.at {
		x.Again = t.Leads(fn, pc, pc)
		if x.Again && x.Threads != nil {
			x.Rounds = t.constantRounds(fn, pc)
		}
		x.Drains = x.Drains && x.Again
		x.Until = x.Drains && len(t.WaysOut(fn, pc)) == 1
		u.at[pc] = x
	}
	return u
}

// asserts reports whether an operation may take the object out of an interface, which the function is handed or finds
// in a field. Its result is used, and not only compared as a length is.
func (u *uses) asserts(op *envs.Op) bool {
	if op.Kind != envs.Compute || len(op.Uses) != 1 || op.Results == 0 {
		return false
	}
	if slices.ContainsFunc(u.index[op.Dst], func(pc int32) bool { // which no length is
		by := &u.fn.Ops[pc]
		return (by.Kind == envs.Send || by.Kind == envs.Receive || by.Kind == envs.Close) && by.Uses[0] == op.Dst
	}) {
		return true
	}
	from := u.table.Origin(u.fn, op.Uses[0])
	return (from == nil || from.Kind == envs.Load && !(from.Loc != nil && from.Loc.Variable)) &&
		slices.ContainsFunc(u.index[op.Dst], func(pc int32) bool {
			kind := u.fn.Ops[pc].Kind
			return kind != envs.Compute && kind != envs.Branch && kind != envs.Switch
		})
}

// keeps reports whether a Store puts the object into a variable of the function that holds nothing else.
func (u *uses) keeps(op *envs.Op) bool {
	if len(op.Uses) != 2 {
		return false
	}
	variable := u.table.Origin(u.fn, op.Uses[0])
	return variable != nil && variable.Kind == envs.New && u.onlyStore(u.fn, op)
}

// result is the result as which each Return returns the object; -1 if there is none.
func (u *uses) result() int {
	result := -1
	for i := range u.fn.Ops {
		if u.fn.Ops[i].Kind != envs.Return {
			continue
		}
		at, returned := u.returned[int32(i)]
		if !returned || result >= 0 && at != result {
			return -1
		}
		result = at
	}
	return result
}

// use notes what an operation does to the object; false if it gets lost there.
func (t *Table) use(u *uses, op *envs.Op) bool {
	first, rest := nowhere, false
	for i, r := range op.Uses {
		if i == 0 {
			first = u.places[r]
		} else {
			rest = rest || u.places[r] != nowhere
		}
	}
	at := envs.At(u.fn.ID, op.PC)
	if of := t.prog.Knows().Group; of != nil {
		if r, n := of(at); r != 0 && u.places[r] == direct {
			u.group = true
			return t.ofGroup(u, op, at, n)
		}
	}
	if first == nowhere && !rest {
		return true
	}
	site := Site{At: at, Chosen: op.Is(envs.Chosen)}
	switch op.Kind {
	case envs.Send, envs.Receive, envs.Close, envs.Notify:
		if first != direct || rest {
			return false
		}
		site.Role = roleOf[op.Kind]
		site.Drains = op.Kind == envs.Receive && op.Results == 2 && !site.Chosen
		if op.Loc != nil {
			u.loc = op.Loc
		}
		u.group = u.group || op.Kind == envs.Notify
		u.at[op.PC] = Use{Site: site, Times: 1}
		return true
	case envs.Defer:
		return true // where it runs the operations are written out
	case envs.New: // a closure, whose operands are those of what calls or starts it
		return !slices.ContainsFunc(u.index[op.Dst], func(pc int32) bool { return !t.writtenOut(u, op, pc) })
	case envs.Store:
		return op.Value() != 0 && u.places[op.Value()] == direct && first == inVariable && u.keeps(op)
	case envs.Return:
		return u.returns && u.gives(op)
	case envs.Move, envs.Load:
		return op.Results == 1 && u.places[op.Dst] != nowhere
	case envs.Compute: // its length, or a comparison
		u.tested = u.tested || len(op.Uses) == 2 || op.Results == 2
		return true
	case envs.Call, envs.Fork:
		by := t.calledWith(u, op)
		if by == nil {
			return false
		}
		if u.at[op.PC] = (Use{Site: site, By: by.own, Threads: by.threads}); op.Kind == envs.Fork {
			u.at[op.PC] = Use{Site: site, By: nothing, Threads: by}
		}
		return true
	}
	return false
}

// gives notes as which result a Return returns the object; false if it is several, or the variable.
func (u *uses) gives(op *envs.Op) bool {
	for i, r := range op.Uses {
		switch u.places[r] {
		case direct:
			if _, twice := u.returned[op.PC]; twice {
				return false
			}
			u.returned[op.PC] = i
		case inVariable:
			return false
		}
	}
	return true
}

// writtenOut reports whether an operation calls what calls a closure that it is handed, and the calls of the closure
// stand before it: in a loop that is left for no reason that is seen.
//
//	branch, to the call or behind the jump
//	call closure, captured...
//	jump to the branch
//	call iterator, closure
func (t *Table) writtenOut(u *uses, closure *envs.Op, pc int32) bool {
	for at := pc - 1; at > 1 && u.fn.Ops[pc].Kind == envs.Call; at-- {
		switch op := &u.fn.Ops[at]; {
		case op.Kind == envs.Jump:
			branch := &u.fn.Ops[op.To]
			return op.To < at && branch.Kind == envs.Branch && len(branch.Uses) == 0 && t.calls(u.fn, closure, op.To+1, at)
		case !op.Falls():
			return false
		}
	}
	return false
}

// calls reports whether one of some operations calls a closure that is the body of a loop, and says whether to go on.
func (t *Table) calls(fn *envs.Func, closure *envs.Op, from, to int32) bool {
	captured := len(closure.Uses)
	return slices.ContainsFunc(fn.Ops[from:to], func(op envs.Op) bool {
		if op.Kind != envs.Call || len(op.Callee.Funcs) != 1 || len(op.Uses) < captured {
			return false
		}
		body := t.prog.Func(op.Callee.Funcs[0])
		return body != nil && body.Results == 1 && slices.Equal(op.Uses[len(op.Uses)-captured:], closure.Uses)
	})
}

// roleOf is what an operation does to its channel or group.
var roleOf = map[envs.Kind]Role{envs.Send: Sends, envs.Receive: Receives, envs.Close: Closes, envs.Notify: Tells}

// ofGroup notes what an operation does to a group.
func (t *Table) ofGroup(u *uses, op *envs.Op, at envs.Point, announced int) bool {
	site := Site{At: at}
	switch op.Kind {
	case envs.Join:
		site.Role = Waits
	case envs.Call:
		site.Role = Adds
		u.at[op.PC] = Use{Site: site, Times: uint8(min(max(announced, 0), Many))}
		return true
	case envs.Fork: // announces itself, and tells the group when it ends
		return !slices.ContainsFunc(op.Uses, func(r envs.Reg) bool { return u.places[r] != nowhere })
	default:
		return false
	}
	u.at[op.PC] = Use{Site: site, Times: 1}
	return true
}

// afterCatch reports whether an operation may come after an exception.
func (t *Table) afterCatch(fn *envs.Func, pc int32) bool {
	return slices.ContainsFunc(fn.Ops, func(op envs.Op) bool { return op.Kind == envs.Catch && t.Leads(fn, op.PC, pc) })
}

// calledWith is what the callees of an operation do to an object that is one of its operands; nil if that is not known.
func (t *Table) calledWith(u *uses, op *envs.Op) (all *Effect) {
	c := op.Callee
	if c == nil || c.Open || len(c.Funcs) != 1 {
		return nil
	}
	for i, r := range op.Uses {
		if u.places[r] == nowhere {
			continue
		}
		if all != nil {
			return nil // it is handed twice
		}
		calm := op.Deferred != 0 && !t.afterCatch(u.fn, op.PC)
		how := manner{calm: calm, roomy: u.roomy}
		if all = t.effectOf(handed{c.Funcs[0], i - c.FirstArg, u.places[r], how}); all == nil {
			return nil
		}
	}
	return all
}

// nothing is the effect of what does nothing.
var nothing = &Effect{Returns: true}

// A part says of which of its threads an effect is.
type part struct{ own, threads bool }

// effect sums up what a function does to an object that it is handed.
func (u *uses) effect() *Effect {
	e := u.sum(part{own: true, threads: true})
	if e.own = e; slices.ContainsFunc(slices.Collect(maps.Values(u.at)), func(x Use) bool { return x.Threads != nil }) {
		e.own, e.threads = u.sum(part{own: true}), u.sum(part{threads: true})
	}
	return e
}

// idle reports whether the function has a path to a return on which it waits for nothing and does nothing to the
// object. Loops that do something to it are taken to go round.
func (u *uses) idle() bool {
	for _, x := range u.at {
		if x.Again {
			return false
		}
	}
	waits := func(pc int32) bool {
		op := &u.fn.Ops[pc]
		_, does := u.at[pc]
		return does || op.Waits() && op.Kind != envs.Acquire || op.Kind == envs.Catch
	}
	return slices.ContainsFunc(u.fn.Ops, func(op envs.Op) bool {
		return op.Kind == envs.Return && u.table.Comes(u.fn, 0, op.PC, waits)
	})
}

// threads is how many operations of the function start threads that know the object.
func (u *uses) threads() (n int) {
	for _, x := range u.at {
		if x.Threads != nil {
			n++
		}
	}
	return n
}

// sum is the effect of parts.
func (u *uses) sum(p part) *Effect {
	e := &Effect{}
	ends, misses := true, false
	before := u.along(func(x Use) Often { return x.of(p, Use.asked, Use.askedOfThreads) }, more, true)
	for _, pc := range slices.Sorted(maps.Keys(u.at)) {
		x := u.at[pc]
		if before[pc] == nil {
			continue // no path leads there
		}
		for _, site := range x.sites(p) {
			switch {
			case x.Threads != nil && u.threads() > 1:
				site.Turn = 0
			case site.Turn > 0:
				site.Turn = min(site.Turn+before[pc][site.Role], Many)
			}
			e.Sites = append(e.Sites, site)
		}
		ends = ends && (x.Threads == nil || x.Threads.Returns)
		misses = misses || x.Threads != nil && x.Threads.Misses
	}
	e.Most = u.most(func(x Use) Often { return x.of(p, Use.Most, Use.MostOfThreads) })
	e.Asked = u.most(func(x Use) Often { return x.of(p, Use.asked, Use.askedOfThreads) })
	least := func(x Use) Often { return x.of(p, Use.Least, func(x Use) Often { return x.Threads.Least }) }
	best := func(a, b uint8) uint8 { return min(a, b) }
	if !p.own { // where none is started, none is expected
		best = more
	}
	for pc, done := range u.along(least, best, false) {
		if u.fn.Ops[pc].Kind != envs.Return || done == nil {
			continue
		}
		if !e.Returns {
			e.Least, e.Returns = *done, true
		}
		e.Least = e.Least.with(*done, best)
	}
	if u.tested { // whether there is an object at all: where there is one, some of the ways are not taken
		e.Least = e.Most
	}
	e.Idle, e.Declines = p.own && u.idle(), u.declines()
	// A thread that announces to the group itself owes nothing where it has not come to that. A loop that tells the group
	// is taken to go round as often as was announced.
	once := slices.ContainsFunc(e.Sites, func(s Site) bool { return s.Role == Tells && !s.Again })
	if e.Misses = e.Returns && once && e.Least[Tells] == 0 && e.Most[Adds] == 0; !p.own {
		e.Returns, e.Misses = ends, misses
	}
	return e
}

// of is how often parts of what an operation does do what.
func (x Use) of(p part, own, threads func(Use) Often) (o Often) {
	if p.own {
		o = own(x)
	}
	if p.threads && x.Threads != nil {
		o = o.Plus(threads(x))
	}
	return o
}

// most is how often what is done at most on the ways to any operation.
func (u *uses) most(of func(Use) Often) (all Often) {
	for pc, done := range u.along(of, more, true) {
		if x, ok := u.at[int32(pc)]; ok && done != nil {
			all = all.with(done.Plus(of(x)), more)
		}
	}
	return all
}

func more(a, b uint8) uint8 { return max(a, b) }

// along is how often what was done on the ways to each operation, of all ways the best; nil where none leads. With
// thrown, ways count on which an exception is caught.
func (u *uses) along(of func(Use) Often, best func(a, b uint8) uint8, thrown bool) []*Often {
	all := make([]*Often, len(u.fn.Ops))
	done := map[came]Often{{}: {}}
	plain := false // whether paths are not told apart, since there are too many
	for work := []came{{}}; len(work) > 0; {
		at := work[len(work)-1]
		work = work[:len(work)-1]
		op, now := &u.fn.Ops[at.pc], done[at]
		if x, ok := u.at[at.pc]; ok {
			now = now.Plus(of(x))
		}
		facts := u.table.Learn(u.fn, at.facts, op)
		if u.calm && flow.Recovers(op) {
			none := envs.Condition{X: op.Dst.Term(machine.NoKind), Cmp: machine.Eq}
			facts = u.table.Assume(u.fn, facts, none, op.PC)
		}
		for i, to := range u.fn.Next(at.pc) {
			full := u.full(op, to)
			if !thrown && u.fn.Ops[to].Kind == envs.Catch || full && u.roomy {
				continue
			}
			next, ok := came{to, facts}, true
			if op.Kind == envs.Branch || op.Kind == envs.Switch {
				if i < len(u.fn.Targets(op)) {
					next.facts, ok = u.table.Decide(u.fn, facts, op, i)
				}
			}
			if plain = plain || len(done) > 4*len(u.fn.Ops)+maxSteps; plain {
				next.facts = flow.Facts{}
			}
			then, known := now, false
			if u.fn.Ops[to].Kind == envs.Catch { // it takes no effect
				then = done[at]
			}
			if full {
				then = then.Plus(Often{Fills: 1})
			}
			if before, come := done[next]; come {
				then, known = before.with(then, best), true
				known = then == before
			}
			if ok && !known {
				done[next] = then
				work = append(work, next)
			}
		}
	}
	for at, often := range done {
		if all[at.pc] != nil {
			often = all[at.pc].with(often, best)
		}
		all[at.pc] = &often
	}
	return all
}

// maxSteps is how many more positions on paths are told apart than four for each operation.
const maxSteps = 4000

// full reports whether control goes from an operation to the default of a select that would send to the object.
func (u *uses) full(op *envs.Op, to int32) bool { return full(u.fn, u.at, op, to) }

// Full reports whether control goes from an operation of the function that makes the object to the default of a select
// that would send to it. The buffer is full, or nobody waits for a message.
func (x *Object) Full(fn *envs.Func, op *envs.Op, to int32) bool { return full(fn, x.At, op, to) }

func full(fn *envs.Func, uses map[int32]Use, op *envs.Op, to int32) bool {
	if len(op.Uses) > 0 || fn.Ops[to].Is(envs.Chosen) {
		return false
	}
	return slices.ContainsFunc(fn.Targets(op), func(to int32) bool {
		x, does := uses[to]
		return does && x.Chosen && x.By == nil && x.Role == Sends
	})
}

// declines reports whether a select may find no room, here or in what is called or started.
func (u *uses) declines() bool {
	for pc, x := range u.at {
		if x.By != nil && x.By.Declines || x.Threads != nil && x.Threads.Declines {
			return true
		}
		if x.Chosen && x.By == nil && x.Role == Sends && slices.ContainsFunc(u.fn.Ops, func(op envs.Op) bool {
			return slices.Contains(u.fn.Targets(&op), pc) &&
				slices.ContainsFunc(u.fn.Targets(&op), func(to int32) bool { return u.full(&op, to) })
		}) {
			return true
		}
	}
	return false
}

// madeBefore reports whether control passes the operation that makes the object before each send of a select.
func (u *uses) madeBefore(made int32) bool {
	for pc, x := range u.at {
		if x.Chosen && x.By == nil && x.Role == Sends && !u.table.Passes(u.fn, made, pc) {
			return false
		}
	}
	return true
}

// sends is how often is sent at most by all who know the object.
func (u *uses) sends() (n int) {
	for _, x := range u.at {
		most := x.Most()[Sends]
		if x.Threads != nil {
			most = min(most+x.MostOfThreads()[Sends], Many)
		}
		if most == Many {
			return 1 << 30
		}
		n += int(most)
	}
	return n
}

// came is where a path has come to, and what it has decided.
type came struct {
	pc    int32
	facts flow.Facts
}

// with is the best of each.
func (o Often) with(p Often, best func(a, b uint8) uint8) Often {
	for r := range o {
		o[r] = best(o[r], p[r])
	}
	return o
}

// Most is how often the operation does what at most, but for the threads that it starts.
func (x Use) Most() Often {
	switch {
	case x.By != nil:
		return x.repeated(x.By.Most)
	case x.Again || x.Times == 0:
		return x.times(Many)
	}
	return x.times(x.Times)
}

// times is what an operation on the object itself does that is executed so often.
func (x Use) times(n uint8) (o Often) {
	o[x.Role] = n
	switch x.Role {
	case Sends:
		o[Answers], o[Fills] = n, n
	case Closes:
		o[Answers], o[Fills] = Many, Many
	}
	return o
}

// repeated is how often is done what each time is done so often.
func (x Use) repeated(each Often) Often {
	for r, n := range each {
		if n > 0 && x.Again {
			each[r] = Many
		}
	}
	return each
}

// MostOfThreads is how often the threads that it starts do what at most.
func (x Use) MostOfThreads() Often  { return x.repeated(x.Threads.Most) }
func (x Use) askedOfThreads() Often { return x.repeated(x.Threads.Asked) }

// asked is Most without cases of selects.
func (x Use) asked() Often {
	switch {
	case x.By != nil:
		return x.repeated(x.By.Asked)
	case x.Chosen:
		return Often{}
	}
	return x.Most()
}

// Least is how often it does what at least.
func (x Use) Least() Often {
	switch {
	case x.By != nil:
		return x.By.Least
	case x.Chosen:
		return x.times(1)
	}
	return x.times(x.Times)
}

// sites are those of parts.
func (x Use) sites(p part) (all []Site) {
	switch {
	case x.By != nil && p.own:
		all = slices.Clone(x.By.Sites)
	case p.own:
		x.Turn = 1
		return []Site{x.Site}
	}
	if p.threads && x.Threads != nil {
		all = append(all, x.Threads.Sites...)
	}
	for i := range all {
		if all[i].Again = all[i].Again || x.Again; x.Again {
			all[i].Turn = 0
		}
	}
	return all
}

// Until is what is left of an effect if threads wait for good at some points: what comes behind them is not done.
func (t *Table) Until(e *Effect, stuck []envs.Point) *Effect {
	var less *Effect
	for _, site := range e.Sites {
		if slices.ContainsFunc(stuck, func(at envs.Point) bool { return t.behind(at, site.At) }) {
			if less == nil {
				of := *e
				less = &of
			}
			roles := []Role{site.Role}
			if site.Role == Sends || site.Role == Closes {
				roles = append(roles, Answers, Fills)
			}
			for _, r := range roles {
				less.Least[r], less.Most[r], less.Asked[r] = 0, 0, 0
			}
		}
	}
	if less == nil {
		return e
	}
	return less
}

// behind reports whether an operation of a function comes behind another one of the same.
func (t *Table) behind(at, site envs.Point) bool {
	return at != site && at.Func() == site.Func() && t.Leads(t.prog.Func(at.Func()), at.PC(), site.PC())
}
