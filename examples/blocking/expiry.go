package blocking

import "github.com/seed38182bad/parallax/envs"

// ruleOfExpiry is about waits for contexts.
func (c *checker) ruleOfExpiry(env envs.Env) {
	if w, waits := c.expiry.Waits[env.Point()]; waits {
		env.Report(envs.Report{Kind: Kind, Cause: env.Point(), Rank: 50, Why: []string{w.Why},
			Message: "a thread may wait for good " + w.For, Evidence: w.Story})
	}
}
