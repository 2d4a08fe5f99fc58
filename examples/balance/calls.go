package balance

import (
	"cmp"
	"slices"
	"strings"

	"github.com/seed38182bad/parallax/domains/machine"
	"github.com/seed38182bad/parallax/envs"
)

// What a frame hands to its caller speaks of results and parameters by registers that no function has.
const (
	resultRegs = envs.Reg(1) << 20
	paramRegs  = envs.Reg(1) << 21
)

// lockOf is the lock that an operation is about: the one that it is, in a run, or the frame's name for it.
func (c *checker) lockOf(op *envs.Op) lock {
	l := lock{c.met.Meeting(), op.Path}
	if l.path == nil && l.id == 0 {
		l.path = &envs.Path{Root: envs.AtGlobal, Global: unnamed + class(op), Text: "a lock"}
	}
	return l
}

// unnamed is the beginning of what locks are called that have no name.
const unnamed = "?"

func (l lock) named() bool {
	return l.id != 0 || l.path.Root != envs.AtGlobal || l.path.Global[:1] != unnamed
}

// defined is the effect of what an operation defines: names that begin there are of other locks from now on, and
// nothing is known of the registers but what the operation says.
func (c *checker) defined(env envs.Env, op *envs.Op, sh *shape, s State) State {
	if op.Deferred != 0 && op.Kind != envs.Defer {
		s = s.each(func(t *situation) bool { t.happens(op.Deferred); return true })
	}
	if op.Results == 0 {
		return s
	}
	d := env.Detail()
	matters := sh.matters && slices.ContainsFunc(d.Defs, func(def envs.Def) bool { return sh.wanted(def.Reg) })
	concerns := func(b *balance) bool {
		p := b.of.path
		return b.of.id == 0 && p.Root == envs.AtReg &&
			(op.Defines(p.Reg) || op.Kind == envs.Move && op.Uses[0] == p.Reg && p.Within == nil && !b.level())
	}
	if !matters && !slices.ContainsFunc(s.cases, func(t situation) bool {
		return slices.ContainsFunc(t.facts, func(f fact) bool { return op.Defines(f.x.Reg) || op.Defines(f.y.Reg) }) ||
			slices.ContainsFunc(t.open, func(b balance) bool { return concerns(&b) }) ||
			slices.ContainsFunc(t.closed, func(b balance) bool { return concerns(&b) })
	}) {
		return s
	}
	return s.each(func(t *situation) bool {
		if op.Kind != envs.Move {
			t.forgotten(env.Func(), concerns)
		}
		t.rename(concerns)
		c.questions.follow(t, op, d, sh.wanted)
		return true
	})
}

// overwritten gives up on locks that are found by way of a variable or field that is written.
func overwritten(fn *envs.Func, op *envs.Op, s State) State {
	if op.Loc == nil || len(op.Uses) == 0 || s.idle() {
		return s
	}
	step := "." + op.Loc.Name[strings.LastIndexByte(op.Loc.Name, '.')+1:] + "."
	leads := func(b *balance) bool {
		p := b.of.path
		switch {
		case b.of.id != 0:
		case op.Loc.Class == envs.Field:
			return strings.Contains(p.Steps, step)
		case op.Loc.Class == envs.Cell && p.Root == envs.AtReg:
			return p.Reg == op.Uses[0]
		case op.Loc.Class == envs.Cell && p.Root == envs.AtParam:
			return int(p.Reg) < len(fn.Params) && fn.Params[p.Reg] == op.Uses[0]
		}
		return false
	}
	return s.each(func(t *situation) bool { t.rename(leads); return true })
}

// forgotten takes the names of locks away that are held and have no name any more, as when the next round of a loop
// begins. Those are meant that the function gives back by this name.
func (s *situation) forgotten(fn *envs.Func, which func(*balance) bool) {
	for _, b := range s.open {
		if !which(&b) || !b.took() || !slices.ContainsFunc(fn.Ops, func(op envs.Op) bool {
			return op.Kind == envs.Release && op.Path.Same(b.of.path)
		}) {
			continue
		}
		s.drop(func(o *balance) bool { return o.of.is(b.of) })
		nameless := *b.of.path
		nameless.Reg = -1 // which nothing defines
		b.of.path = &nameless
		s.put(b)
	}
}

