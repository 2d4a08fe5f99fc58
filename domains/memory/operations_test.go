package memory_test

import (
	"fmt"

	"pgregory.net/rapid"

	"github.com/seed38182bad/parallax/domains/domaintest"
	"github.com/seed38182bad/parallax/domains/pointer"
)

// operation is something that a program does, in both worlds. concrete may change the
// world that it gets. It returns false if the program stops. choose picks one of n ways
// where the operation is not deterministic.
type operation struct {
	name     string
	abstract func(mem) mem
	concrete func(w *world, choose func(n int) int) bool
}

func get(m mem, x pointer.Var) cell           { return domain.Var(m, x) }
func points(m mem, x pointer.Var) pointer.Set { return get(m, x).First }

// follows is m where x was followed: it is a pointer, and not nil.
func follows(m mem, x pointer.Var) mem {
	return domain.Assign(m, x, address(points(m, x).NonNil()))
}

func allocate(x pointer.Var, s pointer.Site) operation {
	return allocating(fmt.Sprintf("%v = new %v", x, s), x, s,
		func(mem) cell { return address(pointers.Nil()) },
		func(*world) thing { return null })
}

// allocateWith makes an object whose fields all hold what y does.
func allocateWith(x pointer.Var, s pointer.Site, y pointer.Var) operation {
	return allocating(fmt.Sprintf("%v = new %v with %v", x, s, y), x, s,
		func(m mem) cell { return get(m, y) },
		func(w *world) thing { return w.vars[y] })
}

func allocating(name string, x pointer.Var, s pointer.Site, abstract func(mem) cell,
	concrete func(*world) thing) operation {
	return operation{name,
		func(m mem) mem {
			m = domain.Allocate(m, s, abstract(m))
			return domain.Assign(m, x, address(pointers.To(pointer.Recent(s))))
		},
		func(w *world, _ func(int) int) bool {
			fresh := object{site: s, latest: true}
			for f := range fresh.fields {
				fresh.fields[f] = concrete(w)
			}
			for i := range w.objects {
				if w.objects[i].site == s {
					w.objects[i].latest = false
				}
			}
			w.objects = append(w.objects, fresh)
			w.vars[x] = thing{object: len(w.objects) - 1}
			return true
		}}
}

// allocateMany brings objects of s into being that point to what x does.
func allocateMany(x pointer.Var, s pointer.Site) operation {
	return operation{fmt.Sprintf("many new %v with %v", s, x),
		func(m mem) mem { return domain.AllocateMany(m, s, get(m, x)) },
		func(w *world, choose func(int) int) bool {
			for range choose(3) {
				fresh := object{site: s}
				for f := range fresh.fields {
					fresh.fields[f] = w.vars[x]
				}
				w.objects = append(w.objects, fresh)
			}
			return true
		}}
}

func constant(x pointer.Var, c cell, v thing) operation {
	return operation{fmt.Sprintf("%v = %v", x, c),
		func(m mem) mem { return domain.Assign(m, x, c) },
		func(w *world, _ func(int) int) bool {
			w.vars[x] = v
			return true
		}}
}

func move(x, y pointer.Var) operation {
	return operation{fmt.Sprintf("%v = %v", x, y),
		func(m mem) mem { return domain.Assign(m, x, get(m, y)) },
		func(w *world, _ func(int) int) bool {
			w.vars[x] = w.vars[y]
			return true
		}}
}

func increment(x pointer.Var) operation {
	return operation{fmt.Sprintf("%v++", x),
		func(m mem) mem { return domain.Assign(m, x, plusOne(get(m, x))) },
		func(w *world, _ func(int) int) bool {
			v := &w.vars[x]
			v.number++
			return v.isNumber
		}}
}

// object is the object that x points to, nil if x is no such pointer.
func (w *world) object(x pointer.Var) *object {
	if v := w.vars[x]; !v.isNumber && v.object >= 0 {
		return &w.objects[v.object]
	}
	return nil
}

func load(x, y pointer.Var, f pointer.Field) operation {
	return operation{fmt.Sprintf("%v = %v.%v", x, y, f),
		func(m mem) mem {
			v := domain.Load(m, points(m, y), f)
			return domain.Assign(follows(m, y), x, v)
		},
		func(w *world, _ func(int) int) bool {
			o := w.object(y)
			if o != nil {
				w.vars[x] = o.fields[f]
			}
			return o != nil
		}}
}

