package typestate

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"github.com/seed38182bad/parallax/domains/automaton"
	"github.com/seed38182bad/parallax/envs"
)

// nameOf is the name of a field, empty if there is none.
func nameOf(l *envs.Loc) string {
	if l == nil {
		return ""
	}
	return l.Name
}

// misuse tells of each error to which an event brings an object.
func (p *Property) misuse(f *fact, e automaton.Event, tell func(automaton.State)) {
	for v := range p.domain.Check(f.in, e).Violations.All() {
		tell(v)
	}
}

// stays reports whether what lies in the field may be the same after an operation. met says that other threads may have
// come in between. As long as the object is the frame's own (made), nobody else stores there. Where nothing was put yet
// others may put something, once they know the object.
func (f *fact) stays(op *envs.Op, met bool) bool {
	own := !f.made.IsZero()
	if op.Kind == envs.Store && op.Loc == f.field && (!own || slices.Contains(f.regs, op.Uses[0])) || met && !own {
		return false
	}
	seen := op.Kind == envs.Call && len(op.Callee.Funcs) > 0 && !op.Callee.Open // Return tells what it does
	for i, r := range op.Uses {
		if slices.Contains(f.regs, r) && escapes(op, i, nil) {
			f.made = envs.Point{}
			if !seen && f.in == f.of.zero {
				return false
			}
		}
	}
	return true
}

// loaded are the facts on what an operation loads from a field of which something is known.
func (s State) loaded(op *envs.Op) (found []fact) {
	if op.Kind != envs.Load || op.Results == 0 || op.Loc == nil {
		return nil
	}
	for _, f := range s.facts {
		if f.field == op.Loc && slices.Contains(f.regs, op.Uses[0]) {
			f.field, f.regs = nil, []envs.Reg{op.Dst}
			found = append(found, f)
		}
	}
	return found
}

// calls is what is known of functions that are called: which events certainly happen there to what lies in fields of
// their parameters, and into which fields they may store.
type calls struct {
	defs    envs.Definitions
	control *envs.Controls
	does    map[envs.FuncID][]deed
	stores  map[envs.FuncID]map[*envs.Loc]bool
	later   map[envs.Point][]told // by call
	makes   map[envs.FuncID][]blank
	used    *[]blank // what risky gives
}

// A deed is an operation that certainly is executed where a function returns: an event of what lies in the field of a
// parameter.
type deed struct {
	param int
	field *envs.Loc
	at    envs.Point
	op    *envs.Op
}

// told is what is reported at an operation of a callee.
type told struct {
	at envs.Point
	envs.Report
}

func newCalls() calls {
	return calls{control: &envs.Controls{}, does: map[envs.FuncID][]deed{},
		stores: map[envs.FuncID]map[*envs.Loc]bool{}, later: map[envs.Point][]told{},
		makes: map[envs.FuncID][]blank{}}
}

// finish reports what is wrong in callees.
func (c *calls) finish(_ envs.Program, report func(envs.Point, envs.Report)) {
	for _, call := range slices.SortedFunc(maps.Keys(c.later), envs.Point.Compare) {
		for _, t := range c.later[call] {
			report(t.at, t.Report)
		}
	}
}

// from is the register of the object from whose field an operation has got the channel that it is about, and the field.
func (c *calls) from(fn *envs.Func, op *envs.Op) (envs.Reg, *envs.Loc) {
	if op.Callee != nil || len(op.Uses) == 0 {
		return 0, nil
	}
	load := c.defs.Of(fn, op.Uses[0])
	if load == nil || load.Kind != envs.Load || load.Loc == nil || load.Loc.Class != envs.Field || load.Uses[0] == 0 {
		return 0, nil
	}
	return load.Uses[0], load.Loc
}

// holds reports whether a register has the object of a fact, perhaps from a field.
func (c *calls) holds(fn *envs.Func, f *fact, r envs.Reg) bool {
	if f.field == nil {
		return slices.Contains(f.regs, r)
	}
	from := c.defs.Of(fn, r)
	return from != nil && from.Kind == envs.Load && from.Loc == f.field && slices.Contains(f.regs, from.Uses[0])
}

