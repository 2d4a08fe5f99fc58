package gosrc

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/envs"
)

// What is offered to others holds what the program puts there, and perhaps other functions.
func TestOfferedToOthers(t *testing.T) {
	p := load(t, map[string]string{"lib/lib.go": `package lib

type Hook struct {
	Done func()
	kept func()
	lost func()
}

func (h *Hook) Set(f func()) { h.kept = f }

func FieldDone(h *Hook) { h.Done() }
func FieldKept(h *Hook) { h.kept() }
func FieldLost(h *Hook) { h.lost() }

func Lose(h *Hook) *func() { h.lost = a; return &h.lost }

var Log func() = a
var step = a
var taken = a

func Take() *func() { return &taken }

func SetStep() { step = b }

func GlobalLog()   { Log() }
func GlobalStep()  { step() }
func GlobalTaken() { taken() }

func a() {}
func b() {}

func Do(f func())   { f() }
func Defer(f func()) { defer f() }
func Start(f func()) { go f() }

type Doer interface{ Try(f func()) }

type D struct{}

func (D) Try(f func()) { f() }

func one() func() { return a }

func either(c bool) (func(), error) {
	if c {
		return a, nil
	}
	return b, nil
}

func Own(f func()) func() { return f }

func ReturnedOne() { one()() }

func ReturnedEither() {
	f, _ := either(true)
	f()
}

func ReturnedOwn() { Own(b)() }

type options struct{ after func() }

func plan() options { return options{after: b} }

func OfResult() { plan().after() }
`, "use/use.go": `package use

import "m/lib"

func c() {}
func d() {}

func Use(x lib.Doer) {
	h := &lib.Hook{Done: c}
	h.Set(d)
	lib.Log = c
	lib.Do(d)
	lib.Defer(c)
	lib.Start(c)
	x.Try(d)
}
`})
	require.Empty(t, p.Errors)
	for name, want := range map[string]string{
		"m/lib.FieldDone":      "m/use.c ...",
		"m/lib.FieldKept":      "m/use.d ...",
		"m/lib.FieldLost":      "m/lib.a ...",
		"m/lib.GlobalLog":      "m/lib.a m/use.c ...",
		"m/lib.GlobalStep":     "m/lib.a m/lib.b",
		"m/lib.GlobalTaken":    "m/lib.a ...",
		"m/lib.Do":             "m/use.d ...",
		"m/lib.Defer":          "m/use.c ...",
		"(m/lib.D).Try":        "m/use.d ...",
		"m/lib.ReturnedOne":    "m/lib.a",
		"m/lib.ReturnedEither": "m/lib.a m/lib.b",
		"m/lib.ReturnedOwn":    "m/lib.b ...",
		"m/lib.OfResult":       "m/lib.b",
	} {
		require.Equal(t, want, p.calledValue(t, name), name)
	}
	start := opOf(p.fn(t, "m/lib.Start"), envs.Fork).Callee
	require.Equal(t, "m/use.c", p.Func(start.Funcs[0]).Name)
	require.True(t, start.Open)
}

// What is called by nothing but a function that it is passed to is not called by others.
func TestStaysSeen(t *testing.T) {
	if testing.Short() {
		t.Skip("loads Go packages from their source")
	}
	p := source(t, `
import (
	"sort"
	"sync"
)

type C struct {
	mu sync.Mutex
	f  func()
}

var n int
var keep func()

func (c *C) With(f func()) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if f != nil {
		f()
	}
}

func (c *C) Through(f func()) { c.With(f) }

func (c *C) Nested(f func()) {
	if f == nil {
		f = func() { n = 20 } // found: Nested$1
	}
	func() { f() }()
}

func (c *C) Started(f func())  { go f() }
func (c *C) Stored(f func())   { c.f = f; f() }
func (c *C) Kept(f func())     { keep = f; f() }
func (c *C) Returned(f func()) func() { f(); return f }
func Boxed(f any) { _ = f }
func (c *C) Recursive(n int, f func()) {
	if n > 0 {
		c.Recursive(n-1, f)
	}
	f()
}

type E struct{ *C }

func Generic[T any](x T, f func(T)) { f(x) }

func One(c *C)    { c.With(func() { n = 1 }) }
func Two(c *C)    { c.Through(func() { n = 2 }) }
func Three(c *C)  { f := func() { n = 3 }; c.Nested(f); c.With(f) }
func Four(c *C)   { c.Started(func() { n = 4 }) }
func Five(c *C)   { c.Stored(func() { n = 5 }) }
func Six(c *C)    { c.Kept(func() { n = 6 }) }
func Seven(c *C)  { c.Returned(func() { n = 7 }) }
func Eight()      { Boxed(func() { n = 8 }) }
func Nine()       { sort.Slice(nil, func(i, j int) bool { n = 9; return false }) }
func Ten(c *C)    { c.Recursive(3, func() { n = 10 }) }
func Eleven(e E)  { e.With(func() { n = 11 }) }
func Twelve()     { Generic(1, func(int) { n = 12 }) }
func Thirteen(c *C) { g := c.With; g(func() { n = 13 }) }
func Fourteen(c *C) { f := func() { n = 14 }; c.With(f); keep = f }
`)
	_, others, _ := p.Knows().Start()
	open := map[string]bool{}
	for _, id := range others {
		open[p.Func(id).Name] = true
	}
	for name, want := range map[string]bool{
		"One$1": false, "Two$1": false, "Three$1": false, "Four$1": false, "Five$1": true, "Six$1": true, "Seven$1": true,
		"Eight$1": true, "Nine$1": true, "Ten$1": false, "Eleven$1": false, "Twelve$1": false, "Thirteen$1": true,
		"Fourteen$1":      true,
		"(*m.C).Nested$1": false,
	} {
		name = p.fn(t, name).Name
		require.Equal(t, want, open[name], name)
	}
}

// What gets into a variable by another way than by its name counts as unknown.
func TestOtherWays(t *testing.T) {
	p := source(t, `
func a() {}
func b() {}

type inner struct{ run func() }
type outer struct{ run func() }

var hidden = inner{run: a}

func ByPointer()   { (*outer)(&hidden).run = b }
func CallPointer() { hidden.run() }

var first = struct{ run func() }{a}
var second = struct{ run func() }{b}

func Assign()      { first = second }
func CallUnnamed() { first.run() }

type hook func()

func (h *hook) set() { *h = b }

var global hook = a

func BySetter()   { f := global.set; f() }
func CallGlobal() { global() }
`)
	for _, name := range []string{"CallPointer", "CallUnnamed", "CallGlobal"} {
		require.Equal(t, "a ...", p.calledValue(t, name), name)
	}
}
