package explore

import (
	"fmt"
	"slices"
)

// Names are the names of the strategies that Named makes.
func Names() []string { return slices.Clone(names) }

var names = []string{"dpor", "source", "all", "walk", "pct", "pos", "mix"}

// A Config is what strategies need to be told.
type Config struct {
	Seed        uint64 // of those that draw schedules
	Executions  int    // how many are drawn
	Depth       int    // of the defects that pct looks for
	Preemptions int    // at most; a negative number means any
}

// Named makes the strategy with a name: NewDPOR with wakeup trees or source sets, NewExhaustive, NewRandomWalk, NewPCT
// or NewPOS. The last three take turns in mix: what one of them draws rarely another one may draw often.
func Named(name string, cfg Config) (Strategy, error) {
	switch name {
	case "dpor", "source":
		if cfg.Preemptions == 0 {
			return NewExhaustive(0), nil
		}
		return NewDPOR(DPOROptions{Source: name == "source", Preemptions: max(0, cfg.Preemptions)}), nil
	case "all":
		return NewExhaustive(cfg.Preemptions), nil
	case "walk":
		return NewRandomWalk(cfg.Seed, cfg.Executions), nil
	case "pct":
		return NewPCT(cfg.Seed, cfg.Executions, cfg.Depth, 0), nil
	case "pos":
		return NewPOS(cfg.Seed, cfg.Executions), nil
	case "mix":
		n := cfg.Executions
		return &turns{sample: sample{seed: cfg.Seed, n: n}, of: []Strategy{
			NewRandomWalk(cfg.Seed, n), NewPCT(cfg.Seed, n, cfg.Depth, 0), NewPOS(cfg.Seed, n),
		}}, nil
	}
	return nil, fmt.Errorf("explore: there is no strategy %q; there are: %v", name, names)
}
