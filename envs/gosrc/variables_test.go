package gosrc

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/envs"
)

// A variable that a literal captures is its frame's own as long as the literal is only called. Nobody who is passed it
// may keep it, or have another thread execute it.
func TestConfined(t *testing.T) {
	if testing.Short() {
		t.Skip("loads Go packages from their source")
	}
	p := source(t, `
import "slices"

type F func()

type C struct {
	kept func()
	all  []func()
}

type caller interface{ do(f func()) }

func (c *C) calls(f func())          { f() }
func (c *C) defers(f func())         { defer f() }
func (c *C) passes(f func())         { c.calls(f) }
func (c *C) again(n int, f func())   { if n > 0 && f != nil { c.again(n-1, f) }; f() }
func (c *C) either(f, g func())      { h := f; if g != nil { h = g }; h() }
func (c *C) converted(f F)           { f() }
func each[T any](s []T, f func(T))   { for _, x := range s { f(x) } }
func (c *C) keeps(f func())          { c.kept = f; f() }
func (c *C) starts(f func())         { go f() }
func (c *C) captures(f func())       { go func() { f() }() }
func (c *C) returns(f func()) func() { f(); return f }
func (c *C) appends(f func())        { c.all = append(c.all, f) }
func (c *C) sends(f func())          { ch := make(chan func(), 1); ch <- f }
func (c *C) farther(f func())        { c.calls(f); c.starts(f) }
func hands(do, f func())             { do(); f() }
func applies(do func(func()), f func()) { do(f) }

func Calls(c *C) (n int)     { c.calls(func() { n = 1 }); return n }
func Defers(c *C) (n int)    { c.defers(func() { n = 1 }); return n }
func Passes(c *C) (n int)    { c.passes(func() { n = 1 }); return n }
func Again(c *C) (n int)     { c.again(2, func() { n = 1 }); return n }
func Either(c *C) (n int)    { c.either(func() { n = 1 }, nil); return n }
func Converted(c *C) (n int) { c.converted(func() { n = 1 }); return n }
func Each(s []int) (n int)   { each(s, func(x int) { n = x }); return n }
func Within(c *C) (n int) {
	c.calls(func() { c.calls(func() { n = 1 }) })
	return n
}

func Keeps(c *C) (n int)    { c.keeps(func() { n = 1 }); return n }
func Starts(c *C) (n int)   { c.starts(func() { n = 1 }); return n }
func Captures(c *C) (n int) { c.captures(func() { n = 1 }); return n }
func Returns(c *C) (n int)  { c.returns(func() { n = 1 }); return n }
func Appends(c *C) (n int)  { c.appends(func() { n = 1 }); return n }
func Sends(c *C) (n int)    { c.sends(func() { n = 1 }); return n }
func Farther(c *C) (n int)  { c.farther(func() { n = 1 }); return n }
func Applies(c *C) (n int)  { applies(c.starts, func() { n = 1 }); return n }
func Unknown(c caller) (n int)      { c.do(func() { n = 1 }); return n }
func Value(g func(func())) (n int)  { g(func() { n = 1 }); return n }
func Outside(s []int) (n int) {
	slices.SortFunc(s, func(a, b int) int { n = 1; return a - b })
	return n
}
func Inside(c *C) (n int) {
	c.calls(func() { go func() { n = 1 }() })
	return n
}
func Both(c *C) (n int) {
	c.calls(func() { n = 1 })
	c.starts(func() { n = 2 })
	return n
}
func Twice(c *C) (n int) {
	f := func() { n = 1 }
	c.calls(f)
	hands(f, func() { c.starts(f) })
	return n
}
`)
	for name, own := range map[string]bool{
		"Calls": true, "Defers": true, "Passes": true, "Again": true, "Either": true,
		"Converted": true, "Each": true, "Within": true,
		"Keeps": false, "Starts": false, "Captures": false, "Returns": false, "Appends": false,
		"Sends": false, "Farther": false, "Applies": false, "Unknown": false, "Value": false,
		"Outside": false, "Inside": false, "Both": false, "Twice": false,
	} {
		at := 0
		for f := range p.NumFuncs() {
			fn := p.Func(envs.FuncID(f))
			for i := range fn.Ops {
				if op := &fn.Ops[i]; op.Accesses() && op.Loc != nil && op.Loc.Name == "m."+name+".n" {
					at++
					require.Equal(t, own, op.Is(envs.Local), "%s in %s", name, fn.Name)
				}
			}
		}
		require.GreaterOrEqual(t, at, 2, name)
	}
}
