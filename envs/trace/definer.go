package trace

import (
	"encoding/binary"
	"maps"
	"slices"

	"github.com/seed38182bad/parallax/envs"
)

// definer writes definitions of what events name, each before it is needed.
type definer struct {
	prog  envs.Program
	named ThreadNamer // nil if threads have no names
	based envs.Based  // nil if objects have no names
	roots map[envs.FuncID]bool
	out   []byte // definitions to be written

	ordered bool // it is defined that accesses are told in order

	strings map[string]uint64
	locs    map[*envs.Loc]uint64
	paths   map[*envs.Path]uint64
	callees map[*envs.Callee]uint64
	funcs   []*definedFunc // by FuncID; nil if not defined
	ops     uint32
}

// definedFunc has the operations of a function, by index.
type definedFunc struct {
	id  envs.FuncID
	ops []definedOp
}

// definedOp is an operation's number in the file, from 1, and what its Steps are like unless
// they say otherwise.
type definedOp struct {
	obj    uint64
	number uint32
	fn     envs.FuncID
	done   bool
	fork   bool
}

func (d *definer) init(prog envs.Program) {
	*d = definer{
		prog: prog, strings: map[string]uint64{}, locs: map[*envs.Loc]uint64{},
		paths: map[*envs.Path]uint64{}, callees: map[*envs.Callee]uint64{},
	}
	d.named, _ = prog.(ThreadNamer)
	d.based, _ = prog.(envs.Based)
}

// order defines once that accesses are told in the order in which they were made, if that is so.
func (d *definer) order() {
	if s, ok := d.prog.(envs.Sequenced); ok && !d.ordered && s.Sequenced() {
		d.ordered = true
		d.define(orderDef, 0, uvarints(nil, 1))
	}
}

func (d *definer) define(sort byte, number uint64, fields []byte) {
	var n [binary.MaxVarintLen64]byte
	head := binary.PutUvarint(n[:], number)
	d.out = append(d.out, sort)
	d.out = binary.AppendUvarint(d.out, uint64(head+len(fields)))
	d.out = append(d.out, n[:head]...)
	d.out = append(d.out, fields...)
}

// numbered gives the number of a thing, and defines it if it has none.
func numbered[K comparable](d *definer, table map[K]uint64, sort byte, k K, fields func([]byte) []byte) uint64 {
	n, ok := table[k]
	if !ok {
		b := fields(nil) // may define what it names
		n = uint64(len(table))
		table[k] = n
		d.define(sort, n, b)
	}
	return n
}

func (d *definer) string(s string) uint64 {
	return numbered(d, d.strings, stringDef, s, func(b []byte) []byte { return append(b, s...) })
}

func (d *definer) loc(l *envs.Loc) uint64 {
	if l == nil {
		return 0
	}
	return 1 + numbered(d, d.locs, locDef, l, func(b []byte) []byte {
		return uvarints(b, uint64(l.Class), bit(l.Final, 1)|bit(l.Variable, 2)|bit(l.Apart, 4)|bit(l.Unbuffered, 8), d.string(l.Name))
	})
}

func (d *definer) path(p *envs.Path) uint64 {
	if p == nil {
		return 0
	}
	return 1 + numbered(d, d.paths, pathDef, p, func(b []byte) []byte {
		b = uvarints(b, uint64(p.Root))
		b = binary.AppendVarint(b, int64(p.Reg))
		b = uvarints(b, d.string(p.Global), d.string(p.Steps), d.string(p.Text))
		if p.Within != nil {
			b = uvarints(b, d.path(p.Within))
		}
		return b
	})
}

