package calls

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/seed38182bad/parallax/envs/gosrc/internal/loading"
	"github.com/seed38182bad/parallax/envs/gosrc/internal/local"
	"github.com/seed38182bad/parallax/envs/internal/shape"
	"github.com/seed38182bad/parallax/envs/internal/synthetic"
	"github.com/seed38182bad/parallax/envs/internal/walk"
)

// flows are what the source does with functions: what it passes to whom, and what it stores in fields and package
// variables. An instance of a generic function counts as that function. What is found is not changed any more.
type flows struct {
	src     *loading.Program
	calls   map[*ssa.Function][][]ssa.Value      // the arguments, receivers included, of calls that name a function
	dynamic map[string][]*ssa.CallCommon         // the calls through interfaces that pass functions, by the method's name
	escaped map[*ssa.Function]bool               // used otherwise than by a call that names them
	invoked map[string]bool                      // the methods called through interfaces, by types.Func.Id
	stored  map[any][]ssa.Value                  // by field or variable, as loading.Program.KeyOf has it
	taken   map[any]bool                         // fields and variables that may be stored in otherwise
	bound   map[*ssa.Function][]*ssa.MakeClosure // the method values, by what stands behind them
	loops   []*ssa.CallCommon                    // calls of iterators by range-over-func loops, which do not name them
}

func newFlows(src *loading.Program) flows {
	return flows{
		src:   src,
		calls: map[*ssa.Function][][]ssa.Value{}, dynamic: map[string][]*ssa.CallCommon{},
		escaped: map[*ssa.Function]bool{}, invoked: map[string]bool{},
		stored: map[any][]ssa.Value{}, taken: map[any]bool{},
		bound: map[*ssa.Function][]*ssa.MakeClosure{},
	}
}

// note notes what an instruction of the source does with functions.
func (s *flows) note(i ssa.Instruction) {
	switch i := i.(type) {
	case *ssa.FieldAddr:
		s.field(i)
	case *ssa.IndexAddr, *ssa.BinOp, *ssa.If, *ssa.Jump, *ssa.DebugRef:
		// No function is an operand of these, but to be compared with nil.
	case *ssa.UnOp:
		if i.Op != token.MUL {
			s.value(i.X)
		}
	case ssa.CallInstruction:
		s.call(i.Common())
	case *ssa.MakeClosure:
		if f := i.Fn.(*ssa.Function); synthetic.IsBound(f) {
			s.bound[f] = append(s.bound[f], i)
			s.value(f)
			for _, v := range i.Bindings {
				s.value(v)
			}
		}
	case *ssa.Store:
		s.value(i.Val)
		if key := s.src.FunctionVariable(i.Addr); key != nil {
			s.stored[key] = append(s.stored[key], i.Val)
		}
	case *ssa.ChangeType:
		s.value(i.X)
		s.converted(i)
	default:
		for v := range walk.Operands(i) {
			s.value(v)
		}
	}
}

// converted notes a conversion of structs: what the fields of one hold gets into those of another; by a pointer, into
// those of both.
func (s *flows) converted(c *ssa.ChangeType) {
	to, from := shape.StructOf(c.Type()), shape.StructOf(c.X.Type())
	if to == nil || to == from {
		return
	}
	s.take(to)
	if _, ok := c.Type().Underlying().(*types.Pointer); ok && from != nil {
		s.take(from)
	}
}

// take notes that the fields of a struct may be stored in otherwise.
func (s *flows) take(t *types.Struct) {
	for v := range t.Fields() {
		s.taken[s.src.KeyOf(v.Pkg(), v.Origin())] = true
	}
}

// call notes what a call does with functions.
func (s *flows) call(c *ssa.CallCommon) {
	for _, a := range c.Args {
		s.value(a)
	}
	if c.IsInvoke() {
		s.invoked[c.Method.Id()] = true
		if shape.TakesFunc(c.Method.Signature()) {
			s.dynamic[c.Method.Name()] = append(s.dynamic[c.Method.Name()], c)
		}
		return
	}
	f, ok := c.Value.(*ssa.Function)
	if !ok && local.IsLoop(c) {
		s.loops = append(s.loops, c)
	}
	if !ok || s.invokes(f) {
		return
	}
	if fn := s.src.Declared(f); s.src.IsPrivate(fn) || shape.TakesFunc(fn.Signature) {
		s.calls[fn] = append(s.calls[fn], c.Args)
	}
}

// value notes that a function, or the address of a variable, is used as a value.
func (s *flows) value(v ssa.Value) {
	switch v := v.(type) {
	case *ssa.Function:
		if v.Parent() == nil && !s.invokes(v) {
			s.escaped[s.src.Declared(v)] = true
		}
	case *ssa.Global:
		if key := s.src.FunctionVariable(v); key != nil {
			s.taken[key] = true
		}
	}
}

// invokes notes what fn calls if it stands for a method of an interface, as the functions behind i.m and I.m do.
func (s *flows) invokes(fn *ssa.Function) bool {
	if fn.Synthetic == "" {
		return false
	}
	obj, ok := fn.Object().(*types.Func)
	if !ok || obj.Signature().Recv() == nil || !types.IsInterface(obj.Signature().Recv().Type()) {
		return false
	}
	s.invoked[obj.Id()] = true
	return true
}

// field notes what is stored at the address of a field, if that is of a function type.
func (s *flows) field(a *ssa.FieldAddr) {
	t := shape.StructOf(a.X.Type())
	if t == nil || !shape.IsFunc(t.Field(a.Field)) {
		return
	}
	v := t.Field(a.Field).Origin()
	key := s.src.KeyOf(v.Pkg(), v)
	if unnamed(a.X.Type()) {
		s.taken[key] = true // a struct that is written alike elsewhere has the same type, and other fields
	}
	for _, r := range *a.Referrers() {
		switch r := r.(type) {
		case *ssa.UnOp, *ssa.DebugRef:
			continue
		case *ssa.Store:
			if r.Val != ssa.Value(a) {
				s.stored[key] = append(s.stored[key], r.Val)
				continue
			}
		}
		s.taken[key] = true
	}
}

// unnamed reports whether what a type points to has no name.
func unnamed(t types.Type) bool {
	p, ok := t.Underlying().(*types.Pointer)
	if !ok {
		return false
	}
	_, ok = types.Unalias(p.Elem()).(*types.Struct)
	return ok
}

// inVariable adds what a field or package variable may hold: what is stored there, and others if code that is not
// seen can set it.
func (g *Graph) inVariable(v *types.Var, into *alternatives, depth int) {
	key := g.src.KeyOf(v.Pkg(), v)
	stored := g.flows.stored[key]
	if v.Exported() || !g.src.HasBodies(v.Pkg()) || g.flows.taken[key] || stored == nil {
		into.unknown = true
	}
	if into.visit(key) {
		for _, s := range stored {
			g.collect(s, into, depth+1)
		}
	}
}
