package blocks

import "github.com/seed38182bad/parallax/envs"

// Origins tells where a function has an object from, as far as its own operations tell. Checkers ask whether it made
// what it accesses, and whether what it writes says nothing but where something is:
//
//	type checker struct{ origins blocks.Origins }
//
//	func (c *checker) Step(env envs.Env, op *envs.Op, s state) state {
//		if c.origins.Made(env.Func(), op) && !env.MayShare() {
//			return s // nobody can come in between
//		}
//
// The answer is no where it is not known. That is so of parameters, of registers that are defined in several places,
// and of parts to which more than a few operations lead from the object. It answers for one program, and keeps what it
// has found. The zero value is ready.
type Origins struct {
	defined envs.Definitions
	made    map[envs.Point]bool
	names   map[envs.Point]bool
}

// maxDerived is how many operations lead from an object to what is in it.
const maxDerived = 6

// Made reports whether the object that an operation accesses was made in the same function.
func (o *Origins) Made(fn *envs.Func, op *envs.Op) bool {
	return known(&o.made, fn, op, func() bool {
		if len(op.Uses) == 0 {
			return false
		}
		by, _ := o.object(fn, op.Uses[0])
		return by != nil && by.Kind == envs.New
	})
}

// Names reports whether a Store puts into an object the address of a part of that same object, such as that of its
// lock. It says where something is, and could say nothing else.
func (o *Origins) Names(fn *envs.Func, op *envs.Op) bool {
	return known(&o.names, fn, op, func() bool {
		return op.Kind == envs.Store && len(op.Uses) > 1 && o.isPart(fn, op.Uses[0], op.Value())
	})
}

// known is what was found out of an operation before, or now.
func known(of *map[envs.Point]bool, fn *envs.Func, op *envs.Op, find func() bool) bool {
	at := envs.At(fn.ID, op.PC)
	is, ok := (*of)[at]
	if !ok {
		if *of == nil {
			*of = map[envs.Point]bool{}
		}
		is = find()
		(*of)[at] = is
	}
	return is
}

// object is what made the object in a register, of which the register may have a part, and the register
// that has the whole.
func (o *Origins) object(fn *envs.Func, r envs.Reg) (*envs.Op, envs.Reg) {
	for range maxDerived {
		op := o.defined.Of(fn, r)
		if op == nil || op.Kind != envs.Move && op.Kind != envs.Addr || len(op.Uses) == 0 {
			return op, r
		}
		r = op.Uses[0]
	}
	return nil, 0
}

// isPart reports whether a register holds the address of a part of the object of which another one has a part, too.
func (o *Origins) isPart(fn *envs.Func, of, r envs.Reg) bool {
	op := o.defined.Of(fn, r)
	for range maxDerived {
		if op == nil || op.Kind != envs.Move && op.Kind != envs.Compute || len(op.Uses) != 1 {
			break
		}
		op = o.defined.Of(fn, op.Uses[0]) // as when it becomes an interface
	}
	if op == nil || op.Kind != envs.Addr || len(op.Uses) == 0 {
		return false
	}
	_, x := o.object(fn, op.Uses[0])
	_, y := o.object(fn, of)
	return x != 0 && x == y
}
