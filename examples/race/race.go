package race

import (
	"slices"

	"github.com/seed38182bad/parallax/dataflow"
	"github.com/seed38182bad/parallax/dataflow/world"
	"github.com/seed38182bad/parallax/envs"
)

// Kind is the kind of all reports.
const Kind = "unordered-access"

// Analyzer makes the analyzer "race".
func Analyzer() *dataflow.Analyzer {
	a := dataflow.NewAnalyzer("race", "finds accesses of shared variables that nothing orders", New)
	a.OnDemand, a.Witness = true, envs.Racing
	return a
}

// New makes the checker for one analysis.
func New(r *dataflow.Requires) dataflow.Analysis[dataflow.Nothing] {
	world.LockSets.For(r) // it is not asked, but callers with other locks are told apart
	c := checker{world.Memory.For(r), world.Races.For(r)}
	return dataflow.Analysis[dataflow.Nothing]{
		Entry: dataflow.Nothing{}.Entry, Step: c.Step,
		Tuning: dataflow.Tuning[dataflow.Nothing]{Selects: c.Selects, Samples: true},
	}
}

type checker struct {
	memory envs.Memory
	races  envs.Races
}

// Selects the operations that access memory.
func (checker) Selects(op *envs.Op) bool {
	return op.Accesses()
}

// Step reports an access that may race with another one.
func (c checker) Step(env envs.Env, op *envs.Op, s dataflow.Nothing) dataflow.Nothing {
	if !op.Accesses() {
		return s
	}
	for _, a := range c.races.MayRace() {
		if c.races.Excluded(a) == "" {
			variable := c.memory.VariableName(c.memory.Variable())
			env.Report(envs.Report{Kind: Kind, Subject: variable, Proved: a.Certain, Tell: c.tell})
			break
		}
	}
	return s
}

// maxPairs is how many accesses are told of: first those with which one may be a race.
const maxPairs = 8

// tell completes the report of an access.
func (c checker) tell(env envs.Env, r *envs.Report) {
	op := &env.Func().Ops[env.Point().PC()]
	r.Message = r.Subject + " is " + op.Done() + ", and nothing orders that with another thread's access"
	type pair struct {
		at   envs.Point
		done string
		why  string
	}
	var races, excluded []pair
	for _, a := range c.races.MayRace() {
		p := pair{a.At, a.Done(), c.races.Excluded(a)}
		to := &excluded
		if p.why == "" {
			to = &races
		}
		if len(*to) < maxPairs && !slices.Contains(*to, p) {
			*to = append(*to, p)
		}
		if len(races) == maxPairs {
			break
		}
	}
	for _, p := range append(races, excluded[:min(len(excluded), maxPairs-len(races))]...) {
		text := p.done + " by another thread"
		if p.why != "" {
			text += ", which is no race: " + p.why
		}
		r.Evidence = append(r.Evidence, envs.Evidence{At: p.at, Text: text})
	}
	r.Evidence = append(r.Evidence, envs.Evidence{At: env.Point(),
		Text: op.Done() + " here; nothing of this rules a race out: " + world.Exclusions})
}
