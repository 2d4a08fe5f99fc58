package compound

import (
	"slices"

	"github.com/seed38182bad/parallax/envs"
)

// What a function accesses, as what it counts, and whether the function has made it: by the operations
// that define registers, wherever control goes.

// classOf is the class of memory that an access counts as. It is that of the field or variable in which what has the
// element is found. found says that it is an element.
func (c *checker) classOf(env envs.Env, op *envs.Op) (loc *envs.Loc, found bool) {
	if op.Loc == nil || op.Loc.Class != envs.Elem {
		return op.Loc, false
	}
	if by := c.maker(env, op); by != nil && by.Kind == envs.Load && by.Loc != nil && by.Loc.Class != envs.Elem {
		return by.Loc, true
	}
	return op.Loc, true
}

// maker is the operation that made the object which an operation accesses, nil if it is not one of
// this frame.
func (c *checker) maker(env envs.Env, op *envs.Op) *envs.Op {
	if len(op.Uses) == 0 {
		return nil
	}
	return c.makerOf(env, op.Uses[0])
}

// makerOf is the operation that made what is in a register.
func (c *checker) makerOf(env envs.Env, r envs.Reg) *envs.Op { return c.defs.Maker(env.Func(), r) }

// private reports whether nobody else is expected to reach what is accessed: it belongs to the
// frame, or to an object that the frame has made.
func (c *checker) private(env envs.Env, op *envs.Op) bool {
	if op.Is(envs.Local) || op.Loc == nil {
		return true
	}
	if op.Loc.Class == envs.Elem {
		return len(op.Uses) > 0 && c.mine(env.Func(), op.Uses[0])
	}
	by := c.maker(env, op)
	return by != nil && by.Kind == envs.New &&
		(op.Loc.Class == envs.Field || op.Loc.Class == envs.Cell && uncaptured(env.Func(), op))
}

// uncaptured reports whether nothing before an access to a variable of the function can have told others of it. In the
// order of the operations it is only loaded and stored.
func uncaptured(fn *envs.Func, op *envs.Op) bool {
	for i := range fn.Ops[:op.PC] {
		o := &fn.Ops[i]
		for j, r := range o.Uses {
			if r == op.Uses[0] && !(j == 0 && (o.Kind == envs.Load || o.Kind == envs.Store)) {
				return false
			}
		}
	}
	return true
}

// mine reports whether a register can hold no slice or map but one that the function has made, or a part of it. Such
// is what the function has put together, or found in one of its own. seen are registers that are looked at already.
func (c *checker) mine(fn *envs.Func, r envs.Reg, seen ...envs.Reg) bool {
	defs := c.defs.Of(fn, r)
	if len(defs) == 0 || len(seen) > maxMine {
		return false
	}
	seen = append(seen, r)
	for _, pc := range defs {
		op := &fn.Ops[pc]
		switch {
		case op.Kind == envs.New || op.Kind == envs.Const:
			continue
		case len(op.Uses) == 0:
			return false
		case op.Kind == envs.Move || op.Kind == envs.Compute:
		case (op.Kind == envs.Load || op.Kind == envs.Addr) && op.Loc != nil && op.Loc.Class == envs.Elem:
		default:
			return false
		}
		if !slices.Contains(seen, op.Uses[0]) && !c.mine(fn, op.Uses[0], seen...) {
			return false
		}
	}
	return true
}

// maxMine is how many registers are followed to where a slice or map was made.
const maxMine = 8

// own reports whether what is called is called on an object that the frame has made, by itself or by a
// function that does nothing but return what it makes.
func (c *checker) own(env envs.Env, op *envs.Op) bool {
	return op.Callee != nil && op.Callee.FirstArg < len(op.Uses) && op.Kind == envs.Call &&
		c.makesIn(env, op.Uses[op.Callee.FirstArg])
}

// makesIn reports whether the frame has made what is in a register, or that of which it is a part.
func (c *checker) makesIn(env envs.Env, r envs.Reg) bool {
	by := c.makerOf(env, r)
	for by != nil && by.Kind == envs.Addr && by.Loc != nil && by.Loc.Class == envs.Field {
		by = c.makerOf(env, by.Uses[0])
	}
	if by == nil || by.Kind == envs.New {
		return by != nil
	}
	if by.Kind != envs.Call || by.Callee == nil || by.Callee.Open || len(by.Callee.Funcs) == 0 {
		return false
	}
	for _, f := range by.Callee.Funcs {
		if !c.makes(env, f) {
			return false
		}
	}
	return true
}

// object reports whether a register holds an object that the frame has made, and not a variable in which another one
// may be found.
func (c *checker) object(env envs.Env, r envs.Reg) bool {
	return c.makesIn(env, r) && !slices.ContainsFunc(env.Func().Ops, func(op envs.Op) bool {
		return op.Kind == envs.Store && op.Loc != nil && op.Loc.Class == envs.Cell && op.Uses[0] == r
	})
}

// makes reports whether the first result of a function is what it has made, or nothing, wherever it returns.
func (c *checker) makes(env envs.Env, f envs.FuncID) bool {
	fn := env.Program().Func(f)
	if fn == nil {
		return false
	}
	some := false
	for i := range fn.Ops {
		if op := &fn.Ops[i]; op.Kind == envs.Return {
			if len(op.Uses) == 0 {
				return false
			}
			by := c.defs.Maker(fn, op.Uses[0])
			if op.Uses[0] != 0 && (by == nil || by.Kind != envs.New && by.Kind != envs.Const) {
				return false
			}
			some = some || by != nil && by.Kind == envs.New
		}
	}
	return some
}
