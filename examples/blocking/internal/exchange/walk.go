package exchange

import "github.com/seed38182bad/parallax/envs"

// maxSteps is how many operations a Walk looks at before it gives up.
const maxSteps = 4000

// Walk follows the paths of a function from its beginning, each with a mark that is 0 at first. step is told of each
// operation, with the mark of the path, and says how it is marked now and whether the path is of interest any more.
// What an exception leads to is left out, and so are paths that decide in two ways what they ask twice. Walk reports
// whether all paths were followed.
func (t *Table) Walk(fn *envs.Func, step func(op *envs.Op, mark int) (now int, goOn bool)) bool {
	w := walk{t: t, fn: fn, seen: map[way]bool{}}
	for work := []way{{}}; len(work) > 0; {
		at := work[len(work)-1]
		work = work[:len(work)-1]
		if w.seen[at] {
			continue
		}
		if w.seen[at] = true; len(w.seen) > maxSteps {
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
	t    *Table
	fn   *envs.Func
	seen map[way]bool
}

// A way is where a path has come to, and what it has decided.
type way struct {
	pc       int32
	mark     int
	deferred uint64
	facts    Facts
}

// next are the paths behind an operation.
func (w *walk) next(op *envs.Op, at way) (all []way) {
	if op.Kind == envs.Defer {
		at.deferred |= 1 << (op.Deferred % 64)
	}
	at.facts = w.t.Learn(w.fn, at.facts, op)
	targets := w.fn.Targets(op)
	if op.Falls() && int(op.PC)+1 < len(w.fn.Ops) {
		targets = []int32{op.PC + 1}
	}
	for i, to := range targets {
		next := at
		next.pc = to
		if n, runs := w.fn.Deferred(op, i); n != 0 && (at.deferred>>(n%64)&1 != 0) != runs {
			continue
		}
		if op.Kind == envs.Branch || op.Kind == envs.Switch {
			var ok bool
			if next.facts, ok = w.t.Decide(w.fn, at.facts, op, i); !ok {
				continue
			}
		}
		all = append(all, next)
	}
	return all
}