// deeds are those of a function, and of what it certainly calls.
func (c *calls) deeds(prog envs.Program, fn *envs.Func, bound func(*envs.Op) bool) []deed {
	if all, known := c.does[fn.ID]; known {
		return all
	}
	c.does[fn.ID] = nil // as long as it is looked at: a function may call itself
	var all []deed
	for i := range fn.Ops {
		op, had := &fn.Ops[i], len(all)
		switch {
		case op.Kind == envs.Call:
			for _, d := range c.deedsAt(prog, op, bound) {
				if n := slices.Index(fn.Params, argument(op, d.param)); n >= 0 {
					d.param = n
					all = append(all, d)
				}
			}
		case bound(op):
			base, field := c.from(fn, op)
			if n := slices.Index(fn.Params, base); field != nil && n >= 0 {
				all = append(all, deed{n, field, envs.At(fn.ID, op.PC), op})
			}
		}
		if len(all) > had && c.mayPass(fn, op.PC) {
			all = all[:had]
		}
	}
	all = slices.DeleteFunc(all, func(d deed) bool { return c.storedBy(prog, fn)[d.field] })
	c.does[fn.ID] = all
	return all
}

// deedsAt are those of the only function that a call reaches.
func (c *calls) deedsAt(prog envs.Program, call *envs.Op, bound func(*envs.Op) bool) []deed {
	if len(call.Callee.Funcs) != 1 || call.Callee.Open || call.Is(envs.Skippable) {
		return nil
	}
	fn := prog.Func(call.Callee.Funcs[0])
	if fn == nil || !fn.Strict {
		return nil
	}
	return c.deeds(prog, fn, bound)
}

// argument is the register that a call passes as a parameter, 0 if there is none.
func argument(call *envs.Op, param int) envs.Reg {
	if i := call.Callee.FirstArg + param; i < len(call.Uses) {
		return call.Uses[i]
	}
	return 0
}

// mayPass reports whether a frame may return without executing an operation, or execute it twice.
func (c *calls) mayPass(fn *envs.Func, pc int32) bool {
	for i := range fn.Ops {
		switch op := &fn.Ops[i]; op.Kind {
		case envs.Branch, envs.Switch:
			if op.PC < pc && c.control.MayDecide(fn, op.PC, pc) {
				return true
			}
		case envs.Return:
			if op.PC < pc {
				return true
			}
		}
	}
	return fn.After(pc)[pc]
}

// storedBy are the fields into which a function may store, or what it calls or starts.
func (c *calls) storedBy(prog envs.Program, fn *envs.Func) map[*envs.Loc]bool {
	if all, known := c.stores[fn.ID]; known {
		return all
	}
	all, seen := map[*envs.Loc]bool{}, map[envs.FuncID]bool{fn.ID: true}
	for work := []*envs.Func{fn}; len(work) > 0; work = work[1:] {
		for i := range work[0].Ops {
			op := &work[0].Ops[i]
			if op.Kind == envs.Store && op.Loc != nil && op.Loc.Class == envs.Field {
				all[op.Loc] = true
			}
			if op.Callee == nil {
				continue
			}
			for _, f := range op.Callee.Funcs {
				if next := prog.Func(f); next != nil && !seen[f] {
					seen[f], work = true, append(work, next)
				}
			}
		}
	}
	c.stores[fn.ID] = all
	return all
}

// inside is the effect of what a callee does to what lies in fields, of which it reports what goes wrong.
func (c *checker) inside(env envs.Env, call *envs.Op, s State) State {
	delete(c.calls.later, env.Point())
	prog := env.Program()
	bound := func(op *envs.Op) bool {
		return op.Kind != envs.New &&
			slices.ContainsFunc(c.properties, func(p *Property) bool { return len(p.bindings(op, "")) > 0 })
	}
	for _, f := range call.Callee.Funcs {
		if fn := prog.Func(f); fn != nil && slices.ContainsFunc(s.facts, func(f fact) bool { return f.field != nil }) {
			stored := c.calls.storedBy(prog, fn)
			s = s.each(func(f *fact) bool { return f.field == nil || !f.made.IsZero() || !stored[f.field] })
		}
	}
	for _, d := range c.calls.deedsAt(prog, call, bound) {
		base := argument(call, d.param)
		if base == 0 {
			continue
		}
		for _, p := range c.properties {
			for _, b := range p.bindings(d.op, "") {
				s = c.done(env, p, b, d, base, s)
			}
		}
	}
	return c.unset(env, call, s)
}

