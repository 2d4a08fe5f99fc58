package paths

import (
	"go/token"
	"go/types"
	"strconv"
	"sync"

	"golang.org/x/tools/go/ssa"

	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/gosrc/internal/calls"
	"github.com/seed38182bad/parallax/envs/gosrc/internal/library"
	"github.com/seed38182bad/parallax/envs/gosrc/internal/local"
	"github.com/seed38182bad/parallax/envs/gosrc/internal/memory"
	"github.com/seed38182bad/parallax/envs/internal/addrmap"
	"github.com/seed38182bad/parallax/envs/internal/shape"
	"github.com/seed38182bad/parallax/envs/internal/ssamap"
	"github.com/seed38182bad/parallax/envs/internal/walk"
)

// Names is what the names of objects rest on, for all functions of a program.
type Names struct {
	classes *memory.Classes
	calls   *calls.Graph
	// accessors are functions that return addresses, by *ssa.Function: accessor.
	accessors sync.Map
}

func New(classes *memory.Classes, calls *calls.Graph) *Names {
	return &Names{classes: classes, calls: calls}
}

// Namer names the objects that one function after the other handles, and numbers its registers.
type Namer struct {
	of   *Names
	Mem  *memory.View
	fn   *ssa.Function
	Regs ssamap.Registers

	paramPaths []*envs.Path
	mergedAt   map[*ssa.Phi]*envs.Path // nil if there is no name but its register
	leads      addrmap.Map[leading]
}

func NewNamer(of *Names) *Namer {
	return &Namer{of: of, Mem: memory.NewView(of.classes), mergedAt: make(map[*ssa.Phi]*envs.Path)}
}

// Enter begins with a function of about as many instructions.
func (n *Namer) Enter(fn *ssa.Function, instrs int) {
	n.fn = fn
	n.Mem.Enter(fn)
	n.Regs.Reset(instrs)
	n.paramPaths = n.paramPaths[:0]
	clear(n.mergedAt)
}

// Path is the name that the frame has for the object that v is, points to or is the address of, nil if v is a constant.
// Following a pointer is no step. The lock that lies in a field and the lock to which the field points are both named
// by the field. A field is only one of the two.
func (n *Namer) Path(v ssa.Value) *envs.Path { return n.pathAt(v, 0) }

func (n *Namer) pathAt(v ssa.Value, depth int) *envs.Path {
	if depth > local.MaxSteps {
		return nil
	}
	if x := local.Unconverted(v); x != nil {
		return n.pathAt(x, depth+1)
	}
	var p *envs.Path
	switch x := v.(type) {
	case *ssa.Const, *ssa.Function, *ssa.Builtin:
		return nil
	case *ssa.Global:
		of := x.Pkg.Pkg
		return &envs.Path{Root: envs.AtGlobal, Global: of.Path() + "." + x.Name(), Text: of.Name() + "." + x.Name()}
	case *ssa.Parameter, *ssa.FreeVar:
		return n.paramPath(v)
	case *ssa.FieldAddr:
		if walk.IsCondLock(x) {
			if p := n.CondLock(x.X, depth+1); p != nil {
				return p
			}
		}
		return n.step(n.pathAt(x.X, depth+1), shape.StructOf(x.X.Type()), x.Field)
	case *ssa.Field:
		return n.step(n.pathAt(x.X, depth+1), shape.StructOf(x.X.Type()), x.Field)
	case *ssa.IndexAddr:
		return n.element(x.X, x.Index, depth)
	case *ssa.Lookup:
		if !x.CommaOk {
			return n.element(x.X, x.Index, depth)
		}
	case *ssa.UnOp:
		if x.Op == token.MUL {
			return n.loadedPath(x, depth)
		}
	case *ssa.Alloc:
		p = n.variablePath(x, depth)
	case *ssa.TypeAssert:
		if !x.CommaOk {
			return n.pathAt(x.X, depth+1)
		}
	case *ssa.Extract:
		return n.resultPath(x, depth)
	case *ssa.Call:
		p = n.callPath(x, depth)
	case *ssa.Phi:
		return n.merged(x)
	}
	if p == nil {
		p = n.regPath(v)
	}
	return p
}

