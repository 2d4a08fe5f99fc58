package conflicts

import (
	"fmt"

	"github.com/seed38182bad/parallax/dataflow/transactions"
	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/examples/conflicts/internal/conflict"
)

// A toldChance is a cycle that may come about in a transaction of a function.
type toldChance struct {
	fn envs.FuncID
	conflict.Chance
}

// reportChance reports a cycle that may come about, if there will not be a pass that knows of more.
func (c *checker) reportChance(env envs.Env, fn envs.FuncID, chance conflict.Chance) {
	if !c.rivals.Settled() {
		return
	}
	key := toldChance{fn, chance}
	r, known := c.told[key]
	if !known {
		r = told(env, key)
		c.told[key] = r
	}
	env.Report(r)
}

func told(env envs.Env, chance toldChance) envs.Report {
	r := envs.Report{Kind: Kind, Subject: name(env, chance.fn)}
	r.Message = fmt.Sprintf("%s is not serializable: what other threads may do has to come %s", r.Subject,
		transactions.Gap(env, chance.Leaves, chance.Comes))
	tell := func(at envs.Point, before, after string) {
		if !at.IsZero() {
			r.Evidence = append(r.Evidence, envs.Evidence{At: at, Text: before + transactions.Deed(env, at) + after})
		}
	}
	tell(chance.Leaves, "", " by "+r.Subject)
	tell(chance.Then, "then ", " by another thread")
	tell(chance.Before, "", " by another thread")
	tell(chance.Comes, "then ", " by "+r.Subject)
	return r
}

func name(env envs.Env, fn envs.FuncID) string { return env.Program().Func(fn).Name }