// done is the effect of a deed on what lies in the field of an object that the frame knows.
func (c *checker) done(env envs.Env, p *Property, b binding, d deed, base envs.Reg, s State) State {
	is := func(f *fact) bool { return f.of == p && f.field == d.field && slices.Contains(f.regs, base) }
	for i := range s.facts {
		f := &s.facts[i]
		if !is(f) {
			continue
		}
		p.misuse(f, b.event, func(v automaton.State) {
			r := reported(f, v, f.last, d.at, p.eventName(b.event)+" here")
			r.Evidence = slices.Insert(r.Evidence, len(r.Evidence)-1, envs.Evidence{At: env.Point(), Text: "called here"})
			c.calls.later[env.Point()] = append(c.calls.later[env.Point()], told{d.at, r})
		})
	}
	s = s.each(func(f *fact) bool {
		if is(f) {
			if next := p.domain.Live(p.domain.Step(f.in, b.event)); next != f.in {
				f.in, f.last = next, d.at
			}
		}
		return true
	})
	if in := p.after[b.event]; in.Len() > 0 && p.domain.Leq(in, p.stable) {
		s = s.with(fact{of: p, last: d.at, in: in, field: d.field, regs: []envs.Reg{base}, sure: true})
	}
	return s
}

// unset adds that fields of an object are nil that a call has made, and into which nothing was stored.
func (c *checker) unset(env envs.Env, call *envs.Op, s State) State {
	if len(call.Callee.Funcs) != 1 || call.Callee.Open || call.Results == 0 {
		return s
	}
	fn := env.Program().Func(call.Callee.Funcs[0])
	if fn == nil || !fn.Strict {
		return s
	}
	for _, m := range c.calls.maker(env.Program(), fn, c.properties) {
		if m.result < int(call.Results) {
			s = s.with(fact{of: m.of, made: env.Point(), last: env.Point(), in: m.of.zero, field: m.field,
				regs: []envs.Reg{call.Dst + envs.Reg(m.result)}, sure: true})
		}
	}
	return s
}

// A blank is a field that a function leaves nil in an object that it makes and returns.
type blank struct {
	of     *Property
	result int
	field  *envs.Loc
}

// maker are the blanks of a function, which are kept.
func (c *calls) maker(prog envs.Program, fn *envs.Func, properties []*Property) []blank {
	if all, known := c.makes[fn.ID]; known {
		return all
	}
	var all []blank
	for i := range fn.Results {
		of := c.typeOf(fn, i)
		if of == "" {
			continue
		}
		for _, b := range c.risky(prog, properties) {
			if typeOf(b.field.Name) == of && !c.storedBy(prog, fn)[b.field] {
				all = append(all, blank{b.of, i, b.field})
			}
		}
	}
	c.makes[fn.ID] = all
	return all
}

// typeOf is the type of the object that a function always makes and returns as a result, if it stores into a field of
// it, and nobody else knows the object. It is empty if that is not so.
func (c *calls) typeOf(fn *envs.Func, result int) (of string) {
	for i := range fn.Ops {
		op := &fn.Ops[i]
		if op.Kind != envs.Return {
			continue
		}
		r := op.Uses[result]
		if from := c.defs.Of(fn, r); from == nil || from.Kind != envs.New {
			return ""
		}
		for j := range fn.Ops {
			use := &fn.Ops[j]
			for n := range use.Uses {
				switch {
				case use.Uses[n] != r:
				case escapes(use, n, nil):
					return ""
				case n == 0 && use.Kind == envs.Store && use.Loc != nil && use.Loc.Class == envs.Field:
					of = typeOf(use.Loc.Name)
				}
			}
		}
	}
	return of
}

// typeOf is the name of the type that has a field.
func typeOf(field string) string { return field[:max(0, strings.LastIndexByte(field, '.'))] }

// risky are the fields of which the program uses what lies there as nil must not be used, in a fixed order.
func (c *calls) risky(prog envs.Program, properties []*Property) []blank {
	if c.used != nil {
		return *c.used
	}
	c.used = &[]blank{}
	for id := range prog.NumFuncs() {
		fn := prog.Func(envs.FuncID(id))
		if fn == nil {
			continue
		}
		for i := range fn.Ops {
			for _, p := range properties {
				for _, b := range p.bindings(&fn.Ops[i], "") {
					wrong := false
					p.misuse(&fact{in: p.zero}, b.event, func(automaton.State) { wrong = true })
					if _, field := c.from(fn, &fn.Ops[i]); wrong && field != nil {
						*c.used = append(*c.used, blank{of: p, field: field})
					}
				}
			}
		}
	}
	slices.SortFunc(*c.used, func(a, b blank) int {
		return cmp.Or(strings.Compare(a.of.name, b.of.name), strings.Compare(a.field.Name, b.field.Name))
	})
	*c.used = slices.Compact(*c.used)
	return *c.used
}
