package trace

import (
	"fmt"
	"slices"

	"github.com/seed38182bad/parallax/envs"
)

// definitions makes the program of a binary trace: it takes in what a definer wrote.
type definitions struct {
	tables
	prog    *Program
	ops     []definedSite // what events name
	fillers int           // operations that are not known, between others
}

// definedSite is an operation by its number in the file.
type definedSite struct {
	obj  uint64 // its own
	fn   envs.FuncID
	pc   int32       // -1 if the operation is not known
	name envs.FuncID // Func of its Steps
	done bool
}

const (
	maxFunc    = 1 << 22 // the largest FuncID that is read
	maxGap     = 1 << 20 // how many definitions in a row may be lost
	maxFillers = 1 << 20 // how many operations may be unknown, and 64 more for each that is known
)

// read takes in definitions. It says what is wrong with one, after which it reads no more.
// With lossy, earlier ones may be missing.
func (d *definitions) read(block []byte, lossy bool) string {
	all := fields{b: block}
	for len(all.b) > 0 {
		sort := all.byte()
		r := record{defs: &d.tables, reads: true, fields: fields{b: all.take(all.uvarint())}}
		if all.bad {
			return "a definition is cut off"
		}
		n := r.uvarint()
		if msg := d.define(sort, n, &r, lossy); msg != "" {
			return fmt.Sprintf("definition %d of sort %q: %s", n, sort, msg)
		}
		if r.bad {
			return fmt.Sprintf("definition %d of sort %q is cut off", n, sort)
		}
	}
	return ""
}

func (d *definitions) define(sort byte, n uint64, r *record, lossy bool) string {
	switch sort {
	case stringDef:
		return at(&d.texts, n, lossy, string(r.b), "?")
	case locDef:
		return d.locs.read(r, n, lossy)
	case pathDef:
		return d.paths.read(r, n, lossy)
	case calleeDef:
		return d.callees.read(r, n, lossy)
	case funcDef:
		return d.function(n, r)
	case opDef:
		return d.operation(n, r, lossy)
	case orderDef:
		r.flags(&d.prog.knows.Sequenced)
	case threadDef:
		var name string
		r.string(&name)
		d.prog.nameThread(envs.Thread(n), name)
	}
	return "" // one of a sort that is not known is not needed for events that are
}

// read takes in the definition of a thing.
func (t *table[T]) read(r *record, n uint64, lossy bool) string {
	e := new(T)
	t.fields(r, e)
	return at(&t.things, n, lossy, e, nil)
}

func (d *definitions) function(n uint64, r *record) string {
	if n > maxFunc {
		return fmt.Sprintf("want a number up to %d", maxFunc)
	}
	if d.prog.function(envs.FuncID(n)) != nil {
		return "the function is defined twice"
	}
	fn, root := &function{Func: envs.Func{ID: envs.FuncID(n)}}, false
	if r.function(&fn.Func, &root, &fn.at); r.bad {
		return ""
	}
	if msg := fn.control(); msg != "" {
		return msg
	}
	for i := range fn.Ops {
		fn.fill(&fn.Ops[i])
	}
	fn.sites = make([]site, len(fn.Ops))
	d.prog.addFunc(fn)
	if root {
		d.prog.addRoot(fn.ID)
	}
	return ""
}

// control says what is wrong with where control goes in a function.
func (fn *function) control() string {
	outside := func(pc int32) bool { return pc < 0 || int(pc) >= len(fn.Ops) }
	for i := range fn.Ops {
		op := &fn.Ops[i]
		op.PC = int32(i)
		switch {
		case op.Kind >= envs.NumKinds:
			return unknownKind(op.Kind)
		case outside(op.Handler),
			op.Kind == envs.Jump && outside(op.To),
			op.Kind != envs.Jump && jumps(op.Kind) && (op.To < 0 || int(op.To) >= len(fn.Lists)):
			return fmt.Sprintf("control leaves %s at operation %d", fn.Name, i)
		}
	}
	for _, list := range fn.Lists {
		if slices.ContainsFunc(list, outside) {
			return fmt.Sprintf("a list of %s has a target that is no operation of it", fn.Name)
		}
	}
	return ""
}

// constants are operands that are in no register. It bounds how many a file can ask for.
var constants = make([]envs.Reg, 256)

// fill gives an operation of which the kind alone is known what each of its kind has. One that is executed is defined
// by an operation record.
func (fn *function) fill(op *envs.Op) {
	switch op.Kind {
	case envs.Acquire, envs.TryAcquire, envs.Release, envs.Wait:
		op.Uses = constants[:1:1]
	case envs.Return:
		op.Uses = slices.Clip(constants[:min(max(fn.Results, 0), len(constants))])
	case envs.Call:
		op.Callee = &envs.Callee{Open: true}
	}
}

func unknownKind(k envs.Kind) string {
	return fmt.Sprintf("an operation of kind %d, want one below %d: it is of a later version of the format", k,
		envs.NumKinds)
}

func (d *definitions) operation(n uint64, r *record, lossy bool) string {
	var o operationRecord
	if r.operation(&o); r.bad {
		return ""
	}
	op := &o.op
	op.PC = int32(o.pc)
	var fn *function
	if o.fn <= maxFunc {
		fn = d.prog.function(envs.FuncID(o.fn))
	}
	defined := definedSite{obj: o.obj, fn: envs.FuncID(o.fn), pc: op.PC, done: o.done}
	if o.ours {
		defined.name = defined.fn
	}
	switch {
	case fn == nil && lossy:
		defined.pc = -1
	case fn == nil:
		return fmt.Sprintf("its function, %d, is not defined", o.fn)
	case op.Kind >= envs.NumKinds:
		return unknownKind(op.Kind)
	case fn.site(op.PC) != nil:
		return fmt.Sprintf("operation %d of %s is defined twice", op.PC, fn.Name)
	}
	if defined.pc >= 0 {
		if gap := int64(o.pc) - int64(len(fn.Ops)); gap > 0 {
			if gap > int64(maxFillers+64*len(d.ops)-d.fillers) {
				return fmt.Sprintf("its index, %d, leaves too many operations of %s unknown", o.pc, fn.Name)
			}
			d.fillers += int(gap)
		}
	}
	if msg := at(&d.ops, n, lossy, defined, definedSite{pc: -1}); msg != "" || defined.pc < 0 {
		return msg
	}
	if n := len(fn.Ops); int(op.PC) < n && fn.Ops[op.PC].Kind == op.Kind {
		op.To, op.Handler = fn.Ops[op.PC].To, fn.Ops[op.PC].Handler
	} else if jumps(op.Kind) { // nobody knows where to
		op.Kind = envs.Nop
	}
	fn.addOp(*op, o.site)
	return ""
}