func store(x pointer.Var, f pointer.Field, y pointer.Var) operation {
	return operation{fmt.Sprintf("%v.%v = %v", x, f, y),
		func(m mem) mem { return domain.Store(m, points(m, x), f, get(m, y)) },
		func(w *world, _ func(int) int) bool {
			o := w.object(x)
			if o != nil {
				o.fields[f] = w.vars[y]
			}
			return o != nil
		}}
}

func loadAny(x, y pointer.Var) operation {
	return operation{fmt.Sprintf("%v = %v[?]", x, y),
		func(m mem) mem { return domain.Assign(m, x, domain.LoadAny(m, points(m, y))) },
		func(w *world, choose func(int) int) bool {
			o := w.object(y)
			if o != nil {
				w.vars[x] = o.fields[choose(fields)]
			}
			return o != nil
		}}
}

func storeAny(x, y pointer.Var) operation {
	return operation{fmt.Sprintf("%v[?] = %v", x, y),
		func(m mem) mem { return domain.StoreAny(m, points(m, x), get(m, y)) },
		func(w *world, choose func(int) int) bool {
			o := w.object(x)
			if o != nil {
				o.fields[choose(fields)] = w.vars[y]
			}
			return o != nil
		}}
}

func copyObject(x, y pointer.Var) operation {
	return operation{fmt.Sprintf("*%v = *%v", x, y),
		func(m mem) mem { return domain.Copy(m, points(m, x), points(m, y)) },
		func(w *world, _ func(int) int) bool {
			to, from := w.object(x), w.object(y)
			if to == nil || from == nil {
				return false
			}
			to.fields = from.fields
			return true
		}}
}

// compare goes on only if two pointers are equal, or only if they differ.
func compare(x, y pointer.Var, equal bool) operation {
	test := pointers.TestUnequal
	if equal {
		test = pointers.TestEqual
	}
	return operation{fmt.Sprintf("%v == %v is %v", x, y, equal),
		func(m mem) mem {
			p, q := test(points(m, x), points(m, y))
			return domain.Assign(domain.Assign(m, x, address(p)), y, address(q))
		},
		func(w *world, _ func(int) int) bool {
			v, u := w.vars[x], w.vars[y]
			return !v.isNumber && !u.isNumber && (v == u) == equal
		}}
}

var operations = []operation{
	allocate(0, 0), allocate(1, 0), allocate(2, 1), allocateWith(0, 0, 0), allocateWith(1, 1, 0), allocateMany(0, 1),
	constant(0, address(pointers.Nil()), null), constant(1, number(1), thing{isNumber: true, number: 1}),
	move(0, 1), move(1, 2), increment(1),
	load(0, 1, 0), load(1, 1, 1), load(2, 0, 2),
	store(0, 0, 1), store(1, 1, 1), store(2, 0, 0),
	loadAny(0, 1), storeAny(1, 0), copyObject(0, 1), copyObject(1, 1),
	compare(0, 1, true), compare(0, 2, false), compare(1, 1, false),
}

// genOperation draws the operations that build structures more often than others.
func genOperation() *rapid.Generator[operation] {
	return rapid.Custom(func(t *rapid.T) operation {
		variable := rapid.Map(rapid.IntRange(0, domaintest.Vars-1), func(i int) pointer.Var { return pointer.Var(i) })
		x, y := variable.Draw(t, "x"), variable.Draw(t, "y")
		f := pointer.Field(rapid.IntRange(0, drawnFields-1).Draw(t, "field"))
		s := pointer.Site(rapid.IntRange(0, domaintest.Sites-1).Draw(t, "site"))
		switch rapid.IntRange(0, 19).Draw(t, "operation") {
		case 0:
			return constant(x, address(pointers.Nil()), null)
		case 1:
			return constant(x, number(0), thing{isNumber: true})
		case 2:
			return increment(x)
		case 3:
			return loadAny(x, y)
		case 4:
			return storeAny(x, y)
		case 5:
			return copyObject(x, y)
		case 6:
			return compare(x, y, true)
		case 7:
			return compare(x, y, false)
		case 8:
			return allocateMany(x, s)
		case 9:
			return move(x, y)
		case 10:
			return allocateWith(x, s, y)
		case 11, 12, 13:
			return load(x, y, f)
		case 14, 15, 16:
			return store(x, f, y)
		}
		return allocate(x, s)
	})
}
