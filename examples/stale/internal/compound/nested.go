package compound

import (
	"strings"

	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/examples/stale/internal/guards"
)

// A struct that lies in a field of another one is often of a type that others use, too, under locks of theirs, or
// none. So the fields of it are known by two classes: their own, and their own there. A lock protects the memory if
// it does so for one of them.

// nesting is two classes of memory: that of a field, and of the field in which its object lies.
type nesting struct{ field, around *envs.Loc }

// there is the class that an access has by what it lies in, nil if it lies in no field.
func (c *checker) there(env envs.Env, op *envs.Op) *envs.Loc {
	if op.Loc == nil || op.Loc.Class != envs.Field {
		return nil
	}
	around := env.Program().Knows().Around
	if around == nil {
		return nil
	}
	n := nesting{op.Loc, around(env.Point())}
	if n.around == nil {
		return nil
	}
	loc := c.nested[n]
	if loc == nil {
		loc = &envs.Loc{Class: envs.Field, Name: n.around.Name + n.field.Name[strings.LastIndexByte(n.field.Name, '.'):]}
		if c.nested == nil {
			c.nested = map[nesting]*envs.Loc{}
		}
		c.nested[n] = loc
	}
	return loc
}

// guard is what is known of the writes of what is accessed, by the class by which a lock protects it.
func (c *checker) guard(loc, there *envs.Loc, lock string) guards.Guard {
	g := c.Of(loc, lock)
	if there != nil && !g.Mostly() {
		return c.Of(there, lock)
	}
	return g
}
