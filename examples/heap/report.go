package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/seed38182bad/parallax/domains/accesspath"
	"github.com/seed38182bad/parallax/domains/escape"
	"github.com/seed38182bad/parallax/domains/pointer"
	"github.com/seed38182bad/parallax/envs"
)

// The kinds of reports.
const (
	follows = "follows" // a pointer that may be nil is followed
	returns = "returns" // what is known at the end of a function
)

// report tells of pointers that may be nil where they are followed, and at a return of
// all that is known.
func (c *checker) report(env envs.Env, op *envs.Op, h heap) {
	fn := env.Func()
	for i := range env.Detail().Checks {
		check := &env.Detail().Checks[i]
		r := check.All[0].X.Reg
		if p := memories.Var(h.First, variable(r)); check.Kind == envs.NilCheck && p.MayBeNil() {
			text := fmt.Sprintf("%s may be nil: it is %s", fn.RegName(r), text(env, p))
			env.Report(envs.Report{Kind: follows, Cause: env.Point(), Message: text})
		}
	}
	if op.Kind != envs.Return {
		return
	}
	for _, line := range slices.Concat(registers(env, h), objects(env, h), c.aliases(env, h)) {
		env.Report(envs.Report{Kind: returns, Cause: env.Point(), Message: line, Subject: line})
	}
}

// named are the registers that have names.
func named(fn *envs.Func) (regs []envs.Reg) {
	for r := range envs.Reg(fn.Regs) {
		if fn.RegNames[r] != "" {
			regs = append(regs, r)
		}
	}
	return regs
}

// paths are the access paths of a named register and, of each of the fields of the
// program, from there.
func (c *checker) paths(fn *envs.Func, r envs.Reg) (names []string, paths []accesspath.Path) {
	d := accesspath.Domain{}
	names, paths = []string{fn.RegName(r)}, []accesspath.Path{d.Of(variable(r))}
	for i, name := range c.names {
		names = append(names, fn.RegName(r)+"."+name)
		paths = append(paths, d.Of(variable(r), pointer.Field(i)))
	}
	return names, paths
}

// aliases are the pairs of paths from different registers that may lead to one object.
func (c *checker) aliases(env envs.Env, h heap) (lines []string) {
	fn := env.Func()
	for i, r := range named(fn) {
		for _, other := range named(fn)[:i] {
			a, from := c.paths(fn, other)
			b, to := c.paths(fn, r)
			for i, p := range from {
				for j, q := range to {
					switch {
					case memories.MustAlias(h.First, p, q) && memories.MayAlias(h.First, p, q):
						lines = append(lines, a[i]+" and "+b[j]+" are one object")
					case memories.MayAlias(h.First, p, q):
						lines = append(lines, a[i]+" and "+b[j]+" may be one object")
					}
				}
			}
		}
	}
	return lines
}

// registers are what the named registers lead to.
func registers(env envs.Env, h heap) (lines []string) {
	for _, r := range named(env.Func()) {
		lines = append(lines, env.Func().RegName(r)+" is "+text(env, memories.Var(h.First, variable(r))))
	}
	return lines
}

// objects are who may reach the objects of each site.
func objects(env envs.Env, h heap) (lines []string) {
	entries, _ := h.Second.Entries()
	for s, e := range entries.All() {
		lines = append(lines, made(env, s)+" is "+who(env, e))
	}
	return lines
}

// place is the line and column of an operation of the function that is looked at.
func place(env envs.Env, pc int32) string {
	p := env.Program().Position(envs.At(env.Func().ID, pc))
	return fmt.Sprintf("%d:%d", p.Line, p.Col)
}

// made names the objects of a site.
func made(env envs.Env, s pointer.Site) string { return "new at " + place(env, int32(s)-1) }

// text is what a pointer may lead to.
func text(env envs.Env, p pointer.Set) string {
	var parts []string
	for o := range p.Objects() {
		switch {
		case o.Site() == elsewhere:
			parts = append(parts, "of others")
		case o.Single():
			parts = append(parts, "the last "+made(env, o.Site()))
		default:
			parts = append(parts, "an earlier "+made(env, o.Site()))
		}
	}
	if p.IsAny() {
		parts = append(parts, "any object")
	}
	if p.MayBeNil() {
		parts = append(parts, "nil")
	}
	return strings.Join(parts, " or ")
}

// who says who may reach an object, since when.
func who(env envs.Env, e escape.State[envs.FuncID]) string {
	switch since := func(p escape.Point) string { return place(env, int32(p)) }; e.Kind() {
	case escape.ReadOnly:
		return "found by others since " + since(e.Published())
	case escape.Escaped:
		return "found by others since " + since(e.Published()) + " and written at " + since(e.Written())
	}
	return "local"
}
