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
