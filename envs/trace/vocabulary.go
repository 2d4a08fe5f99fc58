package trace

import (
	"github.com/seed38182bad/parallax/envs"
)

// rootFunc is the function of a text in which all threads start.
const rootFunc envs.FuncID = 0

// vocabulary makes the program of a text: it numbers what lines name.
type vocabulary struct {
	prog  *Program
	file  string
	funcs map[string]envs.FuncID

	variables *names
	locs      []*envs.Loc
	locks     *names
	paths     []*envs.Path
	callees   map[envs.FuncID]*envs.Callee

	ops map[operation]int32
	pcs map[uint64]int32 // by function and number of the operation
}

// operation is what makes operations of different functions alike.
type operation struct {
	verb verb
	loc  int32
	arg  uint64
}

func (v *vocabulary) init(p *Program, file string) {
	*v = vocabulary{
		prog: p, file: file, funcs: map[string]envs.FuncID{},
		variables: newNames(), locks: newNames(), callees: map[envs.FuncID]*envs.Callee{},
		ops: map[operation]int32{}, pcs: map[uint64]int32{},
	}
	p.addFunc(&function{Func: envs.Func{ID: rootFunc, Name: "thread", Regs: 1}, at: place{file: file}})
	p.roots = []envs.FuncID{rootFunc}
}

func (v *vocabulary) function(name string, loc int32) envs.FuncID {
	id, ok := v.funcs[name]
	if !ok {
		id = envs.FuncID(len(v.prog.funcs))
		v.prog.addFunc(&function{Func: envs.Func{ID: id, Name: name, Atomic: true, Regs: 1},
			at: place{file: v.file, line: loc}})
		v.funcs[name] = id
	}
	return id
}

func (v *vocabulary) variable(name []byte) uint64 {
	i, fresh := v.variables.number(name)
	if fresh {
		v.locs = append(v.locs, &envs.Loc{Class: envs.Global, Name: string(name), Apart: true, Variable: true})
	}
	return uint64(i) + 1
}

func (v *vocabulary) lock(name []byte) uint64 {
	i, fresh := v.locks.number(name)
	if fresh {
		v.paths = append(v.paths, &envs.Path{Root: envs.AtGlobal, Global: string(name), Text: string(name)})
	}
	return uint64(i) + 1
}

// callee is what a call or fork of a function calls.
func (v *vocabulary) callee(id envs.FuncID) *envs.Callee {
	c := v.callees[id]
	if c == nil {
		c = &envs.Callee{Name: v.prog.funcs[id].Name, Funcs: []envs.FuncID{id}}
		v.callees[id] = c
	}
	return c
}

// operation numbers the operations of all functions together.
func (v *vocabulary) operation(st *stmt) int32 {
	key := operation{st.verb, st.loc, st.arg}
	n, ok := v.ops[key]
	if !ok {
		n = int32(len(v.ops))
		v.ops[key] = n
	}
	return n
}

// locate gives the index of a statement's operation in a function, and adds it if it is
// new there.
func (v *vocabulary) locate(fn envs.FuncID, st *stmt) int32 {
	key := uint64(fn)<<32 | uint64(st.op)
	pc, ok := v.pcs[key]
	if ok {
		return pc
	}
	f := v.prog.funcs[fn]
	op := envs.Op{PC: int32(len(f.Ops))}
	switch st.verb {
	case read, write:
		op.Kind = envs.Load
		if st.verb == write {
			op.Kind = envs.Store
		}
		op.Loc = v.locs[st.arg-1]
	case acquire, release:
		op.Kind, op.Flags = envs.Acquire, envs.Reentrant
		if st.verb == release {
			op.Kind, op.Flags = envs.Release, 0
		}
		op.Path = v.paths[st.arg-1]
	case fork:
		op.Kind = envs.Fork
		op.Callee = v.callee(rootFunc)
	case join:
		op.Kind = envs.Join
	case begin:
		op.Kind = envs.Call
		op.Callee = v.callee(envs.FuncID(st.arg))
	case end:
		op.Kind = envs.Return
	}
	f.addOp(op, site{at: place{file: v.file, line: st.loc}})
	v.pcs[key] = op.PC
	return op.PC
}
