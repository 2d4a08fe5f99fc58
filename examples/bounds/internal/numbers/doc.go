// Package numbers is the state of a frame's integers and lengths: what the
// Details of operations say, followed with a relational domain.
//
//	func (c checker) Step(env envs.Env, op *envs.Op, s *numbers.State) *numbers.State {
//		d := env.Detail()
//		for i := range d.Checks {
//			if c.values.MayFail(&d.Checks[i]) && !s.Holds(d.Checks[i].All) { report(…) }
//		}
//		s.Step(op, d)
//		return s
//	}
//
// A variable is a register's value, its length or its capacity. Between variables the state keeps the bounds of
// differences (zones, packed; see domains/pack), and of each its bounds and the remainder that it leaves
// (congruences). Variables are mathematical integers; that an operation wraps is the business of this package. A sum
// is kept as a relation only if it cannot leave its kind, or if what is checked later shows that it did not. Otherwise
// it is what interval arithmetic of the kind makes of it. A call hands over what the caller knows of the arguments
// (Passed, Received), and a return what the callee knows of the results and the parameters (Returned, TakeOver). Most
// numbers have no bearing on what a checker wants to know: a Slice leaves them out.
//
// What is said of an operation holds in all languages, so the package does not know where an operation comes from. It
// knows nothing of memory: what is loaded may be anything of its kind, unless the Detail says that it must be what was
// there before.
package numbers
