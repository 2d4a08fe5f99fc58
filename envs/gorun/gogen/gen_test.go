package gogen

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// A gen draws one function with its parts.
type gen struct {
	rnd    *rand.Rand
	number int
	names  int
	shapes []string

	out    *strings.Builder
	indent int
	scope  *scope
	fn     *funcFrame
	depth  int // of nested statements
	risks  int // operations that may panic, still allowed in this statement
}

// A scope holds the variables of a Go block.
type scope struct {
	outer *scope
	fn    *funcFrame
	vars  []*variable
}

type variable struct {
	name, typ string
	read      bool
	fixed     bool // a counter that ends a loop: it is only read
	bound     bool // by a type switch, for all of its clauses
}

// A funcFrame is what a statement must know of the function, or literal, in which it stands.
type funcFrame struct {
	outer   *funcFrame
	results []*variable // name is empty for unnamed ones
	jumps   []*target   // loops, switches and selects around
	param   string      // the type parameter, or ""
	inRange int         // bodies of range over functions around
}

type target struct {
	label string
	loop  bool
	used  bool
}

func (g *gen) n(n int) int            { return g.rnd.IntN(n) }
func (g *gen) maybe(percent int) bool { return g.n(100) < percent }

func (g *gen) pick(list ...string) string { return list[g.n(len(list))] }

func (g *gen) shape(name string) { g.shapes = append(g.shapes, name) }

func (g *gen) line(format string, args ...any) {
	g.out.WriteString(strings.Repeat("\t", g.indent))
	fmt.Fprintf(g.out, format, args...)
	g.out.WriteByte('\n')
}

func (g *gen) fresh(prefix string) string {
	g.names++
	return fmt.Sprintf("%s%d", prefix, g.names)
}

// name is mostly new, or that of a variable around, which it then shadows.
func (g *gen) name(prefix, typ string) string {
	if g.maybe(25) && g.scope.outer != nil {
		if v := g.visible(func(v *variable) bool { return v.typ == typ && !v.fixed && !g.ownScope(v.name) }); v != nil {
			g.shape("shadow")
			return v.name
		}
	}
	return g.fresh(prefix)
}

func (g *gen) ownScope(name string) bool {
	for _, v := range g.scope.vars {
		if v.name == name {
			return true
		}
	}
	return false
}

func (g *gen) push() { g.scope = &scope{outer: g.scope, fn: g.fn} }
func (g *gen) pop()  { g.scope = g.scope.outer }

// visible picks a variable that is in scope and not hidden.
func (g *gen) visible(ok func(*variable) bool) *variable {
	var list []*variable
	hidden := map[string]bool{}
	for s := g.scope; s != nil; s = s.outer {
		for i := len(s.vars) - 1; i >= 0; i-- {
			v := s.vars[i]
			if !hidden[v.name] && ok(v) {
				list = append(list, v)
			}
			hidden[v.name] = true
		}
	}
	if len(list) == 0 {
		return nil
	}
	if g.maybe(50) { // the nearest are the most likely to be loop variables
		return list[g.n(min(3, len(list)))]
	}
	return list[g.n(len(list))]
}

func (g *gen) find(typ string) *variable {
	return g.visible(func(v *variable) bool { return v.typ == typ })
}

// assignable picks a variable to be changed.
func (g *gen) assignable(typ string) *variable {
	v := g.visible(func(v *variable) bool { return v.typ == typ && !v.fixed })
	if v != nil && g.captured(v) {
		g.shape("change captured")
	}
	return v
}

func (g *gen) captured(v *variable) bool {
	for s := g.scope; s != nil; s = s.outer {
		for _, w := range s.vars {
			if w == v {
				return s.fn != g.fn
			}
		}
	}
	return false
}

func (g *gen) declare(name, typ string) *variable {
	v := &variable{name: name, typ: typ}
	g.scope.vars = append(g.scope.vars, v)
	return v
}

// body writes the statements of a block. What first declares is in its scope. A variable that nothing reads is used at
// the end, as Go asks for.
func (g *gen) body(first func()) {
	g.push()
	g.inner(first)
	g.pop()
}

// inner writes the statements of a block whose scope is there.
func (g *gen) inner(first func()) {
	g.indent++
	if first != nil {
		first()
	}
	g.statements()
	g.useUp()
	g.indent--
}

func (g *gen) useUp() {
	for _, v := range g.scope.vars {
		if !v.read && !v.bound {
			g.shape("never read")
			g.line("_ = %s", v.name)
		}
	}
}

// step writes that the program takes a step.
func (g *gen) step() { g.line("tick()") }
