package details

import (
	"go/token"
	"go/types"
	"slices"
	"strings"
	"sync"

	"golang.org/x/tools/go/ssa"
	"golang.org/x/tools/go/types/typeutil"

	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/gosrc/internal/library"
	"github.com/seed38182bad/parallax/envs/gosrc/internal/loading"
	"github.com/seed38182bad/parallax/envs/gosrc/internal/naming"
	"github.com/seed38182bad/parallax/envs/internal/shape"
	"github.com/seed38182bad/parallax/envs/internal/walk"
)

// A class is a class of memory, for telling what a function may write. It is the places of one field, the elements of
// one type, a variable, or what pointers to a type point to. A pointer may lead to a field, element or variable of its
// type. Places hold no structs or arrays, but their parts.
type class struct {
	of   any        // *types.Var, *ssa.Global, *ssa.Alloc, "[]" or "*"
	typ  types.Type // one of identical underlying types; nil if it may be any
	cell bool
}

// anything is the class of places of which nothing is known.
var anything = class{of: "*", cell: true}

// mayBe reports whether places of the two classes may be one.
func (c class) mayBe(d class) bool {
	return (c.typ == d.typ || c.typ == nil || d.typ == nil) && (c.of == d.of || c.cell || d.cell)
}

// written is what a function may write, with all that it calls; nil as a whole if it may be anything, or if it
// synchronises with other threads.
type written struct{ classes []class }

func (w *written) may(c class) bool {
	return slices.ContainsFunc(w.classes, c.mayBe)
}

// maxClasses is how many classes a function's set may have before it counts as everything.
const maxClasses = 64

// effects knows what functions may write.
type effects struct {
	src   *loading.Program
	code  func(envs.FuncID) *envs.Func
	final func(*types.Var) bool
	types sync.Map // types.Type to the one that stands for it

	mu    sync.Mutex
	known typeutil.Map // of the types that stand for others

	once  sync.Once
	sets  []*written // by FuncID
	other conversions
}

