package race

import (
	"slices"

	"github.com/seed38182bad/parallax/dataflow"
	"github.com/seed38182bad/parallax/envs"
)

// Kind is the kind of all reports.
const Kind = "unordered-access"

// Analyzer makes the analyzer "race".
func Analyzer() *dataflow.Analyzer {
	a := dataflow.NewAnalyzer("race", "finds accesses of shared variables that nothing orders",
		func(*dataflow.Requires) dataflow.Analysis[dataflow.Nothing] { return New() })
	a.OnDemand = true
	return a
}

// New makes the checker for one analysis.
func New() dataflow.Analysis[dataflow.Nothing] { return checker{}.analysis() }

type checker struct{}

func (c checker) analysis() dataflow.Analysis[dataflow.Nothing] {
	return dataflow.Analysis[dataflow.Nothing]{
		Entry: dataflow.NoState, Step: c.Step,
		Needs:  dataflow.NeedAccesses | dataflow.NeedLockSets | dataflow.NeedOrder,
		Tuning: dataflow.Tuning[dataflow.Nothing]{Selects: c.Selects, Samples: true},
	}
}

// Selects the operations that access memory.
func (checker) Selects(op *envs.Op) bool {
	return op.Accesses()
}

// Step reports an access that may race with another one.
func (checker) Step(env envs.Env, op *envs.Op, s dataflow.Nothing) dataflow.Nothing {
	if !op.Accesses() {
		return s
	}
	for _, a := range env.MayRace() {
		if env.Excluded(a) == envs.NotExcluded {
			env.Report(envs.Report{Kind: Kind, Subject: env.VariableName(env.Variable()), Proved: a.Certain, Tell: tell})
			break
		}
	}
	return s
}

// maxPairs is how many accesses are told of: first those with which one may be a race.
const maxPairs = 8

// tell completes the report of an access.
func tell(env envs.Env, r *envs.Report) {
	op := &env.Func().Ops[env.Point().PC()]
	r.Message = r.Subject + " is " + op.Done() + ", and nothing orders that with another thread's access"
	type pair struct {
		at   envs.Point
		done string
		why  envs.Exclusion
	}
	var races, excluded []pair
	for _, a := range env.MayRace() {
		p := pair{a.At, a.Done(), env.Excluded(a)}
		to := &excluded
		if p.why == envs.NotExcluded {
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
		if p.why != envs.NotExcluded {
			text += ", which is no race: " + p.why.String()
		}
		r.Evidence = append(r.Evidence, envs.Evidence{At: p.at, Text: text})
	}
	r.Evidence = append(r.Evidence, envs.Evidence{At: env.Point(),
		Text: op.Done() + " here; nothing of this rules a race out: " + envs.TriedExclusions()})
}
