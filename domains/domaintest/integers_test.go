package domaintest

import (
	"flag"
	"fmt"
	"runtime"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/seed38182bad/parallax/domains/interval"
	"github.com/seed38182bad/parallax/domains/machine"
	"github.com/seed38182bad/parallax/lattice/latticetest"
)

// faulty is the domain of intervals, spoiled in one place.
type faulty struct {
	interval.Domain
	fault string
}

type element = interval.Interval

func (d faulty) is(fault string) bool { return d.fault == fault }

func (d faulty) Of(x machine.Value) element {
	if d.is("describes the value of no kind") && !x.Kind().Valid() {
		return d.Top()
	}
	return d.Domain.Of(x)
}

func (d faulty) All(k machine.Kind) element {
	if d.is("all of a kind is top") {
		return d.Top()
	}
	return d.Domain.All(k)
}

func (d faulty) Kind(a element) machine.Kind {
	if d.is("has no kind where it has one value") {
		if _, ok := a.Value(); ok {
			return machine.NoKind
		}
	}
	return d.Domain.Kind(a)
}

func (d faulty) Contains(a element, x machine.Value) bool {
	return d.Domain.Contains(a, x) && !(d.is("top describes nothing") && a.IsTop())
}

func (d faulty) Bounds(a element) (least, greatest machine.Value, ok bool) {
	least, greatest, ok = d.Domain.Bounds(a)
	switch {
	case d.is("bounds too narrow") && least != greatest:
		greatest = greatest.Kind().Bitwise(greatest.Bits() - 1)
	case d.is("bounds too wide") && ok:
		greatest = greatest.Kind().Max()
	}
	return least, greatest, ok
}

func (d faulty) Join(a, b element) element {
	if d.is("join of two kinds forgets one") && a.Kind().Valid() && b.Kind().Valid() && a.Kind() != b.Kind() {
		return a
	}
	return d.Domain.Join(a, b)
}

func (d faulty) Meet(a, b element) element {
	r := d.Domain.Meet(a, b)
	if d.is("meet that touches is empty") && r != a && r != b {
		if _, one := r.Value(); one {
			return d.Bottom()
		}
	}
	return r
}

var escaped *element

func (d faulty) Leq(a, b element) bool {
	if d.is("comparing allocates") {
		escaped = &element{}
	}
	return d.Domain.Leq(a, b)
}

func (d faulty) Binary(op machine.Op, a, b element) element {
	r := d.Domain.Binary(op, a, b)
	lo, _, ok := r.Bounds()
	_, oneA := a.Value()
	switch {
	case d.is("sums saturate") && op == machine.Add && r == d.Domain.All(r.Kind()):
		return d.Of(r.Kind().Max())
	case d.is("remainders are never negative") && op == machine.Rem && ok && lo.Sign() < 0:
		zero := d.Of(lo.Kind().Of(0))
		_, r = d.Domain.Test(machine.Le, zero, r)
		return d.Join(r, zero)
	case d.is("shifts by 7 are lost") && op == machine.Shl && b == d.Of(machine.Uint8.Of(7)):
		return d.Bottom()
	case d.is("differences are not best") && op == machine.Sub && ok:
		return d.Domain.All(lo.Kind())
	case d.is("less known of one value") && op == machine.Or && ok && oneA:
		return d.Domain.All(lo.Kind())
	case d.is("bottom + x is x") && op == machine.Add && a.IsBottom():
		return b
	case d.is("panics on what is no operation") && op >= machine.NumOps:
		panic("no operation")
	}
	return r
}

func (d faulty) Unary(op machine.Unary, a element) element {
	if d.is("the least value has no negation") && op == machine.Neg && a.Kind().Signed() && a == d.Of(a.Kind().Min()) {
		return d.Of(a.Kind().Max())
	}
	if d.is("complements are negations") {
		op = machine.Neg
	}
	return d.Domain.Unary(op, a)
}

func (d faulty) Convert(a element, k machine.Kind) element {
	if lo, hi, ok := a.Bounds(); d.is("converts bounds only") && ok && k.Valid() {
		return d.Join(d.Of(lo.Convert(k)), d.Of(hi.Convert(k)))
	}
	return d.Domain.Convert(a, k)
}