// loadedPath is the path of what is loaded, which is that of where it was: following a pointer is no step.
func (n *Namer) loadedPath(x *ssa.UnOp, depth int) *envs.Path {
	if a, ok := x.X.(*ssa.Alloc); ok && n.Regs.Define(a, 1)&ssamap.IsVar != 0 {
		return n.regPath(a)
	}
	return n.pathAt(x.X, depth+1)
}

// variablePath is the path of what a variable always holds, by the name of the variable if it has none; nil if the
// variable may hold several values.
func (n *Namer) variablePath(x *ssa.Alloc, depth int) *envs.Path {
	s := local.SoleStore(x)
	if s == nil {
		return nil
	}
	p := n.pathAt(s, depth+1)
	if p != nil && p.Root == envs.AtReg && p.Steps == "" && local.IsName(x.Comment) {
		q := *p
		q.Text = x.Comment
		return &q
	}
	return p
}

// resultPath is the path of the first result of a type assertion or a look-up, and of an element of a map in a loop.
func (n *Namer) resultPath(x *ssa.Extract, depth int) *envs.Path {
	switch t := x.Tuple.(type) {
	case *ssa.TypeAssert:
		if x.Index == 0 {
			return n.pathAt(t.X, depth+1)
		}
	case *ssa.Lookup:
		if x.Index == 0 {
			return n.element(t.X, t.Index, depth)
		}
	case *ssa.Next:
		if m, ok := t.Iter.(*ssa.Range); ok && x.Index == 2 && !t.IsString {
			return n.elementAt(m.X, n.Reg(t)+1, "", depth)
		}
	}
	return n.regPath(x)
}

// callPath is the path of what a call returns, if that is a part of an argument or a package variable.
func (n *Namer) callPath(x *ssa.Call, depth int) *envs.Path {
	if fn := x.Call.StaticCallee(); fn != nil && len(x.Call.Args) == 1 && library.IsRLocker(fn) {
		return n.pathAt(x.Call.Args[0], depth+1)
	}
	if shape.LeadsOn(x.Type()) {
		return n.returnedPath(&x.Call, depth)
	}
	return nil
}

func (n *Namer) paramPath(v ssa.Value) *envs.Path {
	nparams := len(n.fn.Params)
	if len(n.paramPaths) == 0 {
		for range nparams + len(n.fn.FreeVars) {
			n.paramPaths = append(n.paramPaths, nil)
		}
	}
	i := int(n.Def(v, 1)) - 1 // parameters are the first registers
	if n.paramPaths[i] == nil {
		n.paramPaths[i] = &envs.Path{Root: envs.AtParam, Reg: envs.Reg(i), Text: v.Name()}
	}
	return n.paramPaths[i]
}

func (n *Namer) step(p *envs.Path, s *types.Struct, field int) *envs.Path {
	if p == nil || s == nil {
		return nil
	}
	return p.Extend("." + s.Field(field).Name())
}

// element names an element of an array, slice or map. By a constant index it is a step. Otherwise the name holds as
// long as the register of the index does.
func (n *Namer) element(x, index ssa.Value, depth int) *envs.Path {
	base := n.pathAt(x, depth+1)
	if base == nil {
		return nil
	}
	if c, ok := index.(*ssa.Const); ok && c.Value != nil {
		return base.Extend("[" + c.Value.ExactString() + "]")
	}
	return n.elementAt(x, n.Reg(index), n.ValueName(index), depth)
}

