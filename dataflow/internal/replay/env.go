package replay

import (
	"github.com/seed38182bad/parallax/dataflow/internal/ground"
	"github.com/seed38182bad/parallax/dataflow/internal/run"
	"github.com/seed38182bad/parallax/domains/machine"
	"github.com/seed38182bad/parallax/envs"
)

// An Env answers the questions that analyses ask during a run: those of Env, and those of the facets that drivers
// answer. What checks do not hold is told by the run itself.
type Env struct {
	prog    envs.Program
	pos     run.Position
	pass    run.Pass
	failed  *failed // nil unless a check does not hold
	control envs.Controls
	asker   *listener // who asks

	// World answers the facets of a Source, nil if none is required.
	World ground.Runs
}

// NewEnv is the Env of runs of a program.
func NewEnv(prog envs.Program) *Env { return &Env{prog: prog} }

// At is where questions are asked.
func (e *Env) At() *run.Position { return &e.pos }

// at makes the environment speak of a frame that is at op.
func (e *Env) at(t *run.Thread, depth int, op *envs.Op) { e.pos.Move(t, depth, op) }

func (e *Env) Program() envs.Program { return e.prog }
func (e *Env) Func() *envs.Func      { return e.pos.Fn }
func (e *Env) Point() envs.Point     { return e.pos.Point() }

func (e *Env) MayDecide(pc int32) bool {
	return e.pos.Op != nil && e.control.MayDecide(e.pos.Fn, pc, e.pos.Op.PC)
}

func (e *Env) Report(r envs.Report) {
	switch {
	case e.pos.Op == nil:
	case r.Later != nil:
		for _, x := range r.Later(e) {
			e.Report(x)
		}
	default:
		e.asker.report(e.Point(), r)
	}
}

// Moment is how often the run has moved on.
func (e *Env) Moment() envs.Moment { return envs.Moment(e.pos.Moves) }

func (e *Env) Gathers() bool { return !e.pass.Again }
func (e *Env) Judges() bool  { return !e.pass.Whole || e.pass.Again }

func (e *Env) Detail() *envs.Detail {
	if e.pos.Op == nil {
		return envs.NoDetail
	}
	return e.prog.Detail(e.Point())
}
func (e *Env) MayFail(c *envs.Check) bool  { return e.failed != nil && e.failed.check == c }
func (e *Env) MustFail(c *envs.Check) bool { return e.MayFail(c) }
func (e *Env) Known(t envs.Term) (machine.Value, bool) {
	if e.failed == nil {
		return machine.Value{}, false
	}
	return e.failed.known(t)
}