// rename gives up on locks that have not the same name any more.
func (s *situation) rename(which func(*balance) bool) {
	for _, b := range s.open {
		if which(&b) {
			s.loosen(b.class)
		}
	}
	s.drop(which)
}

// handOver gives up on locks that a thread may give back that is started here.
func (c *checker) handOver(env envs.Env, op *envs.Op, s State) State {
	c.hand(env, op, s)
	gives := func(of string) bool {
		return slices.ContainsFunc(op.Callee.Funcs, func(f envs.FuncID) bool {
			fn := env.Program().Func(f)
			return fn != nil && (slices.Contains(c.shapeOf(env.Program(), fn).gives, of) || givesFirst(fn, of))
		})
	}
	return s.each(func(t *situation) bool {
		for _, b := range t.open {
			if gives(b.class) {
				c.halts.gone[b.of.id] = true
				t.loosen(b.class)
			}
		}
		return true
	})
}

// ended is what holds at a Return, in terms of results and arguments.
func (c *checker) ended(env envs.Env, op *envs.Op, sh *shape, s State) State {
	c.book.leavesWith(env.Point(), s)
	fn, d := env.Func(), env.Detail()
	isError := env.Program().Knows().ReturnsError
	held := map[envs.Lock]bool{} // in a run, also what calls have done that it does not show
	for _, l := range c.held.MustLocks().Locks() {
		held[l.Key] = true
	}
	closes := slices.ContainsFunc(op.Uses, func(r envs.Reg) bool { return sh.closed[r] })
	return s.each(func(t *situation) bool {
		t.open = without(t.open, func(b *balance) bool { return b.of.id != 0 && b.took() && !held[b.of.id] })
		out := situation{open: t.open, closed: t.closed, loose: t.loose, doubt: t.doubt}
		for _, f := range c.handedOver(fn, op, d, t) {
			out.learn(f)
		}
		for i := range op.Uses {
			likely := question{x: envs.Term{Reg: resultRegs + envs.Reg(i)}, cmp: machine.Eq, guess: true}
			if isError == nil || !isError(fn.ID, i) {
				continue
			}
			if g := (fact{c.questions.intern(likely), false}); out.judge(g) == open {
				out.learn(g)
			}
		}
		for i := range t.open {
			b := &t.open[i]
			if !t.doubt {
				c.book.leaves(fn.ID, b)
			}
			if closes && b.took() {
				c.book.closes[kept{fn.ID, b.class}] = true
			}
		}
		*t = out
		return true
	})
}

// handedOver is what a case knows of results and parameters.
func (c *checker) handedOver(fn *envs.Func, ret *envs.Op, d *envs.Detail, s *situation) (facts []fact) {
	add := func(f fact, from, to envs.Reg) {
		if g, ok := c.questions.with(f, from, to); ok && from != 0 && g.y.Reg == 0 {
			facts = append(facts, g)
		}
	}
	for _, f := range s.facts {
		for i, r := range ret.Uses {
			add(f, r, resultRegs+envs.Reg(i))
		}
		for i, r := range fn.Params {
			if fn.Strict { // nothing else is put there
				add(f, r, paramRegs+envs.Reg(i))
			}
		}
	}
	for _, def := range d.Passes {
		if def.Op == envs.Copy && def.Of == envs.Whole && def.X.Reg == 0 {
			facts = append(facts, c.questions.copied(s, resultRegs+def.Reg-1, def.X)...)
		}
	}
	return facts
}

// exported makes of what holds at a Return what the caller may have names for.
func exported(t *situation) bool {
	out := situation{facts: t.facts, loose: t.loose, doubt: t.doubt}
	elsewhere := func(b *balance) bool {
		return b.of.named() && (b.of.id != 0 || b.of.path.Root != envs.AtReg)
	}
	for _, b := range t.open {
		switch {
		case out.isLoose(b.class):
		case elsewhere(&b):
			out.put(b)
		default:
			out.loosen(b.class)
		}
	}
	for _, b := range t.closed {
		if b.need != apart && b.need != denied && elsewhere(&b) {
			out.put(b)
		}
	}
	*t = out
	return true
}