func (d *definer) callee(c *envs.Callee) uint64 {
	if c == nil {
		return 0
	}
	return 1 + numbered(d, d.callees, calleeDef, c, func(b []byte) []byte {
		var full uint64
		if c.Full != nil {
			full = 1 + d.string(c.FullName())
		}
		b = uvarints(b, d.string(c.Name), full, bit(c.Open, 1)|bit(c.Quiet, 2)|bit(c.Still, 4), uint64(c.FirstArg), uint64(len(c.Funcs)))
		for _, f := range c.Funcs {
			b = uvarints(b, uint64(f))
		}
		b = uvarints(b, uint64(len(c.Args)))
		for _, a := range c.Args {
			b = uvarints(b, d.path(a))
		}
		if len(c.Own) == 0 {
			return b
		}
		b = uvarints(b, uint64(len(c.Own)))
		for _, f := range slices.Sorted(maps.Keys(c.Own)) {
			b = uvarints(b, uint64(f), uint64(len(c.Own[f])))
			for _, a := range c.Own[f] {
				b = uvarints(b, d.path(a))
			}
		}
		return b
	})
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
	if d.roots == nil {
		d.roots = map[envs.FuncID]bool{}
		for _, r := range d.prog.Roots() {
			d.roots[r] = true
		}
	}
	b := uvarints(nil, d.string(fn.Name), bit(d.roots[id], 1)|bit(fn.Strict, 2)|bit(fn.Atomic, 4)|bit(fn.Exported, 8), uint64(fn.Regs), uint64(fn.Results), uint64(len(fn.Params)))
	for _, r := range fn.Params {
		b = uvarints(b, uint64(r))
	}
	b = d.place(b, d.placeOf(envs.At(id, -1)))
	b = uvarints(b, uint64(len(fn.RegNames)))
	for _, r := range slices.Sorted(maps.Keys(fn.RegNames)) {
		b = uvarints(b, uint64(r), d.string(fn.RegNames[r]))
	}
	d.define(funcDef, uint64(id), control(b, fn))
	f := &definedFunc{id: id}
	d.funcs[id] = f
	return f
}

// control writes where control goes in a function, whether it is executed or not.
func control(b []byte, fn *envs.Func) []byte {
	b = uvarints(b, uint64(len(fn.Ops)))
	for i := range fn.Ops {
		op := &fn.Ops[i]
		b = append(b, byte(op.Kind))
		b = uvarints(b, uint64(op.Handler))
		if jumps(op.Kind) {
			b = uvarints(b, uint64(op.To))
		}
	}
	b = uvarints(b, uint64(len(fn.Lists)))
	for _, list := range fn.Lists {
		b = uvarints(b, uint64(len(list)))
		for _, to := range list {
			b = uvarints(b, uint64(to))
		}
	}
	return b
}

func jumps(k envs.Kind) bool { return k == envs.Jump || k == envs.Branch || k == envs.Switch }

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
	op, at := &fn.Ops[pc], envs.At(f.id, pc)
	b := uvarints(nil, uint64(f.id), uint64(pc), uint64(op.Kind), uint64(op.Flags), uint64(op.Results), uint64(op.Dst),
		uint64(op.Deferred), uint64(len(op.Uses)))
	for _, r := range op.Uses {
		b = uvarints(b, uint64(r))
	}
	b = uvarints(b, d.loc(op.Loc), d.path(op.Path), d.callee(op.Callee))
	b = d.place(b, d.placeOf(at))
	var base *envs.Path
	if d.based != nil && op.Accesses() {
		base = d.based.Base(at)
	}
	b = uvarints(b, d.path(base), ev.Obj, bit(ev.Done, 1)|bit(ev.Func != 0, 2))
	d.define(opDef, uint64(d.ops), b)
	d.ops++
	f.ops[pc] = definedOp{ev.Obj, d.ops, ev.Func, ev.Done, op.Kind == envs.Fork}
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

func (d *definer) place(b []byte, p place) []byte {
	b = uvarints(b, d.string(p.file))
	b = binary.AppendVarint(b, int64(p.line))
	return uvarints(b, uint64(p.col))
}

func (d *definer) thread(t envs.Thread) {
	if d.named != nil {
		if name := d.named.ThreadName(t); name != "" {
			d.define(threadDef, uint64(t), uvarints(nil, d.string(name)))
		}
	}
}

func uvarints(b []byte, ns ...uint64) []byte {
	for _, n := range ns {
		b = binary.AppendUvarint(b, n)
	}
	return b
}

func bit(set bool, b uint64) uint64 {
	if set {
		return b
	}
	return 0
}
