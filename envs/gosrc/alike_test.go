package gosrc

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/envs"
)

// fieldsStored are the classes of the fields n that a program stores in, each once.
func fieldsStored(t *testing.T, text string) (locs []*envs.Loc) {
	t.Helper()
	p := source(t, text)
	for id := range p.NumFuncs() {
		for _, op := range p.Func(envs.FuncID(id)).Ops {
			n := op.Kind == envs.Store && op.Loc.Class == envs.Field && strings.HasSuffix(op.Loc.Name, ".n")
			if n && !slices.Contains(locs, op.Loc) {
				locs = append(locs, op.Loc)
			}
		}
	}
	return locs
}

// What a pointer to a struct without a name leads to may be declared anywhere. It is one class.
func TestAlike(t *testing.T) {
	if testing.Short() {
		t.Skip("loads Go packages from their source")
	}
	for what, text := range map[string]string{
		"a parameter": `var x struct{ n int }; func f(p *struct{ n int }) { p.n++ }; func G() { f(&x); x.n = 2 }`,
		"a variable":  `var x struct{ n int }; var p *struct{ n int }; func G() { p = &x; p.n = 1; x.n = 2 }`,
		"a field": `type T struct { in struct{ n int } }; func f(p *struct{ n int }) { p.n++ }
			func G(t *T) { f(&t.in); t.in.n = 2 }`,
		"an element": `var x [3]struct{ n int }; func f(p []struct{ n int }) { p[0].n++ }
			func G() { f(x[:]); x[1].n = 2 }`,
		"an interface": `var x struct{ n int }; func f(i any) { i.(*struct{ n int }).n++ }; func G() { f(&x); x.n = 2 }`,
		"what is new":  `func f(p *struct{ n int }) { p.n++ }; func G() { p := &struct{ n int }{}; go f(p); p.n = 2 }`,
		"what is inside": `var x struct{ in struct { n int } }; func f(p *struct{ in struct { n int } }) { p.in.n++ }
			func G() { f(&x); x.in.n = 2 }`,
		"a whole": `type T struct { in struct{ n int } }
			func f(p *struct{ n int }) { p.n++ }
			func G(t *T) { f(&t.in); *t = T{} }`,
		"a captured one": `func f(p *struct{ n int }) { p.n++ }
			func G() { var x struct{ n int }; f(&x); go func() { x.n = 2 }() }`,
		"a conversion": `type A struct{ n int }; type B struct{ n int }; func G(a *A) { a.n = 1; (*B)(a).n = 2 }`,
		"of a generic type": `type Q[T any] struct{ in []struct{ n T } }
			func (q *Q[T]) Put(v T) { q.in = append(q.in, struct{ n T }{v}) }
			func (q *Q[E]) Set(v E) { q.in[0].n = v }`,
		"with functions": `type Q[T any] struct{ in []struct{ n int; f func(...T) T } }
			func (q *Q[T]) Put(f func(...T) T) { q.in = append(q.in, struct{ n int; f func(...T) T }{1, f}) }
			func (q *Q[E]) Set(n int) { q.in[0].n = n }`,
		"of one in another": `type L[T any] struct{ v T }; type Q[T any] struct{ in *struct{ n map[string]L[T] } }
			func (q *Q[T]) Put() { q.in = &struct{ n map[string]L[T] }{n: map[string]L[T]{}} }
			func (q *Q[E]) Set(v *E) { q.in.n = nil }`,
		"a name for it": `type A struct{ n int }; var x struct{ n int }; func f(p *struct{ n int }) { (*A)(p).n++ }
			func G() { f(&x); x.n = 2 }`,
	} {
		require.Len(t, fieldsStored(t, text), 1, what)
	}
}

// Where no pointer leads from one to the other they are told apart.
func TestAlikeApart(t *testing.T) {
	if testing.Short() {
		t.Skip("loads Go packages from their source")
	}
	for what, text := range map[string]string{
		"two variables": `var x, y = struct{ n int }{}, struct{ n int }{}; func G() { x.n = 1; y.n = 2 }`,
		"captured ones": `func G() { var x struct{ n int }; go func() { x.n = 2 }() }
			func H() { var x struct{ n int }; go func() { x.n = 2 }() }`,
		"elements": `var x [3]struct{ n int }; var y [3]struct{ n int }; func G(i int) { x[i].n = 1; y[i].n = 2 }`,
		"fields": `type T struct { in struct{ n int } }; type U struct { in struct{ n int } }
			func G(t *T, u *U) { t.in.n = 1; u.in.n = 2 }`,
		"fields of generic types": `type Q[T any] struct{ in struct{ n T } }; type R[T any] struct{ in struct{ n T } }
			func (q *Q[T]) Set(v T) { q.in.n = v }; func (r *R[T]) Set(v T) { r.in.n = v }`,
		"a type with a name": `type A struct{ n int }; func f(p *struct{ n int }) { p.n++ }; func G(a *A) { a.n = 2 }`,
		"other tags":         "func f(p *struct{ n int `a:\"b\"` }) { p.n++ }; func g(p *struct{ n int }) { p.n++ }",
		"values": `type A struct{ n int }; type B struct{ n int }
			func G(a *A) { a.n = 1; b := B(*a); b.n = 2; use(&b) }; func use(*B) {}`,
	} {
		require.Len(t, fieldsStored(t, text), 2, what)
	}
}

// The class has the name of the first declaration that has one.
func TestAlikeName(t *testing.T) {
	for range 3 {
		locs := fieldsStored(t, `
			func f(p *struct{ n int }) { p.n++ }
			type T struct { in struct{ n int } }
			type U struct { in struct{ n int } }
			func G(t *T, u *U) { f(&t.in); f(&u.in); u.in.n = 2 }
			func h(p *struct{ n int }) { p.n++ }`)
		require.Len(t, locs, 1)
		require.Equal(t, "m.T.in.n", locs[0].Name)
	}
}