// Return is the effect of a callee on the locks of its caller.
func (c *checker) Return(env envs.Env, call *envs.Op, exit, s State) State {
	uses := func(e situation) bool { return len(e.open)+len(e.closed)+len(e.loose) > 0 }
	switch {
	case s.full, !exit.full && !slices.ContainsFunc(exit.cases, uses):
		return s
	case exit.full, len(s.cases)*len(exit.cases) > 4*maxCases:
		return c.lose(env, call, exit, s)
	case (len(call.Callee.Funcs) > 1 || call.Callee.Open) && !exit.identified():
		return c.unsure(s, exit)
	}
	ends := c.inNamesOf(env, call, exit)
	c.loosenAll(ends, call.Callee)
	verdicts := &verdicts{c: c, env: env, s: s}
	s = c.lent(env, s, ends)
	var out []situation
	for i := range s.cases {
		for j := range ends {
			if t := s.cases[i]; t.after(&ends[j]) {
				c.meet(env, &t, &ends[j], i, verdicts)
				out = append(out, t)
			}
		}
	}
	verdicts.report(call)
	return stateOf(out)
}

// identified reports whether locks are known by their identities, as in a run.
func (s State) identified() bool {
	return slices.ContainsFunc(s.cases, func(t situation) bool {
		return slices.ContainsFunc(t.open, func(b balance) bool { return b.of.id != 0 })
	})
}

// meet is the effect of what a callee has done to locks on a case of its caller, the i-th.
func (c *checker) meet(env envs.Env, t, end *situation, i int, verdicts *verdicts) {
	for _, b := range slices.Concat(end.open, end.closed) {
		was := t.find(b.of)
		possible := c.All && was == nil && b.of.id == 0 && (b.need == lent || b.need == shared)
		wrong := ""
		switch {
		case t.isLoose(b.class):
			if !possible {
				continue
			}
		case was != nil && !b.level() && !b.took():
			c.book.gaveBack(env, was)
			fallthrough
		default:
			wrong = t.meet(b, env.Point())
			if wrong == "" && b.need == readable {
				wrong = c.nests(env.Program(), was)
			}
		}
		if possible {
			wrong = Unheld
		}
		verdicts.note(i, b.of, wrong, was)
	}
}

// lent reports locks that a callee gives back in any case, and that the frame has taken in one case and not used in
// another, of which there is doubt from then on.
func (c *checker) lent(env envs.Env, s State, ends []situation) State {
	if len(ends) == 0 {
		return s
	}
	for _, b := range ends[0].open {
		if b.took() || slices.ContainsFunc(ends, func(e situation) bool {
			o := e.find(b.of)
			return o == nil || o.took()
		}) {
			continue
		}
		taken, wrong := c.bare(env, s, b.of, b.class)
		if taken == nil {
			continue
		}
		c.reportGiven(env, b.of, b.class, problems{}, wrong)
		s = s.each(func(t *situation) bool {
			t.doubt = t.doubt || t.find(b.of) == nil
			return true
		})
	}
	return s
}

// loosenAll gives up on classes of locks of which the caller does not know what its callee has done to them. In a run
// it does.
func (c *checker) loosenAll(ends []situation, callee *envs.Callee) {
	var classes []string
	for _, e := range ends {
		for _, b := range e.open {
			if b.of.id == 0 && (!c.All && unclear(ends, b.class) || c.book.closed(callee.Funcs, b.class)) {
				classes = append(classes, b.class)
			}
		}
	}
	for i := range ends {
		for _, class := range classes {
			ends[i].loosen(class)
		}
	}
}

// unsure is the effect of a call of which it is not known which function it reaches, in place of that of one of them.
// Locks that it may give back are given up, and those of which it may take one are not known to be free.
func (c *checker) unsure(s State, exit State) State {
	for _, e := range exit.cases {
		for _, b := range e.open {
			s = s.each(func(t *situation) bool {
				same := func(o balance) bool { return o.class == b.class }
				if c.All || !b.took() && slices.ContainsFunc(t.open, func(o balance) bool { return same(o) && o.took() }) {
					t.loosen(b.class)
				}
				t.drop(func(o *balance) bool { return same(*o) && o.level() })
				return true
			})
		}
	}
	return s
}

