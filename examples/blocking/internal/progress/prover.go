package progress

import (
	"slices"

	"github.com/seed38182bad/parallax/envs"
)

// A prover knows what functions do.
type prover struct {
	*origins
	sums []*summary
	graph
	takes map[envs.Point]bool // the thread may not hold the lock yet that the operation takes
	after map[envs.Point][]bool
	about map[envs.Point][]who
}

// leads reports whether control may come from one operation to another one.
func (p *prover) leads(fn *envs.Func, from, to int32) bool {
	at := envs.At(fn.ID, from)
	if p.after[at] == nil {
		p.after[at] = fn.After(from)
	}
	return p.after[at][to]
}

// locksOf are the locks that an operation may be about. Where the objects are known that lead to it, its class is not
// asked.
func (p *prover) locksOf(fn *envs.Func, op *envs.Op) []who {
	at := envs.At(fn.ID, op.PC)
	if of, known := p.about[at]; known {
		return of
	}
	var of []who
	switch path := op.Path; {
	case isNamed(path):
		of = []who{who(p.number(object{sort: named, name: path.Global}))}
	case path != nil && path.Root == envs.AtParam && path.Steps == "" && op.Loc == nil && int(path.Reg) < len(fn.Params):
		of = []who{param(path.Reg)}
	default:
		found := []int32{0}
		if len(op.Uses) > 0 && op.Uses[0] != 0 {
			found = p.of(fn.ID, op.Uses[0])
		}
		if op.Loc != nil && slices.ContainsFunc(found, func(x int32) bool { return p.all[x].sort <= constant }) {
			found = []int32{p.number(object{sort: class, loc: op.Loc})}
		}
		for _, x := range found {
			if is := p.all[x]; is.sort > named && is.sort != class {
				is.in = op.Loc
				x = p.number(is)
			}
			of = inserted(of, who(x))
		}
	}
	p.about[at] = of
	return of
}

// instances are what a lock of a callee is for who calls it, or starts it.
func (p *prover) instances(op *envs.Op, at envs.FuncID, id envs.FuncID, w who) (all []who) {
	i, ok := w.param()
	if !ok {
		return []who{w}
	}
	switch path := argument(op, id, i); {
	case isNamed(path):
		return []who{who(p.number(object{sort: named, name: path.Global}))}
	case path != nil && path.Root == envs.AtParam && path.Steps == "":
		return []who{param(path.Reg)}
	}
	arg := op.Callee.FirstArg + i
	if arg >= len(op.Uses) {
		return []who{0}
	}
	if op.Uses[arg] == 0 {
		return []who{who(p.number(object{sort: constant}))}
	}
	for _, x := range p.of(at, op.Uses[arg]) {
		all = append(all, who(x))
	}
	return all
}

func (f *flow) instances(op *envs.Op, id envs.FuncID, w who) []who {
	return f.prover.instances(op, f.fn.ID, id, w)
}

func (f *flow) instance(op *envs.Op, id envs.FuncID, of []who) (all []who) {
	for _, w := range of {
		for _, x := range f.instances(op, id, w) {
			all = inserted(all, x)
		}
	}
	return all
}

// objects are the locks as all functions know them.
func (p *prover) objects(fn envs.FuncID, of []who) (all []int32) {
	for _, w := range of {
		if i, ok := w.param(); ok {
			for _, x := range p.of(fn, p.prog.Func(fn).Params[i]) {
				all = inserted(all, x)
			}
		} else {
			all = inserted(all, int32(w))
		}
	}
	return all
}

// summarise finds what all functions do.
func (p *prover) summarise() {
	callers := make([][]envs.FuncID, p.prog.NumFuncs())
	for f, from := range p.callers {
		for _, at := range from {
			callers[f] = inserted(callers[f], at.Func())
		}
	}
	more := make([]bool, p.prog.NumFuncs())
	for _, f := range p.order {
		more[f] = true
	}
	for again := true; again; {
		again = false
		for _, f := range p.order {
			if !more[f] {
				continue
			}
			more[f] = false
			sum := p.follow(p.prog.Func(f))
			if old := p.sums[f]; old != nil && old.like(sum) {
				continue
			}
			if old := p.sums[f]; len(sum.needs) > 0 && (old == nil || len(sum.frees) > len(old.frees)) {
				more[f], again = true, true
			}
			p.sums[f] = sum
			for _, c := range callers[f] {
				more[c], again = true, true
			}
		}
	}
}
