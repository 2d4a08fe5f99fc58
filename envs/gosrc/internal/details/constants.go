package details

import (
	"go/token"
	"go/types"
	"sync"

	"golang.org/x/tools/go/ssa"

	"github.com/seed38182bad/parallax/envs/gosrc/internal/library"
	"github.com/seed38182bad/parallax/envs/gosrc/internal/loading"
	"github.com/seed38182bad/parallax/envs/internal/shape"
	"github.com/seed38182bad/parallax/envs/internal/synthetic"
	"github.com/seed38182bad/parallax/envs/internal/walk"
)

// constants are the package variables that keep what their package's initialisation gives them: each is assigned
// once, there, and nothing takes its address. So the length of a table is known.
//
// Variables are initialised in an order in which what a function mentions comes before a call of it. What it reaches by
// an interface or a function value does not count (Go specification, Package initialization). So a variable counts only
// if no such call comes before it. A text may be replaced by the linker, and does not count at all.
//
// Of a package there may be several copies (see loading.Program.Show). What one of them does to a variable another
// may see, so a variable of which one copy is spoilt has no value.
type constants struct {
	src    *loading.Program
	once   sync.Once
	vals   map[*ssa.Global]ssa.Value
	spoilt map[token.Pos]bool     // variables that are used otherwise, by where they are declared
	static map[*ssa.Function]bool // functions that call nothing but what they mention
}

// of is what the variable at an address was given for good; nil if that is not known.
func (c *constants) of(addr ssa.Value) ssa.Value {
	g, ok := addr.(*ssa.Global)
	if !ok {
		return nil
	}
	c.once.Do(c.find)
	if c.spoilt[g.Pos()] {
		return nil
	}
	return c.vals[g]
}

func (c *constants) find() {
	c.vals, c.spoilt, c.static = map[*ssa.Global]ssa.Value{}, map[token.Pos]bool{}, map[*ssa.Function]bool{}
	c.src.EveryFunc(c.function)
}

// function notes how a function uses package variables.
func (c *constants) function(fn *ssa.Function) {
	first := synthetic.IsInitialiser(fn)
	for in := range walk.Instrs(fn) {
		if call, ok := in.(ssa.CallInstruction); ok && first && !c.isStatic(call) {
			first = false
		}
		c.instr(in, first)
	}
}

// isStatic reports whether a call, with all that it calls, leads only to functions that are mentioned on the way.
func (c *constants) isStatic(call ssa.CallInstruction) bool {
	if _, ok := call.Common().Value.(*ssa.Builtin); ok {
		return true
	}
	f := call.Common().StaticCallee()
	switch {
	case f == nil:
		return false
	case synthetic.IsInitialiser(f): // of an imported package, to which nothing of ours was given yet
		return true
	case f.Blocks == nil: // of another package, which knows ours by what it is given
		return !library.TakesCode(f)
	}
	if known, ok := c.static[f]; ok {
		return known
	}
	c.static[f] = true // until the contrary is found
	for in := range walk.Instrs(f) {
		if inner, ok := in.(ssa.CallInstruction); ok && !c.isStatic(inner) {
			c.static[f] = false
			return false
		}
	}
	return true
}

// instr notes how an instruction uses package variables.
func (c *constants) instr(in ssa.Instruction, first bool) {
	for op := range walk.Operands(in) {
		g, ok := op.(*ssa.Global)
		if !ok {
			continue
		}
		switch x := in.(type) {
		case *ssa.UnOp:
			if x.Op == token.MUL {
				continue
			}
		case *ssa.Store:
			sole := first && x.Parent().Pkg == g.Pkg && c.vals[g] == nil
			if sole && x.Addr == g && x.Val != ssa.Value(g) && !shape.IsString(x.Val.Type()) {
				c.vals[g] = x.Val
				continue
			}
		}
		c.spoilt[g.Pos()] = true
	}
}

// constantLength is the length of a value of which that is known from its text: a composite literal, make with a
// number, a constant.
func constantLength(v ssa.Value) (int64, bool) {
	switch x := v.(type) {
	case *ssa.Slice:
		if high, ok := x.High.(*ssa.Const); ok && x.Low == nil {
			return high.Int64(), true // make with a number
		}
		if x.Low != nil || x.High != nil {
			return 0, false
		}
		if p, ok := x.X.Type().Underlying().(*types.Pointer); ok {
			if a, ok := p.Elem().Underlying().(*types.Array); ok {
				return a.Len(), true
			}
		}
	case *ssa.MakeSlice:
		if c, ok := x.Len.(*ssa.Const); ok {
			return c.Int64(), true
		}
	case *ssa.ChangeType:
		return constantLength(x.X)
	}
	return 0, false
}
