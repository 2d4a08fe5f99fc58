package dataflow

import (
	"fmt"

	"github.com/seed38182bad/parallax/dataflow/internal/ground"
	"github.com/seed38182bad/parallax/dataflow/internal/run"
	"github.com/seed38182bad/parallax/domains/machine"
	"github.com/seed38182bad/parallax/envs"
)

// runEnv answers the questions that checkers ask during a run: those of Env, and those of the facets that drivers
// answer. What checks do not hold is told by the run itself.
type runEnv struct {
	prog    envs.Program
	pos     run.Position
	pass    run.Pass
	failed  *failed // nil unless a check does not hold
	control envs.Controls
	asker   *listener // who asks

	source    ground.Source
	world     ground.Runs // nil if there is no source
	provided  map[any]any // facets that analyses provide
	providers []replayer  // these, in the order in which they are told
}

// from has a source answer, too.
func (e *runEnv) from(source ground.Source) any {
	switch {
	case e.source == nil:
		e.source, e.world = source, source.Runs(e.prog, &e.pos)
	case e.source != source:
		panic(fmt.Sprintf("checkers of a run require facets of %T and of %T, which know nothing of each other", e.source,
			source))
	}
	return e.world
}

// provide has a provider told of the run before those that require its facet.
func (e *runEnv) provide(facet, by any, r replayer) {
	if e.provided == nil {
		e.provided = map[any]any{}
	}
	e.provided[facet] = by
	e.providers = append(e.providers, r)
}

// at makes the environment speak of a frame that is at op.
func (e *runEnv) at(t *run.Thread, depth int, op *envs.Op) { e.pos.Move(t, depth, op) }

func (e *runEnv) Program() envs.Program { return e.prog }
func (e *runEnv) Func() *envs.Func      { return e.pos.Fn }
func (e *runEnv) Point() envs.Point     { return e.pos.Point() }

func (e *runEnv) MayDecide(pc int32) bool {
	return e.pos.Op != nil && e.control.Of(e.pos.Fn).MayDecide(pc, e.pos.Op.PC)
}

func (e *runEnv) Report(r envs.Report) {
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
func (e *runEnv) Moment() envs.Moment { return envs.Moment(e.pos.Moves) }

func (e *runEnv) Gathers() bool { return !e.pass.Again }
func (e *runEnv) Judges() bool  { return !e.pass.Whole || e.pass.Again }

func (e *runEnv) Detail() *envs.Detail {
	if e.pos.Op == nil {
		return envs.NoDetail
	}
	return e.prog.Detail(e.Point())
}
func (e *runEnv) MayFail(c *envs.Check) bool  { return e.failed != nil && e.failed.check == c }
func (e *runEnv) MustFail(c *envs.Check) bool { return e.MayFail(c) }
func (e *runEnv) Known(t envs.Term) (machine.Value, bool) {
	if e.failed == nil {
		return machine.Value{}, false
	}
	return e.failed.known(t)
}
