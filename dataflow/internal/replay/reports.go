package replay

import (
	"maps"
	"slices"

	"github.com/seed38182bad/parallax/dataflow/internal/run"
	"github.com/seed38182bad/parallax/envs"
)

// runReports are what a checker has reported in runs, each report once.
type runReports struct {
	counted map[reportKey]*counted
	recent  [64]recent             // by pc; without them checker stale takes a quarter longer (BenchmarkEvents)
	before  map[reportKey]*counted // of runs before one that is shown again and again
}

type recent struct {
	reportKey
	*counted
}

type reportKey struct {
	at      envs.Point
	kind    string
	cause   envs.Point
	subject string
}

type counted struct {
	report envs.Report
	runs   int64       // executions of the place that were reported
	last   envs.Moment // when the place itself reported it last
}

// begin begins a pass. What the pass before it reported is void, if it was over the same run.
func (r *runReports) begin(p run.Pass) {
	if !p.Whole {
		return
	}
	if !p.Again {
		r.before = addReports(r.before, r.counted)
	}
	r.counted, r.recent = nil, [len(r.recent)]recent{}
}

// all are the reports of all runs.
func (r *runReports) all() map[reportKey]*counted { return addReports(maps.Clone(r.before), r.counted) }

// addReports adds what later runs reported to what earlier ones did. It changes no counted.
func addReports(before, later map[reportKey]*counted) map[reportKey]*counted {
	if before == nil {
		before = map[reportKey]*counted{}
	}
	for key, c := range later {
		if b := before[key]; b != nil {
			sum := *b
			if p, q := c.report, b.report; p.Proved && !q.Proved || p.Proved == q.Proved && p.Rank > q.Rank {
				sum.report = p
			}
			sum.runs += c.runs
			c = &sum
		}
		before[key] = c
	}
	return before
}

// yieldsTo reports whether a report is kept in place of the one before. If only one of the two is proved, that one is
// kept. Otherwise the new one is kept if it says something else of its subject, of which more is known now, or if it
// has a larger rank.
func (c *counted) yieldsTo(rep envs.Report) bool {
	switch old := &c.report; {
	case rep.Proved != old.Proved:
		return rep.Proved
	case rep.Subject != "" && rep.Tell == nil && rep.Message != old.Message:
		return true
	default:
		return rep.Rank > old.Rank
	}
}

// counts reports whether a report is of an execution that was not reported so far. What a Step reports of its operation
// more than once counts once. Return and Branch are later moments, so what they report counts for itself.
func (c *counted) counts(now envs.Moment, rep *envs.Report) bool {
	if rep.At.IsZero() {
		said := c.runs > 0 && c.last == now
		c.last = now
		return !said
	}
	return !rep.Again
}

// add counts what was reported before, unless it is proved only now or its rank is larger.
func (r *runReports) add(env *Env, at envs.Point, rep envs.Report) {
	if !rep.At.IsZero() {
		at = rep.At
	}
	key := reportKey{at, rep.Kind, rep.Cause, rep.Subject}
	last := &r.recent[uint32(at.PC())%uint32(len(r.recent))]
	if last.counted == nil || last.reportKey != key {
		last.reportKey, last.counted = key, r.counted[key]
		if last.counted == nil {
			if r.counted == nil {
				r.counted = map[reportKey]*counted{}
			}
			last.counted = &counted{}
			r.counted[key] = last.counted
		}
	}
	c := last.counted
	known := c.runs > 0
	if c.counts(env.Moment(), &rep) {
		c.runs++
	}
	if known && !c.yieldsTo(rep) {
		return
	}
	if tell := rep.Tell; tell != nil {
		rep.Tell = nil
		tell(env, &rep)
	}
	rep.Evidence = slices.Clone(rep.Evidence)
	c.report = rep
}
