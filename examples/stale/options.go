package stale

import (
	"errors"
	"strconv"

	"github.com/seed38182bad/parallax/dataflow"
)

// options are the flags.
type options struct {
	Options
	plain                bool
	handover, optimistic choice
}

// chosen are the options that the flags say. The mode is the relaxed one unless a flag says otherwise; and
// what that leaves out is left out unless its flag says otherwise.
func (o *options) chosen() Options {
	c := o.Options
	c.Relaxed = !o.plain
	c.Handover, c.Optimistic = o.handover.or(c.Relaxed), o.optimistic.or(c.Relaxed)
	return c
}

// Analyzer is the checker as commands see it, with a flag for each option.
func Analyzer() *dataflow.Analyzer { return analyzer(&options{}) }

func analyzer(opts *options) *dataflow.Analyzer {
	a := dataflow.NewAnalyzer(Name, "finds copies of shared data that are used after their lock was released",
		func() dataflow.Analysis[*State] { return New(opts.chosen()) })
	a.Assumes = []string{
		"accesses to shared data are free of low-level data races",
		"a value that passes through memory, a closure or, without -stale.channels, a channel is fresh again",
		"what an unknown callee returns is fresh",
	}
	a.Flags.BoolVar(&opts.plain, "plain", false, "report every use of a stale value, "+
		"and not only those that reach a write of data that belongs to what was read, or decide whether it happens")
	a.Removed = map[string]string{"relaxed": "the relaxed mode is the default: leave the flag out; -stale.plain is the other mode"}
	a.Flags.BoolVar(&opts.Evidence, "evidence", false,
		"report of a run only that for which it gives evidence: another thread's write may come in between (not with -plain)")
	a.Flags.Var(&opts.handover, "handover", "leave out values that were removed from where they were read (on unless -plain, or if it is false)")
	a.Flags.Var(&opts.optimistic, "optimistic",
		"leave out what happens only after the copy was compared with what is there (on unless -plain, or if it is false)")
	a.Flags.BoolVar(&opts.ThreadLocal, "threadlocal", false, "leave out data that no other thread can reach")
	a.Flags.BoolVar(&opts.ReadOnly, "readonly", false, "leave out data that is never written once it is published")
	a.Flags.BoolVar(&opts.Answers, "answers", false, "leave out errors and lengths that a function returns: they tell what was so")
	a.Flags.BoolVar(&opts.Channels, "channels", false, "follow copies through channels")
	a.Setup = func(func(string) string) error {
		if opts.Evidence && opts.plain {
			return errors.New("-stale.evidence: there is no evidence for what -stale.plain finds; leave one of them out")
		}
		return nil
	}
	return a
}

// choice is a flag that may be left open.
type choice struct{ made, is bool }

func (c *choice) or(open bool) bool { return c.made && c.is || !c.made && open }

func (c *choice) IsBoolFlag() bool { return true }

func (c *choice) String() string { return strconv.FormatBool(c.is) }

func (c *choice) Set(text string) (err error) {
	c.made = true
	c.is, err = strconv.ParseBool(text)
	return err
}
