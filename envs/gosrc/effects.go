package gosrc

import (
	"go/token"
	"go/types"
	"slices"
	"sync"

	"golang.org/x/tools/go/ssa"

	"github.com/seed38182bad/parallax/envs"
)

// A class is a class of memory, for telling what a function may write: the places
// of one field, the elements of one type, a variable, or what pointers to a type
// point to. A pointer may lead to a field, element or variable of its type.
type class struct {
	of   any // *types.Var, *ssa.Global, *ssa.Alloc, "[]" or "*"
	typ  string
	cell bool
}

// mayBe reports whether places of the two classes may be one.
func (c class) mayBe(d class) bool {
	return c.typ == d.typ && (c.of == d.of || c.cell || d.cell)
}

// written is what a function may write, with all that it calls; nil as a whole if
// it may be anything, or if it synchronises with other threads.
type written struct{ classes []class }

func (w *written) may(c class) bool {
	return slices.ContainsFunc(w.classes, c.mayBe)
}

// maxClasses is how many classes a function's set may have before it counts as
// everything.
const maxClasses = 64

// effects knows what functions may write.
type effects struct {
	p     *Program
	types sync.Map // types.Type to its text

	once sync.Once
	sets []*written // by FuncID
}

func (e *effects) text(t types.Type) string {
	if s, ok := e.types.Load(t); ok {
		return s.(string)
	}
	s := types.TypeString(t, nil)
	e.types.Store(t, s)
	return s
}

// classOf is the class of the place at an address.
func (e *effects) classOf(addr ssa.Value) class {
	t := addr.Type().Underlying()
	c := class{typ: "?"}
	if p, ok := t.(*types.Pointer); ok {
		c.typ = e.text(p.Elem())
	}
	switch x := addr.(type) {
	case *ssa.FieldAddr:
		if s := structOf(x.X.Type()); s != nil {
			c.of = s.Field(x.Field).Origin()
			return c
		}
	case *ssa.IndexAddr:
		c.of = "[]"
		return c
	case *ssa.Global:
		c.of = x
		return c
	case *ssa.Alloc:
		c.of = x
		return c
	}
	c.of, c.cell = "*", true
	return c
}

// pure are packages whose functions write nothing that their callers can see, when
// their bodies are not known.
var pure = map[string]bool{
	"strings": true, "strconv": true, "math": true, "math/bits": true, "unicode": true, "unicode/utf8": true,
	"unicode/utf16": true, "errors": true, "path": true, "math/cmplx": true,
	"internal/bytealg": true, "internal/stringslite": true, "internal/byteorder": true,
}

var nothing = &written{}

// isPure reports whether f, whose body is not known, writes nothing that its
// caller can see.
func isPure(f *ssa.Function) bool {
	return f.Pkg != nil && pure[f.Pkg.Pkg.Path()] && f.Signature.Recv() == nil && !takesFunc(f.Signature)
}

// of is what a call may write; nil if it may be anything.
func (e *effects) of(c *ssa.CallCommon) *written {
	if b, ok := c.Value.(*ssa.Builtin); ok {
		return e.builtin(b.Name(), c.Args)
	}
	f := c.StaticCallee()
	if f == nil {
		return nil
	}
	e.once.Do(e.solve)
	if id, ok := e.p.FuncOf(f); ok {
		return e.sets[id]
	}
	if isPure(f) {
		return nothing
	}
	return nil
}

func takesFunc(s *types.Signature) bool {
	for p := range s.Params().Variables() {
		switch p.Type().Underlying().(type) {
		case *types.Signature, *types.Interface:
			return true
		}
	}
	return false
}

func (e *effects) builtin(name string, args []ssa.Value) *written {
	switch name {
	case "append", "copy", "clear":
		if s, ok := args[0].Type().Underlying().(*types.Slice); ok {
			return &written{[]class{{of: "[]", typ: e.text(s.Elem())}}}
		}
		return nothing
	case "recover", "close":
		return nil
	}
	return nothing
}

// solve finds what each function may write: what its own instructions write, and
// what the functions write that it calls. It works from callees to callers until
// nothing changes, from nothing upwards.
func (e *effects) solve() {
	n := e.p.NumFuncs()
	e.sets = make([]*written, n)
	callers := make([][]int32, n)
	var work []int32
	for id := range n {
		e.sets[id] = e.own(envs.FuncID(id))
		work = append(work, int32(id))
	}
	for id := range n {
		fn := e.p.Func(envs.FuncID(id))
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
		if _, local := c.of.(*ssa.Alloc); !local && !slices.Contains(s.classes, c) {
			s.classes = append(s.classes, c)
			grew = true
		}
	}
	if len(s.classes) > maxClasses {
		e.sets[caller] = nil
	}
	return grew
}

// own is what the instructions of one function write.
func (e *effects) own(id envs.FuncID) *written {
	w := &written{}
	harmless := map[string]bool{} // names of callees without bodies
	for _, b := range e.p.SSA(id).Blocks {
		for _, in := range b.Instrs {
			if x, ok := in.(*ssa.Call); ok {
				if f := x.Call.StaticCallee(); f != nil && isPure(f) {
					harmless[calleeName(f)] = true
				}
			}
		}
	}
	fn := e.p.Func(id)
	for i := range fn.Ops {
		switch op := &fn.Ops[i]; op.Kind {
		case envs.Acquire, envs.TryAcquire, envs.Release, envs.Wait, envs.Notify, envs.Fork, envs.Join,
			envs.Send, envs.Receive, envs.Close, envs.Atomic:
			return nil
		case envs.Call:
			if op.Callee == nil || op.Callee.Open && !(len(op.Callee.Funcs) == 0 && harmless[op.Callee.Name]) {
				return nil
			}
		}
	}
	add := func(c class) {
		if !slices.Contains(w.classes, c) {
			w.classes = append(w.classes, c)
		}
	}
	for _, b := range e.p.SSA(id).Blocks {
		for _, in := range b.Instrs {
			switch x := in.(type) {
			case *ssa.Store:
				if hasParts(x.Val.Type()) {
					if isFrameLocal(x.Addr) {
						continue
					}
					return nil
				}
				if !isFrameLocal(x.Addr) {
					add(e.classOf(x.Addr))
				}
			case *ssa.UnOp:
				if x.Op == token.ARROW {
					return nil
				}
			case *ssa.Call:
				if blt, ok := x.Call.Value.(*ssa.Builtin); ok {
					s := e.builtin(blt.Name(), x.Call.Args)
					if s == nil {
						return nil
					}
					for _, c := range s.classes {
						add(c)
					}
				}
			}
		}
	}
	if len(w.classes) > maxClasses {
		return nil
	}
	return w
}
