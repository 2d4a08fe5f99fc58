package stale

import (
	"errors"
	"strconv"

	"github.com/seed38182bad/parallax/dataflow"
	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/examples/stale/internal/compound"
	"github.com/seed38182bad/parallax/examples/stale/internal/copies"
)

// Name is the checker's name in findings, suppressions and flags.
const Name = "stale"

// Options choose what counts as a copy, in both modes. The zero Options are the algorithm of the thesis.
type Options = copies.Options

// options are the flags.
type options struct {
	compound.Options
	plain                bool
	handover, optimistic choice
}

// chosen are the options that the flags say. What the relaxed mode leaves out is left out unless its flag says
// otherwise.
func (o *options) chosen() compound.Options {
	c, relaxed := o.Options, RelaxedOptions()
	c.Handover = o.handover.or(!o.plain && relaxed.Handover)
	c.Optimistic = o.optimistic.or(!o.plain && relaxed.Optimistic)
	return c
}

// Relaxed gives the algorithm of the relaxed mode.
func Relaxed(opts compound.Options) func(*dataflow.Requires) dataflow.Analysis[*compound.State] {
	return compound.New(opts)
}

// RelaxedOptions are those of the relaxed mode as a list to read.
func RelaxedOptions() compound.Options {
	return compound.Options{Options: Options{Handover: true, Optimistic: true}}
}

// Analyzer is the checker as commands see it, with a flag for each option. The mode is the relaxed one unless a flag
// says otherwise.
func Analyzer() *dataflow.Analyzer { return analyzer(&options{}) }

func analyzer(opts *options) *dataflow.Analyzer {
	a := dataflow.NewAnalyzer(Name, "finds copies of shared data that are used after their lock was released",
		func(r *dataflow.Requires) dataflow.Algorithm {
			if opts.plain {
				return New(opts.chosen().Options)(r)
			}
			return Relaxed(opts.chosen())(r)
		})
	a.Witness = envs.Between
	a.Assumes = []string{
		"accesses to shared data are free of low-level data races",
		"a value that passes through memory, a closure or, without -stale.channels, a channel is fresh again",
		"what an unknown callee returns is fresh",
	}
	a.Flags.BoolVar(&opts.plain, "plain", false, "report every use of a stale value, "+
		"and not only those that reach a write of data that belongs to what was read, or decide whether it happens")
	a.Removed = map[string]string{
		"relaxed": "the relaxed mode is the default: leave the flag out; -stale.plain is the other mode",
	}
	a.Flags.BoolVar(&opts.Evidence, "evidence", false,
		"report of a run only that for which it gives evidence: another thread's write may come in between (not with -plain)")
	a.Flags.Var(&opts.handover, "handover",
		"leave out values that were removed from where they were read (on unless -plain, or if it is false)")
	a.Flags.Var(&opts.optimistic, "optimistic",
		"leave out what happens only after the copy was compared with what is there (on unless -plain, or if it is false)")
	a.Flags.BoolVar(&opts.ThreadLocal, "threadlocal", false, "leave out data that no other thread can reach")
	a.Flags.BoolVar(&opts.ReadOnly, "readonly", false, "leave out data that is never written once it is published")
	a.Flags.BoolVar(&opts.Answers, "answers", false,
		"leave out errors and lengths that a function returns: they tell what was so")
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
