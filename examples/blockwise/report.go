package blockwise

import (
	"fmt"
	"slices"
	"strings"

	"github.com/seed38182bad/parallax/domains/interleaving"
	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/examples/blockwise/internal/histories"
	"github.com/seed38182bad/parallax/examples/internal/lists"
)

// done tells of transactions that have ended.
func (c *checker) done(env envs.Env, done histories.Done) { c.Add(env, done, c.report) }

func (c *checker) report(env envs.Env, f *histories.Finding) envs.Report {
	r, known := c.told[f]
	if !known {
		r = envs.Report{Kind: Kind, Subject: f.Name, At: f.From}
		if f.Orders() {
			r.Kind = OrderKind
			if c.alike(f) {
				r.Coarse = Kind
			}
		}
		story{f, c}.tell(env, &r)
		if len(c.told) == 1<<12 { // findings that are no more are among them
			clear(c.told)
		}
		c.told[f] = r
	}
	return r
}

// alike reports whether two variables of a finding have one name: over all paths they are one.
func (c *checker) alike(f *histories.Finding) bool {
	v := f.Variables()
	return len(v) > 1 && c.memory.VariableName(v[0]) == c.memory.VariableName(v[1])
}

// A story tells of a finding.
type story struct {
	*histories.Finding
	c *checker
}

// variables are the names of those by which it is split.
func (f story) variables() string {
	var names []string
	for _, v := range f.Variables() {
		names = append(names, f.c.memory.VariableName(v))
	}
	slices.Sort(names)
	return strings.Join(slices.Compact(names), " and ")
}

// unordered is what a message ends with if it is not known in which order the transaction does what is told.
const unordered = ", if they come in this order: there are too many ways through it to tell"

// comes says what may come between two accesses of one variable.
var comes = map[interleaving.Pattern]string{
	interleaving.ReadBetweenWrites: "another thread may read %s between two writes of it",
	interleaving.WriteBetweenReads: "another thread may write %s between two reads of it",
	interleaving.WriteBeforeRead:   "another thread may write %s between a write and a read of it",
	interleaving.FinalWriteBetween: "another thread may write %s between a read and a write of it",
}

// tell completes the report.
func (f story) tell(env envs.Env, r *envs.Report) {
	vars, name := f.variables(), f.Name
	if f.Block {
		name = "the critical section of " + name
	}
	switch f.Pattern {
	case interleaving.TwoVariables:
		r.Message = name + " is not atomic: between its accesses of " + vars + " another thread may access both, " +
			"so that each comes before the other"
	case interleaving.Circle:
		r.Message = name + " is not atomic: between its accesses of " + vars + " other threads may do " +
			"what has to come after it and before it"
	default:
		r.Message = name + " is not atomic: " + fmt.Sprintf(comes[f.Pattern], vars)
	}
	if f.Unordered {
		r.Message += unordered
	}
	r.Evidence = append(r.Evidence, f.step(env, f.First, "here"))
	for _, by := range f.By {
		r.Evidence = append(r.Evidence, f.step(env, by, "by another thread"))
	}
	r.Evidence = append(r.Evidence, f.step(env, f.Second, "here"))
}

func (f story) step(env envs.Env, e *histories.Event, who string) envs.Evidence {
	done := envs.Access{Write: e.Op == interleaving.Write}.Done()
	text := f.c.memory.VariableName(envs.Variable(e.Var)) + " is " + done + " " + who + " " + under(f.c.locks, e.Held)
	if name := env.Program().Func(e.Of.At.Func()).Name; name != f.Name {
		text += ", in " + name
	}
	return envs.Evidence{At: e.Of.At, Text: text}
}

// under says which locks are held: "under a and b"; an atomic operation needs none.
func under(locks envs.Locks, held envs.LockSet) string {
	none := "under no lock"
	names := lists.Locks(held, func(l envs.Lock) string {
		if l == histories.Atomically {
			none = "by an atomic operation"
			return ""
		}
		return locks.LockName(l)
	})
	if len(names) == 0 {
		return none
	}
	return "under " + strings.Join(names, " and ")
}
