package blockwise

import (
	"slices"
	"strings"

	"github.com/seed38182bad/parallax/dataflow/blocks"
	"github.com/seed38182bad/parallax/domains/interleaving"
	"github.com/seed38182bad/parallax/envs"
)

// nameOf names a transaction: by its function, by the lock of its monitor block, or by what it accesses outside.
func nameOf(env envs.Env, h *history) string {
	switch {
	case h.whose == block:
		return blocks.Block{From: h.from, Taken: h.from}.Name(env)
	case h.from.PC() == 0:
		return env.Program().Func(h.from.Func()).Name
	}
	return env.Func().Name
}

// kindOf is the kind of a finding.
func kindOf(p interleaving.Pattern) string {
	if p == interleaving.TwoVariables || p == interleaving.Circle {
		return OrderKind
	}
	return Kind
}

// report reports the findings in which the class of the transaction that ends has part.
func (b *book) report(env envs.Env, c *class) {
	for _, f := range c.found {
		env.Report(envs.Report{Kind: kindOf(f.Pattern), Subject: f.of.name, Tell: f.tell})
	}
}

// variables are the names of those by which it is split.
func (f *finding) variables(env envs.Env) []string {
	vars := []string{env.VariableName(envs.Variable(f.First.Var)), env.VariableName(envs.Variable(f.Second.Var))}
	slices.Sort(vars)
	return slices.Compact(vars)
}

// tell completes the report.
func (f *finding) tell(env envs.Env, r *envs.Report) {
	vars := strings.Join(f.variables(env), " and ")
	switch f.Pattern {
	case interleaving.TwoVariables:
		r.Message = f.of.name + " is not atomic: between two of its accesses another transaction may see or change " + vars + ", so that each comes before the other"
	case interleaving.Circle:
		r.Message = f.of.name + " is not atomic: between its accesses of " + vars + " others may come that lead in a circle back to it"
	default:
		r.Message = f.of.name + " is not atomic: " + f.Pattern.String() + " of " + vars
	}
	r.Evidence = append(r.Evidence, f.step(env, f.First, "here"))
	for _, by := range f.By {
		r.Evidence = append(r.Evidence, f.step(env, by, "by another thread"))
	}
	r.Evidence = append(r.Evidence, f.step(env, f.Second, "here"))
}

func (f *finding) step(env envs.Env, e *event, who string) envs.Evidence {
	return envs.Evidence{At: e.Of.At, Text: env.VariableName(envs.Variable(e.Var)) + " is " + envs.Access{Write: e.Op == interleaving.Write}.Done() + " " + who + " " + under(env, e.Held)}
}

// under says which locks are held: "under a and b".
func under(env envs.Env, held envs.LockSet) string {
	var names []string
	for l := range held.All() {
		if l.Key == atomically {
			continue
		}
		name := env.LockName(l.Key)
		if l.Write == 0 {
			name += " (shared)"
		}
		names = append(names, name)
	}
	if len(names) == 0 {
		return "under no lock"
	}
	slices.Sort(names)
	return "under " + strings.Join(slices.Compact(names), " and ")
}
