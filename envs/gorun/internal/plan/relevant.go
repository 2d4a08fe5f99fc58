package plan

import (
	"slices"
	"strings"

	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/gosrc"
)

// Relevant is the set of functions that get probes:
//
//	always    in which or below which locks change, or that hand on a method value which changes one
//	always    that return to such a function what they loaded from memory that may be shared
//	Accesses  that access memory which threads may share, or a sync.Map
//	Order     that start threads
//	Meetings  in which threads meet otherwise than at a lock
//
// and those between two of them that the compiler may inline. With All it is every function. A generic function is in
// the set if it or an instance is. Calls are followed as far as the program knows what they call.
func (p *Plans) Relevant() func(envs.FuncID) bool {
	if p.opts.All {
		return func(envs.FuncID) bool { return true }
	}
	locks := lockUsers(p.prog)
	return withBetween(p.prog, func(id envs.FuncID) bool {
		return locks(id) || slices.ContainsFunc(p.prog.Func(id).Ops, func(op envs.Op) bool { return p.opts.wants(&op) })
	})
}

// wants reports whether a function has to be seen for an operation in it, whatever locks change.
func (o *Options) wants(op *envs.Op) bool {
	return o.Accesses && (op.Accesses() && shared(op) || ofMap(op)) ||
		o.Order && op.Kind == envs.Fork || o.Meetings && meets(op)
}

// ofMap reports whether an operation calls a method of sync.Map: what that does to shared memory is not seen otherwise.
func ofMap(op *envs.Op) bool {
	return op.Kind == envs.Call && op.Callee != nil && strings.HasPrefix(op.Callee.FullName(), "(*sync.Map).")
}

// lockUsers are the functions that are relevant always.
func lockUsers(prog *gosrc.Program) func(envs.FuncID) bool {
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
		r.canon[id] = Canonical(prog, id)
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

// inlineSize is more instructions than a function has that the compiler puts into its callers: its budget is 80 nodes
// of syntax, of which a call takes 57.
const inlineSize = 120

// withBetween adds to a set of functions those through which one of them calls another and which the compiler may put
// into their callers. Such a call has no frame of its own: what is called through it would look as if it had been
// called in its place, and could be taken for another call that stands there.
func withBetween(prog *gosrc.Program, in func(envs.FuncID) bool) func(envs.FuncID) bool {
	r := newRelevance(prog)
	const (
		member = 1 << iota
		leads  // to a member
		between
	)
	set := make([]uint8, r.n)
	var members, work []envs.FuncID
	for id := range envs.FuncID(r.n) {
		if c := r.canon[id]; in(id) && set[c] == 0 {
			set[c] = member
			members = append(members, c)
		}
	}
	spread := func(next [][]envs.FuncID, from, to uint8) {
		work = append(work[:0], members...)
		for len(work) > 0 {
			id := work[len(work)-1]
			work = work[:len(work)-1]
			for _, f := range next[id] {
				if set[f] == from && (from != 0 || r.small(f)) {
					set[f] = to
					work = append(work, f)
				}
			}
		}
	}
	spread(r.callers, 0, leads)
	spread(r.calls, leads, between)
	return func(id envs.FuncID) bool { return set[r.canon[id]]&(member|between) != 0 }
}

func (r *relevance) small(id envs.FuncID) bool {
	n := 0
	for _, b := range r.prog.SSA(id).Blocks {
		n += len(b.Instrs)
	}
	return n < inlineSize
}
