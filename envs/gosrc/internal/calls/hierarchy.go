package calls

import (
	"go/types"
	"slices"
	"sync"

	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/gosrc/internal/loading"
	"github.com/seed38182bad/parallax/envs/gosrc/internal/naming"
	"github.com/seed38182bad/parallax/envs/internal/shape"
	"github.com/seed38182bad/parallax/envs/internal/walk"
)

// MaxImplementations is how many methods a dynamic call may have for it to be worth following.
const MaxImplementations = 4

// hierarchy finds the methods behind calls through interfaces, by class hierarchy analysis over the types declared at
// the top level of the matched packages.
type hierarchy struct {
	src     *loading.Program
	index   sync.Once
	methods map[string][]implementer // by name, and package if that is not exported
	calls   sync.Map                 // *types.Func to *envs.Callee
}

type implementer struct {
	typ     types.Type // the pointer type
	generic bool
	fn      envs.FuncID
}

// implements reports whether the type implements the interface; for a generic type, whether one of its instances may.
// The method of an instance is taken to be that of the generic type, which is the same source.
func implements(i implementer, iface *types.Interface) bool {
	if !i.generic {
		return types.Implements(i.typ, iface)
	}
	for m := range iface.Methods() {
		obj, _, _ := types.LookupFieldOrMethod(i.typ, false, m.Pkg(), m.Name())
		f, ok := obj.(*types.Func)
		if !ok {
			return false
		}
		has, wants := f.Signature(), m.Signature()
		if !mayAgree(has.Params(), wants.Params()) || !mayAgree(has.Results(), wants.Results()) {
			return false
		}
	}
	return true
}

func mayAgree(a, b *types.Tuple) bool {
	if a.Len() != b.Len() {
		return false
	}
	for i := range a.Len() {
		if t := a.At(i).Type(); !types.Identical(t, b.At(i).Type()) && !shape.MentionsParam(t, 0) {
			return false
		}
	}
	return true
}

// withOwnParams is the instance of a generic type that its declaration speaks of.
func withOwnParams(n *types.Named) types.Type {
	var args []types.Type
	for p := range n.TypeParams().TypeParams() {
		args = append(args, p)
	}
	t, err := types.Instantiate(nil, n, args, false)
	if err != nil {
		return nil
	}
	return t
}

// callee is what a call of interface method m may reach.
func (h *hierarchy) callee(m *types.Func) *envs.Callee {
	if c, ok := h.calls.Load(m); ok {
		return c.(*envs.Callee)
	}
	h.index.Do(func() { h.build() })
	recv := m.Signature().Recv().Type()
	name := m.Name()
	if n, ok := types.Unalias(recv).(*types.Named); ok {
		name = n.Obj().Name() + "." + name
	}
	c := &envs.Callee{Name: name, Full: (*naming.LateMethod)(m), Open: true}
	if iface, ok := recv.Underlying().(*types.Interface); ok {
		all := h.methods[m.Id()]
		// Beyond a bound the test is not worth its time: such names (String, Error, Close) have too many
		// implementations.
		if len(all) <= 16*MaxImplementations {
			for _, i := range all {
				if implements(i, iface) {
					c.Funcs = append(c.Funcs, i.fn)
				}
			}
			slices.Sort(c.Funcs)
			c.Funcs = slices.Compact(c.Funcs)
		}
		if len(c.Funcs) > MaxImplementations {
			c.Funcs = nil
		}
		c.Open = len(c.Funcs) == 0 || !closed(recv, m)
	}
	got, _ := h.calls.LoadOrStore(m, c)
	return got.(*envs.Callee)
}

// closed reports whether only the package that declares an interface can implement it.
func closed(recv types.Type, m *types.Func) bool {
	iface, ok := recv.Underlying().(*types.Interface)
	if !ok {
		return false
	}
	return walk.Any(iface.Methods(), func(f *types.Func) bool { return !f.Exported() })
}

func (h *hierarchy) build() {
	h.methods = make(map[string][]implementer)
	for _, pkg := range h.src.Packages {
		if !pkg.Root {
			continue
		}
		scope := pkg.SSA.Pkg.Scope()
		for _, name := range scope.Names() {
			tn, ok := scope.Lookup(name).(*types.TypeName)
			if !ok || tn.IsAlias() || types.IsInterface(tn.Type()) {
				continue
			}
			t := tn.Type()
			if n, ok := t.(*types.Named); ok && n.TypeParams().Len() > 0 {
				t = withOwnParams(n)
			}
			if t != nil {
				h.add(t)
			}
		}
	}
}

func (h *hierarchy) add(t types.Type) {
	ptr := types.NewPointer(t)
	n, named := t.(*types.Named)
	generic := named && n.TypeArgs().Len() > 0
	add := func(m *types.Func) {
		fn := h.src.Prog.FuncValue(m.Origin())
		if f := h.src.IDs[fn]; f != nil && int(f.ID) < h.src.Source {
			h.methods[m.Id()] = append(h.methods[m.Id()], implementer{ptr, generic, f.ID})
		}
	}
	if named && !embeds(t) {
		for m := range n.Methods() {
			add(m) // all there are
		}
		return
	}
	mset := h.src.Prog.MethodSets.MethodSet(ptr)
	for sel := range mset.Methods() {
		add(sel.Obj().(*types.Func))
	}
}

func embeds(t types.Type) bool {
	s, ok := t.Underlying().(*types.Struct)
	if !ok {
		return false
	}
	return walk.Any(s.Fields(), (*types.Var).Embedded)
}
