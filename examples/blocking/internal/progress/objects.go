package progress

import (
	"slices"

	"github.com/seed38182bad/parallax/envs"
)

// An object is what is known of a lock, or of the thread that a handle stands for.
type object struct {
	sort sort
	name string
	loc  *envs.Loc
	at   envs.Point
	in   *envs.Loc // the class of memory in which it lies, as an operation says; nil if that is not known
}

type sort uint8

const (
	anything sort = iota // nothing is known
	nothing              // it is no object
	constant             // one that has a name
	named                // the one of this name
	initial              // the one that a variable of this class has at first
	class                // one that lies in memory of this class
	made                 // one of those that the operation makes
	started              // one of the threads that the Fork starts
)

// single reports whether it is one object, and not one of several.
func (o object) single() bool { return o.sort == named || o.sort == initial }

// A node is what holds objects: a register, a result of a function, a class of memory, or exceptions.
type node struct {
	fn     envs.FuncID
	reg    envs.Reg // or 1 + the index of a result
	result bool
	loc    *envs.Loc
	thrown bool
}

// origins finds which objects registers may lead to, by going back from definition to definition.
type origins struct {
	prog  envs.Program
	knows *envs.Knowledge

	callers map[envs.FuncID][]envs.Point // the Calls and Forks that list a function
	stores  map[*envs.Loc][]envs.Point   // the Stores and Atomics
	throws  []envs.Point
	forks   []envs.Point
	unknown bool                      // something is called that the program does not know
	alone   map[envs.FuncID]bool      // functions that are entered by a Call or Fork that lists them, and not otherwise
	where   map[string]*envs.Loc      // in which a named lock lies
	defs    map[envs.FuncID][][]int32 // by register
	found   map[node][]int32

	ids map[object]int32
	all []object
}

func originsOf(prog envs.Program) *origins {
	o := &origins{prog: prog, knows: prog.Knows(), callers: map[envs.FuncID][]envs.Point{},
		stores: map[*envs.Loc][]envs.Point{}, alone: map[envs.FuncID]bool{}, where: map[string]*envs.Loc{},
		defs: map[envs.FuncID][][]int32{}, found: map[node][]int32{}, ids: map[object]int32{}}
	o.number(object{})
	o.number(object{sort: nothing})
	outside := map[envs.FuncID]bool{}
	for id := range prog.NumFuncs() {
		fn := prog.Func(envs.FuncID(id))
		if fn == nil {
			continue
		}
		o.alone[fn.ID] = o.knows.Closed != nil && o.knows.Closed(fn.ID)
		for i := range fn.Ops {
			o.scan(&fn.Ops[i], envs.At(fn.ID, int32(i)), outside)
		}
	}
	for id := range outside {
		delete(o.alone, id)
	}
	return o
}

func (o *origins) scan(op *envs.Op, at envs.Point, outside map[envs.FuncID]bool) {
	switch op.Kind {
	case envs.Store, envs.Atomic:
		o.stores[op.Loc] = append(o.stores[op.Loc], at)
	case envs.Throw:
		o.throws = append(o.throws, at)
	case envs.Acquire, envs.TryAcquire, envs.Release, envs.Wait:
		if p := op.Path; p != nil && p.Root == envs.AtGlobal && p.Steps == "" && op.Loc != nil {
			o.where[p.Global] = op.Loc
		}
	case envs.Call, envs.Fork:
		o.unknown = o.unknown || isOpen(o.prog, op)
		for _, f := range op.Callee.Funcs {
			o.callers[f] = append(o.callers[f], at)
		}
		if op.Kind == envs.Fork {
			o.forks = append(o.forks, at)
		}
		if starts := o.knows.Starts; op.Kind == envs.Call && starts != nil {
			if c := starts(at); c != nil {
				for _, f := range c.Funcs {
					outside[f] = true
				}
			}
		}
	}
}

// isOpen reports whether a Call or Fork may reach functions that the program does not know.
func isOpen(prog envs.Program, op *envs.Op) bool {
	return op.Callee.Open || len(op.Callee.Funcs) == 0 ||
		slices.ContainsFunc(op.Callee.Funcs, func(f envs.FuncID) bool { return prog.Func(f) == nil })
}