// one gives the same type for all types that are identical, whatever their names: pointers to them convert into each
// other.
func (e *effects) one(t types.Type) types.Type {
	if s, ok := e.types.Load(t); ok {
		return s.(types.Type)
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	u := t.Underlying()
	s, ok := e.known.At(u).(types.Type)
	if !ok {
		s = u
		e.known.Set(u, s)
	}
	e.types.Store(t, s)
	return s
}

// isCompound reports whether a value of type t is kept in several places.
func isCompound(t types.Type) bool {
	_, param := types.Unalias(t).(*types.TypeParam)
	return param || shape.HasParts(t)
}

// place is the class of a place of type t that fn accesses as part of another type.
func (e *effects) place(fn *ssa.Function, of any, t types.Type) class {
	c := class{of: of, cell: of == "*"}
	if fn == nil || fn.TypeParams().Len() == 0 || !shape.MentionsParam(t, 0) {
		c.typ = e.one(t)
	}
	return c
}

// classOf is the class of the place at an address.
func (e *effects) classOf(addr ssa.Value) class {
	p, ok := addr.Type().Underlying().(*types.Pointer)
	if !ok {
		return anything
	}
	fn, t := addr.Parent(), p.Elem()
	switch x := addr.(type) {
	case *ssa.FieldAddr:
		if p, ok := x.X.Type().Underlying().(*types.Pointer); ok {
			return e.field(fn, p.Elem(), x.Field)
		}
		return anything
	case *ssa.IndexAddr:
		if e.isConverted(elementsOf, t) {
			return anything
		}
		return e.place(fn, "[]", t)
	case *ssa.Global:
		return e.place(fn, x, t)
	case *ssa.Alloc:
		return e.place(fn, x, t)
	}
	if e.isConverted(pointersTo, t) {
		return anything
	}
	return e.place(fn, "*", t)
}

// isFinal reports whether an address is of a field that is only written while its object is made, before anything else
// can see it. What is loaded from it once is there for good.
func (e *effects) isFinal(addr ssa.Value) bool {
	x, ok := addr.(*ssa.FieldAddr)
	if !ok {
		return false
	}
	s := shape.StructOf(x.X.Type())
	if s == nil {
		return false
	}
	return e.final(s.Field(x.Field))
}

// field is the class of field i of a struct type t.
func (e *effects) field(fn *ssa.Function, t types.Type, i int) class {
	s := shape.StructOf(t)
	if s == nil || e.isConverted(fieldsOf, s) {
		return anything
	}
	if _, unnamed := types.Unalias(t).(*types.Struct); unnamed && fn != nil && fn.TypeParams().Len() > 0 {
		return anything // it may be another for other type arguments
	}
	f := s.Field(i)
	of := f.Origin()
	if of == f { // not of an instance: identical types without names have different fields
		of = e.one(s).(*types.Struct).Field(i)
	}
	return e.place(fn, of, f.Type())
}

// maxParts is how many places a value may have before it counts as everything.
const maxParts = 24

// parts adds the classes of the places that a value of type t takes in a place of class c.
func (e *effects) parts(fn *ssa.Function, c class, t types.Type, to []class) []class {
	switch {
	case len(to) > maxParts:
		return []class{anything}
	case !isCompound(t):
		return append(to, c)
	}
	switch u := t.Underlying().(type) {
	case *types.Struct:
		for i := range u.NumFields() {
			to = e.parts(fn, e.field(fn, t, i), u.Field(i).Type(), to)
		}
		return to
	case *types.Array:
		if e.isConverted(elementsOf, u.Elem()) {
			return []class{anything}
		}
		return e.parts(fn, e.place(fn, "[]", u.Elem()), u.Elem(), to)
	}
	return []class{anything}
}

// stored are the classes of the places that a store writes.
func (e *effects) stored(x *ssa.Store) []class {
	return e.parts(x.Parent(), e.classOf(x.Addr), x.Val.Type(), nil)
}

var nothing = &written{}

// byPure are the places that a pure function writes.
func (e *effects) byPure(f *ssa.Function) []class {
	if !strings.HasPrefix(f.Name(), "Append") && !strings.HasPrefix(f.Name(), "Encode") {
		return nil
	}
	var all []class
	for v := range f.Signature.Params().Variables() {
		if s, ok := v.Type().Underlying().(*types.Slice); ok {
			all = append(all, e.elements(f, s)...)
		}
	}
	return all
}

// elements are the places that the elements of a slice take.
func (e *effects) elements(fn *ssa.Function, s *types.Slice) []class {
	if e.isConverted(elementsOf, s.Elem()) {
		return []class{anything}
	}
	return e.parts(fn, e.place(fn, "[]", s.Elem()), s.Elem(), nil)
}

// of is what a call may write; nil if it may be anything.
func (e *effects) of(caller *ssa.Function, c *ssa.CallCommon) *written {
	if b, ok := c.Value.(*ssa.Builtin); ok {
		return e.builtin(caller, b.Name(), c.Args)
	}
	f := c.StaticCallee()
	if f == nil {
		return nil
	}
	e.once.Do(e.solve)
	if f := e.src.IDs[f]; f != nil {
		return e.sets[f.ID]
	}
	if library.IsPure(f) {
		return &written{e.byPure(f)}
	}
	return nil
}

func (e *effects) builtin(fn *ssa.Function, name string, args []ssa.Value) *written {
	switch name {
	case "append", "copy", "clear":
		switch t := args[0].Type().Underlying().(type) {
		case *types.Slice:
			return &written{e.elements(fn, t)}
		case *types.Map:
			return nothing
		}
		return nil // a type parameter
	case "recover", "close":
		return nil
	}
	return nothing
}

// solve finds what each function may write: what its own instructions write, and what the functions write that it
// calls. It works from callees to callers until nothing changes, from nothing upwards.
func (e *effects) solve() {
	n := len(e.src.Funcs)
	e.sets = make([]*written, n)
	e.other.find(e)
	callers := make([][]int32, n)
	var work []int32
	for id := range n {
		e.sets[id] = e.own(envs.FuncID(id))
		work = append(work, int32(id))
	}
	for id := range n {
		fn := e.code(envs.FuncID(id))
		for i := range fn.Ops {
			op := &fn.Ops[i]
			if op.Callee == nil || op.Kind != envs.Call {
				continue
			}
			for _, f := range op.Callee.Funcs {
				callers[f] = append(callers[f], int32(id))
			}
		}
	}
	for len(work) > 0 {
		id := work[len(work)-1]
		work = work[:len(work)-1]
		for _, c := range callers[id] {
			if e.include(c, e.sets[id]) {
				work = append(work, c)
			}
		}
	}
}

// include adds what a callee writes to its caller's set.
func (e *effects) include(caller int32, w *written) bool {
	s := e.sets[caller]
	if s == nil {
		return false
	}
	if w == nil {
		e.sets[caller] = nil
		return true
	}
	grew := false
	for _, c := range w.classes {
		if _, own := c.of.(*ssa.Alloc); !own && !slices.Contains(s.classes, c) {
			s.classes = append(s.classes, c)
			grew = true
		}
	}
	if len(s.classes) > maxClasses {
		e.sets[caller] = nil
	}
	return grew
}

// add adds classes that are not there yet.
func (w *written) add(all []class) {
	for _, c := range all {
		if !slices.Contains(w.classes, c) {
			w.classes = append(w.classes, c)
		}
	}
}

// own is what the instructions of one function write; nil if it may be anything, or it synchronises.
func (e *effects) own(id envs.FuncID) *written {
	w := &written{}
	ops := e.code(id).Ops
	for i := range ops {
		if !e.byOp(&ops[i], w) {
			return nil
		}
	}
	own := locals{}
	for in := range walk.Instrs(e.src.Funcs[id].SSA) {
		if !e.byInstr(in, own, w) {
			return nil
		}
	}
	if len(w.classes) > maxClasses {
		return nil
	}
	return w
}

// byOp adds what an operation writes by a call of a function that is not known; it fails if that may be anything, or
// the operation synchronises.
func (e *effects) byOp(op *envs.Op, w *written) bool {
	switch op.Kind {
	case envs.Acquire, envs.TryAcquire, envs.Release, envs.Wait, envs.Notify, envs.Fork, envs.Join,
		envs.Send, envs.Receive, envs.Close, envs.Atomic:
		return false
	case envs.Call:
		if op.Callee == nil {
			return false
		}
		if op.Callee.Open {
			f, ok := op.Callee.Full.(*naming.LateFunc)
			if !ok || len(op.Callee.Funcs) > 0 || !library.IsPure((*ssa.Function)(f)) {
				return false
			}
			w.add(e.byPure((*ssa.Function)(f)))
		}
	}
	return true
}

// byInstr adds what an instruction writes, but for the variables of the function that only it knows.
func (e *effects) byInstr(in ssa.Instruction, own locals, w *written) bool {
	switch x := in.(type) {
	case *ssa.Store:
		if own.of(x.Addr) == nil {
			w.add(e.stored(x))
		}
	case *ssa.UnOp:
		return x.Op != token.ARROW
	case ssa.CallInstruction:
		if blt, ok := x.Common().Value.(*ssa.Builtin); ok {
			s := e.builtin(x.Parent(), blt.Name(), x.Common().Args)
			if s == nil {
				return false
			}
			w.add(s.classes)
		}
	}
	return true
}
