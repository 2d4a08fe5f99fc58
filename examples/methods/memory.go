package methods

import (
	"cmp"
	"slices"
	"strings"

	"github.com/seed38182bad/parallax/dataflow/blocks"
	"github.com/seed38182bad/parallax/envs"
)

type (
	variable int32 // a class of memory, from 1 on
	class    int32 // what variables belong to, from 1 on
	lockName int32 // what locks are called where they are taken, from 1 on
	fact     int32 // that a variable is read, or updated
)

func reads(v variable) fact       { return fact(v) << 1 }
func updates(v variable) fact     { return fact(v)<<1 | 1 }
func (f fact) variable() variable { return variable(f >> 1) }
func (f fact) updates() bool      { return f&1 != 0 }
func (f fact) compare(o fact) int { return int(f) - int(o) }

// memory numbers variables and classes, by names that mean the same on both sides.
type memory struct {
	byLoc      map[*envs.Loc]variable
	byName     map[string]class
	vars       []varInfo                // by variable
	classes    []string                 // names, by class
	containers map[envs.Point]*envs.Loc // of elements; see container
	origins    blocks.Origins
	defined    envs.Definitions // of the function that was asked about last
}

type varInfo struct {
	class class
	name  string // within the class
}

func newMemory() memory {
	return memory{
		byLoc: map[*envs.Loc]variable{}, byName: map[string]class{}, vars: make([]varInfo, 1), classes: make([]string, 1),
		containers: map[envs.Point]*envs.Loc{},
	}
}

// of is the variable of a class of memory: the same field of all objects. Its class is the type
// that has the field, and for global variables their package.
func (m *memory) of(loc *envs.Loc) variable {
	v, ok := m.byLoc[loc]
	if !ok {
		owner, name := "", loc.Name
		if i := strings.LastIndexByte(name, '.'); i > 0 {
			owner, name = name[:i], name[i+1:]
		}
		c, ok := m.byName[owner]
		if !ok {
			c = class(len(m.classes))
			m.byName[owner], m.classes = c, append(m.classes, owner)
		}
		v = variable(len(m.vars))
		m.byLoc[loc], m.vars = v, append(m.vars, varInfo{c, name})
	}
	return v
}

// classOf is the class that a fact is about.
func (m *memory) classOf(f fact) class { return m.vars[f.variable()].class }

// compare orders facts by the names of their variables, which have their numbers in the order of visits.
func (m *memory) compare(f, g fact) int {
	return cmp.Or(strings.Compare(m.name(f.variable()), m.name(g.variable())), f.compare(g))
}

// ordered are the same facts in that order.
func (m *memory) ordered(facts []fact) []fact {
	return slices.SortedFunc(slices.Values(facts), m.compare)
}

// name is the name of a variable, with its class.
func (m *memory) name(v variable) string {
	x := m.vars[v]
	if of := m.classes[x.class]; of != "" {
		return of + "." + x.name
	}
	return x.name
}

// container is the field or global variable from which the function has loaded the array, slice or
// map whose element an operation accesses; nil if that is not certain.
func (m *memory) container(fn *envs.Func, op *envs.Op) *envs.Loc {
	at := envs.At(fn.ID, op.PC)
	loc, known := m.containers[at]
	if !known {
		loc = m.containerOf(fn, op)
		m.containers[at] = loc
	}
	return loc
}

// maxDerived is how many operations lead from a field to its element, as when a part is sliced.
const maxDerived = 4

func (m *memory) containerOf(fn *envs.Func, op *envs.Op) *envs.Loc {
	for range maxDerived {
		if len(op.Uses) == 0 {
			return nil
		}
		if op = m.defined.Of(fn, op.Uses[0]); op == nil {
			return nil
		}
		switch {
		case op.Kind == envs.Load && op.Loc != nil && (op.Loc.Class == envs.Field || op.Loc.Class == envs.Global):
			return op.Loc
		case op.Kind != envs.Move && op.Kind != envs.Compute && op.Kind != envs.Addr:
			return nil
		}
	}
	return nil
}
