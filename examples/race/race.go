package race

import (
	"strings"

	"github.com/seed38182bad/parallax/dataflow"
	"github.com/seed38182bad/parallax/envs"
)

// Kind is the kind of all reports.
const Kind = "unordered-access"

// Analyzer makes the analyzer "race".
func Analyzer() *dataflow.Analyzer {
	a := dataflow.NewAnalyzer("race", "finds accesses of shared variables that nothing orders",
		New)
	a.OnDemand = true
	return a
}

// New makes the checker for one analysis.
func New() dataflow.Checker[dataflow.Nothing] { return checker{} }

type checker struct{ dataflow.Frameless }

func (checker) Needs() dataflow.Needs { return dataflow.Accesses | dataflow.LockSets | dataflow.Order }

// Step reports an access that may race with another one.
func (checker) Step(env envs.Env, op *envs.Op, s dataflow.Nothing) dataflow.Nothing {
	if !op.Accesses() {
		return s
	}
	for _, a := range env.MayRace() {
		if env.Excluded(a) == envs.NotExcluded {
			report(env, op, a)
		}
	}
	return s
}

func report(env envs.Env, op *envs.Op, a envs.Access) {
	name := env.VariableName(env.Variable())
	env.Report(envs.Report{
		Kind:    Kind,
		Subject: name,
		Message: name + " is " + verb(op.Writes()) + ", and nothing orders that with another thread's access",
		Evidence: []envs.Evidence{
			{At: a.At, Text: verb(a.Write) + " by another thread"},
			{At: env.Point(), Text: verb(op.Writes()) + " here; not excluded by: " + strings.Join(tried(), ", ")},
		},
	})
}

func verb(write bool) string {
	if write {
		return "written"
	}
	return "read"
}

// tried are the reasons for which a pair is no race, all of which were looked at.
func tried() []string {
	var names []string
	for x := envs.NotExcluded + 1; x < envs.NumExclusions; x++ {
		names = append(names, x.String())
	}
	return names
}
