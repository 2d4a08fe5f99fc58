package blocking

import (
	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/examples/blocking/internal/expiry"
)

// CancelLost is the kind of reports of returns behind which nobody can cancel a context that a thread waits for.
const CancelLost = "cancel-lost"

// ruleOfExpiry is about waits for contexts, timers and tickers.
func (c *checker) ruleOfExpiry(env envs.Env) {
	if w, waits := c.expiry.Waits[env.Point()]; waits {
		env.Report(envs.Report{Kind: Kind, Cause: env.Point(), Rank: 50, Why: []string{w.Why},
			Message: "a thread may wait for good " + w.For, Evidence: w.Story})
	}
	if l, lost := c.expiry.Lost[env.Point()]; lost {
		env.Report(lossOf(env.Point(), l))
	}
}

// lossOf is the report of a return.
func lossOf(at envs.Point, l expiry.Loss) envs.Report {
	r := envs.Report{Kind: CancelLost, Cause: at, Rank: 50, Why: []string{"a thread waits for that"},
		Message: "nobody cancels a context behind this return, though a thread waits for it",
		Evidence: []envs.Evidence{
			{At: l.Made, Text: "the context is made"},
			{At: l.Started, Text: "a thread is started with it"},
			{At: l.Waits, Text: "it waits for the end of the context"},
			{At: at, Text: "nobody can cancel it any more"},
		}}
	if l.Deadline {
		r.Rank, r.Why = 20, []string{"a thread waits for its deadline"}
	}
	return r
}
