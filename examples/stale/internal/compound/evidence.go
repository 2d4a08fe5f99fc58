package compound

import (
	"slices"

	"github.com/seed38182bad/parallax/dataflow"
	"github.com/seed38182bad/parallax/dataflow/world"
	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/examples/stale/internal/copies"
	"github.com/seed38182bad/parallax/examples/stale/internal/gaps"
)

// A run may show evidence beside the pair of operations that is reported. Another thread writes what was read, and
// nothing but the order in which locks happened to be taken keeps that from being done in between.

// The ranks that evidence adds, with the reasons.
const (
	mayCome     = "another thread writes what was read, and nothing orders that with the time in between"
	rankMayCome = 20
	came        = "in this run another thread wrote what was read in between"
	rankCame    = 30
)

// evidence is the part of the relaxed mode that looks for writes of others. Where operations have no moments, as over
// all paths, there is none.
type evidence struct {
	memory  envs.Memory // is known in runs only
	threads envs.Threads
	book    gaps.Book[envs.Report]
	strict  bool // report nothing without evidence, in a run
}

func (e *evidence) require(r *dataflow.Requires) {
	e.memory = world.Memory.ForRuns(r)
	e.threads = world.Threads.For(r)
	e.book.Require(r)
}

// seen is what a run knows of a reading.
type seen struct {
	variables []envs.Variable
	when      gaps.Moment
	alone     envs.Thread // who is the only one to have had it so far, 0 if there are others
}

// seen is what is known of a load, nil if it has no moment. Who writes the field in which the object of an element
// was found changes what the element is, too.
func (e *evidence) seen(op *envs.Op, loc *envs.Loc, f *State) *seen {
	now := e.book.Now()
	if now.IsZero() {
		return nil
	}
	s := &seen{when: now}
	if !e.memory.MayShare() {
		s.alone = e.threads.Thread()
	}
	s.add(e.memory.Variable())
	if op.Loc != loc && len(op.Uses) > 0 {
		for _, r := range f.get(op.Uses[0]) {
			if r.loc == loc && r.seen != nil {
				s.add(r.seen.variables...)
			}
		}
	}
	return s
}

// add adds variables, in a list of its own.
func (s *seen) add(vs ...envs.Variable) {
	s.variables = slices.Clip(s.variables)
	for _, v := range vs {
		if v != 0 && !slices.Contains(s.variables, v) {
			s.variables = append(s.variables, v)
		}
	}
}

// part adds the variable of a part to the reading of what it is a part of.
func (e *evidence) part(env envs.Env, op *envs.Op, f *State) {
	if !op.IsPart() {
		return
	}
	ops := env.Func().Ops
	at := op.PC - 1
	for at > 0 && ops[at].IsPart() {
		at--
	}
	f.each(func(r *reading) *reading {
		if r.at != at || r.seen == nil || r.point != envs.At(env.Func().ID, at) {
			return r
		}
		n, s := *r, *r.seen
		s.add(e.memory.Variable())
		n.seen = &s
		return &n
	})
}

// taken is when a lock was taken; without one, it is now. It is nil if that is not known.
func (e *evidence) taken(l lock) *gaps.Moment {
	m := e.book.Now()
	if m.IsZero() {
		return nil
	}
	if l.is != 0 {
		m = e.book.Taken(l.is)
	}
	return &m
}

// wrote notes a write, and reports again what it is evidence for.
func (e *evidence) wrote(env envs.Env) {
	for _, late := range e.book.Wrote(env) {
		env.Report(with(env, late.Of, late.Write))
	}
}

// tell reports a pair, with the evidence that there is. If there is none so far, it may come later.
func (e *evidence) tell(env envs.Env, a act, r *reading, l lock, rep envs.Report) {
	if r.seen == nil || a.when == nil {
		if !e.strict || e.book.Now().IsZero() {
			env.Report(rep)
		}
		return
	}
	alone := r.seen.alone != 0 && r.seen.alone == e.threads.Thread()
	later := rep
	later.At, later.Again = env.Point(), !e.strict && !alone
	gap := gaps.Gap{Variables: r.seen.variables, From: r.seen.when, To: *a.when, Lock: l.is,
		Name: rep.Kind + " " + rep.Subject}
	if w, ok := e.book.Gap(gap, later); ok {
		env.Report(with(env, rep, w))
	} else if later.Again {
		env.Report(rep)
	}
}

// with adds evidence to a report, before the last line of its story.
func with(env envs.Env, rep envs.Report, w gaps.Write) envs.Report {
	text, why, rank := "another thread may write it in between: here", mayCome, rankMayCome
	if w.Came {
		text, why, rank = "another thread wrote it in between: here", came, rankCame
	}
	if fn := env.Program().Func(w.Began); fn != nil {
		text += ", in a thread first seen in " + copies.Short(env, fn.Name)
	}
	last := len(rep.Evidence) - 1
	rep.Evidence = slices.Insert(slices.Clone(rep.Evidence), last, envs.Evidence{At: w.At, Text: text})
	rep.Rank, rep.Why = rep.Rank+rank, append(slices.Clip(rep.Why), why)
	return rep
}
