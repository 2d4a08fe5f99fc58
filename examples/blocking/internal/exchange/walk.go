package exchange

import (
	"fmt"
	"slices"

	"github.com/seed38182bad/parallax/domains/machine"
	"github.com/seed38182bad/parallax/envs"
)

// maxSteps is how many operations a Walk looks at before it gives up, and maxFacts how many conditions it keeps of a
// path.
const (
	maxSteps = 4000
	maxFacts = 6
)

// Walk follows the paths of a function from its beginning, each with a mark that is 0 at first. step is told of each
// operation, with the mark of the path, and says how it is marked now and whether the path is of interest any more.
// What an exception leads to is left out, and so are paths that decide in two ways what they ask twice. Walk reports
// whether all paths were followed.
func (t *Table) Walk(fn *envs.Func, step func(op *envs.Op, mark int) (now int, goOn bool)) bool {
	w := walk{t: t, fn: fn, seen: map[string]bool{}, asked: t.askedTwice(fn)}
	for work := []way{{}}; len(work) > 0; {
		at := work[len(work)-1]
		work = work[:len(work)-1]
		key := fmt.Sprint(at)
		if w.seen[key] {
			continue
		}
		if w.seen[key] = true; len(w.seen) > maxSteps {
			return false
		}
		op := &fn.Ops[at.pc]
		mark, goOn := step(op, at.mark)
		if !goOn {
			continue
		}
		at.mark = mark
		work = append(work, w.next(op, at)...)
	}
	return true
}

type walk struct {
	t     *Table
	fn    *envs.Func
	seen  map[string]bool
	asked map[envs.Reg]bool
}

// A way is where a path has come to, and what it has decided.
type way struct {
	pc       int32
	mark     int
	deferred uint64
	facts    []envs.Condition // of registers and constants
}

// next are the paths behind an operation.
func (w *walk) next(op *envs.Op, at way) (all []way) {
	if op.Kind == envs.Defer {
		at.deferred |= 1 << (op.Deferred % 64)
	}
	at.facts = w.learn(at.facts, op)
	targets := w.fn.Targets(op)
	if op.Falls() && int(op.PC)+1 < len(w.fn.Ops) {
		targets = []int32{op.PC + 1}
	}
	detail := w.t.prog.Detail(envs.At(w.fn.ID, op.PC))
	for i, to := range targets {
		next := at
		next.pc = to
		if n, runs := w.fn.Deferred(op, i); n != 0 && (at.deferred>>(n%64)&1 != 0) != runs {
			continue
		}
		if i < len(detail.On) && (op.Kind == envs.Branch || op.Kind == envs.Switch) {
			if next.facts = w.with(at.facts, detail.On[i]); next.facts == nil {
				continue
			}
		}
		all = append(all, next)
	}
	return all
}

// learn are facts after an operation: that a register holds a constant, and no longer what it held.
func (w *walk) learn(facts []envs.Condition, op *envs.Op) []envs.Condition {
	after := make([]envs.Condition, 0, len(facts)+1)
	for _, f := range facts {
		if !op.Defines(f.X.Reg) {
			after = append(after, f)
		}
	}
	if op.Kind != envs.Const || !w.asked[op.Dst] {
		return after
	}
	for _, d := range w.t.prog.Detail(envs.At(w.fn.ID, op.PC)).Defs {
		if d.Reg == op.Dst && d.Of == envs.Whole && d.Op == envs.Copy && d.X.Reg == 0 {
			after = append(after, envs.Condition{X: d.Target(), Cmp: machine.Eq, Y: d.X})
		}
	}
	return after
}

// with are facts with further ones; nil if they contradict each other.
func (w *walk) with(facts, more []envs.Condition) []envs.Condition {
	facts = slices.Clip(facts)
	for _, c := range more {
		if c.X.Reg == 0 {
			c.X, c.Y, c.Cmp = c.Y, c.X, c.Cmp.Swap()
		}
		if c.X.Reg == 0 || c.Y.Reg != 0 || c.X.Of != envs.Whole || !w.asked[c.X.Reg] {
			continue
		}
		if slices.ContainsFunc(facts, func(f envs.Condition) bool { return excludes(f, c) }) {
			return nil
		}
		if !slices.Contains(facts, c) {
			facts = append(facts, c)
		}
	}
	return facts[max(0, len(facts)-maxFacts):]
}

// excludes reports whether two conditions of a register and a constant cannot both hold.
func excludes(f, c envs.Condition) bool {
	switch {
	case f.X.Reg != c.X.Reg:
		return false
	case f.Cmp == machine.Eq && f.Y.Int() && c.Y.Int():
		x, _ := f.Y.Const.Int64()
		y, ok := c.Y.Const.Int64()
		return ok && !c.Cmp.Holds(machine.Int64.Of(x), machine.Int64.Of(y))
	case f.Cmp == machine.Eq && f.Y.IsNil() != c.Y.IsNil():
		return false
	}
	return f.Y == c.Y && f.Cmp == c.Cmp.Negate()
}

// askedTwice are registers on which several branches depend, or that are given a constant in several places.
func (t *Table) askedTwice(fn *envs.Func) map[envs.Reg]bool {
	asked, times := map[envs.Reg]bool{}, map[envs.Reg]int{}
	for i := range fn.Ops {
		op := &fn.Ops[i]
		if op.Kind != envs.Branch && op.Kind != envs.Switch {
			continue
		}
		seen := map[envs.Reg]bool{}
		for _, on := range t.prog.Detail(envs.At(fn.ID, op.PC)).On {
			for _, c := range on {
				for _, r := range []envs.Reg{c.X.Reg, c.Y.Reg} {
					if r != 0 && !seen[r] {
						seen[r] = true
						times[r]++
					}
				}
			}
		}
	}
	for r, n := range times {
		asked[r] = n > 1 || t.indexOf(fn).defined[r] == nil
	}
	return asked
}