func (o *origins) op(at envs.Point) *envs.Op { return &o.prog.Func(at.Func()).Ops[at.PC()] }

// number is the number of an object. That of anything is 0, and that of nothing 1.
func (o *origins) number(x object) int32 {
	n, ok := o.ids[x]
	if !ok {
		n = int32(len(o.all))
		o.ids[x], o.all = n, append(o.all, x)
	}
	return n
}

// mayBe reports whether two objects may be the same.
func (o *origins) mayBe(a, b int32) bool {
	x, y := o.all[a], o.all[b]
	if x.sort > y.sort {
		x, y = y, x
	}
	p, q := o.locOf(x), o.locOf(y)
	x.in, y.in = nil, nil
	switch {
	case x == y, x.sort == anything:
		return true
	case y.sort == class || x.sort == class:
		return p == nil || q == nil || p == q
	case x.sort == constant:
		return y.sort == named
	}
	return false
}

func (o *origins) locOf(x object) *envs.Loc {
	switch x.sort {
	case class:
		return x.loc
	case named:
		return o.where[x.name]
	}
	return x.in
}

// maxSearch is how many definitions are looked at to find the objects of one register.
const maxSearch = 4096

// of are the objects that a register may lead to, ascending: none if it never leads to one.
func (o *origins) of(fn envs.FuncID, r envs.Reg) []int32 {
	all := o.find(node{fn: fn, reg: r})
	if len(all) > 0 && all[0] == 1 {
		return all[1:]
	}
	return all
}

// isObject reports whether a register certainly leads to an object.
func (o *origins) isObject(fn envs.FuncID, r envs.Reg) bool {
	all := o.find(node{fn: fn, reg: r})
	return len(all) > 0 && all[0] > 1
}

// find is of with nothing, where it may be that.
func (o *origins) find(start node) []int32 {
	if found, ok := o.found[start]; ok {
		return found
	}
	var found []int32
	seen, work := map[node]bool{start: true}, []node{start}
	for len(work) > 0 {
		n := work[len(work)-1]
		work = work[:len(work)-1]
		s := o.sources(n)
		for _, x := range s.objects {
			found = inserted(found, o.number(x))
		}
		for _, m := range s.from {
			if !seen[m] {
				seen[m], work = true, append(work, m)
			}
		}
		if len(seen) > maxSearch || len(found) > 0 && found[0] == 0 {
			found = []int32{0}
			break
		}
	}
	o.found[start] = found
	return found
}

// sources are the objects that come about at a node, and the nodes from which others come.
type sources struct {
	objects []object
	from    []node
}

func (s *sources) add(more sources) {
	s.objects, s.from = append(s.objects, more.objects...), append(s.from, more.from...)
}

func objects(all ...object) sources { return sources{objects: all} }

func nodes(all ...node) sources { return sources{from: all} }

var (
	unknown = objects(object{})
	none    = objects(object{sort: nothing})
)

func (o *origins) sources(n node) (all sources) {
	switch {
	case n.thrown && o.unknown:
		return unknown
	case n.thrown:
		all.add(none)
		for _, at := range o.throws {
			uses := o.op(at).Uses
			if len(uses) == 0 {
				return unknown
			}
			all.add(o.value(at.Func(), uses[0], false))
		}
	case n.loc != nil:
		return o.contents(n.loc)
	case n.result:
		fn := o.prog.Func(n.fn)
		for i := range fn.Ops {
			if op := &fn.Ops[i]; op.Kind == envs.Return {
				all.add(o.returned(op, envs.At(n.fn, op.PC), int(n.reg)-1))
			}
		}
	default:
		fn := o.prog.Func(n.fn)
		if i := slices.Index(fn.Params, n.reg); i >= 0 {
			all.add(o.passed(fn.ID, i))
		} else if !fn.Strict {
			all.add(none)
		}
		for _, pc := range o.definedAt(fn)[n.reg] {
			all.add(o.defined(&fn.Ops[pc], envs.At(fn.ID, pc), n.reg))
		}
	}
	return all
}

