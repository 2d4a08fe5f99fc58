package views

import "github.com/seed38182bad/parallax/envs"

// memory knows which accesses nothing can come between.
type memory struct {
	made map[envs.Point]bool // see fresh
	same map[envs.Point]bool // see names

	defined envs.Definitions
}

func newMemory() memory { return memory{made: map[envs.Point]bool{}, same: map[envs.Point]bool{}} }

// maxDerived is how many operations lead from an object to what is in it.
const maxDerived = 6

// object is what made the object in a register, of which the register may have a part, and the register
// that has the whole.
func (m *memory) object(fn *envs.Func, r envs.Reg) (*envs.Op, envs.Reg) {
	for range maxDerived {
		op := m.defined.Of(fn, r)
		if op == nil || op.Kind != envs.Move && op.Kind != envs.Addr || len(op.Uses) == 0 {
			return op, r
		}
		r = op.Uses[0]
	}
	return nil, 0
}

// fresh reports whether the object that an operation accesses was made in the same function, and nobody
// else has reached it yet: whatever is done with it, nothing comes in between.
func (m *memory) fresh(env envs.Env, op *envs.Op) bool {
	at := envs.At(env.Func().ID, op.PC)
	is, known := m.made[at]
	if !known {
		if len(op.Uses) > 0 {
			by, _ := m.object(env.Func(), op.Uses[0])
			is = by != nil && by.Kind == envs.New
		}
		m.made[at] = is
	}
	return is && !env.MayShare()
}

// names reports whether a Store puts into an object the address of a part of that same object, such as that of
// its lock: it says where something is, and could say nothing else.
func (m *memory) names(fn *envs.Func, op *envs.Op) bool {
	at := envs.At(fn.ID, op.PC)
	is, known := m.same[at]
	if !known {
		is = op.Kind == envs.Store && len(op.Uses) > 1 && m.isPart(fn, op.Uses[0], op.Value())
		m.same[at] = is
	}
	return is
}

// isPart reports whether a register holds the address of a part of the object of which another one has a part, too.
func (m *memory) isPart(fn *envs.Func, of, r envs.Reg) bool {
	op := m.defined.Of(fn, r)
	for range maxDerived {
		if op == nil || op.Kind != envs.Move && op.Kind != envs.Compute || len(op.Uses) != 1 {
			break
		}
		op = m.defined.Of(fn, op.Uses[0]) // as when it becomes an interface
	}
	if op == nil || op.Kind != envs.Addr || len(op.Uses) == 0 {
		return false
	}
	_, x := m.object(fn, op.Uses[0])
	_, y := m.object(fn, of)
	return x != 0 && x == y
}
