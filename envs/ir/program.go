package ir

import (
	"fmt"
	"sync"

	"github.com/seed38182bad/parallax/envs"
)

// A Program is a source text that was parsed, checked and lowered. It
// implements envs.Program, does not change, and may be run by several goroutines
// at once.
type Program struct {
	file    *file
	funcs   []*code
	roots   []envs.FuncID
	main    envs.FuncID
	classes []*class
	fields  map[string]*fieldRef
	globals []*global
	objects []*global      // those that name an object, by identity - 1
	byName  map[string]any // *global, or int32, a class
	ids     map[string]envs.FuncID
	decls   []*funcDecl
	consts  []Value
	constOf map[Value]operand
	elem    *envs.Loc
	arrays  *envs.Loc // the class of the monitors of arrays
	stored  map[*envs.Loc]bool
	self    []envs.FuncID // self[i] is i: what Callee.Funcs are cut from
	knows   envs.Knowledge

	creates   bool // objects are made
	joins     bool // some thread waits for another one to end
	tries     bool // some thread tries to take a monitor
	notifies  bool // one of several threads may be notified
	waits     bool // some thread waits to be notified
	numbering sync.Once
	numbers   numbers
}

type class struct {
	name    string
	monitor *envs.Loc // the class of its objects' monitors
	fields  []Value   // initial values
}

func newClass(name string) *class {
	return &class{name: name, monitor: &envs.Loc{Class: envs.Cell, Name: name, Apart: true}}
}

type fieldRef struct {
	class    int32
	slot     int32
	volatile bool
	loc      *envs.Loc
}

type global struct {
	name  string
	kind  globalKind
	slot  int32 // of a variable
	id    int32 // identity of the variable, or of the object
	class int32 // of an object; -1 for an array
	size  int   // of an array
	isObj bool  // starts as an object of its own
	value Value
	loc   *envs.Loc
}

// Parse reads a program. The file's name is for positions only. The error joins
// (errors.Join) all that is wrong, each an *envs.InputError with its place, at most 20.
func Parse(fileName, src string) (*Program, error) {
	errs := &errorList{}
	f := parseFile(fileName, src, errs)
	p := &Program{
		file:    f,
		fields:  map[string]*fieldRef{},
		byName:  map[string]any{},
		ids:     map[string]envs.FuncID{},
		consts:  []Value{intValue(0)},
		constOf: map[Value]operand{intValue(0): 0},
		elem:    &envs.Loc{Class: envs.Elem, Name: "[]", Apart: true},
		arrays:  &envs.Loc{Class: envs.Cell, Name: "[]", Apart: true},
		stored:  map[*envs.Loc]bool{},
	}
	p.knows = envs.Knowledge{
		Sequenced: true, Start: p.start, Ends: p.ends, Closed: p.closed, Base: p.base,
		MayRefer: p.mayRefer, Makes: p.makes, ReturnsNone: p.returnsNone,
	}
	errs.partial = len(errs.list) > 0
	p.declare(errs)
	p.lower(errs)
	if err := errs.err(); err != nil {
		return nil, err
	}
	p.finish()
	return p, nil
}

// String prints the program in standard layout. Comments are left out; Parse
// reads the text as the same program, with other positions.
func (p *Program) String() string { return p.file.String() }

// NumFuncs is the number of functions.
func (p *Program) NumFuncs() int { return len(p.funcs) }

// Func returns a function, in the order of the source.
func (p *Program) Func(id envs.FuncID) *envs.Func { return p.funcs[id].fn }

// Knows is what follows from the text. An interpreter executes one operation after the other, so runs are Sequenced.
func (p *Program) Knows() *envs.Knowledge { return &p.knows }

// Roots are main and the functions declared with root.
func (p *Program) Roots() []envs.FuncID { return p.roots }

// Position is the place of the operator, field, keyword or name that the
// operation comes from.
func (p *Program) Position(pt envs.Point) envs.Position {
	return p.file.position(p.funcs[pt.Func()].pos[pt.PC()])
}

// base is what the function calls the object that a Load or Store accesses: by the same
// rules as the names of locks.
func (p *Program) base(pt envs.Point) *envs.Path { return p.funcs[pt.Func()].bases[pt.PC()] }

// FuncByName finds a function, nil if there is none.
func (p *Program) FuncByName(name string) *envs.Func {
	if id, ok := p.ids[name]; ok {
		return p.funcs[id].fn
	}
	return nil
}

func (p *Program) constant(v Value) operand {
	if a, ok := p.constOf[v]; ok {
		return a
	}
	a := operand(-len(p.consts))
	p.consts = append(p.consts, v)
	p.constOf[v] = a
	return a
}

// declarer enters what the file declares.
type declarer struct {
	*Program
	errs  *errorList
	taken map[string]bool
}

