package trace

import (
	"fmt"

	"github.com/seed38182bad/parallax/envs"
)

// definitions makes the program of a binary trace: it takes in what a definer wrote.
type definitions struct {
	prog    *Program
	strings []string
	locs    []*envs.Loc
	paths   []*envs.Path
	callees []*envs.Callee
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
		f := fields{b: all.take(all.uvarint())}
		if all.bad {
			return "a definition is cut off"
		}
		n := f.uvarint()
		if msg := d.define(sort, n, &f, lossy); msg != "" {
			return fmt.Sprintf("definition %d of sort %q: %s", n, sort, msg)
		}
		if f.bad {
			return fmt.Sprintf("definition %d of sort %q is cut off", n, sort)
		}
	}
	return ""
}

// at sets element n of a table, the next one unless some are lost, which become missing.
func at[E any](table *[]E, n uint64, lossy bool, e, missing E) string {
	if len := uint64(len(*table)); n != len && !(lossy && n > len && n-len < maxGap) {
		return fmt.Sprintf("want the next number, %d", len)
	}
	for uint64(len(*table)) < n {
		*table = append(*table, missing)
	}
	*table = append(*table, e)
	return ""
}

func (d *definitions) define(sort byte, n uint64, f *fields, lossy bool) string {
	switch sort {
	case stringDef:
		return at(&d.strings, n, lossy, string(f.b), "?")
	case locDef:
		class, flags := f.uvarint(), f.uvarint()
		return at(&d.locs, n, lossy, &envs.Loc{
			Class: envs.LocClass(class), Final: flags&1 != 0, Variable: flags&2 != 0, Apart: flags&4 != 0, Unbuffered: flags&8 != 0, Name: d.string(f),
		}, nil)
	case pathDef:
		p := &envs.Path{
			Root: envs.Root(f.uvarint()), Reg: envs.Reg(f.varint()),
			Global: d.string(f), Steps: d.string(f), Text: d.string(f),
		}
		if f.more() {
			p.Within = option(d.paths, f.uvarint())
		}
		return at(&d.paths, n, lossy, p, nil)
	case calleeDef:
		return at(&d.callees, n, lossy, d.callee(f), nil)
	case funcDef:
		return d.function(n, f)
	case opDef:
		return d.operation(n, f, lossy)
	case orderDef:
		d.prog.sequenced = f.uvarint()&1 != 0
	case threadDef:
		d.prog.nameThread(envs.Thread(n), d.string(f))
	}
	return "" // one of a sort that is not known is not needed for events that are
}

// ref is an element that a field names, the zero value if it is lost.
func ref[E any](table []E, n uint64) (e E) {
	if n < uint64(len(table)) {
		e = table[n]
	}
	return e
}

// option is an element that a field may name.
func option[E any](table []E, n uint64) (e E) {
	if n > 0 {
		e = ref(table, n-1)
	}
	return e
}

func (d *definitions) string(f *fields) string { return ref(d.strings, f.uvarint()) }

func (d *definitions) place(f *fields) place {
	return place{file: d.string(f), line: int32(f.varint()), col: int32(f.uvarint())}
}

// text is a name that is written already.
type text string

func (t text) String() string { return string(t) }

func (d *definitions) callee(f *fields) *envs.Callee {
	c := &envs.Callee{Name: d.string(f)}
	if full := f.uvarint(); full > 0 {
		c.Full = text(ref(d.strings, full-1))
	}
	flags := f.uvarint()
	c.Open, c.Quiet, c.Still = flags&1 != 0, flags&2 != 0, flags&4 != 0
	c.FirstArg = int(f.uvarint())
	for range f.count() {
		c.Funcs = append(c.Funcs, envs.FuncID(f.uvarint()))
	}
	for range f.count() {
		c.Args = append(c.Args, option(d.paths, f.uvarint()))
	}
	if !f.more() {
		return c
	}
	c.Own = map[envs.FuncID][]*envs.Path{}
	for range f.count() {
		fn := envs.FuncID(f.uvarint())
		c.Own[fn] = nil
		for range f.count() {
			c.Own[fn] = append(c.Own[fn], option(d.paths, f.uvarint()))
		}
	}
	return c
}

func (d *definitions) function(n uint64, f *fields) string {
	if n > maxFunc {
		return fmt.Sprintf("want a number up to %d", maxFunc)
	}
	if d.prog.function(envs.FuncID(n)) != nil {
		return "the function is defined twice"
	}
	fn := &function{Func: envs.Func{ID: envs.FuncID(n), Name: d.string(f)}}
	flags := f.uvarint()
	fn.Strict, fn.Atomic, fn.Exported = flags&2 != 0, flags&4 != 0, flags&8 != 0
	fn.Regs, fn.Results = int(f.uvarint()), int(f.uvarint())
	for range f.count() {
		fn.Params = append(fn.Params, envs.Reg(f.uvarint()))
	}
	fn.at = d.place(f)
	for i := range f.count() {
		if i == 0 {
			fn.RegNames = map[envs.Reg]string{}
		}
		r := envs.Reg(f.uvarint())
		fn.RegNames[r] = d.string(f)
	}
	if msg := fn.control(f); f.bad || msg != "" {
		return msg
	}
	d.prog.addFunc(fn)
	if flags&1 != 0 {
		d.prog.addRoot(fn.ID)
	}
	return ""
}

