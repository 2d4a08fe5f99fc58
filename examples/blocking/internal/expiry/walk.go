package expiry

import (
	"slices"
	"strconv"

	"github.com/seed38182bad/parallax/domains/machine"
	"github.com/seed38182bad/parallax/envs"
)

// A walk follows the paths of a function. A path on which two conditions contradict each other is left out, as far as
// these compare a register with a constant.
type walk[S comparable] struct {
	*finder
	fn *envs.Func
	// step is what an operation does to the state of a path; false ends the path.
	step func(*envs.Op, S) (S, bool)
	// branch is what is learned where control goes to a target; nil if nothing is. It is told whether control can only
	// go there.
	branch func(op *envs.Op, conds []envs.Condition, only bool, s S) (S, bool)

	compared map[envs.Reg]bool // registers of which it is worth to keep what is known
	seen     map[visit[S]]bool
	work     []position[S]
}

// A position is a point of a path, and what is known there.
type position[S comparable] struct {
	pc    int32
	state S
	facts []fact
}

type visit[S comparable] struct {
	pc    int32
	state S
	facts string
}

// A fact is that a register is equal to a constant, or is not.
type fact struct {
	reg   envs.Reg
	equal bool
	to    envs.Term
}

// maxVisits is how many pieces of paths are followed.
const maxVisits = 3000

// from follows all paths from an operation. It reports whether these are all.
func (w *walk[S]) from(pc int32, s S, known ...fact) bool {
	w.seen, w.compared = map[visit[S]]bool{}, w.comparedIn(w.fn)
	w.push(position[S]{pc, s, slices.DeleteFunc(known, func(f fact) bool { return !w.compared[f.reg] })})
	for len(w.work) > 0 {
		if len(w.seen) > maxVisits {
			return false
		}
		at := w.work[len(w.work)-1]
		w.work = w.work[:len(w.work)-1]
		w.along(at)
	}
	return true
}

// along follows a path up to where control may go several ways.
func (w *walk[S]) along(at position[S]) {
	for int(at.pc) < len(w.fn.Ops) {
		op := &w.fn.Ops[at.pc]
		s, goes := w.step(op, at.state)
		if !goes {
			return
		}
		at.state = s
		at.facts = w.defined(op, at.facts)
		if !op.Falls() {
			w.turn(op, at)
			return
		}
		at.pc++
	}
}

// turn follows all ways from a branch that are possible.
func (w *walk[S]) turn(op *envs.Op, at position[S]) {
	on := w.prog.Detail(envs.At(w.fn.ID, op.PC)).On
	var ways []position[S]
	var learned [][]envs.Condition
	for i, to := range w.fn.Targets(op) {
		next, possible := position[S]{to, at.state, at.facts}, true
		var conds []envs.Condition
		if i < len(on) {
			conds = on[i]
		}
		for _, c := range conds {
			if next.facts, possible = w.learn(next.facts, c); !possible {
				break
			}
		}
		if possible {
			ways, learned = append(ways, next), append(learned, conds)
		}
	}
	for i, next := range ways {
		possible := true
		if w.branch != nil {
			next.state, possible = w.branch(op, learned[i], len(ways) == 1, next.state)
		}
		if possible {
			w.push(next)
		}
	}
}

func (w *walk[S]) push(at position[S]) {
	key := visit[S]{at.pc, at.state, keyOf(at.facts)}
	if !w.seen[key] {
		w.seen[key] = true
		w.work = append(w.work, at)
	}
}

// defined is what is known behind an operation.
func (w *walk[S]) defined(op *envs.Op, facts []fact) []fact {
	for r := op.Dst; r < op.Dst+envs.Reg(op.Results); r++ {
		if !w.compared[r] {
			continue
		}
		known, is := w.knownOf(op, r, facts)
		facts = slices.DeleteFunc(slices.Clone(facts), func(f fact) bool { return f.reg == r })
		if is {
			facts = append(facts, fact{r, known.equal, known.to})
		}
	}
	return facts
}

