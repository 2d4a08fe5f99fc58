package dataflow

import (
	"github.com/seed38182bad/parallax/dataflow/internal/run"
	"github.com/seed38182bad/parallax/dataflow/internal/run/happens"
	"github.com/seed38182bad/parallax/dataflow/internal/run/held"
	"github.com/seed38182bad/parallax/dataflow/internal/run/intern"
	"github.com/seed38182bad/parallax/dataflow/internal/run/memory"
	"github.com/seed38182bad/parallax/domains/machine"
	"github.com/seed38182bad/parallax/envs"
)

// runEnv answers a checker's questions during a run. Three of its facets are those of the modules; that of values, of
// which a run tells where a check does not hold, is its own.
type runEnv struct {
	*held.Locks
	*happens.Order
	*memory.Memory

	prog    envs.Program
	pos     run.Position
	pass    run.Pass
	failed  *failed // nil unless a check does not hold
	control envs.Controls
	asker   *listener // who asks

	provided  map[any]any // facets that analyses provide
	providers []replayer  // these, in the order in which they are told
}

// follow makes the modules that answer what is needed, in the order in which they are told of events.
func (e *runEnv) follow(needs costs, objects, sparse bool) (*intern.Table, []run.Module) {
	names := &intern.Table{Meetings: needs.has(needMeetings)}
	e.Locks = held.New(&e.pos, names, held.Config{Meetings: needs.has(needMeetings), Sparse: sparse})
	e.Order = happens.New(&e.pos, names, happens.Config{
		Clocks: needs.ordering(), Locks: needs.has(needOrder), Segments: needs.has(needSegments),
	})
	e.Memory = memory.New(e.prog, &e.pos, names, e.Locks, e.Order, memory.Config{
		Objects: objects, Variables: needs.memory(), Races: needs.has(needOrder),
	})
	return names, []run.Module{names, e.Locks, e.Order, e.Memory}
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

func (e *runEnv) MustBeInOrder() bool { return true }
func (e *runEnv) MayRepeat() bool     { return e.pass.Whole }
func (e *runEnv) Gathers() bool       { return !e.pass.Again }
func (e *runEnv) Judges() bool        { return !e.pass.Whole || e.pass.Again }

func (e *runEnv) Detail() *envs.Detail {
	if e.pos.Op == nil {
		return envs.NoDetail
	}
	return e.prog.Detail(e.Point())
}
func (e *runEnv) MayFail(c *envs.Check) bool  { return e.failed != nil && e.failed.check == c }
func (e *runEnv) MustFail(c *envs.Check) bool { return e.MayFail(c) }
func (e *runEnv) MustDecide() bool            { return true }
func (e *runEnv) Known(t envs.Term) (machine.Value, bool) {
	if e.failed == nil {
		return machine.Value{}, false
	}
	return e.failed.known(t)
}
