package fixpoint

import "github.com/seed38182bad/parallax/envs"

// An At is where the engine is in a program. It answers the questions of an Env that are about the frame itself. An Env
// that answers more embeds it.
type At struct {
	Prog envs.Program
	Fn   *envs.Func
	Op   *envs.Op // nil at the beginning of a frame
	// Asked is set by whoever answers from what was solved below: what the analysis finds here may depend on the frame
	// below. If an analysis without calling contexts of its own asks nothing in a function, nor in what that calls, the
	// engine does not solve the function again for other frames.
	Asked bool

	env     envs.Env // the Env that embeds it
	reports *reportTable
	control envs.Controls
	*noted
}

// noted is what an At notes for an engine.
type noted struct {
	pool     reportPool
	detailed bool // a Detail was asked for
}

// Ask sets Asked. As Operation, which is Op, it panics at the zero At: the engine has finished, so there is no point to
// answer about.
func (a *At) Ask() {
	a.Operation()
	a.Asked = true
}

// Operation is described at Ask.
func (a *At) Operation() *envs.Op {
	if a.Prog == nil {
		panic("an answer of a provider asks a facet that the provider requires: " +
			"keep in its states what it has to know of that")
	}
	return a.Op
}

// Program is part of envs.Env, as the other methods are.
func (a *At) Program() envs.Program { return a.Prog }

// Func is the function of the frame.
func (a *At) Func() *envs.Func { return a.Fn }

// Point is where the path is.
func (a *At) Point() envs.Point {
	if a.Op == nil {
		return envs.At(a.Fn.ID, 0)
	}
	return envs.At(a.Fn.ID, a.Op.PC)
}

// MayDecide reports whether a branch may have decided that this operation executes.
func (a *At) MayDecide(pc int32) bool {
	return a.Op != nil && a.control.MayDecide(a.Fn, pc, a.Op.PC)
}

// Detail is what the operation does with values.
func (a *At) Detail() *envs.Detail {
	a.detailed = true
	if a.Op == nil {
		return envs.NoDetail
	}
	return a.Prog.Detail(a.Point())
}

// Report keeps a report of the operation, until it is stepped over again in the frame.
func (a *At) Report(r envs.Report) {
	if a.Op == nil {
		return
	}
	if tell := r.Tell; tell != nil {
		told := r // whoever tells may keep its address: r itself would be allocated for each report
		told.Tell = nil
		tell(a.env, &told)
		r = told
	}
	a.reports.add(a.Op.PC, a.pool.number(&r))
}

func (a *At) enter(fn *envs.Func, reports *reportTable) { a.Fn, a.Op, a.reports = fn, nil, reports }
