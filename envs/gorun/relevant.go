package gorun

import (
	"golang.org/x/tools/go/ssa"

	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/gosrc"
	"github.com/seed38182bad/parallax/envs/internal/synthetic"
)

// Relevant is the set of functions that a checker of locks has to see: those in which, or below which, locks change,
// those that hand on a method value which changes one, and those that return to such a function what they loaded from memory that may be shared. A generic function is in
// the set if it or an instance is. Calls are followed as far as the program knows what they call.
func Relevant(prog *gosrc.Program) func(envs.FuncID) bool {
	r := newRelevance(prog)
	active := r.up(func(fn *envs.Func) bool { return fn.Locking() }, func(envs.FuncID) bool { return true })
	gives := r.up(loads, func(id envs.FuncID) bool { return prog.Func(id).Results > 0 })
	set := make([]bool, r.n)
	var work []envs.FuncID
	add := func(id envs.FuncID) {
		if !set[id] {
			set[id] = true
			work = append(work, id)
		}
	}
	for id := range active {
		if active[id] || len(handsOn(prog, envs.FuncID(id))) > 0 {
			add(envs.FuncID(id))
		}
	}
	for len(work) > 0 {
		id := work[len(work)-1]
		work = work[:len(work)-1]
		for _, f := range r.calls[id] {
			if gives[f] && prog.Func(f).Results > 0 {
				add(f)
			}
		}
		// A literal may be called by whatever the function hands it to.
		for _, lit := range prog.SSA(id).AnonFuncs {
			if f, ok := prog.FuncOf(lit); ok && gives[f] && prog.Func(f).Results > 0 {
				add(f)
			}
		}
	}
	return func(id envs.FuncID) bool { return set[r.canon[id]] }
}

type relevance struct {
	prog    *gosrc.Program
	n       int
	canon   []envs.FuncID   // of an instance, its generic function
	calls   [][]envs.FuncID // all in canonical functions
	callers [][]envs.FuncID
}

func newRelevance(prog *gosrc.Program) *relevance {
	r := &relevance{prog: prog, n: prog.NumFuncs()}
	r.canon = make([]envs.FuncID, r.n)
	for id := range envs.FuncID(r.n) {
		r.canon[id] = canonical(prog, id)
	}
	r.link()
	return r
}

func (r *relevance) link() {
	r.calls = make([][]envs.FuncID, r.n)
	r.callers = make([][]envs.FuncID, r.n)
	for id := range envs.FuncID(r.n) {
		from := r.canon[id]
		fn := r.prog.Func(id)
		for i := range fn.Ops {
			op := &fn.Ops[i]
			if op.Kind != envs.Call || op.Callee == nil {
				continue
			}
			for _, f := range op.Callee.Funcs {
				to := r.canon[f]
				r.calls[from] = append(r.calls[from], to)
				r.callers[to] = append(r.callers[to], from)
			}
		}
	}
}

// up marks the functions that have a property, and their callers as long as these pass it on.
func (r *relevance) up(has func(*envs.Func) bool, passes func(envs.FuncID) bool) []bool {
	set := make([]bool, r.n)
	var work []envs.FuncID
	for id := range envs.FuncID(r.n) {
		if c := r.canon[id]; !set[c] && has(r.prog.Func(id)) {
			set[c] = true
			work = append(work, c)
		}
	}
	for len(work) > 0 {
		id := work[len(work)-1]
		work = work[:len(work)-1]
		if !passes(id) {
			continue
		}
		for _, f := range r.callers[id] {
			if !set[f] {
				set[f] = true
				work = append(work, f)
			}
		}
	}
	return set
}

func loads(fn *envs.Func) bool {
	if fn.Results == 0 {
		return false
	}
	for i := range fn.Ops {
		switch op := &fn.Ops[i]; op.Kind {
		case envs.Load, envs.Atomic:
			if !op.Is(envs.Local) {
				return true
			}
		}
	}
	return false
}

// canonical is the function whose text is executed: of an instance, the generic function.
func canonical(prog *gosrc.Program, id envs.FuncID) envs.FuncID {
	if o := prog.SSA(id).Origin(); o != nil {
		if g, ok := prog.FuncOf(o); ok {
			return g
		}
	}
	return id
}

// target is the function whose text fn's stands in: itself, the declared function around it, or a literal of a package
// variable's initialiser.
func target(fn *ssa.Function) *ssa.Function {
	for fn.Parent() != nil && !synthetic.IsInitialiser(fn.Parent()) {
		fn = fn.Parent()
	}
	return fn
}

// starting reports whether a function starts threads.
func (b *Build) starting(id envs.FuncID) bool {
	ops := b.prog.Func(id).Ops
	for i := range ops {
		if ops[i].Kind == envs.Fork {
			return true
		}
	}
	return false
}
