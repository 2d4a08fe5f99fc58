package plan

import (
	"fmt"
	"go/types"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/seed38182bad/parallax/envs/gorun/internal/probe"
	"github.com/seed38182bad/parallax/envs/gorun/internal/regen"
	"github.com/seed38182bad/parallax/envs/internal/shape"
	"github.com/seed38182bad/parallax/envs/internal/synthetic"
)

// prober writes the statements that plans ask for.
type prober struct {
	plans map[*ssa.Function]*plan
	opts  *Options
	sites int // of accesses, so far
}

// Probes writes the statements of the plans.
func (p *Plans) Probes() regen.Probes {
	pr := &prober{plans: map[*ssa.Function]*plan{}, opts: &p.opts}
	for id, f := range p.funcs {
		pr.plans[p.prog.SSA(id)] = f
	}
	return regen.Probes{
		Wants: pr.wants, Entry: pr.entry, Block: pr.block, Before: pr.before, After: pr.after, Exit: pr.exit,
		Reads: pr.reads, Binds: pr.binds,
	}
}

func (p *prober) plan(c *regen.Cursor) *plan { return p.plans[c.Function()] }

func (p *prober) wants(in ssa.Instruction) bool {
	pl := p.plans[in.Parent()]
	if pl == nil {
		return false
	}
	if _, ok := in.(*ssa.Return); ok {
		return true
	}
	if s, ok := in.(*ssa.Select); ok {
		return pl.selected[s] != nil
	}
	if c, ok := in.(*ssa.MakeClosure); ok && p.binds(c) {
		return true
	}
	return pl.before[in] != nil || pl.after[in] != nil
}

// binds reports whether a method value takes or gives back a lock, wherever it is called.
func (p *prober) binds(v *ssa.MakeClosure) bool {
	fn := v.Fn.(*ssa.Function)
	return synthetic.IsBound(fn) && p.plans[fn] != nil && handedOn(v)
}

// reads is for indices: the instruction that accesses an element is not the one that computes its index, which would be
// computed again if it had no name.
func (p *prober) reads(v ssa.Value, f func(*ssa.BasicBlock)) {
	if pl := p.plans[v.Parent()]; pl != nil {
		for _, b := range pl.indices[v] {
			f(b)
		}
	}
}

func (p *prober) entry(c *regen.Cursor) string {
	pl := p.plan(c)
	if pl == nil {
		return ""
	}
	w, d, zz := c.Fresh("w"), c.Fresh("d"), c.Import(probe.ImportPath)
	id := uint32(pl.id)
	if pl.steady {
		id |= 1 << 31
	}
	s := fmt.Sprintf("%s, %s := %s.Enter(%d)", w, d, zz, id)
	if c.Function().Parent() != nil || synthetic.IsBound(c.Function()) || !returns(c.Function()) {
		// The compiler inlines a literal of nearly any size that is called once, and a function that does not say that it
		// returns, since it only panics. It inlines none with a go statement. It is never executed: no frame's distance is 0.
		s += fmt.Sprintf("; if %s == 0 { go %s.Exit(%[1]s) }", d, w)
	}
	if pl.defers {
		s += fmt.Sprintf("; defer %s.Exit(%s)", w, d)
	} else {
		s += fmt.Sprintf("; _, _ = %s, %s", w, d)
	}
	for i := range pl.bound {
		s += declare(boundVar(c, i), c.Import("unsafe")+".Pointer")
	}
	for i := range pl.ranges {
		s += declare(rangeVar(c, i), c.Import("unsafe")+".Pointer")
	}
	return s
}

func declare(name, typ string) string { return fmt.Sprintf("; var %s %s; _ = %[1]s", name, typ) }

// Variables of a frame: the receiver of a method value, and a map that is ranged over.
func boundVar(c *regen.Cursor, i int) string { return c.Fresh("b" + strconv.Itoa(i)) }
func rangeVar(c *regen.Cursor, i int) string { return c.Fresh("m" + strconv.Itoa(i)) }

// returns reports whether a function has a return statement.
func returns(fn *ssa.Function) bool {
	return slices.ContainsFunc(fn.Blocks, func(b *ssa.BasicBlock) bool {
		_, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return)
		return ok && b != fn.Recover
	})
}

func (p *prober) block(c *regen.Cursor, b *ssa.BasicBlock) string {
	pl := p.plan(c)
	if pl == nil {
		return ""
	}
	s := ""
	if over, ok := pl.ranged[b.Index]; ok {
		s = over(p, c) + "; "
	}
	if pc, ok := pl.blocks[b.Index]; ok {
		s += block(c, pc)
	}
	return s
}

// call writes a call of a method of the goroutine's writer, for the frame.
func call(c *regen.Cursor, method string, args ...any) string {
	text := c.Fresh("w") + "." + method + "(" + c.Fresh("d")
	for _, a := range args {
		text += fmt.Sprint(", ", a)
	}
	return text + ")"
}

// block writes that control is at an operation.
func block(c *regen.Cursor, pc int32) string {
	return fmt.Sprintf("%s.Put(%s | %s.Block(%d))", c.Fresh("w"), c.Fresh("d"), c.Import(probe.ImportPath), pc)
}

// word writes the pointer that an interface holds.
func word(c *regen.Cursor, text string) string {
	return c.Import(probe.ImportPath) + ".Word(" + text + ")"
}

func (p *prober) before(c *regen.Cursor, in ssa.Instruction) string {
	if pl := p.plan(c); pl != nil {
		return p.all(c, pl.before[in])
	}
	return ""
}

