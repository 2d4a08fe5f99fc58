package local

import (
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/seed38182bad/parallax/envs/gosrc/internal/library"
	"github.com/seed38182bad/parallax/envs/internal/synthetic"
	"github.com/seed38182bad/parallax/envs/internal/walk"
)

func IsYield(v ssa.Value) bool {
	c, ok := v.(*ssa.MakeClosure)
	return ok && synthetic.IsYield(c.Fn.(*ssa.Function))
}

// IsInitialisation reports whether a function is called in the course of a package's initialisation, and from nowhere
// else.
func IsInitialisation(fn *ssa.Function) bool {
	written := fn.Parent() == nil && fn.Signature.Recv() == nil && strings.HasPrefix(fn.Name(), "init#")
	return written || synthetic.IsInitialiser(fn)
}

// IsLoop reports whether a call is that of an iterator by a range-over-func loop.
func IsLoop(c *ssa.CallCommon) bool { return slices.ContainsFunc(c.Args, IsYield) }

func IsGeneric(fn *ssa.Function) bool { return len(fn.TypeArgs()) == 0 && fn.TypeParams().Len() > 0 }

// StartsOnly reports whether a call does nothing with v but to start a goroutine that executes it.
func StartsOnly(c *ssa.CallCommon, v ssa.Value) bool {
	fn := c.StaticCallee()
	if fn == nil || c.Value == v {
		return false
	}
	m := library.ModelOf(fn)
	for i, a := range c.Args {
		if a == v && (m.Effect != library.Forks || i != m.Arg) {
			return false
		}
	}
	return m.Effect == library.Forks
}

// TakesLock reports whether a function itself takes a lock.
func TakesLock(fn *ssa.Function) bool {
	for i := range walk.Instrs(fn) {
		c, ok := i.(*ssa.Call)
		if !ok {
			continue
		}
		if library.OfLocker(c.Call.Method).Effect == library.Acquires {
			return true
		}
		if f, ok := c.Call.Value.(*ssa.Function); ok && library.ModelOf(f).Effect == library.Acquires {
			return true
		}
	}
	return false
}

func CallName(c *ssa.CallCommon) string {
	if c.IsInvoke() {
		return c.Method.Name()
	}
	switch f := c.Value.(type) {
	case *ssa.Function:
		return f.Name()
	case *ssa.Builtin:
		return f.Name()
	}
	return "func"
}
