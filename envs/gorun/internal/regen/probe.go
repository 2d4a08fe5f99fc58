package regen

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/seed38182bad/parallax/envs/internal/walk"
)

// Probes are statements that are inserted into regenerated functions. Each function that writes some returns the text
// of zero or more complete Go statements, "" for none. They must not declare variables except in Entry, and must not
// contain labels or goto. All fields may be nil, which inserts nothing.
//
// Places are named by SSA: the function (for a generic function its generic form, ssa.Function.Origin), the block, and
// the instruction in its block. The functions are called in the order of the text, which is not that of the blocks. A
// function may be written several times until it type-checks, so an answer may depend on the place only.
type Probes struct {
	// Wants reports whether Before or After will be asked for the instruction. Such an instruction gets a statement of
	// its own, at its own place in the order of evaluation, and the values it uses may be asked of the Cursor.
	Wants func(in ssa.Instruction) bool
	// Entry is written at the start of a function. It may declare variables (see Cursor.Fresh) that all later probes of
	// the function may use, and may defer a call to see the frame unwind.
	Entry func(c *Cursor) string
	// Block is written where block b starts, after its phis are assigned.
	Block func(c *Cursor, b *ssa.BasicBlock) string
	// Before and After are written around an instruction. After is not asked for those that end their block.
	Before, After func(c *Cursor, in ssa.Instruction) string
	// Exit is written before a return, before deferred calls run.
	Exit func(c *Cursor, in *ssa.Return) string
	// Reads says which values probes read besides those of the instruction at hand. It calls f with each block in which
	// a probe reads v. It must be dominated by the block that computes v, which is no instruction without uses.
	Reads func(v ssa.Value, f func(*ssa.BasicBlock))
	// Binds reports whether a method value is written as a function literal, with the body of the function that stands
	// behind it. It is asked of those that are wanted; what is bound is a pointer then.
	Binds func(v *ssa.MakeClosure) bool
}

// A Cursor names things at the place where a probe is inserted.
type Cursor struct{ g *body }

// Function returns the function being written.
func (c *Cursor) Function() *ssa.Function { return c.g.fn }

// Value returns an expression for v that may be evaluated again without effect. v is an operand or the result of the
// instruction at hand, or what Probes.Reads says. An address comes as a pointer. It returns false if v has no
// expression of its own here. Such are a tuple, a step of a selection through a field that the package may not name,
// and an element of what may be a string.
func (c *Cursor) Value(v ssa.Value) (text string, ok bool) {
	defer func() {
		if r := recover(); r != nil {
			if _, ok := r.(gaveUp); !ok {
				panic(r)
			}
			text = ""
		}
	}()
	if _, tuple := v.Type().(*types.Tuple); tuple {
		return "", false
	}
	if in, instr := v.(ssa.Instruction); instr && noPlace(in) {
		return "", false
	}
	return c.g.operand(v), true
}

// Result returns the name of component i of a tuple-valued instruction, "" if the function never uses it.
func (c *Cursor) Result(v ssa.Value, i int) string {
	if !c.g.compUsed(v, i) {
		return ""
	}
	return c.g.useName(c.g.comp(v, i))
}

// Import returns the name under which the file imports the package.
func (c *Cursor) Import(path string) string { return c.g.importName(path) }

// Fresh returns a variable name, the same at each call in one function, that nothing else in the function has.
func (c *Cursor) Fresh(name string) string { return "v" + name + c.g.tag + c.g.suffix }

func (g *body) insert(text string) {
	if text != "" {
		g.raw(g.mark(g.line) + text + "\n")
	}
}

func (g *body) probeEntry() {
	if f := g.probes.Entry; f != nil {
		g.insert(f(&Cursor{g}))
	}
}

func (g *body) probeBlock(b *ssa.BasicBlock) {
	if f := g.probes.Block; f != nil {
		g.insert(f(&Cursor{g}, b))
	}
}

func (g *body) probeReturn(in *ssa.Return) {
	if f := g.probes.Exit; f != nil {
		g.insert(f(&Cursor{g}, in))
	}
}

func (g *body) probeAround(in ssa.Instruction, write func()) {
	g.probeBefore(in)
	write()
	if f := g.probes.After; f != nil && g.pins(in) {
		g.insert(f(&Cursor{g}, in))
	}
}

// probeBefore is all there is for an instruction that ends its block.
func (g *body) probeBefore(in ssa.Instruction) {
	if !g.pins(in) {
		return
	}
	if in.Pos().IsValid() {
		g.line = in.Pos()
	}
	if f := g.probes.Before; f != nil {
		g.insert(f(&Cursor{g}, in))
	}
}

// pinAll asks which instructions have probes, of all of fn and the functions in it.
func (u *unit) pinAll(fn *ssa.Function) {
	if u.probes.Wants == nil {
		return
	}
	for in := range walk.Instrs(fn) {
		if in.Block() != fn.Recover && !u.unnamed(in) && u.probes.Wants(in) {
			u.pinned[in] = true
			if c, ok := in.(*ssa.MakeClosure); ok && u.bindsLiteral(c) {
				u.pinAll(c.Fn.(*ssa.Function))
			}
		}
	}
	for _, f := range fn.AnonFuncs {
		u.pinAll(f)
	}
}

// bindsLiteral reports whether a method value is written as a literal.
func (u *unit) bindsLiteral(v *ssa.MakeClosure) bool {
	return u.probes.Binds != nil && isBound(v.Fn) && u.pins(v) && u.probes.Binds(v)
}

// readers calls f with each block in which a probe reads v besides its uses.
func (u *unit) readers(v ssa.Value, f func(*ssa.BasicBlock)) {
	if u.probes.Reads != nil {
		u.probes.Reads(v, f)
	}
}

// unnamed recognises instructions that have no statement of their own, whatever probes want.
func (u *unit) unnamed(in ssa.Instruction) bool {
	v, ok := in.(ssa.Value)
	return ok && (noPlace(in) || (&plan{names: u.names}).hidden(v))
}

// noPlace recognises what has no address in Go:
//
//	the array behind a slice       that is made with a constant capacity
//	the address of an element      of a value whose type parameter admits strings
//	the load through this address  likewise
func noPlace(in ssa.Instruction) bool {
	if a, ok := in.(*ssa.Alloc); ok {
		return isMade(a)
	}
	if load, ok := in.(*ssa.UnOp); ok {
		in, _ = load.X.(ssa.Instruction)
	}
	a, ok := in.(*ssa.IndexAddr)
	return ok && core(a.X.Type()) == nil
}
