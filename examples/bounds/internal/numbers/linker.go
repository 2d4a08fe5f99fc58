package numbers

import (
	"github.com/seed38182bad/parallax/envs"
)

// A linker finds the groups of a Slice. It has a node for each register of each function, and one for
// each result that it returns.
type linker struct {
	prog    envs.Program
	asked   func(envs.CheckKind) bool
	fns     []*envs.Func
	base    []int32 // by function: the node of register 0
	groups  groups
	matters []bool // by the node that stands for a group
	closed  []bool // by function: all its calls are known
	fixed   []bool // by function: a check is about constants alone
	calls   []link
}

// A link is a call with one of its callees.
type link struct {
	caller *envs.Func
	op     *envs.Op
	passes []envs.Def
	callee *envs.Func
}

func newLinker(prog envs.Program, asked func(envs.CheckKind) bool) *linker {
	n := prog.NumFuncs()
	l := &linker{prog: prog, asked: asked, base: make([]int32, n), closed: make([]bool, n), fixed: make([]bool, n)}
	closed := prog.Knows().Closed
	size := int32(0)
	for id := range envs.FuncID(n) {
		if fn := prog.Func(id); fn != nil {
			l.fns = append(l.fns, fn)
			l.base[id] = size
			l.closed[id] = closed != nil && closed(id)
			size += int32(fn.Regs + fn.Results)
		}
	}
	l.groups = newGroups(size)
	l.matters = make([]bool, size)
	for _, fn := range l.fns {
		l.function(fn)
	}
	for l.summarise() {
	}
	for node := range l.matters {
		if l.matters[node] {
			l.matters[l.groups.find(int32(node))] = true
		}
	}
	for l.spread() {
	}
	return l
}

// function makes groups of what occurs together in a function, and notes its calls.
func (l *linker) function(fn *envs.Func) {
	if l.closed[fn.ID] {
		// What callers know of parameters may relate them.
		for _, p := range fn.Params {
			l.groups.unite(l.node(fn, fn.Params[0]), l.node(fn, p))
		}
	}
	for pc := range fn.Ops {
		op, d := &fn.Ops[pc], l.prog.Detail(envs.At(fn.ID, int32(pc)))
		l.relate(fn, d)
		switch op.Kind {
		case envs.Return:
			for i := range d.Passes {
				if x := &d.Passes[i]; x.Kind.Valid() && x.X.Reg != 0 && int(x.Reg) <= fn.Results {
					l.groups.unite(l.result(fn, int(x.Reg)-1), l.node(fn, x.X.Reg))
				}
			}
		case envs.Call, envs.Fork:
			if op.Callee == nil {
				continue
			}
			for _, id := range op.Callee.Funcs {
				if f := l.prog.Func(id); f != nil {
					l.calls = append(l.calls, link{fn, op, d.Passes, f})
				}
			}
		}
	}
}

// relate makes groups of the terms that an operation relates, and notes which matter to
// a check.
func (l *linker) relate(fn *envs.Func, d *envs.Detail) {
	for i := range d.Defs {
		if x := &d.Defs[i]; x.Kind.Valid() {
			l.both(fn, x.Target(), x.X)
			l.both(fn, x.Target(), x.Y)
		}
	}
	conds := func(cs []envs.Condition) {
		for _, c := range cs {
			l.both(fn, c.X, c.Y)
		}
	}
	conds(d.Facts)
	for _, on := range d.On {
		conds(on)
	}
	for i := range d.Checks {
		c := &d.Checks[i]
		conds(c.All)
		if l.asked(c.Kind) {
			terms := c.Terms()
			l.fixed[fn.ID] = l.fixed[fn.ID] || len(terms) == 0
			for _, t := range terms {
				l.matters[l.node(fn, t.Reg)] = true
			}
		}
	}
}

// both makes one group of two terms.
func (l *linker) both(fn *envs.Func, x, y envs.Term) {
	if x.Reg != 0 && y.Reg != 0 && x.Int() && y.Int() {
		l.groups.unite(l.node(fn, x.Reg), l.node(fn, y.Reg))
	}
}

// node is the node of a register.
func (l *linker) node(fn *envs.Func, r envs.Reg) int32 { return l.base[fn.ID] + int32(r) }

// result is the node of a result, counted from 0.
func (l *linker) result(fn *envs.Func, i int) int32 { return l.base[fn.ID] + int32(fn.Regs+i) }

// ends calls f for each value that a call hands over: with its node in the caller, and that in the callee.
func (l *linker) ends(c *link, f func(caller, callee int32, param bool)) {
	base := l.base[c.caller.ID]
	for i := range c.passes {
		if x := &c.passes[i]; x.Kind.Valid() && x.X.Reg != 0 && int(x.Reg) <= len(c.callee.Params) {
			f(base+int32(x.X.Reg), l.base[c.callee.ID]+int32(c.callee.Params[x.Reg-1]), true)
		}
	}
	if c.op.Kind == envs.Call {
		for i := range min(int(c.op.Results), c.callee.Results) {
			f(base+int32(c.op.Dst)+int32(i), l.result(c.callee, i), false)
		}
	}
}

// summarise makes groups of what is one group in a callee, and reports whether there were new ones.
func (l *linker) summarise() (changed bool) {
	var there, here []int32
	for i := range l.calls {
		there, here = there[:0], here[:0]
		l.ends(&l.calls[i], func(caller, callee int32, _ bool) {
			root := l.groups.find(callee)
			for j, r := range there {
				if r == root {
					changed = l.groups.unite(here[j], caller) || changed
					return
				}
			}
			there, here = append(there, root), append(here, caller)
		})
	}
	return changed
}

// spread hands on what matters, and reports whether there was more of it.
func (l *linker) spread() (changed bool) {
	hand := func(from, to int32) {
		if to := l.groups.find(to); l.matters[l.groups.find(from)] && !l.matters[to] {
			l.matters[to], changed = true, true
		}
	}
	for i := range l.calls {
		c := &l.calls[i]
		l.ends(c, func(caller, callee int32, param bool) {
			hand(caller, callee)
			if param && l.closed[c.callee.ID] {
				hand(callee, caller)
			}
		})
	}
	return changed
}

// groups are disjoint sets of nodes.
type groups []int32

func newGroups(n int32) groups {
	g := make(groups, n)
	for i := range g {
		g[i] = int32(i)
	}
	return g
}

// find is the node that stands for the group of x.
func (g groups) find(x int32) int32 {
	for g[x] != x {
		g[x] = g[g[x]]
		x = g[x]
	}
	return x
}

// unite makes one group of two, and reports whether they were two.
func (g groups) unite(x, y int32) bool {
	x, y = g.find(x), g.find(y)
	if x == y {
		return false
	}
	g[max(x, y)] = min(x, y)
	return true
}
