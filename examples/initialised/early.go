package initialised

import (
	"github.com/seed38182bad/parallax/dataflow"
	"github.com/seed38182bad/parallax/dataflow/world"
	"github.com/seed38182bad/parallax/domains/environment"
	"github.com/seed38182bad/parallax/envs"
)

// KindEarly is the kind of all reports of the checker early.
const KindEarly = "early-publication"

// Early makes the analyzer "early".
func Early() *dataflow.Analyzer {
	a := dataflow.NewAnalyzer("early", "finds objects that others may find before all their fields are written", newEarly)
	a.OnDemand, a.Everywhere = true, true
	return a
}

func newEarly(r *dataflow.Requires) dataflow.Analysis[published] {
	e := early{Written.For(r), world.Sharing.For(r)}
	return dataflow.Analysis[published]{
		Entry: func(envs.Env, *envs.Func) published { return published{} }, Step: e.step,
	}
}

type early struct {
	fields  Fields
	sharing envs.Sharing
}

func (e early) step(env envs.Env, op *envs.Op, s published) published {
	switch op.Kind {
	case envs.New:
		s.first.Set(env.Point(), envs.Point{}) // it is another object
	case envs.Store, envs.Atomic:
		into := base(op)
		e.store(env, op, into, &s)
		if !e.fields.MustBePrivate(into) && e.sharing.MayShare() {
			e.publish(env, op.Value(), &s)
		}
	case envs.Send:
		e.publish(env, op.Value(), &s)
	case envs.Fork:
		for _, r := range op.Uses {
			e.publish(env, r, &s)
		}
	}
	return s
}

func (e early) publish(env envs.Env, r envs.Reg, s *published) {
	if made, ok := e.fields.Made(r); ok && s.first.Get(made).IsZero() {
		s.first.Set(made, env.Point())
	}
}

// store reports the first write of a field of an object that is published.
func (e early) store(env envs.Env, op *envs.Op, into envs.Reg, s *published) {
	made, ok := e.fields.Made(into)
	at := s.first.Get(made)
	if !ok || at.IsZero() || !isField(op) || e.fields.MustBeWritten(into, op.Loc) {
		return
	}
	env.Report(envs.Report{
		Kind: KindEarly, Cause: at,
		Message: op.Loc.Name + " is first written after others may have found the object",
		Evidence: []envs.Evidence{
			{At: made, Text: "made here"},
			{At: at, Text: "published here"},
			{At: env.Point(), Text: "written here for the first time"},
		},
	})
}

// published are the objects that others may find, by where they were made: where they were first published.
type published struct {
	first environment.Sparse[envs.Point, envs.Point, places]
}

func (s published) Clone() published { return published{s.first.Clone()} }

func (s published) Merge(o published) (published, bool) {
	grew := s.first.Merge(&o.first)
	return s, grew
}

// places are where objects are made. Of two places where an object is published the first counts.
type places struct{}

func (places) Compare(a, b envs.Point) int { return a.Compare(b) }
func (places) Rest() envs.Point            { return envs.Point{} }
func (places) Equal(a, b envs.Point) bool  { return a == b }

func (places) Join(a, b envs.Point) envs.Point {
	if a.IsZero() || !b.IsZero() && b.Compare(a) < 0 {
		return b
	}
	return a
}
