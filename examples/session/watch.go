package session

import (
	"context"
	"errors"
	"slices"

	"github.com/seed38182bad/parallax/dataflow"
	"github.com/seed38182bad/parallax/envs"
)

// Plan lists the runs that cfg asks for, by their names. The error says why nothing can be run.
func (p *Program) Plan(ctx context.Context, cfg RunConfig) ([]string, error) {
	if p.Runner == nil {
		return nil, Problem{Pos: envs.Position{File: p.Name}, Message: "it cannot be run"}
	}
	p.prepare(&cfg)
	return p.Runner.Plan(ctx, &cfg)
}

// Watch runs the program, and all checkers over what happens. A checker that cannot be made is an error; the others
// are shown the runs. The result is nil if nothing could be run.
func (p *Program) Watch(ctx context.Context, cfg RunConfig) (r *Result, err error) {
	err = Guard(func() (err error) {
		r, err = p.watch(ctx, cfg)
		return err
	})
	return r, err
}

func (p *Program) watch(ctx context.Context, cfg RunConfig) (*Result, error) {
	p.prepare(&cfg)
	if len(cfg.checkers) == 0 {
		return nil, cfg.unmade
	}
	r, suspects := p.result(cfg.checkers), len(cfg.Suspects)
	trouble, err := p.each(ctx, &cfg, func(x *Execution, name string, trouble *tally) error {
		known := len(r.Findings)
		r.watch(ctx, x, name, cfg.Offline, trouble)
		for i := range r.Findings[known:] {
			r.Findings[known+i].Seed = x.Seed
		}
		cfg.Suspects = append(cfg.Suspects[:suspects:suspects], r.Findings...)
		return nil
	})
	if err != nil {
		return nil, err
	}
	if at := p.Runner.Probes; at != nil && cfg.needs.memory {
		r.Probes = at()
	}
	return r, errors.Join(cfg.unmade, trouble.err(), r.finish(cfg.needs))
}

// watching are the checkers of a side that are shown runs of a program. The error says why others cannot be made.
func (s *Session) watching(side dataflow.Side, prog envs.Program) ([]*dataflow.Analyzer, error) {
	var wrong []error
	made := slices.DeleteFunc(dataflow.On(side, s.Checkers), func(a *dataflow.Analyzer) bool {
		err := Guard(func() error {
			a.Replay(prog)
			return nil
		})
		if err != nil {
			wrong = append(wrong, err)
		}
		return err != nil
	})
	if len(made)+len(wrong) == 0 {
		wrong = append(wrong, errors.New("none of the checkers is defined on runs"))
	}
	return made, errors.Join(wrong...)
}

// each makes all runs that cfg asks for. The error says that nothing could be run, or is one of do; what went wrong
// in a run is in the tally.
func (p *Program) each(ctx context.Context, cfg *RunConfig, do func(*Execution, string, *tally) error) (*tally, error) {
	plan, err := p.Plan(ctx, *cfg)
	if err != nil {
		return nil, err
	}
	trouble := newTally(len(plan))
	name := ""
	for i := range plan {
		name = plan[i]
		if ctx.Err() != nil {
			if !cfg.recorded { // a recording says so itself
				trouble.add(name, ctx.Err())
			}
			trouble.all = i
			break
		}
		x, err := p.Runner.Start(ctx, cfg, i)
		if err != nil {
			trouble.add(name, err)
			continue
		}
		if err = do(x, name, trouble); err != nil {
			return nil, err
		}
	}
	if p.Runner.Close != nil {
		trouble.add(name, p.Runner.Close())
	}
	return trouble, nil
}

// watch feeds one run to all checkers. One that fails is shown nothing more of it.
func (r *Result) watch(ctx context.Context, x *Execution, name string, offline bool, trouble *tally) {
	watches := r.watches()
	run := RunInfo{Name: name, Seed: x.Seed}
	show, doubt, kept := watches.event, watches.doubt, (*spool)(nil)
	switch {
	case offline && x.again != nil:
		show = func(*envs.Event) error { return nil }
	case offline:
		var err error
		if kept, err = newSpool(r.Program.Code, watches.doubt); err != nil {
			trouble.add(name, err)
			return
		}
		defer kept.remove()
		show, doubt = kept.add, kept.miss
	}
	if x.Lost != nil {
		x.Lost(func() {
			run.Doubt = true
			doubt()
		})
	}
	err := x.each(func(ev *envs.Event) error {
		run.count(ev)
		if err := show(ev); err != nil {
			trouble.add(name, err)
		}
		if run.Events&0xfff == 0 {
			r.Program.session.progress("%s: %d events", name, run.Events)
		}
		if run.Events&0xf != 0 { // a checker may take long for an event
			return nil
		}
		return ctx.Err()
	})
	exit, waitErr := x.Wait()
	run.Exit = exit
	r.note(run, x)
	if ctx.Err() != nil {
		waitErr, exit = nil, 0 // the run was ended, it did not fail
	}
	trouble.ended(name, err, waitErr, exit)
	switch {
	case kept != nil:
		err := kept.end()
		if err == nil {
			err = watches.lookBack(ctx, kept)
		}
		trouble.add(name, err)
	case offline:
		trouble.add(name, watches.lookBack(ctx, x.again))
	default:
		trouble.add(name, watches.each((*dataflow.Watch).End))
	}
	if err == nil || run.Events > 0 {
		r.watched++
	}
	first := watches[0]
	if first != r.informs {
		r.Findings = append(r.Findings, first.Findings()...)
		trouble.add(name, first.Err())
	}
	if x.Executed != nil {
		r.count(x.Executed, false)
	} else {
		r.count(first.Executed, first == r.informs)
	}
}

// note adds a run that is over.
func (r *Result) note(run RunInfo, x *Execution) {
	r.Runs = append(r.Runs, run)
	if x.Kept != nil {
		r.Kept = append(r.Kept, x.Kept()...)
	}
}

// each calls f for each event, until f returns an error, which it then returns.
func (x *Execution) each(f func(*envs.Event) error) error {
	return Guard(func() error {
		var stopped error
		err := x.Each(func(ev *envs.Event) bool {
			stopped = f(ev)
			return stopped == nil
		})
		if stopped != nil {
			return stopped
		}
		return err
	})
}

// watches show one run to the checkers.
type watches []*dataflow.Watch

// watches are those of the next run. The checkers of defects begin anew, since what they find in two runs is found in
// both. Those that only inform go on, since what one run shows may tell how to take another one.
func (r *Result) watches() watches {
	var each, all []*dataflow.Analyzer
	for _, a := range r.Checkers {
		if a.Informs {
			all = append(all, a)
		} else {
			each = append(each, a)
		}
	}
	var list watches
	if len(each) > 0 {
		list = append(list, dataflow.NewWatch(r.Program.Code, each...))
	}
	switch {
	case len(all) == 0:
		return list
	case r.informs == nil:
		r.informs = dataflow.NewWatch(r.Program.Code, all...)
	default:
		r.informs.Begin()
	}
	return append(list, r.informs)
}

// each calls f for each watch, and joins the errors.
func (list watches) each(f func(*dataflow.Watch) error) error {
	if len(list) == 1 {
		return f(list[0])
	}
	var errs []error
	for _, w := range list {
		if err := f(w); err != nil {
			errs = append(errs, err)
		}
	}
	return errors.Join(errs...)
}

func (list watches) event(ev *envs.Event) error {
	return list.each(func(w *dataflow.Watch) error { return w.Event(ev) })
}

func (list watches) doubt() {
	for _, w := range list {
		w.Doubt()
	}
}
