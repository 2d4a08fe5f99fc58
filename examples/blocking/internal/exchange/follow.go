package exchange

import (
	"maps"
	"slices"

	"github.com/seed38182bad/parallax/envs"
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
	if u := t.follow(fn, map[envs.Reg]place{fn.Params[h.param]: h.place}, nil); u != nil {
		t.effects[h] = u.effect()
	}
	return t.effects[h]
}

// uses are what the operations of a function do to an object.
type uses struct {
	*index
	fn     *envs.Func
	places map[envs.Reg]place
	at     map[int32]Use
	group  bool
	tested bool // whether it is nil
	loc    *envs.Loc
}

// follow finds all that a function does to an object to which registers lead; nil if it gets lost. Only into may store
// the object.
func (t *Table) follow(fn *envs.Func, places map[envs.Reg]place, into *envs.Op) *uses {
	u := &uses{fn: fn, places: places, at: map[int32]Use{}, index: t.indexOf(fn)}
	todo := slices.Sorted(maps.Keys(places))
	seen := map[int32]bool{}
	var at []int32
	for len(todo) > 0 {
		r := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		for _, pc := range u.uses[r] {
			op := &fn.Ops[pc]
			if !seen[pc] {
				seen[pc] = true
				at = append(at, pc)
			}
			if op.Results != 1 || len(op.Uses) != 1 || places[op.Dst] != nowhere || u.defined[op.Dst] != op {
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
		if op := &fn.Ops[pc]; op != into && !t.use(u, op) {
			return nil
		}
	}
	return u
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
	again := t.Leads(u.fn, op.PC, op.PC)
	if of := t.prog.Knows().Group; of != nil {
		if r, n := of(at); r != 0 && u.places[r] == direct {
			u.group = true
			return t.ofGroup(u, op, at, n, again)
		}
	}
	if first == nowhere && !rest {
		return true
	}
	site := Site{At: at, Chosen: op.Is(envs.Chosen), Again: again}
	switch op.Kind {
	case envs.Send, envs.Receive, envs.Close, envs.Notify:
		if first != direct || rest {
			return false
		}
		site.Role = roleOf[op.Kind]
		site.Drains = op.Kind == envs.Receive && again && op.Results == 2 && !site.Chosen
		if op.Loc != nil {
			u.loc = op.Loc
		}
		u.group = u.group || op.Kind == envs.Notify
		u.at[op.PC] = Use{Site: site, Times: 1}
		return true
	case envs.Defer:
		return true // where it runs the operations are written out
	case envs.New: // a closure, whose operands are those of what calls or starts it
		return len(u.uses[op.Dst]) == 0
	case envs.Move, envs.Load:
		return op.Results == 1 && u.places[op.Dst] != nowhere
	case envs.Compute: // its length, or a comparison
		u.tested = u.tested || len(op.Uses) == 2
		return true
	case envs.Call, envs.Fork:
		by := t.calledWith(u, op)
		if by == nil {
			return false
		}
		u.at[op.PC] = Use{Site: site, By: by, Thread: op.Kind == envs.Fork}
		return true
	}
	return false
}

// roleOf is what an operation does to its channel or group.
var roleOf = map[envs.Kind]Role{envs.Send: Sends, envs.Receive: Receives, envs.Close: Closes, envs.Notify: Tells}

// ofGroup notes what an operation does to a group.
func (t *Table) ofGroup(u *uses, op *envs.Op, at envs.Point, announced int, again bool) bool {
	site := Site{At: at, Again: again}
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
		if all = t.effectOf(handed{c.Funcs[0], i - c.FirstArg, u.places[r]}); all == nil {
			return nil
		}
	}
	return all
}

// effect sums up what a function does to an object that it is handed.
func (u *uses) effect() *Effect {
	e := &Effect{}
	for _, pc := range slices.Sorted(maps.Keys(u.at)) {
		e.Sites = append(e.Sites, u.at[pc].sites()...)
	}
	e.Most, e.Asked = u.most(Use.Most), u.most(Use.asked)
	for pc, done := range u.along(Use.Least, func(a, b uint8) uint8 { return min(a, b) }) {
		if u.fn.Ops[pc].Kind != envs.Return || done == nil {
			continue
		}
		if !e.Returns {
			e.Least, e.Returns = *done, true
		}
		e.Least = e.Least.with(*done, func(a, b uint8) uint8 { return min(a, b) })
	}
	if u.tested { // whether there is an object at all: where there is one, some of the ways are not taken
		e.Least = e.Most
	}
	return e
}

// most is how often what is done at most on the ways to any operation.
func (u *uses) most(of func(Use) Often) (all Often) {
	more := func(a, b uint8) uint8 { return max(a, b) }
	for pc, done := range u.along(of, more) {
		if x, ok := u.at[int32(pc)]; ok && done != nil {
			all = all.with(done.Plus(of(x)), more)
		}
	}
	return all
}

// along is how often what was done on the ways to each operation, of all ways the best; nil where none leads.
func (u *uses) along(of func(Use) Often, best func(a, b uint8) uint8) []*Often {
	done := make([]*Often, len(u.fn.Ops))
	done[0] = &Often{}
	for work := []int32{0}; len(work) > 0; {
		pc := work[len(work)-1]
		work = work[:len(work)-1]
		now := *done[pc]
		if x, ok := u.at[pc]; ok {
			now = now.Plus(of(x))
		}
		for _, to := range u.fn.Next(pc) {
			next := now
			if done[to] != nil {
				if next = done[to].with(now, best); next == *done[to] {
					continue
				}
			}
			done[to] = &next
			work = append(work, to)
		}
	}
	return done
}

// with is the best of each.
func (o Often) with(p Often, best func(a, b uint8) uint8) Often {
	for r := range o {
		o[r] = best(o[r], p[r])
	}
	return o
}

// Most is how often the operation does what at most.
func (x Use) Most() (o Often) {
	switch {
	case x.By != nil && x.Again:
		for r, n := range x.By.Most {
			if n > 0 {
				o[r] = Many
			}
		}
	case x.By != nil:
		o = x.By.Most
	case x.Again || x.Times == 0:
		o[x.Role] = Many
	default:
		o[x.Role] = x.Times
	}
	return o
}

// asked is Most without cases of selects.
func (x Use) asked() (o Often) {
	switch {
	case x.By == nil && x.Chosen:
		return o
	case x.By == nil:
		return x.Most()
	}
	for r, n := range x.By.Asked {
		if o[r] = n; n > 0 && x.Again {
			o[r] = Many
		}
	}
	return o
}

// Least is how often it does what at least.
func (x Use) Least() (o Often) {
	switch {
	case x.By != nil:
		o = x.By.Least
	case !x.Chosen:
		o[x.Role] = x.Times
	default:
		o[x.Role] = 1
	}
	return o
}

func (x Use) sites() []Site {
	if x.By == nil {
		return []Site{x.Site}
	}
	if !x.Again {
		return x.By.Sites
	}
	again := slices.Clone(x.By.Sites)
	for i := range again {
		again[i].Again = true
	}
	return again
}
