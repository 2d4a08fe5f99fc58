package taint

import (
	"slices"

	"github.com/seed38182bad/parallax/envs"
)

// called is what is said of a callee, by its name.
type called struct {
	*rule
	name string
}

// silent is said of all that the rules do not name.
var silent = &rule{clean: -1}

func (c *checker) rule(name string) *rule {
	if r := c.names[name]; r != nil && name != "" {
		return r
	}
	return silent
}

func (c *checker) callee(op *envs.Op) called {
	n, ok := c.calls[op.Callee]
	if !ok {
		name := op.Callee.FullName()
		n = called{c.rule(name), name}
		c.calls[op.Callee] = n
	}
	return n
}

// isOpaque reports whether fn is of a package that is not looked into.
func (c *checker) isOpaque(fn *envs.Func) bool {
	is, ok := c.closed[fn.ID]
	if !ok {
		is = c.rules.isOpaque(packageOf(fn.Name))
		c.closed[fn.ID] = is
	}
	return is
}

// isKnown reports whether all that is to be known of a callee is seen in its
// functions.
func (c *checker) isKnown(p envs.Program, callee *envs.Callee) bool {
	return len(callee.Funcs) > 0 && !slices.ContainsFunc(callee.Funcs, func(id envs.FuncID) bool {
		fn := p.Func(id)
		return fn == nil || c.isOpaque(fn)
	})
}

func (c *checker) loc(l *envs.Loc) *rule {
	if l == nil {
		return silent
	}
	r := c.locs[l]
	if r == nil {
		r = c.rule(l.Name)
		c.locs[l] = r
	}
	return r
}