func (d faulty) Test(c machine.Cmp, a, b element) (element, element) {
	x, y := d.Domain.Test(c, a, b)
	switch {
	case d.is("≤ tests <") && c == machine.Le:
		return d.Domain.Test(machine.Lt, a, b)
	case d.is("a test leaves one side") && x.IsBottom():
		return x, b
	case d.is("a test forgets") && c == machine.Eq && !x.IsBottom():
		return d.Top(), y
	case d.is("tests narrow one side") && c == machine.Gt && !x.IsBottom():
		return x, b
	}
	return x, y
}

func TestFaultyDomainsAreFoundOut(t *testing.T) {
	if testing.Short() {
		t.Skip("runs the laws on each faulty domain")
	}
	setFlags(t, map[string]string{"rapid.seed": "11", "rapid.nofailfile": "true", "rapid.shrinktime": "5ms"})
	require.False(t, breaks("", ""), "the correct domain")
	for fault, law := range map[string]string{
		"describes the value of no kind":     "integer/of",
		"all of a kind is top":               "integer/all",
		"has no kind where it has one value": "integer/kind",
		"top describes nothing":              "gamma/extremes",
		"bounds too narrow":                  "integer/bounds",
		"bounds too wide":                    "integer/bounds",
		"join of two kinds forgets one":      "integer/kind",
		"meet that touches is empty":         "integer/order",
		"comparing allocates":                "leq/allocates-nothing",
		"sums saturate":                      "integer/binary",
		"remainders are never negative":      "integer/binary-8",
		"shifts by 7 are lost":               "integer/singles",
		"differences are not best":           "integer/binary-8",
		"less known of one value":            "integer/monotone",
		"bottom + x is x":                    "integer/strict",
		"panics on what is no operation":     "integer/invalid",
		"the least value has no negation":    "integer/singles",
		"complements are negations":          "integer/unary",
		"converts bounds only":               "integer/convert",
		"≤ tests <":                          "integer/test-8",
		"a test leaves one side":             "integer/strict",
		"a test forgets":                     "integer/test",
		"tests narrow one side":              "integer/test-8",
	} {
		t.Run(fault, func(t *testing.T) {
			require.True(t, breaks(fault, law), "the suite has not noticed")
		})
	}
}

// breaks reports whether the faulty domain breaks a law: the named one, or any if
// there is no name.
func breaks(fault, name string) bool {
	d := faulty{fault: fault}
	options := IntegerOptions{Steps: 5, Best: []machine.Op{machine.Sub, machine.Shl}, BestUnary: true, BestConvert: true,
		BestTest: true, Canonical: true, TightBounds: true}
	for _, law := range IntegerLaws(d, Intervals, options) {
		if (law.Name == name || name == "") && fails(law) {
			return true
		}
	}
	return false
}

// fails reports whether checking the law fails.
func fails(law latticetest.Law) bool {
	o := &observer{}
	done := make(chan struct{})
	go func() {
		defer close(done)
		rapid.Check(o, law.Check)
	}()
	<-done
	return o.failed
}

// observer stands in for a testing.T that may fail.
type observer struct{ failed bool }

func (o *observer) Helper()               {}
func (o *observer) Name() string          { return "observed" }
func (o *observer) Logf(string, ...any)   {}
func (o *observer) Log(...any)            {}
func (o *observer) Skipf(string, ...any)  { runtime.Goexit() }
func (o *observer) Skip(...any)           { runtime.Goexit() }
func (o *observer) SkipNow()              { runtime.Goexit() }
func (o *observer) Errorf(string, ...any) { o.failed = true }
func (o *observer) Error(...any)          { o.failed = true }
func (o *observer) Fatalf(string, ...any) { o.FailNow() }
func (o *observer) Fatal(...any)          { o.FailNow() }
func (o *observer) FailNow()              { o.failed = true; runtime.Goexit() }
func (o *observer) Fail()                 { o.failed = true }
func (o *observer) Failed() bool          { return o.failed }

// setFlags sets flags for the time of a test.
func setFlags(t *testing.T, values map[string]string) {
	for name, value := range values {
		f := flag.Lookup(name)
		before := fmt.Sprint(f.Value)
		require.NoError(t, f.Value.Set(value))
		t.Cleanup(func() { require.NoError(t, f.Value.Set(before)) })
	}
}
