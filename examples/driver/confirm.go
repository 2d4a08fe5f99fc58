package driver

import (
	"errors"
	"flag"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/gorun/control"
	"github.com/seed38182bad/parallax/examples/session"
)

// confirming are the flags of the verb confirm, and of compare where it does the same.
type confirming struct {
	executions int
	budget     time.Duration
	seed       uint64
	output     string
	at         string
}

func confirmingFlags(f *flag.FlagSet, o *options) {
	x := &o.confirm
	f.StringVar(&x.at, "at", "", "look at findings only that name a place with this `text` in it, as in cache.go:12")
	f.IntVar(&x.executions, "executions", 100, "make at most `n` executions for each finding: of tests, "+
		"of tests with a second thread, and of tests that are written")
	f.DurationVar(&x.budget, "budget", 30*time.Second, "go on to the next finding after this `time`")
	f.Uint64Var(&x.seed, "seed", 1, "the `seed` from which schedules are drawn")
	f.StringVar(&x.output, "o", "", "write the schedules of findings to files in a `folder`")
}

// comparingFlags are those of compare for the same.
func comparingFlags(f *flag.FlagSet, o *options) {
	x := &o.confirm
	f.IntVar(&x.executions, "schedules", 0, "look for schedules under which what no run showed happens, as confirm does: "+
		"at most `n` executions of tests for each finding")
	f.DurationVar(&x.budget, "budget", 30*time.Second, "with -schedules, go on to the next finding after this `time`")
	f.StringVar(&x.output, "o", "", "with -schedules, write those of findings to files in a `folder`")
}

// confirm is the verb that looks for schedules that show findings.
func (in *invocation) confirm() error {
	if err := in.wantPatterns(); err != nil {
		return err
	}
	x := in.opts.confirm
	if x.executions < 1 {
		return errors.New("confirm: -executions is more than 0")
	}
	cfg, err := in.confirmConfig()
	if err != nil {
		return err
	}
	found, at := 0, 0
	for _, p := range in.open(false, false) {
		in.assume(p, session.Paths, session.RunConfig{Tests: true})
		paths := in.paths(p)
		if in.ctx.Err() != nil {
			break
		}
		found += len(paths.Findings)
		rows := slices.DeleteFunc(session.Unseen(paths), func(r session.Row) bool {
			return !names(&r.Finding, x.at)
		})
		at += len(rows)
		if len(rows) > 0 {
			err := p.Confirm(in.ctx, rows, cfg)
			if errors.Is(err, session.ErrNoRuns) {
				const text = "%s: no package has a file of tests, beside which others could be written: " +
					"add one, if with a package clause alone"
				err = fmt.Errorf(text, p.Name)
			}
			in.problem(err)
		}
		for _, r := range rows {
			in.out.Rows = append(in.out.Rows, Row{Row: r})
		}
	}
	if x.at != "" && at == 0 && in.ctx.Err() == nil {
		in.problem(fmt.Errorf("-at: none of %s names a place with %q in it", Plural(found, "finding"), x.at))
	}
	in.keepSchedules()
	in.mark(in.extent(false))
	return nil
}

// names reports whether one of the places of a finding has a text in it. A number is a whole one.
func names(f *envs.Finding, text string) bool {
	digit := func(s string, i int) bool { return i >= 0 && i < len(s) && '0' <= s[i] && s[i] <= '9' }
	in := func(p envs.Position) bool {
		s := p.String()
		i := strings.Index(s, text)
		return i >= 0 && !(digit(text, len(text)-1) && digit(s, i+len(text)))
	}
	return in(f.Pos) || in(f.Cause) || slices.ContainsFunc(f.Also, in) ||
		slices.ContainsFunc(f.Story, func(n envs.Note) bool { return in(n.Pos) })
}

// confirmConfig is what the flags say about schedules.
func (in *invocation) confirmConfig() (session.ConfirmConfig, error) {
	x := in.opts.confirm
	var of control.Options
	if x.executions < 0 || x.budget <= 0 {
		return session.ConfirmConfig{}, fmt.Errorf("%s: how many executions there are is no negative number, and -budget "+
			"more than 0", in.verb.name)
	}
	err := testsFlags(&of, in.rest)
	return session.ConfirmConfig{
		Run: of.Run, Flags: of.Flags, Executions: x.executions, Time: x.budget, Seed: x.seed,
	}, err
}

// keepSchedules writes the schedules that show findings to files, and says what they rest on.
func (in *invocation) keepSchedules() {
	in.out.Assumptions = append(in.out.Assumptions, ofTests...)
	if in.opts.confirm.output == "" {
		return
	}
	var shown []envs.Finding
	tests := map[string]writtenTest{}
	dir := in.path(in.opts.confirm.output)
	for _, r := range in.out.Rows {
		if r.Class != envs.Shown {
			continue
		}
		shown = append(shown, r.Shown)
		if x := r.Attempt.Shown; x.Source != nil {
			abs, err := filepath.Abs(in.path("."))
			file := x.File
			if err == nil {
				file, err = filepath.Rel(abs, x.File)
			}
			in.problem(err)
			tests[r.Shown.Test] = writtenTest{filepath.ToSlash(file), x.Source}
		}
	}
	in.problem(writeSchedules(dir, shown, tests))
}

// confirmed writes what has come of each finding.
func (in *invocation) confirmed(b *strings.Builder, s style) {
	in.classes(b, s, false)
	for i := range in.out.Rows {
		if r := &in.out.Rows[i]; r.Suppressed == "" && r.Class == envs.Shown {
			in.finding(b, s, &r.Shown)
		}
	}
	b.WriteByte('\n')
	in.lines(b, s, func(r *Row) bool { return r.Class != envs.Shown })
}

// tried says how often it was tried in vain to show a finding, and why not oftener.
func tried(r *Row) string {
	text := ""
	if r.Tried > 0 {
		text = fmt.Sprintf("none of %s shows it", Plural(r.Tried, "execution"))
	}
	if len(r.Covered) > 0 {
		text += ", which cover " + strings.Join(r.Covered, ", and ")
	}
	if text != "" && r.Why != "" {
		text += "; "
	}
	return text + r.Why
}

// tells reports whether there may be rows of a class.
func (in *invocation) tells(c envs.Agreement) bool {
	if in.verb.name == "confirm" {
		return c == envs.Shown || c == envs.NotObserved || c == envs.NotExercised
	}
	return c != envs.Shown || in.opts.confirm.executions > 0
}
