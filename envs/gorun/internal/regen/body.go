package regen

import (
	"fmt"
	"go/token"
	"go/types"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// A unit is one piece of a file that is replaced: the body of a function declaration, or a function literal in a
// package-level initialiser.
type unit struct {
	*names
	fset   *token.FileSet
	probes *Probes
	labels map[string]bool // labels some goto names
	read   map[string]bool // variables whose value is used
	lits   int             // function literals so far
	types  []*types.TypeName
	decls  string // declarations of those types
	close  string // closes the blocks that decls opens
	rename bool   // local types get new names where they hide others
	pinned map[ssa.Instruction]bool
}

// A body writes one SSA function.
type body struct {
	*unit
	*plan
	fn     *ssa.Function
	outer  *body
	tag    string // distinguishes the names of nested literals
	binds  map[*ssa.FreeVar]string
	out    []byte
	line   token.Pos
	temps  int
	shareN map[*ssa.Function]string
}

func (u *unit) newBody(fn *ssa.Function, outer *body) *body {
	g := &body{unit: u, fn: fn, outer: outer, binds: map[*ssa.FreeVar]string{}, shareN: map[*ssa.Function]string{}}
	if outer != nil {
		u.lits++
		g.tag = "f" + strconv.Itoa(u.lits)
	}
	g.plan = newPlan(fn, u.names, u.pins, u.readers)
	g.line = fn.Pos()
	return g
}

func (u *unit) pins(in ssa.Instruction) bool { return u.pinned[in] }

// Marks in the text that are resolved when the unit is complete; see [unit.resolve].
const (
	markLine  = '\x01' // line:column of what follows
	markLabel = '\x03' // label, dropped if no goto names it
	markUse   = '\x04' // variable, "used" if nothing reads it
	markLast  = '\x05' // the same behind the unit's last statement: a file with line directives goes on from there
	markEnd   = '\x02'
)

// stmt writes a statement at a source position; without one, at that of the statement before.
func (g *body) stmt(pos token.Pos, text string) {
	if pos.IsValid() {
		g.line = pos
	}
	g.out = append(g.out, g.mark(g.line)...)
	g.out = append(g.out, text...)
	g.out = append(g.out, '\n')
}

func (g *body) mark(pos token.Pos) string {
	if !pos.IsValid() {
		return ""
	}
	return fmt.Sprintf("%c%d%c", markLine, pos, markEnd)
}

func lastMark(pos token.Pos) string { return fmt.Sprintf("%c%d%c", markLast, pos, markEnd) }

func (g *body) raw(text string) { g.out = append(g.out, text...) }

// name is the variable that holds v.
func (g *body) name(v ssa.Value) string { return v.Name() + g.tag + g.suffix }

func (g *body) comp(v ssa.Value, i int) string {
	return v.Name() + "c" + strconv.Itoa(i) + g.tag + g.suffix
}

func (g *body) useName(n string) string {
	g.read[n] = true
	return n
}

// used ends a declaration: if nothing turns out to read the variable, a use is made up.
func used(n string) string { return string(markUse) + n + string(markEnd) }

func (g *body) label(b *ssa.BasicBlock) string { return "b" + strconv.Itoa(b.Index) + g.tag + g.suffix }

func (g *body) jumpTo(word string, b *ssa.BasicBlock) {
	l := g.label(b)
	g.labels[l] = true
	g.stmt(token.NoPos, word+" "+l)
}

// write writes the whole body, without its braces.
func (g *body) write() {
	g.probeEntry()
	g.scope(g.fn.Blocks[0], nil)
}

// scope writes block b and everything that stands in its scope. Control that falls off the end of the text comes to
// next; nil if it may not.
func (g *body) scope(b, next *ssa.BasicBlock) {
	g.shareFuncs(b)
	loopRange := g.sh.loops[b] != nil && isRangeHead(b)
	if !loopRange {
		g.probeBlock(b)
	}
	last := len(b.Instrs) - 1
	var iter *ssa.Next
	for i, in := range b.Instrs[:last] {
		if n, ok := in.(*ssa.Next); ok {
			g.checkRange(b, i)
			iter = n
			continue
		}
		if _, ok := in.(*ssa.RunDefers); ok && len(g.res) > 0 {
			g.declareHere(b)
			g.returning(b.Instrs[last].(*ssa.Return))
			return
		}
		g.instr(in)
	}
	g.declareHere(b)
	kids := g.sh.kids[b]
	follow := func(i int) *ssa.BasicBlock {
		if i < len(kids) {
			return kids[i]
		}
		return next
	}
	switch {
	case loopRange:
		g.raw(string(markLabel) + g.label(b) + string(markEnd))
		g.rangeHead(b, iter)
		g.probeBlock(b)
		inner := b
		if len(kids) > 0 {
			inner = kids[0]
		}
		g.edge(b, b.Succs[0], inner, true)
		g.kids(kids, b)
		g.raw("}\n")
		g.probeBlock(b)
		g.edge(b, b.Succs[1], next, false)
		return
	case iter != nil:
		g.rangeHead(b, iter)
		g.edge(b, b.Succs[0], nil, true)
		g.raw("}\n")
		g.edge(b, b.Succs[1], follow(0), len(kids) == 0)
	default:
		g.terminator(b, b.Instrs[last], follow(0), len(kids) == 0)
	}
	g.kids(kids, next)
}

// kids writes the labelled blocks of a scope.
func (g *body) kids(kids []*ssa.BasicBlock, next *ssa.BasicBlock) {
	for i, k := range kids {
		after := next
		if i+1 < len(kids) {
			after = kids[i+1]
		}
		label := string(markLabel) + g.label(k) + string(markEnd)
		switch {
		case g.sh.loops[k] == nil:
			g.raw(label + "{\n")
			g.scope(k, after)
			g.raw("}\n")
		case isRangeHead(k):
			g.scope(k, after)
		default:
			g.raw(label + "for {\n")
			g.scope(k, k)
			g.raw("}\n")
		}
	}
}

// declareHere declares the variables whose scope is b's but which are assigned deeper inside.
func (g *body) declareHere(b *ssa.BasicBlock) {
	for _, v := range g.decl[b] {
		if t, ok := v.Type().(*types.Tuple); ok {
			for i := range t.Len() {
				if g.compUsed(v, i) {
					n := g.comp(v, i)
					g.stmt(token.NoPos, "var "+n+" "+g.value(t.At(i).Type())+used(n))
				}
			}
			continue
		}
		n, t := g.name(v), v.Type()
		if a, ok := v.(*ssa.Alloc); ok && !a.Heap {
			t = deref(t)
		}
		g.stmt(token.NoPos, "var "+n+" "+g.value(t)+used(n))
	}
}

func (g *body) shareFuncs(b *ssa.BasicBlock) {
	for _, f := range g.shared[b] {
		n := "l" + strconv.Itoa(len(g.shareN)) + g.tag + g.suffix
		text := g.literalFunc(f)
		g.stmt(f.Pos(), n+" := "+text+used(n))
		g.shareN[f] = n
	}
}

// edge writes the passage from one block to another: the values of phis, then the way there. The parameter flat says
// that the target may declare variables in the current Go scope.
func (g *body) edge(from, to, next *ssa.BasicBlock, flat bool) {
	g.phis(from, to)
	target := to
	switch {
	case g.sh.inline[to.Index]:
		if flat {
			g.scope(to, next)
			return
		}
		g.raw("{\n")
		g.scope(to, next)
		g.raw("}\n")
	case target == next:
	case g.sh.loops[to] != nil && g.sh.inLoop(from, g.sh.loops[to]):
		g.jumpTo("continue", to)
	default:
		g.jumpTo("goto", to)
	}
}

func (g *body) phis(from, to *ssa.BasicBlock) {
	pred := slices.Index(to.Preds, from)
	var left, right []string
	for _, in := range to.Instrs {
		phi, ok := in.(*ssa.Phi)
		if !ok {
			break
		}
		if g.named(phi) == nil {
			continue
		}
		e := phi.Edges[pred]
		if e == phi {
			continue
		}
		left = append(left, g.name(phi))
		right = append(right, g.expr(e))
	}
	if len(left) > 0 {
		g.stmt(token.NoPos, strings.Join(left, ", ")+" = "+strings.Join(right, ", "))
	}
}
