package gosrc

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/envs"
)

// Where a function literal is called, its captured variables have the names of what the caller was passed with it.
func TestCapturedPaths(t *testing.T) {
	if testing.Short() {
		t.Skip("loads Go packages from their source")
	}
	p := source(t, `
import "sync"

type C struct {
	mu sync.Mutex
	n  int
}

func (c *C) With(f func(int))    { f(1) }
func (c *C) Through(f func(int)) { c.then(f) }
func (c *C) then(f func(int))    { func() { c.n = 0; f(2) }() }
func (c *C) Differ(f func(int))  { f(3) }
func (c *C) Elsewhere(f func(int)) { f(4) }
func (c *C) Method(f func(int))  { f(5) }
func (c *C) Kept(f func(int))    { f(6); keep = f }
func (c *C) Moved(f func(int))   { f(8) }
func (c *C) Again(n int, f func(int)) {
	if n > 0 {
		c.Again(n-1, f)
	}
	f(7)
}

var keep func(int)

func (c *C) add(n int) { c.n += n }

func (c *C) Use(d *C) {
	c.With(func(n int) { c.n = n })
	d.With(func(n int) { d.n = n })
	c.Through(func(n int) { c.n = n })
	c.Differ(func(n int) { c.n = d.n })
	c.Differ(func(n int) { d.n = c.n })
	c.Elsewhere(func(n int) { d.n = n })
	c.Method(c.add)
	c.Kept(func(n int) { c.n = n })
	c.Again(1, func(n int) { c.n = n })
	x := c
	move := func(n int) { x.n = n }
	old := x
	x = d
	old.Moved(move)
}

func (c *C) Lock() func() {
	c.mu.Lock()
	return func() { c.mu.Unlock() }
}

func (c *C) Locked() {
	unlock := c.Lock()
	unlock()
}

func (c *C) Take() func() {
	c.mu.Lock()
	return c.mu.Unlock
}

func (c *C) Taken() {
	unlock := c.Take()
	unlock()
}

type D struct{ c *C }

func (d *D) Part() {
	unlock := d.c.Take()
	unlock()
}

func Whole(d *D, f func())       { f() }
func Below(mu *sync.Mutex, f func()) { f() }

func (d *D) Pass() {
	Whole(d, d.c.mu.Unlock)
	Below(&d.c.mu, d.c.mu.Unlock)
}
`)
	for name, want := range map[string]string{
		"(*m.C).With":      "_ c",
		"(*m.C).then$1":    "_ c",
		"(*m.C).Differ":    "", // in one d comes first
		"(*m.C).Elsewhere": "", // d is not passed
		"(*m.C).Method":    "_ c",
		"(*m.C).Kept":      "", // and by others with another one
		"(*m.C).Moved":     "", // of what the variable had before
		"(*m.C).Again":     "", // it may be that of a call around it
		"(*m.C).Locked":    "c",
		"(*m.C).Taken":     "c.mu",
		"(*m.D).Part":      "d.c.mu",
		"m.Whole":          "d.c.mu",
		"m.Below":          "mu",
	} {
		var args []string
		for _, op := range p.fn(t, name).Ops {
			if op.Kind == envs.Call && op.Callee.FirstArg == 1 {
				for _, a := range op.Callee.Args {
					if args = append(args, "_"); a != nil {
						args[len(args)-1] = a.Text
					}
				}
			}
		}
		require.Equal(t, want, strings.Join(args, " "), name)
	}
}

// What literals have captured that one call lists is known of each by itself.
func TestOwnPaths(t *testing.T) {
	if testing.Short() {
		t.Skip("loads Go packages from their source")
	}
	p := source(t, `
import "sync"

type C struct {
	mu sync.Mutex
	n  int
}

func (c *C) do(f func(int), d *C) { f(1); _ = d }

func plain(int) {}

func (c *C) one(d *C)       { c.do(func(n int) { c.n = n }, d) }
func (c *C) two(d *C)       { c.do(func(n int) { d.n = c.n }, d) }
func (c *C) three(d *C)     { c.do(func(n int) { c.n = d.n }, d) }
func (c *C) four() (n int)  { c.do(func(int) { n = c.n }, nil); return n }
func (c *C) five(d, e *C)   { c.do(func(n int) { e.n = d.n }, d) }
func (c *C) six()           { c.do(c.add, nil) }
func (c *C) seven()         { c.do(plain, nil) }

func (c *C) add(n int) { c.n += n }
`)
	call := opOf(p.fn(t, "(*m.C).do"), envs.Call)
	require.Equal(t, 1, call.Callee.FirstArg)
	got := map[string]string{}
	for _, f := range call.Callee.Funcs {
		var args []string
		for _, a := range call.Calling(f).Callee.Args {
			if args = append(args, "_"); a != nil {
				args[len(args)-1] = a.Text
			}
		}
		name := p.Func(f).Name
		require.Equal(t, call.Callee.ArgsOf(f), call.Calling(f).Callee.Args)
		require.LessOrEqual(t, len(args), len(p.Func(f).Params), name)
		got[strings.TrimPrefix(name, "(*m.C).")] = strings.Join(args, " ")
	}
	require.Equal(t, map[string]string{
		"one$1":     "_ c",
		"two$1":     "_ d c",
		"three$1":   "_ c d",
		"four$1":    "_ _ c", // n leads to no lock
		"five$1":    "_ _ d", // e is not passed
		"add$bound": "_ c",
		"m.plain":   "",
	}, got)
	require.Empty(t, call.Callee.Args, "they do not agree")
}

// A method value that is only passed on is a call of its method, by what stands behind it.
func TestPassedMethods(t *testing.T) {
	p := source(t, `
type T struct{ n int }

func (t *T) Do(f func())   { f() }
func (t *T) Keep(f func()) { kept = f }

var kept func()

func (t *T) inc() { t.n++ }
func (t *T) dec() { t.n-- }

func (t *T) Use() {
	t.Do(t.inc)
	t.Do(t.dec)
	t.Keep(t.dec)
}
`)
	callee := opOf(p.fn(t, "(*m.T).Do"), envs.Call).Callee
	require.True(t, callee.Open)
	var behind []string
	for _, f := range callee.Funcs {
		behind = append(behind, p.Func(opOf(p.Func(f), envs.Call).Callee.Funcs[0]).Name)
	}
	require.ElementsMatch(t, []string{"(*m.T).inc", "(*m.T).dec"}, behind)
	_, others, _ := p.Knows().Start()
	var open []string
	for _, id := range others {
		open = append(open, p.Func(id).Name)
	}
	require.NotContains(t, open, "(*m.T).inc")
	require.Contains(t, open, "(*m.T).dec")
}