func (p *Program) declare(errs *errorList) {
	d := &declarer{Program: p, errs: errs, taken: map[string]bool{"Object": true}}
	p.classes = []*class{newClass("Object")}
	p.byName["Object"] = int32(0)
	each(d, d.class)
	each(d, d.global)
	p.identify()
	each(d, d.guardFields)
	each(d, d.guardGlobal)
	hasMain := false
	each(d, func(f *funcDecl) {
		hasMain = hasMain || f.name == "main"
		d.function(f)
	})
	main, ok := p.ids["main"]
	if !ok && !hasMain && !errs.partial {
		d.fail(0, "there is no func main(): a run starts there; if nothing is to be run, func main() {} will do")
	}
	p.main = main
}

// each calls f for the declarations of one kind.
func each[D decl](d *declarer, f func(D)) {
	for _, x := range d.file.decls {
		if x, ok := x.(D); ok {
			f(x)
		}
	}
}

func (d *declarer) fail(at pos, format string, args ...any) {
	d.errs.add(d.file.position(at), fmt.Sprintf(format, args...))
}

func (d *declarer) take(at pos, name string) bool {
	if d.taken[name] {
		d.fail(at, "%s is declared already", name)
		return false
	}
	d.taken[name] = true
	return true
}

func (d *declarer) class(x *classDecl) {
	if !d.take(x.pos, x.name) {
		return
	}
	id := int32(len(d.classes))
	c := newClass(x.name)
	d.classes = append(d.classes, c)
	d.byName[x.name] = id
	for i, f := range x.fields {
		if old := d.fields[f.name]; old != nil {
			d.fail(f.pos, "field %s is declared already, in class %s: a field's name belongs to one class",
				f.name, d.classes[old.class].name)
			continue
		}
		loc := &envs.Loc{Class: envs.Field, Name: x.name + "." + f.name, Apart: true}
		d.fields[f.name] = &fieldRef{id, int32(i), f.volatile, loc}
		v := intValue(0)
		if f.init != nil {
			v = f.init.value()
		}
		c.fields = append(c.fields, v)
	}
}

func (d *declarer) global(x *globalDecl) {
	if !d.take(x.pos, x.name) {
		return
	}
	loc := &envs.Loc{Class: envs.Global, Name: x.name, Variable: true, Apart: true}
	g := &global{name: x.name, kind: x.kind, class: -1, loc: loc}
	switch x := x.init.(type) {
	case *lit:
		g.value = x.value()
	case *newObject:
		g.isObj = true
		id, ok := d.byName[x.class].(int32)
		if !ok {
			d.fail(x.pos, "there is no class %s", x.class)
		}
		g.class = id
	case *newArray:
		g.isObj = true
		if n, ok := x.n.(*lit); ok {
			g.size = int(min(max(n.val, 0), maxArray))
			if n.val < 0 || n.val > maxArray {
				d.fail(n.pos, "the length of an array must be from 0 to %d", maxArray)
			}
		}
	}
	d.globals = append(d.globals, g)
	d.byName[x.name] = g
}

// identify numbers objects, and then variables, in the order of declaration. Each has an identity of its own.
func (p *Program) identify() {
	for _, g := range p.globals {
		if g.isObj {
			p.objects = append(p.objects, g)
			g.value = object(int32(len(p.objects)))
		}
		g.id = g.value.ref
	}
	slots := int32(0)
	for _, g := range p.globals {
		if g.kind != finalGlobal {
			g.slot = slots
			slots++
			g.id = int32(len(p.objects)) + slots
		}
	}
}

func (d *declarer) function(f *funcDecl) {
	if !d.take(f.pos, f.name) {
		return
	}
	d.ids[f.name] = envs.FuncID(len(d.decls))
	d.decls = append(d.decls, f)
	if f.sync && len(f.params) == 0 {
		d.fail(f.pos, "sync func %s needs a parameter: the object whose monitor it takes", f.name)
	}
	if f.name == "main" && len(f.params) > 0 {
		d.fail(f.params[0].pos, "main has no parameters")
	}
}

func (l *lit) value() Value {
	if l.kind == nilLit {
		return nilValue()
	}
	return intValue(l.val)
}

// lower builds all functions.
func (p *Program) lower(errs *errorList) {
	p.funcs = make([]*code, len(p.decls))
	arity := resultCounts(p.decls)
	for i := range p.decls {
		p.self = append(p.self, envs.FuncID(i))
	}
	for i, d := range p.decls {
		p.funcs[i] = lowerFunc(p, errs, d, envs.FuncID(i), arity)
		if d.root || d.name == "main" {
			p.roots = append(p.roots, envs.FuncID(i))
		}
	}
}

// finish completes what needs the whole program.
func (p *Program) finish() {
	for _, f := range p.fields {
		f.loc.Final = !p.stored[f.loc]
	}
	for _, g := range p.globals {
		g.loc.Final = !p.stored[g.loc]
	}
	p.elem.Final = !p.stored[p.elem]
	p.constOf, p.stored = nil, nil
}