// value is what an operand is: a register, or a constant.
func (o *origins) value(fn envs.FuncID, r envs.Reg, isNone bool) sources {
	switch {
	case r != 0:
		return nodes(node{fn: fn, reg: r})
	case isNone:
		return none
	}
	return objects(object{sort: nothing}, object{sort: constant})
}

// contents are what memory of a class holds.
func (o *origins) contents(l *envs.Loc) (all sources) {
	all.add(none)
	if l.Class == envs.Global {
		all.add(objects(object{sort: initial, loc: l}))
	}
	for _, at := range o.stores[l] {
		op := o.op(at)
		if op.Kind == envs.Atomic || op.IsPart() || op.Splits() {
			return unknown
		}
		all.add(o.value(at.Func(), op.Value(), o.knows.MayRefer != nil && !o.knows.MayRefer(at)))
	}
	return all
}

func (o *origins) returned(op *envs.Op, at envs.Point, i int) sources {
	switch {
	case o.prog.Detail(at).Hidden:
		return unknown
	case i >= len(op.Uses):
		return none
	}
	return o.value(at.Func(), op.Uses[i], o.knows.ReturnsNone != nil && o.knows.ReturnsNone(at, i))
}

// passed is what a parameter is passed.
func (o *origins) passed(fn envs.FuncID, param int) (all sources) {
	if !o.alone[fn] {
		return unknown
	}
	for _, at := range o.callers[fn] {
		op := o.op(at)
		i := op.Callee.FirstArg + param
		switch p := argument(op, fn, param); {
		case isNamed(p):
			all.add(objects(object{sort: named, name: p.Global}))
		case i >= len(op.Uses):
			return unknown
		default:
			all.add(o.value(at.Func(), op.Uses[i], false))
		}
	}
	return all
}

// argument is the caller's name for what a parameter is passed, nil if it has none.
func argument(call *envs.Op, fn envs.FuncID, param int) *envs.Path {
	if args := call.Callee.ArgsOf(fn); param < len(args) {
		return args[param]
	}
	return nil
}

// isNamed reports whether a path is the name of an object, for all functions.
func isNamed(p *envs.Path) bool { return p != nil && p.Root == envs.AtGlobal && p.Steps == "" }

// defined is what an operation defines a register to be.
func (o *origins) defined(op *envs.Op, at envs.Point, r envs.Reg) sources {
	switch op.Kind {
	case envs.Const:
		return o.value(at.Func(), 0, o.knows.Makes != nil && o.knows.Makes(at))
	case envs.Move:
		return o.value(at.Func(), op.Uses[0], false)
	case envs.New:
		return objects(object{sort: made, at: at})
	case envs.Fork:
		return objects(object{sort: started, at: at})
	case envs.Addr:
		if op.Loc != nil {
			return objects(object{sort: class, loc: op.Loc})
		}
	case envs.Load:
		if op.Loc != nil && op.Loc.Apart && !op.Splits() {
			return nodes(node{loc: op.Loc})
		}
	case envs.Catch:
		return nodes(node{thrown: true})
	case envs.Compute, envs.TryAcquire:
		if o.knows.MayRefer != nil && !o.knows.MayRefer(at) {
			return none
		}
	case envs.Call:
		if isOpen(o.prog, op) {
			break
		}
		var all sources
		for _, f := range op.Callee.Funcs {
			all.add(nodes(node{fn: f, reg: r - op.Dst + 1, result: true}))
		}
		return all
	}
	return unknown
}

// definedAt are the operations of a function that define a register.
func (o *origins) definedAt(fn *envs.Func) [][]int32 {
	by := o.defs[fn.ID]
	if by == nil {
		by = make([][]int32, max(fn.Regs, 1))
		for i := range fn.Ops {
			op := &fn.Ops[i]
			for r := op.Dst; r < op.Dst+envs.Reg(op.Results); r++ {
				by[r] = append(by[r], op.PC)
			}
		}
		o.defs[fn.ID] = by
	}
	return by
}

// inserted is a sorted list with one more.
func inserted[T ~int32](list []T, x T) []T {
	if i, found := slices.BinarySearch(list, x); !found {
		list = slices.Insert(slices.Clip(list), i, x)
	}
	return list
}
