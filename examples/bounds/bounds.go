package bounds

import (
	"github.com/seed38182bad/parallax/dataflow"
	"github.com/seed38182bad/parallax/dataflow/world"
	"github.com/seed38182bad/parallax/domains/linear"
	"github.com/seed38182bad/parallax/domains/machine"
	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/examples/bounds/internal/numbers"
)

// checker is the algorithm, for all paths and for one.
type checker struct {
	all   bool // report what is not proved
	max   int  // variables whose differences are kept together
	whole bool // follow all numbers, for tests

	values envs.Values

	calls   callTable
	slice   *numbers.Slice // what bears on a check
	idle    *numbers.State // of frames in which nothing does
	decided *numbers.State // of all frames, if every check is decided
}

func (c *checker) analysis() dataflow.Analysis[*numbers.State] {
	return dataflow.Analysis[*numbers.State]{
		Entry: c.Entry, Step: c.Step, Branch: c.Branch,
		Return: c.Return,
		Tuning: dataflow.Tuning[*numbers.State]{Retains: c.Retains, Decided: c.Decided},
	}
}

func newChecker(r *dataflow.Requires, all bool, related int) *checker {
	world.Locks.For(r) // it knows which handlers are reached, and tells callers apart
	c := &checker{all: all, max: related, values: dataflow.Values.For(r),
		idle: numbers.Idle(related), decided: numbers.Idle(related)}
	r.Gather(c)
	return c
}

// Entry knows what all calls of the function agree on, if they are known, and nothing
// otherwise: any argument may come. Where nothing bears on a check, no state has to follow the numbers.
func (c *checker) Entry(env envs.Env, fn *envs.Func) *numbers.State {
	c.calls.begin(fn.ID)
	if c.slice == nil && !c.whole {
		c.slice = numbers.NewSlice(env.Program(), func(k envs.CheckKind) bool { return defects[k].kind != "" })
	}
	if !c.matters(fn.ID) {
		return c.idle
	}
	if passed := c.calls.of(fn.ID); passed != nil {
		return numbers.Received(passed, fn)
	}
	return numbers.New(c.max, fn.Params...)
}

// Decided is a state that follows nothing, and of whose calls nothing is noted.
func (c *checker) Decided() *numbers.State { return c.decided }

// Step reports what an operation takes for granted without reason, and follows its
// effect.
func (c *checker) Step(env envs.Env, op *envs.Op, s *numbers.State) *numbers.State {
	d := c.detail(env)
	for i := range d.Checks {
		check := &d.Checks[i]
		defect, ok := defects[check.Kind]
		if !ok {
			continue
		}
		if c.values.MustFail(check) || c.values.MayFail(check) && !s.Holds(check.All) && (c.all || speaksAgainst(s, check)) {
			env.Report(envs.Report{Kind: defect.kind, Cause: env.Point(), Message: c.message(defect, env, s, check)})
		}
		if check.Kind.Throws() {
			s.Assume(check.All) // what comes after is executed only if it held
		}
	}
	if (op.Kind == envs.Call || op.Kind == envs.Fork) && c.max != 1 && s != c.decided {
		c.calls.note(env, op, s, d.Passes, c.matters)
	}
	s.Step(op, d)
	if op.Kind == envs.Return {
		return c.handedOver(s, d)
	}
	return s
}

// matters reports whether anything in a function bears on a check.
func (c *checker) matters(fn envs.FuncID) bool { return c.slice == nil || c.slice.Matters(fn) }

// detail is what is said of the operation that bears on a check.
func (c *checker) detail(env envs.Env) *envs.Detail {
	d := env.Detail()
	if c.slice != nil && d != envs.NoDetail {
		d = c.slice.Detail(env.Point())
	}
	return d
}

// Again has the program looked at once more with what its calls pass.
func (c *checker) Again() bool { return c.calls.settle() }

// Retains reports whether calls pass to a function what they did before.
func (c *checker) Retains(fn envs.FuncID) bool { return !c.calls.news[fn] }

// Forget drops what calls pass.
func (c *checker) Forget(g dataflow.Gone) {
	if g.Run {
		c.calls = callTable{}
	}
}

// Branch learns from conditions.
func (c *checker) Branch(env envs.Env, op *envs.Op, taken int, s *numbers.State) (*numbers.State, bool) {
	if on := c.detail(env).On; taken < len(on) {
		s.Assume(on[taken])
	}
	return s, !s.Impossible()
}

// handedOver is what is known of the results and the parameters.
func (c *checker) handedOver(s *numbers.State, d *envs.Detail) *numbers.State {
	if d.Hidden {
		return numbers.New(c.max)
	}
	return s.Returned(d.Passes)
}

// Return learns what the callee knew when it returned.
func (c *checker) Return(env envs.Env, call *envs.Op, exit, s *numbers.State) *numbers.State {
	if c.max != 1 {
		s.TakeOver(exit, call, c.detail(env).Passes)
	}
	return s
}

// speaksAgainst reports whether something is known of the numbers of a condition, and it is not enough. Either the
// condition certainly fails, or the side on which it fails has a bound that neither number alone gives.
func speaksAgainst(s *numbers.State, check *envs.Check) bool {
	for _, c := range check.All {
		if s.Holds([]envs.Condition{c}) {
			continue
		}
		if s.Holds([]envs.Condition{c.Negate()}) {
			return true
		}
		known := numbers.Rough(s.Difference(c.X, c.Y))
		least, greatest := true, true
		unless := func(x, y linear.Interval) { // one of them is what its kind says
			alone := numbers.Rough(x.Plus(y.Times(-1)))
			least, greatest = least && known.Lo > alone.Lo, greatest && known.Hi < alone.Hi
		}
		if c.X.Reg != 0 {
			unless(numbers.Limits(c.X), s.Range(c.Y))
		}
		if c.Y.Reg != 0 {
			unless(s.Range(c.X), numbers.Limits(c.Y))
		}
		switch c.Cmp {
		case machine.Lt, machine.Le:
			if greatest {
				return true
			}
		case machine.Gt, machine.Ge:
			if least {
				return true
			}
		case machine.Ne:
			if least && known.Lo == 0 || greatest && known.Hi == 0 {
				return true
			}
		}
	}
	return false
}
