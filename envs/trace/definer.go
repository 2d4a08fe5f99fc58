package trace

import (
	"slices"

	"github.com/seed38182bad/parallax/envs"
)

// definer writes definitions of what events name, each before it is needed.
type definer struct {
	tables
	prog  envs.Program
	named threadNamer // nil if threads have no names

	ordered bool           // the definition of the order of accesses is written
	funcs   []*definedFunc // by FuncID; nil if not defined
	ops     uint32
}

// definedFunc has the operations of a function, by index.
type definedFunc struct {
	id  envs.FuncID
	ops []definedOp
}

// definedOp is an operation's number in the file, from 1, and the defaults of its Steps.
type definedOp struct {
	obj    uint64
	number uint32
	fn     envs.FuncID
	done   bool
	fork   bool
}

func (d *definer) init(prog envs.Program) {
	d.tables.init()
	d.prog = prog
	d.named, _ = prog.(threadNamer)
}

// order defines once that accesses have events in the order in which they were made, if they have.
func (d *definer) order() {
	if !d.ordered && d.prog.Knows().Sequenced {
		d.ordered = true
		d.define(orderDef, 0, func(r *record) { r.flags(&d.ordered) })
	}
}

// function gives what is defined of a function, nil if the program does not have it.
func (d *definer) function(id envs.FuncID) *definedFunc {
	if id < 0 || int(id) >= d.prog.NumFuncs() {
		return nil
	}
	for int(id) >= len(d.funcs) {
		d.funcs = append(d.funcs, nil)
	}
	if f := d.funcs[id]; f != nil {
		return f
	}
	fn := d.prog.Func(id)
	if fn == nil {
		return nil
	}
	root, at := slices.Contains(d.prog.Roots(), id), d.placeOf(envs.At(id, -1))
	written := *fn // a record may change what it is given
	d.define(funcDef, uint64(id), func(r *record) { r.function(&written, &root, &at) })
	f := &definedFunc{id: id}
	d.funcs[id] = f
	return f
}

// operation defines an operation as of its first Step, unless the function does not have it.
func (d *definer) operation(f *definedFunc, ev *envs.Event) bool {
	pc := ev.PC
	fn := d.prog.Func(f.id)
	if pc < 0 || int(pc) >= len(fn.Ops) || ev.Func != 0 && ev.Func != f.id {
		return false
	}
	if n := len(fn.Ops); len(f.ops) < n {
		f.ops = slices.Grow(f.ops, n-len(f.ops))[:n]
	}
	at := envs.At(f.id, pc)
	o := operationRecord{
		fn: uint64(f.id), pc: uint64(pc), op: fn.Ops[pc], site: site{at: d.placeOf(at)},
		obj: ev.Obj, done: ev.Done, ours: ev.Func != 0,
	}
	if o.op.Accesses() {
		o.site.base = d.prog.Knows().BaseAt(at)
	}
	d.define(opDef, uint64(d.ops), func(r *record) { r.operation(&o) })
	d.ops++
	f.ops[pc] = definedOp{ev.Obj, d.ops, ev.Func, ev.Done, o.op.Kind == envs.Fork}
	return true
}

// placeOf is the place of an operation, or of a function.
func (d *definer) placeOf(at envs.Point) place {
	if p, ok := d.prog.(*Program); ok {
		return p.place(at)
	}
	if at.PC() < 0 {
		at = envs.At(at.Func(), 0)
	}
	pos := d.prog.Position(at)
	return place{pos.File, int32(pos.Line), int32(pos.Col)}
}

func (d *definer) thread(t envs.Thread) {
	if d.named != nil {
		if name := d.named.ThreadName(t); name != "" {
			d.define(threadDef, uint64(t), func(r *record) { r.string(&name) })
		}
	}
}
