package stale

import "github.com/seed38182bad/parallax/envs"

// answers reports whether a result that is returned only tells what was so, and the option is set that
// leaves such results out: an error, or a length.
func (c *relaxed) answers(env envs.Env, ret *envs.Op, i int) bool {
	if !c.opts.Answers || i >= len(ret.Uses) {
		return false
	}
	fn := env.Func()
	if p, ok := env.Program().(envs.Failing); ok && p.ReturnsError(fn.ID, i) {
		return true
	}
	by := c.makerOf(env, ret.Uses[i])
	if by == nil || by.Kind != envs.Compute {
		return false
	}
	for _, d := range env.Program().Detail(envs.At(fn.ID, by.PC)).Defs {
		if d.Of == envs.Whole && d.X.Of == envs.Len {
			return true
		}
	}
	return false
}
