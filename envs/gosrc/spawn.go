package gosrc

import (
	"go/token"
	"go/types"
	"sync"

	"golang.org/x/tools/go/ssa"

	"github.com/seed38182bad/parallax/envs"
)

// spawners are the functions that start a goroutine which calls one of their parameters, and do nothing else with
// it:
//
//	func (s *server) goFunc(f func()) {
//		s.running.Add(1)
//		go func() {
//			defer s.running.Done()
//			f()
//		}()
//	}
//
// They are called with what the goroutine is to do, which tells the goroutines apart.
type spawners struct {
	once sync.Once
	arg  map[envs.FuncID]int // which parameter
}

func (p *Program) findSpawners() {
	p.spawners.arg = map[envs.FuncID]int{}
	for _, f := range p.funcs {
		for i, v := range f.ssa.Params {
			if spawned(v) {
				p.spawners.arg[f.id] = i
			}
		}
	}
}

// spawned reports whether a parameter is called by one goroutine, at most once, and nothing else becomes of it.
func spawned(v *ssa.Parameter) bool {
	if _, ok := v.Type().Underlying().(*types.Signature); !ok || v.Referrers() == nil {
		return false
	}
	started := 0
	ok := onlyUsed(v, func(in ssa.Instruction) bool {
		switch x := in.(type) {
		case *ssa.Go:
			started++
			return x.Call.Value == ssa.Value(v) && !x.Call.IsInvoke() && !comesRound(x.Block(), nil)
		case *ssa.Store:
			a, ok := x.Addr.(*ssa.Alloc)
			return ok && soleStore(a) == ssa.Value(v) && onlyUsed(a, func(in ssa.Instruction) bool {
				c, ok := in.(*ssa.MakeClosure)
				if !ok {
					return in == ssa.Instruction(x)
				}
				started++
				return startsCaller(c, a)
			})
		}
		return false
	})
	return ok && started == 1
}

// startsCaller reports whether a closure is used for nothing but to start one goroutine, which calls what is in the captured
// variable once.
func startsCaller(c *ssa.MakeClosure, captured *ssa.Alloc) bool {
	forks := 0
	if !onlyUsed(c, func(in ssa.Instruction) bool {
		forks++
		g, ok := in.(*ssa.Go)
		return ok && g.Call.Value == ssa.Value(c) && !comesRound(in.Block(), nil)
	}) || forks != 1 {
		return false
	}
	calls := 0
	for i, b := range c.Bindings {
		if b == ssa.Value(captured) && !onlyUsed(c.Fn.(*ssa.Function).FreeVars[i], func(in ssa.Instruction) bool {
			load, ok := in.(*ssa.UnOp)
			return ok && load.Op == token.MUL && onlyUsed(load, func(in ssa.Instruction) bool {
				calls++
				call, ok := in.(*ssa.Call)
				return ok && call.Call.Value == ssa.Value(load) && !comesRound(in.Block(), nil)
			})
		}) {
			return false
		}
	}
	return calls == 1
}

// onlyUsed reports whether ok is true of all instructions that use v, but for comparisons.
func onlyUsed(v ssa.Value, ok func(ssa.Instruction) bool) bool {
	for _, r := range *v.Referrers() {
		switch x := r.(type) {
		case *ssa.DebugRef, *ssa.BinOp:
			continue
		case *ssa.UnOp:
			if _, variable := v.(*ssa.Alloc); variable && onlyUsed(x, func(ssa.Instruction) bool { return false }) {
				continue
			}
		}
		if !ok(r) {
			return false
		}
	}
	return true
}

// Starts tells of functions of the program that are called by name, with a function literal, a method value or a
// function by name.
func (p *Program) Starts(pt envs.Point) *envs.Callee {
	f := p.funcs[pt.Func()]
	op := &f.ops.Ops[pt.PC()]
	if op.Kind != envs.Call || op.Callee == nil || len(op.Callee.Funcs) != 1 {
		return nil
	}
	p.spawners.once.Do(p.findSpawners)
	if _, ok := p.spawners.arg[op.Callee.Funcs[0]]; !ok {
		return nil
	}
	table := f.spawns.Load()
	if table == nil {
		t := p.spawnsOf(f)
		table = &t
		f.spawns.Store(table)
	}
	return (*table)[pt.PC()]
}

// spawnsOf lowers a function once more, for the registers from which paths start.
func (p *Program) spawnsOf(f *function) map[int32]*envs.Callee {
	table := map[int32]*envs.Callee{}
	p.again(f, func(l *lowerer) {
		for pc, src := range l.rec.src {
			call, ok := src.(*ssa.Call)
			op := &f.ops.Ops[pc]
			if !ok || op.Kind != envs.Call || op.Callee == nil || len(op.Callee.Funcs) != 1 {
				continue
			}
			fn := call.Call.StaticCallee()
			if fn == nil || p.ids[fn] == nil || p.ids[fn].id != op.Callee.Funcs[0] {
				continue
			}
			if i, ok := p.spawners.arg[op.Callee.Funcs[0]]; ok {
				table[int32(pc)] = l.spawn(call.Call.Args[i])
			}
		}
	})
	return table
}

// spawn is the call of a function value that is handed over, nil if it is not known.
func (l *lowerer) spawn(v ssa.Value) *envs.Callee {
	to := resolveAt(v, 0)
	if to.fn == nil || l.p.ids[to.fn] == nil || to.via != nil {
		return nil
	}
	c := *l.p.ids[to.fn].callee
	c.Args = make([]*envs.Path, len(to.fn.Params)+len(to.fn.FreeVars))
	if to.recv != nil {
		c.Args[0] = l.path(to.recv)
	}
	for i, b := range to.bindings {
		c.Args[len(to.fn.Params)+i] = l.path(b)
	}
	return &c
}

var _ envs.Spawning = (*Program)(nil)
