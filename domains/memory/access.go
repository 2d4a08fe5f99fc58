package memory

import (
	"github.com/seed38182bad/parallax/domains/pointer"
)

// Var is what variable x holds: top if nothing is known of it.
func (d *Domain[V]) Var(m Memory[V], x pointer.Var) V {
	if !d.Reached(m) {
		return d.values.Bottom()
	}
	return d.frames.Get(m.First, x)
}

// Assign is m after x = v. Assigning top forgets x.
func (d *Domain[V]) Assign(m Memory[V], x pointer.Var, v V) Memory[V] {
	if d.Reached(m) {
		m.First = d.frames.Set(m.First, x, v)
	}
	return m
}

// Allocate is m after site s has allocated an object whose fields all hold
// zero. What was its latest instance becomes one of the earlier ones, in all
// variables and objects of m. The new object is pointer.Recent(s); zero is a
// value from before the allocation.
func (d *Domain[V]) Allocate(m Memory[V], s pointer.Site, zero V) Memory[V] {
	if !d.Reached(m) {
		return m
	}
	recent, old := pointer.Recent(s), pointer.Old(s)
	earlier := d.fields.Join(d.heaps.Get(m.Second, recent), d.heaps.Get(m.Second, old))
	m.Second = d.heaps.Set(m.Second, recent, d.fields.Bottom())
	m.Second = d.heaps.Set(m.Second, old, earlier)
	m = d.age(m, s)
	m.Second = d.heaps.Set(m.Second, recent, record[V]{rest: d.values.Age(zero, s)})
	return m
}

// AllocateMany is m after any number of objects of site s have come into being, whose
// fields all hold zero. None of them is the latest instance of s: pointer.Old(s) has
// them among its instances. The pointers in m stay as they are.
func (d *Domain[V]) AllocateMany(m Memory[V], s pointer.Site, zero V) Memory[V] {
	if !d.Reached(m) {
		return m
	}
	old := pointer.Old(s)
	m.Second = d.heaps.Set(m.Second, old, d.fields.Join(d.heaps.Get(m.Second, old), record[V]{rest: zero}))
	return m
}

func (d *Domain[V]) age(m Memory[V], s pointer.Site) Memory[V] {
	frame, _ := m.First.Entries()
	for x, v := range frame.All() {
		if aged := d.values.Age(v, s); !d.values.Equal(aged, v) {
			m.First = d.frames.Set(m.First, x, aged)
		}
	}
	heap, _ := m.Second.Entries()
	age := func(v V) V { return d.values.Age(v, s) }
	for o, r := range heap.All() {
		if aged, changed := d.fields.mapped(r, age); changed {
			m.Second = d.heaps.Set(m.Second, o, aged)
		}
	}
	return m
}

// Load is what p.f holds: in any of the objects that p may point to. It is bottom
// if none of them exists.
func (d *Domain[V]) Load(m Memory[V], p pointer.Set, f pointer.Field) V {
	return d.load(m, p, func(r record[V]) V { return r.get(f) })
}

// LoadAny is what some field of p holds, such as the element at an index that is
// not known.
func (d *Domain[V]) LoadAny(m Memory[V], p pointer.Set) V { return d.load(m, p, d.fields.any) }

func (d *Domain[V]) load(m Memory[V], p pointer.Set, of func(record[V]) V) V {
	v := d.values.Bottom()
	d.targets(m, p, func(_ pointer.Object, r record[V]) { v = d.values.Join(v, of(r)) })
	return v
}

// targets calls f with the objects of m that exist and that p may point to. It calls f
// with top, of no object in particular, if that may be any object and m knows nothing
// of them.
func (d *Domain[V]) targets(m Memory[V], p pointer.Set, f func(pointer.Object, record[V])) {
	objects, known := m.Second.Entries()
	switch {
	case !d.Reached(m):
	case !known && !p.PointsNowhere():
		f(0, d.fields.Top())
	case !p.IsAny():
		for o := range p.Objects() {
			if r, exists := objects.Get(o); exists {
				f(o, r)
			}
		}
	default:
		for o, r := range objects.All() {
			f(o, r)
		}
	}
}

// Store is m after p.f = v. The update is strong if p points to one single instance
// where it is not nil. Otherwise all its objects have weak ones. It is bottom if none
// of them exists.
func (d *Domain[V]) Store(m Memory[V], p pointer.Set, f pointer.Field, v V) Memory[V] {
	return d.store(m, p,
		func(r record[V]) record[V] { return d.fields.set(r, f, v) },
		func(r record[V]) record[V] { return d.fields.set(r, f, d.values.Join(r.get(f), v)) })
}

// StoreAny is m after v was stored to some field of p, such as to an index that is
// not known: a weak update of all fields.
func (d *Domain[V]) StoreAny(m Memory[V], p pointer.Set, v V) Memory[V] {
	weak := func(r record[V]) record[V] {
		r, _ = d.fields.mapped(r, func(x V) V { return d.values.Join(x, v) })
		return r
	}
	return d.store(m, p, weak, weak)
}

// Copy is m after *p = *q. Each field of an object that p may point to gets
// what that field holds in the objects that q may point to. The update is
// strong if p points to one single instance.
func (d *Domain[V]) Copy(m Memory[V], p, q pointer.Set) Memory[V] {
	from, exists := d.fields.Bottom(), false
	d.targets(m, q, func(_ pointer.Object, r record[V]) { from, exists = d.fields.Join(from, r), true })
	if !exists {
		return d.Bottom()
	}
	return d.store(m, p,
		func(record[V]) record[V] { return from },
		func(r record[V]) record[V] { return d.fields.Join(r, from) })
}

func (d *Domain[V]) store(m Memory[V], p pointer.Set, strong, weak func(record[V]) record[V]) Memory[V] {
	_, single := p.Single()
	if _, known := m.Second.Entries(); !known && !p.PointsNowhere() {
		return m
	}
	after := d.Bottom()
	d.targets(m, p, func(o pointer.Object, r record[V]) {
		if !d.Reached(after) {
			after = m
		}
		if single {
			r = strong(r)
		} else {
			r = weak(r)
		}
		after.Second = d.heaps.Set(after.Second, o, r)
	})
	return after
}

// Has reports whether an instance of o may exist in m.
func (d *Domain[V]) Has(m Memory[V], o pointer.Object) bool {
	if !d.Reached(m) {
		return false
	}
	objects, known := m.Second.Entries()
	_, has := objects.Get(o)
	return has || !known
}