// knownOf is what is known of a register that an operation defines.
func (w *walk[S]) knownOf(op *envs.Op, r envs.Reg, facts []fact) (fact, bool) {
	from := envs.Reg(0)
	if op.Kind == envs.Move {
		from = op.Uses[0]
	}
	for _, d := range w.prog.Detail(envs.At(w.fn.ID, op.PC)).Defs {
		switch {
		case d.Reg != r || d.Of != envs.Whole:
		case d.Op == envs.NonNil:
			return fact{}, true // its zero term is nil
		case d.Op == envs.Copy && d.X.Reg == 0:
			return fact{equal: true, to: d.X}, true
		case d.Op == envs.Copy && d.X.Of == envs.Whole:
			from = d.X.Reg
		}
	}
	i := slices.IndexFunc(facts, func(f fact) bool { return f.reg == from && from != 0 })
	if i < 0 {
		return fact{}, false
	}
	return facts[i], true
}

// learn adds a condition to what is known; false if it contradicts that.
func (w *walk[S]) learn(facts []fact, c envs.Condition) ([]fact, bool) {
	if c.X.Reg == 0 && c.Y.Reg == 0 && c.X.Int() && c.Y.Int() {
		return facts, c.Cmp.HoldsNumbers(c.X.Const, c.Y.Const)
	}
	if !comparison(c) || !w.compared[c.X.Reg] {
		return facts, true
	}
	equal := c.Cmp == machine.Eq
	for _, f := range facts {
		switch {
		case f.reg != c.X.Reg:
		case f.equal && equal != same(f.to, c.Y):
			return facts, false
		case f.equal:
			return facts, true
		case equal && same(f.to, c.Y):
			return facts, false
		}
	}
	facts = slices.DeleteFunc(slices.Clone(facts), func(f fact) bool { return f.reg == c.X.Reg })
	return append(facts, fact{c.X.Reg, equal, c.Y}), true
}

// comparison reports whether a condition compares a register with a constant.
func comparison(c envs.Condition) bool {
	return c.X.Reg != 0 && c.X.Of == envs.Whole && c.Y.Reg == 0 && (c.Y.Int() || c.Y.IsNil()) &&
		(c.Cmp == machine.Eq || c.Cmp == machine.Ne)
}

func same(a, b envs.Term) bool {
	if !a.Int() || !b.Int() {
		return a == b
	}
	return machine.Eq.HoldsNumbers(a.Const, b.Const)
}

func keyOf(facts []fact) string {
	if len(facts) == 0 {
		return ""
	}
	facts = slices.Clone(facts)
	slices.SortFunc(facts, func(a, b fact) int { return int(a.reg - b.reg) })
	var b []byte
	for _, f := range facts {
		b = append(strconv.AppendInt(b, int64(f.reg), 10), ' ')
		b = append(append(strconv.AppendBool(b, f.equal), f.to.String()...), ' ')
	}
	return string(b)
}

// comparedIn are the registers that are compared more than once with constants, or of which constants may be known
// before that, as those of variables that several operations set. Those of which they are copies are, too.
func (f *finder) comparedIn(fn *envs.Func) map[envs.Reg]bool {
	all := f.compared[fn.ID]
	if all != nil {
		return all
	}
	all = map[envs.Reg]bool{}
	times, defs := map[envs.Reg]int{}, map[envs.Reg]int{}
	for i := range fn.Ops {
		op := &fn.Ops[i]
		for r := op.Dst; r < op.Dst+envs.Reg(op.Results); r++ {
			defs[r]++
		}
		if op.Kind == envs.Branch {
			for _, r := range f.comparedAt(envs.At(fn.ID, op.PC)) {
				times[r]++
			}
		}
	}
	for r, n := range times {
		all[r] = n > 1 || defs[r] > 1
	}
	for again := true; again; {
		again = false
		for i := range fn.Ops {
			if op := &fn.Ops[i]; op.Kind == envs.Move && all[op.Dst] && op.Uses[0] != 0 && !all[op.Uses[0]] {
				all[op.Uses[0]], again = true, true
			}
		}
	}
	f.compared[fn.ID] = all
	return all
}

// comparedAt are the registers that a branch compares with constants.
func (f *finder) comparedAt(branch envs.Point) (all []envs.Reg) {
	for _, conds := range f.prog.Detail(branch).On {
		for _, c := range conds {
			if comparison(c) && !slices.Contains(all, c.X.Reg) {
				all = append(all, c.X.Reg)
			}
		}
	}
	return all
}
