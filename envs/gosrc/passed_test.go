package gosrc

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/gosrc/internal/calls"
)

const passedSource = `
import "sync"

type S struct{ n int }

func (s *S) one()   { withLock(nil, func() { s.n++ }) }
func (s *S) two()   { withLock(nil, func() { s.n-- }) }
func (s *S) three() { withLock(nil, nil) }

func withLock(lk sync.Locker, fn func()) {
	lk.Lock()
	defer lk.Unlock()
	fn()
}

func a() {}
func b() {}

func Outer()         { outer(a); outer(b) }
func outer(f func()) { inner(f); inner(nil) }

func inner(f func()) {
	func() { f() }()
	if f != nil {
		inner(f)
	}
}

func UseGen()                       { gen(1, a); gen("", b) }
func gen[T any](x T, f func()) T    { f(); return x }

func Literal() {
	do := func(f func()) { f() }
	do(a)
	func() { do(b) }()
	func(f func()) { f() }(a)
	also := func(f func()) { f() }
	also(a)
	keep = also
}

var keep func(func())

var expression func(T, func())

func Exported(f func()) { f() }
func UseExported()      { Exported(a) }

func value(f func()) { f() }
func useValue()      { value(a); keep = value }

func unknown(f func())   { f() }
func UseUnknown(f func()) { unknown(a); unknown(f) }

func started(f func()) { f() }
func Start()           { go started(a); defer started(b) }

type T struct{}

func (T) plain(f func())   { f() }
func (T) bound(f func())   { f() }
func (T) thunk(f func())   { f() }
func (T) invoked(f func()) { f() }

func (T) kept(f func())    { f() }
func (T) expr(f func())    { f() }

type U struct{ T }

type I interface {
	invoked(func())
	kept(func())
	expr(func())
}

func UseT(t T, u U, i I) {
	t.plain(a)
	u.plain(b)
	t.bound(a)
	keep = t.bound
	t.thunk(a)
	T.thunk(t, b)
	expression = T.thunk
	t.invoked(a)
	i.invoked(b)
	t.kept(a)
	keep = i.kept
	t.expr(a)
	I.expr(i, b)
}

func each(yield func(int) bool) { yield(1) }

func Range() {
	for range each {
	}
}

func nobody(f func()) { f() }`

// calledValue lists what the one function value that a function calls may be.
func (p *Program) calledValue(t *testing.T, name string) string {
	t.Helper()
	var found []string
	all := p.callees(t, name)
	for _, op := range p.fn(t, name).Ops {
		if op.Callee == nil {
			continue
		}
		if op.Kind == envs.Call && op.Callee.FirstArg == 1 {
			found = append(found, all[0])
		}
		all = all[1:]
	}
	require.Len(t, found, 1, name)
	return found[0]
}

func TestPassed(t *testing.T) {
	if testing.Short() {
		t.Skip("loads Go packages from their source")
	}
	p := source(t, passedSource)
	for name, want := range map[string]string{
		"withLock":      "(*S).one$1 (*S).two$1",
		"inner$1":       "a b",
		"gen":           "a b",
		"Literal$1":     "a b",
		"Literal$3":     "a",
		"Literal$4":     "a ...",
		"Exported":      "a ...",
		"value":         "a ...",
		"unknown":       "a ...",
		"started":       "a b",
		"(m.T).plain":   "a b",
		"(m.T).bound":   "a ...",
		"(m.T).thunk":   "a b ...",
		"(m.T).invoked": "a b ...",
		"(m.T).kept":    "a ...",
		"(m.T).expr":    "a ...",
		"each":          "...",
		"nobody":        "...",
	} {
		require.Equal(t, want, p.calledValue(t, name), name)
	}
}

// A function with many callers is followed to them only if it takes a lock.
func TestPassedByMany(t *testing.T) {
	if testing.Short() {
		t.Skip("loads Go packages from their source")
	}
	var src strings.Builder
	src.WriteString(`
import "sync"

var mu sync.Mutex

func call(f func()) { f() }

func locked(f func()) {
	mu.Lock()
	defer mu.Unlock()
	f()
}
`)
	for i := range calls.MaxCalls + 1 {
		fmt.Fprintf(&src, "\nfunc F%d() {\n\tcall(func() {})\n\tlocked(func() {})\n}\n", i)
	}
	p := source(t, src.String())
	require.Equal(t, "...", p.calledValue(t, "call"))
	require.Len(t, strings.Fields(p.calledValue(t, "locked")), calls.MaxCalls+1)
}
