package stale

import "github.com/seed38182bad/parallax/dataflow"

// Analyzer is the checker as commands see it, with a flag for each option.
func Analyzer() *dataflow.Analyzer {
	var opts Options
	a := dataflow.NewAnalyzer(Name, "finds copies of shared data that are used after their lock was released",
		func() dataflow.Checker[*State] { return New(opts) })
	a.Assumes = []string{
		"accesses to shared data are free of low-level data races",
		"a value that passes through memory, a channel or a closure is fresh again",
		"what an unknown callee returns is fresh",
	}
	a.Flags.BoolVar(&opts.Relaxed, "relaxed", false, "report only stale values that reach a write of data that belongs to what was read, or decide whether it happens")
	a.Flags.BoolVar(&opts.Handover, "handover", false, "leave out values that were removed from where they were read")
	a.Flags.BoolVar(&opts.ThreadLocal, "threadlocal", false, "leave out data that no other thread can reach")
	a.Flags.BoolVar(&opts.ReadOnly, "readonly", false, "leave out data that is never written once it is published")
	return a
}
