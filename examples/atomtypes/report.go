package atomtypes

import (
	"fmt"
	"slices"
	"strings"

	"github.com/seed38182bad/parallax/dataflow/transactions"
	"github.com/seed38182bad/parallax/domains/mover"
	"github.com/seed38182bad/parallax/envs"
)

// tell reports what is not as it is declared.
func (c *checker) tell(env envs.Env, kind, message string) {
	env.Report(envs.Report{Kind: kind, Message: message, Evidence: []envs.Evidence{{At: env.Point(), Text: message}}})
}

// report tells which operation makes a transaction compound. All that do so in a function are one finding.
func (c *checker) report(env envs.Env, op *envs.Op, p, o part, what string) {
	env.Report(envs.Report{
		Kind: Compound, Cause: envs.At(env.Func().ID, 0),
		Tell: func(env envs.Env, r *envs.Report) {
			if ended(p.is) && o.is > mover.Left && o.is != mover.Compound {
				r.Message = fmt.Sprintf("%s is not atomic: others may come in %s", what, transactions.Gap(env, p.ends, env.Point()))
				if r.Evidence = c.explain(env, p.ends); p.ends != env.Point() {
					r.Evidence = append(r.Evidence, c.explain(env, env.Point())...)
				}
			} else {
				r.Message = fmt.Sprintf("%s is not atomic: %s, which is not atomic itself", what,
					transactions.Deed(env, env.Point()))
				r.Evidence = c.explain(env, env.Point())
			}
			if b := o.broke; op.Kind == envs.Call && !b[1].IsZero() {
				r.Evidence = append(r.Evidence, c.explain(env, b[0])...)
				if b[0] != b[1] {
					r.Evidence = append(r.Evidence, c.explain(env, b[1])...)
				}
			}
		},
	})
}

// explain says what an operation does, and, of an access that cannot be moved, why.
func (c *checker) explain(env envs.Env, at envs.Point) []envs.Evidence {
	deed := transactions.Deed(env, at)
	b, fixed := c.why[at]
	switch {
	case !fixed:
		return []envs.Evidence{{At: at, Text: deed}}
	case c.Declared:
		return []envs.Evidence{{At: at, Text: deed + ", and no lock is declared to guard it"}}
	case b.at == at:
		return []envs.Evidence{{At: at, Text: deed + " under " + c.locksOf(env, b.held) + ", and no lock guards it"}}
	}
	return []envs.Evidence{
		{At: at, Text: deed + ", and no lock guards it"},
		{At: b.at, Text: "it is " + envs.Access{Write: b.write}.Done() + " under " + c.locksOf(env, b.held)},
	}
}

// short has names of packages for import paths.
func short(env envs.Env, name string) string { return env.Program().Knows().Packages.Short(name) }

func (c *checker) locksOf(env envs.Env, held envs.LockSet) string {
	var names []string
	for l := range held.All() {
		name := c.locks.LockName(l.Key)
		if l.Write == 0 {
			name += " (shared)"
		}
		names = append(names, short(env, name))
	}
	if len(names) == 0 {
		return "no lock"
	}
	slices.Sort(names)
	return strings.Join(slices.Compact(names), " and ")
}

// typed is the type of a function.
type typed struct{ part }

func (t *typed) Clone() *typed {
	c := *t
	return &c
}

// Merge joins the types that the function has on several paths, and in several calls.
func (t *typed) Merge(o *typed) (*typed, bool) {
	p := t.or(o.part)
	if p == t.part {
		return t, false
	}
	t.part = p
	return t, true
}

// returns is the end of a frame.
func (c *checker) returns(env envs.Env, op *envs.Op, s *state) {
	c.declaredReturn(env, s)
	if !c.Types {
		return
	}
	fn := env.Func()
	t := c.types.Publish(fn.ID, &typed{s.whole})
	r := envs.Report{Kind: Type, Subject: fn.Name, Message: short(env, fn.Name) + " is " + t.is.String()}
	if b := t.broke; !b[1].IsZero() {
		r.Evidence = append(r.Evidence, c.explain(env, b[0])...)
		if b[1] != b[0] {
			r.Evidence = append(r.Evidence, c.explain(env, b[1])...)
		}
	}
	env.Report(r)
}
