package gosrc

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/seed38182bad/parallax/envs/gosrc/internal/local"
	"github.com/seed38182bad/parallax/envs/gosrc/internal/shape"
	"github.com/seed38182bad/parallax/envs/internal/synthetic"
)

// flows are what the source does with functions: what it passes to whom, and what it
// stores in fields and package variables. An instance of a generic function counts as
// that function. What is found is not changed any more.
type flows struct {
	calls   map[*ssa.Function][][]ssa.Value      // the arguments, receivers included, of calls that name a function
	dynamic map[string][]*ssa.CallCommon         // the calls through interfaces that pass functions, by the method's name
	escaped map[*ssa.Function]bool               // used otherwise than by a call that names them
	invoked map[string]bool                      // the methods called through interfaces, by types.Func.Id
	stored  map[any][]ssa.Value                  // by field or variable, as keyOf has it
	taken   map[any]bool                         // fields and variables that may be stored in otherwise
	bound   map[*ssa.Function][]*ssa.MakeClosure // the method values, by what stands behind them
	loops   []*ssa.CallCommon                    // calls of iterators by range-over-func loops, which do not name them
}

// find searches the source, and notes what is alike. Of packages of which there are copies only those are looked
// at that are shown.
func (s *flows) find(p *Program) {
	s.calls, s.dynamic = map[*ssa.Function][][]ssa.Value{}, map[string][]*ssa.CallCommon{}
	s.escaped, s.invoked = map[*ssa.Function]bool{}, map[string]bool{}
	s.stored, s.taken = map[any][]ssa.Value{}, map[any]bool{}
	s.bound = map[*ssa.Function][]*ssa.MakeClosure{}
	p.alike.same = map[any]*types.Var{}
	var operands [16]*ssa.Value
	p.src.WrittenAll(func(fn *ssa.Function) {
		if p.src.ShownFunc(fn) != fn {
			return
		}
		for _, b := range fn.Blocks {
			for _, i := range b.Instrs {
				switch i := i.(type) {
				case *ssa.FieldAddr:
					s.field(p, i)
					p.alike.access(i.X)
					p.alike.address(i)
				case *ssa.IndexAddr:
					p.alike.access(i.X)
					p.alike.address(i)
				case *ssa.BinOp, *ssa.If, *ssa.Jump, *ssa.DebugRef:
					// No function is an operand of these, but to be compared with nil.
				case *ssa.UnOp:
					if i.Op == token.MUL {
						p.alike.access(i.X)
					} else {
						s.value(p, i.X)
					}
				case ssa.CallInstruction:
					s.call(p, i.Common())
				case *ssa.MakeClosure:
					if f := i.Fn.(*ssa.Function); synthetic.IsBound(f) {
						s.bound[f] = append(s.bound[f], i)
						s.value(p, f)
						for _, v := range i.Bindings {
							s.value(p, v)
						}
					}
				case *ssa.Store:
					p.alike.access(i.Addr)
					s.value(p, i.Val)
					if key := p.src.FunctionVariable(i.Addr); key != nil {
						s.stored[key] = append(s.stored[key], i.Val)
					}
				case *ssa.ChangeType:
					p.alike.conversion(p, i.X.Type(), i.Type())
					s.value(p, i.X)
					// What the fields of one struct hold gets into those of another; by a pointer, into
					// those of both.
					if to, from := shape.StructOf(i.Type()), shape.StructOf(i.X.Type()); to != nil && to != from {
						s.take(p, to)
						if _, ok := i.Type().Underlying().(*types.Pointer); ok && from != nil {
							s.take(p, from)
						}
					}
				default:
					for _, v := range i.Operands(operands[:0]) {
						s.value(p, *v)
					}
				}
			}
		}
	})
	p.alike.settle(p)
}

// take notes that the fields of a struct may be stored in otherwise.
func (s *flows) take(p *Program, t *types.Struct) {
	for v := range t.Fields() {
		s.taken[p.src.KeyOf(v.Pkg(), v.Origin())] = true
	}
}

// call notes what a call does with functions.
func (s *flows) call(p *Program, c *ssa.CallCommon) {
	for _, a := range c.Args {
		s.value(p, a)
	}
	if c.IsInvoke() {
		s.invoked[c.Method.Id()] = true
		if passesFunc(c.Method.Signature()) {
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
	if fn := p.src.Declared(f); p.src.IsPrivate(fn) || passesFunc(fn.Signature) {
		s.calls[fn] = append(s.calls[fn], c.Args)
	}
}

func passesFunc(sig *types.Signature) bool {
	for v := range sig.Params().Variables() {
		if shape.IsFunc(v) {
			return true
		}
	}
	return false
}

// value notes that a function, or the address of a variable, is used as a value.
func (s *flows) value(p *Program, v ssa.Value) {
	switch v := v.(type) {
	case *ssa.Function:
		if v.Parent() == nil && !s.invokes(v) {
			s.escaped[p.src.Declared(v)] = true
		}
	case *ssa.Global:
		if key := p.src.FunctionVariable(v); key != nil {
			s.taken[key] = true
		}
	}
}

// invokes notes what fn calls if it stands for a method of an interface, as the
// functions behind i.m and I.m do.
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
func (s *flows) field(p *Program, a *ssa.FieldAddr) {
	t := shape.StructOf(a.X.Type())
	if t == nil || !shape.IsFunc(t.Field(a.Field)) {
		return
	}
	v := t.Field(a.Field).Origin()
	key := p.src.KeyOf(v.Pkg(), v)
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

// inVariable adds what a field or package variable may hold: what is stored there, and
// others if code that is not seen can set it.
func (p *Program) inVariable(v *types.Var, into *alternatives, depth int) {
	key := p.src.KeyOf(v.Pkg(), v)
	stored := p.flows.stored[key]
	if v.Exported() || !p.src.HasBodies(v.Pkg()) || p.flows.taken[key] || stored == nil {
		into.unknown = true
	}
	if into.visit(key) {
		for _, s := range stored {
			p.collect(s, into, depth+1)
		}
	}
}
