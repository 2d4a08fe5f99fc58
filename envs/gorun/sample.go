package gorun

import "github.com/seed38182bad/parallax/envs"

// What is usual of a Config: see Config.Sample.
const (
	UsualElements = 64
	UsualCalls    = 8
)

// Sample has the run tell only of what selects says, and not each time of what is done again and again. Elements and Calls
// get their usual values.
func (c *Config) Sample(selects func(fn *envs.Func, op *envs.Op, named bool) bool) {
	c.Selects, c.Thin, c.Elements, c.Calls = selects, true, UsualElements, UsualCalls
}

// Select has the run tell only of what selects says, each time that it is done; see dataflow.Whole.
func (c *Config) Select(selects func(fn *envs.Func, op *envs.Op, named bool) bool) {
	c.Selects, c.Elements = selects, UsualElements
}

// MaxCalls is the largest Config.Calls: a goroutine's counters have room for no more.
const MaxCalls = 900

// calls is how many calls of each function a goroutine tells in any case, 0 if all.
func (b *Build) calls() int {
	if !b.sparse() {
		return 0
	}
	return b.cfg.Calls
}
