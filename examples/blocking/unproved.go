package blocking

import (
	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/examples/blocking/internal/progress"
)

// unproved reports a wait of which it is not proved that it ends.
func (c *checker) unproved(env envs.Env, op *envs.Op) {
	if c.proof == nil {
		c.proof = progress.Of(env.Program())
	}
	d := c.proof.Doubt(env.Point())
	if d == nil {
		return
	}
	x := waitCase{kind: op.Kind, one: !op.Is(envs.Group), name: c.nameOf(env, op, c.locks.Lock())}
	story := []envs.Evidence{{At: env.Point(), Text: "it waits " + x.what()}}
	if !d.At.IsZero() {
		story = append(story, envs.Evidence{At: d.At, Text: d.Why})
	}
	env.Report(envs.Report{Kind: Kind, Cause: env.Point(), Rank: 5, Why: []string{d.Why},
		Message: "a thread may wait for good " + x.what(), Evidence: story})
}