func (p *prober) after(c *regen.Cursor, in ssa.Instruction) string {
	pl := p.plan(c)
	if pl == nil {
		return ""
	}
	if s, ok := in.(*ssa.Select); ok {
		return p.chosen(c, s, pl.selected[s])
	}
	return p.all(c, pl.after[in])
}

func (p *prober) exit(c *regen.Cursor, in *ssa.Return) string {
	pl := p.plan(c)
	if pl == nil {
		return ""
	}
	if pc, ok := pl.leaves[in]; ok {
		return block(c, pc)
	}
	if pl.defers {
		return ""
	}
	return call(c, "Leave")
}

// chosen says which case of a select was taken.
func (p *prober) chosen(c *regen.Cursor, s *ssa.Select, pcs []int32) string {
	index := c.Result(s, 0)
	if index == "" || len(pcs) < 2 {
		return ""
	}
	var b strings.Builder
	fmt.Fprintf(&b, "switch %s {", index)
	for i, pc := range pcs {
		if i < len(pcs)-1 {
			fmt.Fprintf(&b, " case %d:", i)
		} else {
			b.WriteString(" default:")
		}
		b.WriteString(" " + p.plan(c).begun(c, s, i, pc) + ";")
	}
	b.WriteString(" }")
	if p.plan(c).meets && s.Blocking {
		b.WriteString("; " + call(c, "Done"))
	}
	return b.String()
}

func (p *prober) all(c *regen.Cursor, statements []statement) string {
	var s []string
	for _, write := range statements {
		s = append(s, write(p, c))
	}
	return strings.Join(s, "; ")
}

// frameCall calls a method of the goroutine's writer.
func frameCall(method string, pc int32) statement {
	return func(_ *prober, c *regen.Cursor) string { return call(c, method, pc) }
}

// at says that the frame is at an operation.
func at(pc int32) statement {
	return func(_ *prober, c *regen.Cursor) string { return block(c, pc) }
}

// about calls a method with the address of what an operation is about.
func (p *plan) about(method string, pc int32, ref lockRef) statement {
	return func(_ *prober, c *regen.Cursor) string { return call(c, method, pc, p.address(c, ref)) }
}

// address is an expression for the lock's address; nil if there is none, which is one lock for all of these.
func (p *plan) address(c *regen.Cursor, ref lockRef) string {
	if i := slices.Index(p.bound, ref.bound); i >= 0 {
		return boundVar(c, i)
	}
	text, ok := c.Value(ref.value)
	if !ok {
		return "nil"
	}
	switch {
	case ref.boxed && types.IsInterface(ref.value.Type()):
		return fmt.Sprintf("%s.Locker(%s, (*%s.RWMutex)(nil).RLocker())", c.Import(probe.ImportPath), text, c.Import("sync"))
	case ref.boxed:
		return word(c, text)
	case ref.cond:
		return word(c, "("+text+")"+ref.steps+".L")
	case ref.steps != "":
		return fmt.Sprintf("%s.Pointer(&(%s)%s)", c.Import("unsafe"), text, ref.steps)
	}
	return fmt.Sprintf("%s.Pointer(%s)", c.Import("unsafe"), text)
}

// begun says that case i of a select, which begins with the operation at pc, was chosen.
func (p *plan) begun(c *regen.Cursor, s *ssa.Select, i int, pc int32) string {
	if i == len(s.States) || !p.meets {
		return block(c, pc)
	}
	return call(c, "Object", pc, p.address(c, lockRef{value: s.States[i].Chan, boxed: true}))
}

// access writes which memory an operation is about to access, if index is below the cut-off, or nil.
func (p *prober) access(c *regen.Cursor, pc int32, addr, index ssa.Value) string {
	text, ok := c.Value(addr)
	if !ok {
		return ""
	}
	if _, ok := addr.Type().Underlying().(*types.Map); ok {
		text = word(c, text)
	} else {
		text = whereSized(c.Import("unsafe"), text, addr.Type())
	}
	s := p.object(c, pc, text)
	if index != nil {
		if index, ok := c.Value(index); ok {
			s = fmt.Sprintf("if uint64(%s) < %d { %s }", index, p.opts.Elements, s)
		}
	}
	return s
}

// whereSized is an expression for an address, or for none if nothing lies there: what has no size may share its address
// with other memory.
func whereSized(unsafe, text string, t types.Type) string {
	address := fmt.Sprintf("%s.Pointer(%s)", unsafe, text)
	p, ok := t.Underlying().(*types.Pointer)
	if !ok {
		return address
	}
	if _, ok := p.Elem().(*types.TypeParam); ok {
		return fmt.Sprintf("func() %s.Pointer { if x := %s; %[1]s.Sizeof(*x) != 0 { "+
			"return %[1]s.Pointer(x) }; return nil }()",
			unsafe, text)
	}
	if isSized(p.Elem()) {
		return address
	}
	return "nil"
}

// isSized reports whether memory of a type may have a size.
func isSized(t types.Type) bool {
	switch u := t.Underlying().(type) {
	case *types.Struct:
		return shape.AnyElem(u, isSized)
	case *types.Array:
		return u.Len() > 0 && isSized(u.Elem())
	}
	return true
}

// object writes which object an operation is about to access.
func (p *prober) object(c *regen.Cursor, pc int32, text string) string {
	if !p.opts.Repeats || p.sites >= maxSites {
		return call(c, "Object", pc, text)
	}
	p.sites++
	return call(c, "Access", pc, p.sites, text)
}

// maxSites is how many places of accesses can be distinguished.
const maxSites = 1<<24 - 1
