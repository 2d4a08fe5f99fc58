package gosrc

import (
	"go/types"
	"slices"
	"sync"

	"github.com/seed38182bad/parallax/envs"
)

// maxImplementations is how many methods a dynamic call may have for it to be
// worth following.
const maxImplementations = 4

// hierarchy finds the methods behind calls through interfaces, by class hierarchy
// analysis over the types declared at the top level of the matched packages.
type hierarchy struct {
	index   sync.Once
	methods map[string][]implementer // by name
	calls   sync.Map                 // *types.Func to *envs.Callee
}

type implementer struct {
	typ types.Type // the pointer type
	fn  envs.FuncID
}

// callee is what a call of interface method m may reach.
func (h *hierarchy) callee(p *Program, m *types.Func) *envs.Callee {
	if c, ok := h.calls.Load(m); ok {
		return c.(*envs.Callee)
	}
	h.index.Do(func() { h.build(p) })
	recv := m.Signature().Recv().Type()
	name := m.Name()
	if n, ok := types.Unalias(recv).(*types.Named); ok {
		name = n.Obj().Name() + "." + name
	}
	c := &envs.Callee{Name: name, Open: true}
	if iface, ok := recv.Underlying().(*types.Interface); ok {
		all := h.methods[m.Name()]
		// Beyond a bound the test is not worth its time: such names (String, Error,
		// Close) have too many implementations.
		if len(all) <= 16*maxImplementations {
			for _, i := range all {
				if types.Implements(i.typ, iface) {
					c.Funcs = append(c.Funcs, i.fn)
				}
			}
			slices.Sort(c.Funcs)
			c.Funcs = slices.Compact(c.Funcs)
		}
		if len(c.Funcs) > maxImplementations {
			c.Funcs = nil
		}
		c.Open = len(c.Funcs) == 0 || !closed(recv, m)
	}
	got, _ := h.calls.LoadOrStore(m, c)
	return got.(*envs.Callee)
}

// closed reports whether only the package that declares an interface can
// implement it.
func closed(recv types.Type, m *types.Func) bool {
	iface, ok := recv.Underlying().(*types.Interface)
	if !ok {
		return false
	}
	for f := range iface.Methods() {
		if !f.Exported() {
			return true
		}
	}
	return false
}

func (h *hierarchy) build(p *Program) {
	h.methods = make(map[string][]implementer)
	for _, pkg := range p.Packages {
		if !pkg.Root {
			continue
		}
		scope := pkg.SSA.Pkg.Scope()
		for _, name := range scope.Names() {
			tn, ok := scope.Lookup(name).(*types.TypeName)
			if !ok || tn.IsAlias() || types.IsInterface(tn.Type()) {
				continue
			}
			if n, ok := tn.Type().(*types.Named); ok && n.TypeParams().Len() > 0 {
				continue
			}
			h.add(p, tn.Type())
		}
	}
}

func (h *hierarchy) add(p *Program, t types.Type) {
	ptr := types.NewPointer(t)
	add := func(m *types.Func) {
		fn := p.prog.FuncValue(m)
		if f := p.ids[fn]; f != nil {
			h.methods[fn.Name()] = append(h.methods[fn.Name()], implementer{ptr, f.id})
		}
	}
	if n, ok := t.(*types.Named); ok && !embeds(t) {
		for m := range n.Methods() {
			add(m) // all there are
		}
		return
	}
	mset := p.prog.MethodSets.MethodSet(ptr)
	for sel := range mset.Methods() {
		add(sel.Obj().(*types.Func))
	}
}

func embeds(t types.Type) bool {
	s, ok := t.Underlying().(*types.Struct)
	if !ok {
		return false
	}
	for f := range s.Fields() {
		if f.Embedded() {
			return true
		}
	}
	return false
}