// unclear reports whether a caller cannot tell what a callee has done to the locks of a class: in two cases it has not
// done the same, and no result or argument tells one from the other.
func unclear(ends []situation, class string) bool {
	of := func(b balance) bool { return b.class != class }
	for i := range ends {
		for j := range i {
			a, b := slices.DeleteFunc(slices.Clone(ends[i].open), of), slices.DeleteFunc(slices.Clone(ends[j].open), of)
			if slices.CompareFunc(a, b, compareEffects) != 0 && !slices.ContainsFunc(ends[i].facts, func(f fact) bool {
				v := ends[j].judge(f)
				return v == refuted || v == unlikely
			}) {
				return true
			}
		}
	}
	return false
}

// compareEffects compares balances by what they are for a caller.
func compareEffects(a, b balance) int {
	return cmp.Or(compareLocks(a.of, b.of), cmp.Compare(a.alone, b.alone), cmp.Compare(a.read, b.read))
}

// after adds what a callee says of its results and arguments. It is false if it cannot have been called and returned
// so.
func (s *situation) after(e *situation) bool {
	s.doubt = s.doubt || e.doubt
	for _, f := range e.facts {
		if !s.learn(f) {
			return false
		}
	}
	for _, of := range e.loose {
		s.loosen(of)
	}
	return true
}

// lose gives up on all locks that a callee may use.
func (c *checker) lose(env envs.Env, call *envs.Op, exit, s State) State {
	if c.All {
		c.unknown(env, call, s)
	}
	var of []string
	for _, f := range call.Callee.Funcs {
		if fn := env.Program().Func(f); fn != nil {
			takes, gives := c.uses(env.Program(), fn, maxDepth)
			of = append(append(of, takes...), gives...)
		}
	}
	for _, e := range exit.cases {
		of = append(of, e.loose...)
		for _, b := range slices.Concat(e.open, e.closed) {
			of = append(of, b.class)
		}
	}
	return s.each(func(t *situation) bool {
		for _, class := range of {
			t.loosen(class)
		}
		return true
	})
}

// inNamesOf are the cases of a callee in the names that the caller has for locks, results and arguments.
func (c *checker) inNamesOf(env envs.Env, call *envs.Op, exit State) (ends []situation) {
	passes := env.Detail().Passes
	for _, e := range exit.cases {
		to := situation{loose: e.loose, doubt: e.doubt}
		possible := true
		for _, f := range e.facts {
			possible = possible && c.inCaller(&to, call, passes, f)
		}
		if !possible {
			continue
		}
		for _, b := range slices.Concat(e.open, e.closed) {
			name := b.of.path.In(call.Callee.Args)
			switch b.of.path = name; {
			case b.of.id != 0 || name != nil:
				to.put(b)
			case !b.level():
				to.loosen(b.class)
			}
		}
		ends = append(ends, to)
	}
	return ends
}

// inCaller adds to a case what a callee says of a result or an argument. It is false if the argument is another one.
func (c *checker) inCaller(to *situation, call *envs.Op, passes []envs.Def, f fact) bool {
	r := f.x.Reg
	if r < paramRegs {
		if dst := call.Dst + r - resultRegs; call.Defines(dst) {
			g, _ := c.questions.with(f, r, dst)
			return to.learn(g)
		}
		return true
	}
	for _, def := range passes {
		if def.Reg != r-paramRegs+1 || def.Op != envs.Copy || def.Of != envs.Whole {
			continue
		}
		if def.X.Reg != 0 && def.X.Of == envs.Whole {
			g, _ := c.questions.with(f, r, def.X.Reg)
			return to.learn(g)
		}
		if def.X.Reg == 0 {
			var is situation
			for _, known := range c.questions.copied(&is, r, def.X) {
				is.learn(known)
			}
			return is.judge(f) != refuted
		}
	}
	return true
}