// control reads where control goes in a function. It says what is wrong with it, if so.
func (fn *function) control(f *fields) string {
	if n := f.count(); n > 0 {
		fn.Ops, fn.sites = make([]envs.Op, n), make([]site, n)
	}
	for i := range fn.Ops {
		op := &fn.Ops[i]
		op.PC, op.Kind, op.Handler = int32(i), envs.Kind(f.byte()), int32(f.uvarint())
		if jumps(op.Kind) {
			op.To = int32(f.uvarint())
		}
	}
	if n := f.count(); n > 0 {
		fn.Lists = make([][]int32, n)
	}
	for i := range fn.Lists {
		list := make([]int32, f.count())
		for j := range list {
			list[j] = int32(f.uvarint())
		}
		fn.Lists[i] = list
	}
	inside := func(pc int32) bool { return 0 <= pc && int(pc) < len(fn.Ops) }
	for i := range fn.Ops {
		op := &fn.Ops[i]
		if op.Kind >= envs.NumKinds {
			return unknownKind(op.Kind)
		}
		ok := inside(op.Handler)
		switch op.Kind {
		case envs.Jump:
			ok = ok && inside(op.To)
		case envs.Branch, envs.Switch:
			ok = ok && 0 <= op.To && int(op.To) < len(fn.Lists)
		}
		if !ok {
			return fmt.Sprintf("control leaves %s at operation %d", fn.Name, i)
		}
	}
	for _, list := range fn.Lists {
		for _, to := range list {
			if !inside(to) {
				return fmt.Sprintf("a list of %s has a target that is no operation of it", fn.Name)
			}
		}
	}
	return ""
}

func unknownKind(k envs.Kind) string {
	return fmt.Sprintf("an operation of kind %d, want one below %d: it is of a later version of the format", k, envs.NumKinds)
}

func (d *definitions) operation(n uint64, f *fields, lossy bool) string {
	id, pc := f.uvarint(), f.uvarint()
	op := envs.Op{
		PC: int32(pc), Kind: envs.Kind(f.uvarint()), Flags: envs.Flags(f.uvarint()), Results: uint16(f.uvarint()),
		Dst: envs.Reg(f.uvarint()), Deferred: int32(f.uvarint()),
	}
	for range f.count() {
		op.Uses = append(op.Uses, envs.Reg(f.uvarint()))
	}
	op.Loc = option(d.locs, f.uvarint())
	op.Path = option(d.paths, f.uvarint())
	op.Callee = option(d.callees, f.uvarint())
	s := site{at: d.place(f), base: option(d.paths, f.uvarint())}
	obj, flags := f.uvarint(), f.uvarint()
	if f.bad {
		return ""
	}
	var fn *function
	if id <= maxFunc {
		fn = d.prog.function(envs.FuncID(id))
	}
	site := definedSite{obj: obj, fn: envs.FuncID(id), pc: op.PC, done: flags&1 != 0}
	if flags&2 != 0 {
		site.name = site.fn
	}
	switch {
	case fn == nil && lossy:
		site.pc = -1
	case fn == nil:
		return fmt.Sprintf("its function, %d, is not defined", id)
	case op.Kind >= envs.NumKinds:
		return unknownKind(op.Kind)
	case fn.site(op.PC) != nil:
		return fmt.Sprintf("operation %d of %s is defined twice", op.PC, fn.Name)
	}
	if site.pc >= 0 {
		if gap := int64(pc) - int64(len(fn.Ops)); gap > 0 {
			if gap > int64(maxFillers+64*len(d.ops)-d.fillers) {
				return fmt.Sprintf("its index, %d, leaves too many operations of %s unknown", pc, fn.Name)
			}
			d.fillers += int(gap)
		}
	}
	if msg := at(&d.ops, n, lossy, site, definedSite{pc: -1}); msg != "" || site.pc < 0 {
		return msg
	}
	if n := len(fn.Ops); int(op.PC) < n && fn.Ops[op.PC].Kind == op.Kind {
		op.To, op.Handler = fn.Ops[op.PC].To, fn.Ops[op.PC].Handler
	} else if jumps(op.Kind) { // nobody knows where to
		op.Kind = envs.Nop
	}
	fn.addOp(op, s)
	return ""
}