// elementAt names an element by the register of its index, with the name of that for people.
func (n *Namer) elementAt(x ssa.Value, index envs.Reg, name string, depth int) *envs.Path {
	base := n.pathAt(x, depth+1)
	if base == nil || index == 0 {
		return nil
	}
	return &envs.Path{
		Root: envs.AtReg, Reg: index,
		Global: rootName(base) + base.Steps + "[]",
		Text:   base.Text + "[" + name + "]",
		Within: base.Extend("[]"),
	}
}

func rootName(p *envs.Path) string {
	switch p.Root {
	case envs.AtParam:
		return "p" + strconv.Itoa(int(p.Reg))
	case envs.AtReg:
		return "r" + strconv.Itoa(int(p.Reg)) + p.Global
	}
	return p.Global
}

func (n *Namer) regPath(v ssa.Value) *envs.Path {
	return &envs.Path{Root: envs.AtReg, Reg: n.regNamed(v), Text: n.ValueName(v)}
}

// ValueName is what a person would call a value: the variable it belongs to, or the call it comes from.
func (n *Namer) ValueName(v ssa.Value) string {
	switch x := v.(type) {
	case *ssa.Parameter, *ssa.FreeVar:
		return v.Name()
	case *ssa.Alloc:
		if local.IsName(x.Comment) {
			return x.Comment
		}
	case *ssa.Phi:
		if local.IsRangeIndex(x) {
			return loopIndex
		}
		if local.IsName(x.Comment) {
			return x.Comment
		}
	case *ssa.Call:
		return local.CallName(&x.Call) + "()"
	case *ssa.Extract:
		if c, ok := x.Tuple.(*ssa.Call); ok {
			return local.CallName(&c.Call) + "()"
		}
	case *ssa.UnOp:
		if x.Op == token.MUL {
			return n.ValueName(x.X)
		}
	case *ssa.Lookup:
		return n.ValueName(x.X) + "[" + n.ValueName(x.Index) + "]"
	case *ssa.IndexAddr:
		return n.ValueName(x.X) + "[" + n.ValueName(x.Index) + "]"
	case *ssa.FieldAddr:
		if s := shape.StructOf(x.X.Type()); s != nil {
			return n.ValueName(x.X) + "." + s.Field(x.Field).Name()
		}
	case *ssa.Global:
		return x.Name()
	case *ssa.Const:
		if x.Value != nil {
			return x.Value.String()
		}
		return "nil"
	case *ssa.MakeInterface:
		return n.ValueName(x.X)
	case *ssa.BinOp:
		if local.IsRangeIndex(x.X) && local.Counts(x, x.X.(*ssa.Phi)) {
			return loopIndex
		}
		return n.ValueName(x.X) + x.Op.String() + n.ValueName(x.Y)
	}
	return "r" + strconv.Itoa(int(n.regNamed(v)))
}

// loopIndex is what a person is told of the index of a loop over a slice: go/ssa does not keep the name of the
// variable.
const loopIndex = "index"

// regNamed is the register of a value that is only spoken of, which publishes nothing.
func (n *Namer) regNamed(v ssa.Value) envs.Reg {
	switch v := v.(type) {
	case *ssa.Alloc:
		return n.Def(v, 1)
	case *ssa.Global:
		return 0
	}
	return n.Reg(v)
}

// Def is the first of the n registers that v defines.
func (n *Namer) Def(v ssa.Value, count int) envs.Reg {
	return envs.Reg(n.Regs.Define(v, count) & ssamap.RegMask)
}

// Reg is the register that holds v, 0 if v is a constant.
func (n *Namer) Reg(v ssa.Value) envs.Reg {
	switch v := v.(type) {
	case *ssa.Const, *ssa.Function, *ssa.Builtin, nil:
		return 0
	case *ssa.Global:
		n.Mem.TakeAddress(v)
		return 0
	case *ssa.Extract:
		return n.Def(v.Tuple, ssamap.Width(v.Tuple)) + envs.Reg(v.Index)
	case *ssa.Alloc:
		return n.Regs.Mark(v, ssamap.IsPublished)
	}
	return n.Def(v, 1)
}
