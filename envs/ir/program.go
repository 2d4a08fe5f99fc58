package ir

import (
	"fmt"

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
// (errors.Join) all that is wrong, each an *Error with its place, at most 20.
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
		arrays:  &envs.Loc{Class: envs.Cell, Name: "array", Apart: true},
		stored:  map[*envs.Loc]bool{},
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

// Sequenced: an interpreter executes one operation after the other.
func (p *Program) Sequenced() bool { return true }

// Roots are main and the functions declared with root.
func (p *Program) Roots() []envs.FuncID { return p.roots }

// Position is the place of the operator, field, keyword or name that the
// operation comes from.
func (p *Program) Position(pt envs.Point) envs.Position {
	c := p.funcs[pt.Func()]
	pc := min(max(int(pt.PC()), 0), len(c.pos)-1)
	return p.file.position(c.pos[pc])
}

// Base is what the function calls the object that a Load or Store accesses: by the same
// rules as the names of locks.
func (p *Program) Base(pt envs.Point) *envs.Path { return p.funcs[pt.Func()].bases[pt.PC()] }

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

// declare enters what the file declares.
func (p *Program) declare(errs *errorList) {
	fail := func(at pos, format string, args ...any) {
		errs.add(p.file.position(at), fmt.Sprintf(format, args...))
	}
	taken := map[string]bool{"Object": true}
	take := func(at pos, name string) bool {
		if taken[name] {
			fail(at, "%s is declared already", name)
			return false
		}
		taken[name] = true
		return true
	}
	p.classes = []*class{newClass("Object")}
	p.byName["Object"] = int32(0)
	for _, d := range p.file.decls {
		d, ok := d.(*classDecl)
		if !ok || !take(d.pos, d.name) {
			continue
		}
		id := int32(len(p.classes))
		c := newClass(d.name)
		for i, f := range d.fields {
			if old := p.fields[f.name]; old != nil {
				owner := d.name
				if old.class != id {
					owner = p.classes[old.class].name
				}
				fail(f.pos, "field %s is declared already, in class %s: a field's name belongs to one class", f.name, owner)
				continue
			}
			p.fields[f.name] = &fieldRef{id, int32(i), f.volatile, &envs.Loc{Class: envs.Field, Name: d.name + "." + f.name, Apart: true}}
			v := intValue(0)
			if f.init != nil {
				v = f.init.value()
			}
			c.fields = append(c.fields, v)
		}
		p.classes = append(p.classes, c)
		p.byName[d.name] = id
	}
	slots := int32(0)
	for _, d := range p.file.decls {
		d, ok := d.(*globalDecl)
		if !ok || !take(d.pos, d.name) {
			continue
		}
		g := &global{name: d.name, kind: d.kind, class: -1, loc: &envs.Loc{Class: envs.Global, Name: d.name, Variable: true, Apart: true}}
		switch x := d.init.(type) {
		case *lit:
			g.value = x.value()
		case *newObject:
			g.isObj = true
			id, ok := p.byName[x.class].(int32)
			if !ok {
				fail(x.pos, "there is no class %s", x.class)
			}
			g.class = id
		case *newArray:
			g.isObj = true
			if n, ok := x.n.(*lit); ok {
				g.size = int(min(max(n.val, 0), maxArray))
				if n.val < 0 || n.val > maxArray {
					fail(n.pos, "the length of an array must be from 0 to %d", maxArray)
				}
			}
		}
		// Identities are numbered in the order of declaration: one for each
		// object, one for each variable.
		if d.kind != finalGlobal {
			g.slot = slots
			slots++
		}
		p.globals = append(p.globals, g)
		p.byName[d.name] = g
	}
	id := int32(1)
	for _, g := range p.globals {
		if g.isObj {
			g.value = object(id)
			p.objects = append(p.objects, g)
			id++
		}
	}
	for _, g := range p.globals {
		g.id = g.value.ref
		if g.kind != finalGlobal {
			g.id = id
			id++
		}
	}
	p.guard(errs)
	hasMain := false
	for _, d := range p.file.decls {
		d, ok := d.(*funcDecl)
		hasMain = hasMain || ok && d.name == "main"
		if !ok || !take(d.pos, d.name) {
			continue
		}
		p.ids[d.name] = envs.FuncID(len(p.decls))
		p.decls = append(p.decls, d)
		if d.sync && len(d.params) == 0 {
			fail(d.pos, "sync func %s needs a parameter: the object whose monitor it takes", d.name)
		}
		if d.name == "main" && len(d.params) > 0 {
			fail(d.params[0].pos, "main has no parameters")
		}
	}
	main, ok := p.ids["main"]
	if !ok && !hasMain && !errs.partial {
		fail(0, "there is no func main(): a run starts there; if nothing is to be run, func main() {} will do")
	}
	p.main = main
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
