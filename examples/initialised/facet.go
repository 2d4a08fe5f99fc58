package initialised

import (
	"fmt"

	"github.com/seed38182bad/parallax/dataflow"
	"github.com/seed38182bad/parallax/envs"
)

// Fields are which fields of objects are certainly written. All answers are of registers as the operation finds them:
// before its own effect.
type Fields interface {
	// Made is the New of this frame that certainly made the object in a register, at its latest execution. ok is false if
	// that is not known.
	Made(r envs.Reg) (at envs.Point, ok bool)
	// MustBeWritten reports whether a field of the object in a register was certainly written since the object was made.
	// It may also be known of an object that a caller has made.
	MustBeWritten(r envs.Reg, field *envs.Loc) bool
	// MustBePrivate reports whether certainly nothing leads to the object in a register but registers of this frame, or of
	// those that called it.
	MustBePrivate(r envs.Reg) bool
}

// Written is the facet.
var Written = dataflow.Provide("Written", func(*dataflow.Requires) dataflow.Provider[state, Fields] {
	return dataflow.Provider[state, Fields]{
		Analysis: dataflow.Analysis[state]{
			Entry: entry, Step: step,
			Enter: enter, Return: back, Thrown: thrown,
		},
		Answer: func(v *dataflow.View[state]) Fields { return answers{v} },
	}
})

type answers struct{ *dataflow.View[state] }

func (a answers) Made(r envs.Reg) (at envs.Point, ok bool) {
	s := a.State()
	o, _ := s.before.in(r)
	return o.at, !o.at.IsZero()
}

func (a answers) MustBeWritten(r envs.Reg, field *envs.Loc) bool {
	s := a.State()
	return s.before.knows(r, all) || field != nil && s.before.knows(r, field.Name)
}

func (a answers) MustBePrivate(r envs.Reg) bool {
	s := a.State()
	return s.before.knows(r, private)
}

func entry(envs.Env, *envs.Func) state { return state{} }

// step keeps what was known before an operation, and follows it.
func step(env envs.Env, op *envs.Op, s state) state {
	s.after.cloneInto(&s.before)
	after := &s.after
	for i, r := range op.Uses {
		if !harmless(op, i) {
			after.release(r)
		}
	}
	switch {
	case !op.Writes() || op.Loc == nil:
	case op.Loc.Class == envs.Field:
		after.write(base(op), op.Loc.Name)
	case op.Loc.Class == envs.Cell:
		after.write(base(op), all)
	}
	after.held.Forget(holding{reg: op.Dst}, holding{reg: op.Dst + envs.Reg(op.Results)})
	switch {
	case op.Kind == envs.Return:
		s.after = after.handedOver()
	case op.Results == 0:
	case op.Kind == envs.New:
		after.make(op.Dst, object{at: env.Point()})
	case op.Kind == envs.Move:
		after.copy(op.Dst, &s.before, op.Uses[0])
	}
	return s
}

// harmless reports whether no way to the object in the i-th register that an operation reads comes into being, but in
// another register that is followed.
func harmless(op *envs.Op, i int) bool {
	switch op.Kind {
	case envs.Load, envs.Move, envs.Branch, envs.Switch,
		envs.Acquire, envs.TryAcquire, envs.Release, envs.Wait, envs.Notify:
		return true
	case envs.Store, envs.Atomic:
		return i == 0 && base(op) != 0
	}
	return false
}

// isField reports whether an operation accesses a field.
func isField(op *envs.Op) bool { return op.Loc != nil && op.Loc.Class == envs.Field }

// base is the register with the object that an operation accesses, 0 if there is none.
func base(op *envs.Op) envs.Reg {
	if op.Accesses() && (op.Kind == envs.Load && len(op.Uses) > 0 || len(op.Uses) > 1) {
		return op.Uses[0]
	}
	return 0
}

// argument is the register with the argument for the i-th parameter, 0 if there is none.
func argument(call *envs.Op, i int) envs.Reg {
	if k := call.Callee.FirstArg + i; k < len(call.Uses) {
		return call.Uses[k]
	}
	return 0
}

// enter hands to a callee what is known of its arguments. The context says which of them are known, and which of these
// are private. Otherwise a function of which nothing is known in one call, or that is a root, would know nothing at
// all.
func enter(_ envs.Env, call *envs.Op, s state, fn *envs.Func) (in state, context string) {
	for i, p := range fn.Params {
		o, ok := s.after.in(argument(call, i))
		if !ok {
			continue
		}
		mine := object{param: i + 1}
		in.after.held.Set(holding{p, mine}, surely)
		for f := range s.after.facts.All() {
			if f.of == o && (f.field != private || s.after.once(call.Uses, o)) {
				in.after.facts.Set(fact{mine, f.field}, true)
			}
		}
		context += fmt.Sprint(i, in.after.knows(p, private), " ")
	}
	return in, context
}

// handedOver is what is known of the arguments, for the caller.
func (k *known) handedOver() (out known) {
	for f := range k.facts.All() {
		if f.of.param != 0 {
			out.facts.Set(f, true)
		}
	}
	return out
}

// back adds what a callee has told of its arguments. That they are private is what step has dropped at the call.
func back(_ envs.Env, call *envs.Op, exit, s state) state {
	for f := range exit.after.facts.All() {
		o, ok := s.before.in(argument(call, f.of.param-1))
		if ok && (f.field != private || s.before.once(call.Uses, o)) {
			s.after.facts.Set(fact{o, f.field}, true)
		}
	}
	return s
}

// thrown drops that arguments are private: a callee that has thrown may have stored them.
func thrown(_ envs.Env, call *envs.Op, _, s state) state {
	for _, r := range call.Uses {
		s.after.release(r)
	}
	return s
}
