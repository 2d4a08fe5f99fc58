package memory

import (
	"github.com/seed38182bad/parallax/domains/accesspath"
	"github.com/seed38182bad/parallax/domains/pointer"
)

// Resolve is the value that path p leads to in m: that of the variable, followed
// along the fields. If p stands for all paths that begin so, it is the join of the
// values that they lead to.
func (d *Domain[V]) Resolve(m Memory[V], p accesspath.Path) V {
	x, ok := p.Root()
	switch {
	case p.IsBottom() || !d.Reached(m):
		return d.values.Bottom()
	case !ok:
		return d.values.Top()
	}
	v := d.Var(m, x)
	for f := range p.Fields() {
		v = d.Load(m, d.values.Pointers(v), f)
	}
	if p.Exact() {
		return v
	}
	return d.Reach(m, v)
}

// Reach is the join of v and of all values that can be come by from it, along any
// fields. An analysis makes it of the arguments of a call to find what the callee
// may change.
func (d *Domain[V]) Reach(m Memory[V], v V) V {
	for {
		next := d.values.Join(v, d.LoadAny(m, d.values.Pointers(v)))
		if d.values.Leq(next, v) {
			return v
		}
		v = next
	}
}

// MustAlias reports whether p and q lead to the same object for certain, wherever
// both lead to one.
func (d *Domain[V]) MustAlias(m Memory[V], p, q accesspath.Path) bool {
	return pointer.Domain{}.MustAlias(d.pointers(m, p), d.pointers(m, q)) ||
		p.Exact() && q.Exact() && accesspath.Domain{}.Equal(p, q)
}

// MayAlias reports whether p and q may lead to the same object.
func (d *Domain[V]) MayAlias(m Memory[V], p, q accesspath.Path) bool {
	return pointer.Domain{}.MayAlias(d.pointers(m, p), d.pointers(m, q))
}

func (d *Domain[V]) pointers(m Memory[V], p accesspath.Path) pointer.Set {
	return d.values.Pointers(d.Resolve(m, p))
}
