package session

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/gorun/confirm"
	"github.com/seed38182bad/parallax/envs/gorun/control"
	"github.com/seed38182bad/parallax/envs/gosrc"
)

// A TestsConfig says which schedules of Go tests to explore.
type TestsConfig struct {
	Patterns   []string // of packages
	BuildFlags []string
	// Second is what a second thread calls that the tests do not have; nil if none does.
	Second *confirm.Second
	// Overlay are texts that replace or add files, by absolute name. A Program has those of its Source instead.
	Overlay map[string][]byte
	control.Options
}

// second says what a second thread calls; "" if there is none.
func (c *TestsConfig) second() string {
	if c.Second == nil {
		return ""
	}
	return c.Second.String()
}

// Scheduler is the name of the checker of what the tests of Go packages come to under a schedule.
const Scheduler = "explore"

// ExploreTests executes the tests of Go packages under one schedule after another. A finding is what goes wrong in some
// executions of a test. These are its kinds:
//
//	fails      The test says that it has failed.
//	panics     A goroutine panics, and nobody recovers that.
//	fatal      An error of the run time ends the program.
//	exits      A goroutine ends the program.
//	deadlock   No goroutine can go on.
//	leak       The test ends, and leaves goroutines that wait.
//	race       Nothing orders two accesses of the same memory.
//
// Of two accesses that race, one writes. A goroutine is no leak if it waits for time, or for what is not controlled.
// Neither is one that executes no code below the session's folder.
//
// A finding's Schedule is the one with the fewest switches of those that were seen to show it, and its Seed the random
// number of that execution. Executions that do not end are problems.
func (s *Session) ExploreTests(ctx context.Context, cfg TestsConfig) (found []envs.Finding, of []Explored, err error) {
	err = Guard(func() (err error) {
		found, of, err = s.exploreTests(ctx, cfg)
		return err
	})
	return found, of, err
}

func (s *Session) exploreTests(ctx context.Context, cfg TestsConfig) (found []envs.Finding, of []Explored, err error) {
	s.progress("building the tests of %s", strings.Join(cfg.Patterns, " "))
	dir, err := filepath.Abs(cmp.Or(s.Dir, "."))
	if err != nil {
		return nil, nil, err
	}
	build := control.Config{Dir: dir, Patterns: cfg.Patterns, BuildFlags: cfg.BuildFlags, Overlay: cfg.Overlay}
	if cfg.Second != nil {
		load := gosrc.Config{Dir: dir, Patterns: cfg.Patterns, BuildFlags: cfg.BuildFlags, Overlay: cfg.Overlay}
		files, env, wrong := cfg.Second.Overlay(ctx, load)
		if wrong != nil {
			return nil, nil, wrong
		}
		cfg.Env = append(cfg.Env, env)
		build.Overlay = files
	}
	b, err := control.Prepare(ctx, build)
	if err != nil {
		return nil, nil, err
	}
	var errs []error
	defer func() { err = errors.Join(err, b.Close()) }()
	for _, f := range b.Failed() {
		errs = append(errs, Problem{Package: f.Package, Message: f.Err.Error()})
	}
	if len(b.Packages()) == 0 && len(b.Failed()) == 0 {
		errs = append(errs, fmt.Errorf("%s: there are no tests", strings.Join(cfg.Patterns, " ")))
	}
	for t, err := range b.Explore(ctx, cfg.Options) {
		if err != nil {
			errs = append(errs, err)
		}
		if t == nil || t.Executions == 0 {
			continue
		}
		s.progress("%s: %d executions", t.Name, t.Executions)
		x := exploredTest{Test: t, dir: dir, replayed: cfg.Schedule != "", second: cfg.second()}
		row, finds := x.explored()
		of, found = append(of, row), append(found, finds...)
		errs = append(errs, x.problems()...)
	}
	if len(of) == 0 && len(errs) == 0 && ctx.Err() == nil {
		errs = append(errs, fmt.Errorf("no test matches -run %q", cfg.Run))
	}
	slices.SortStableFunc(found, envs.Finding.Compare)
	return found, of, errors.Join(errs...)
}

// An exploredTest tells of a test in the terms of this package.
type exploredTest struct {
	*control.Test
	replayed bool          // one schedule was executed
	second   string        // what a second thread calls
	dir      string        // to which names of files are relative
	place    envs.Position // where the test is
}

// full is the name of the test's function.
func (x *exploredTest) full() string { return x.Package + "." + x.Name }

func isLeak(f envs.Finding) bool { return f.Kind == "leak" }

// explored is the row of the test, and what it finds. If it finds no leaks, what is left is none of the module's own,
// such as a connection that package net/http keeps.
func (x *exploredTest) explored() (Explored, []envs.Finding) {
	why := x.Why
	if len(x.Outside) > 0 && !x.Complete {
		why = "it has waited for what is not controlled: " + strings.Join(x.Outside, ", ")
	}
	found, ends := x.findings(), maps.Clone(x.Ends)
	if !slices.ContainsFunc(found, isLeak) {
		delete(ends, control.Leak)
	}
	return Explored{
		Name: x.full(), Executions: x.Executions, Redundant: x.Redundant, Steps: x.Points, Ends: ends,
		Complete: x.Complete, Why: why, Outside: x.Outside, Processes: x.Fresh, Kept: x.Kept, Native: x.Native,
	}, found
}

// kinds are what ends of executions are called.
var kinds = map[string]string{
	control.Fail: "fails", control.Panic: "panics", control.Fatal: "fatal", control.Exit: "exits",
	control.Deadlock: "deadlock", control.Leak: "leak",
}

// findings are those of the test, each with the execution that shows it best.
func (x *exploredTest) findings() (list []envs.Finding) {
	type known struct {
		at       int                // its index in list
		switches int                // of the execution that shows it best
		last     *control.Execution // that shows it
	}
	of := map[string]*known{} // by key
	add := func(f envs.Finding, e *control.Execution) {
		k := of[f.Key()]
		if k == nil {
			of[f.Key()] = &known{len(list), e.Switches, e}
			list = append(list, f)
			return
		}
		if k.last != e {
			list[k.at].Runs++
		}
		k.last = e
		if e.Switches < k.switches {
			k.switches, f.Runs = e.Switches, list[k.at].Runs
			list[k.at] = f
		}
	}
	for i := range x.Shown {
		e := &x.Shown[i]
		for k := range e.Races {
			add(x.race(&e.Races[k], e), e)
		}
		end := e.End
		if end == control.Pass && slices.ContainsFunc(e.Left, x.leaks) {
			end = control.Leak
		}
		kind := kinds[end]
		if kind == "" {
			continue
		}
		add(x.finding(kind, e), e)
	}
	if i := slices.IndexFunc(list, isLeak); i >= 0 && !slices.ContainsFunc(list[i+1:], isLeak) {
		list[i].Runs = int64(x.Ends[control.Leak]) // of these only the first may be shown
	}
	for i := range list {
		list[i].Second = x.second
	}
	return list
}

// maxPreempted is how many preemptions are told.
const maxPreempted = 8

// preemptions tells where goroutines were set aside.
func (x *exploredTest) preemptions(e *control.Execution) (notes []envs.Note) {
	for _, p := range e.Preempted[:min(len(e.Preempted), maxPreempted)] {
		at, in := x.frame([]control.Frame{p.At})
		if at.File == "" {
			continue
		}
		text := fmt.Sprintf("goroutine %d is set aside%s%s, and goroutine %d goes on", p.Thread, after(" before ", p.Before),
			after(" in ", in), p.Next)
		notes = append(notes, envs.Note{Pos: at, Text: text})
	}
	return notes
}

// race is the finding of two accesses that nothing orders.
func (x *exploredTest) race(r *control.Race, e *control.Execution) envs.Finding {
	var notes [2]envs.Note
	for i, f := range [...]control.Frame{r.First, r.Second} {
		does := "reads"
		if r.Writes[i] {
			does = "writes"
		}
		at, in := x.frame([]control.Frame{f})
		notes[i] = envs.Note{Pos: at, Text: fmt.Sprintf("goroutine %d %s it in %s", r.Threads[i], does, in)}
	}
	f := envs.Finding{
		Checker: Scheduler, Kind: "race", Func: x.full(), Pos: notes[0].Pos, Story: notes[:], Schedule: e.Schedule,
		Test: x.full(), Seed: e.Rand, Runs: 1, Message: "in " + x.Name + " nothing orders accesses of the same memory",
	}
	f.Cause = notes[1].Pos
	if f.Cause.Compare(f.Pos) < 0 {
		f.Pos, f.Cause = f.Cause, f.Pos
	}
	f.Message += fmt.Sprintf(" here and at %s:%d", filepath.Base(f.Cause.File), f.Cause.Line)
	return f
}

// finding is what an execution shows.
func (x *exploredTest) finding(kind string, e *control.Execution) envs.Finding {
	f := envs.Finding{
		Checker: Scheduler, Kind: kind, Func: x.full(), Schedule: e.Schedule, Test: x.full(), Seed: e.Rand,
		Proved: e.Replays > 0 && e.Same == e.Replays, Story: []envs.Note{}, Runs: 1,
	}
	f.Story = append(f.Story, x.preemptions(e)...)
	at, said := x.said(cmp.Or(e.Cause, e.Text))
	switch kind {
	case "fails":
		f.Pos = at
		f.Message = fmt.Sprintf("%s fails", x.Name) + x.often(e) + after(": ", said)
	case "deadlock":
		f.Message = fmt.Sprintf("in %s no goroutine can go on", x.Name) + x.often(e)
	case "leak":
		n := 0
		for _, l := range e.Left {
			if x.leaks(l) {
				n++
			}
		}
		least := ""
		if e.More > 0 && !e.Left[len(e.Left)-1].Outside { // those that wait outside come last
			least = "at least "
		}
		f.Message = fmt.Sprintf("%s leaves %s%s", x.Name, least, goroutines(n)) + x.often(e)
	case "panics":
		f.Message = fmt.Sprintf("in %s a goroutine panics", x.Name) + x.often(e) + after(": ", reason(e.Text, "panic: "))
	case "fatal":
		f.Message = fmt.Sprintf("%s ends in an error", x.Name) + x.often(e) + after(": ", reason(e.Text, "fatal error: "))
	case "exits":
		f.Message = fmt.Sprintf("in %s a goroutine ends the program", x.Name) + x.often(e) +
			after(": ", strings.TrimSpace(e.Text))
	}
	for i := range e.Left {
		l := &e.Left[i]
		p, in := x.frame(l.Stack)
		if p.File == "" {
			p = x.position()
		}
		text := fmt.Sprintf("goroutine %d waits for %s%s", l.Thread, cmp.Or(waits[l.Waits], l.Waits), after(" in ", in))
		if l.Fails {
			f.Pos = p
			text = fmt.Sprintf("goroutine %d does that%s", l.Thread, after(" in ", in))
		} else if kind != "deadlock" && (kind != "leak" || !x.leaks(*l)) {
			continue // it would have gone on
		}
		if at, in := x.frame(l.Start); filepath.IsLocal(at.File) && kind == "leak" {
			started := fmt.Sprintf("goroutine %d is started%s", l.Thread, after(" in ", in))
			f.Story = append(f.Story, envs.Note{Pos: at, Text: started})
		}
		f.Story = append(f.Story, envs.Note{Pos: p, Text: text})
		if f.Pos.File == "" && p.File != "" && kind == "leak" {
			f.Pos = p
		}
	}
	if f.Pos.File == "" {
		f.Pos = x.position()
	}
	f.Cause = f.Pos
	if e.Same < e.Replays {
		f.Why = append(f.Why, fmt.Sprintf("of %d executions of this schedule %d were the same", e.Replays, e.Same))
	}
	return f
}

// leaks reports whether a goroutine waits for other ones, and code below the folder is what it executes, or has started
// it.
func (x *exploredTest) leaks(l control.Left) bool {
	local := func(f control.Frame) bool { return filepath.IsLocal(x.relative(f.File)) }
	return !l.Outside && !l.Fails && (slices.ContainsFunc(l.Stack, local) || slices.ContainsFunc(l.Start, local))
}

// often says whether other executions end differently, and whether the test does the same without this scheduler.
func (x *exploredTest) often(e *control.Execution) string {
	others := 0
	if e.End == control.Pass { // goroutines are left
		others = x.Ends[control.Pass] - x.Ends[control.Leak]
	} else {
		for end, n := range x.Ends {
			if end != e.End && end != control.Leak && end != control.Raced {
				others += n
			}
		}
	}
	switch {
	case x.replayed:
		return " under this schedule"
	case others > 0:
		return " under some schedules"
	case x.Native == control.Fail || x.Native == control.Timeout:
		return ", and does not pass without this scheduler"
	case x.Native == control.Pass:
		return " under each schedule that was tried, but passes without this scheduler"
	}
	return ""
}

// waits says what goroutines wait for, by the words of the run time.
var waits = map[string]string{
	"chan send": "a receiver", "chan receive": "a sender", "select": "one of the cases of a select",
	"chan send (nil chan)": "a receiver, though the channel is nil", "select (no cases)": "a select that has no cases",
	"chan receive (nil chan)": "a sender, though the channel is nil", "sync.Cond.Wait": "a condition",
	"timer": "a timer or a ticker", "IO wait": "the network, a file or a process", "sleep": "the end of a sleep",
}

func goroutines(n int) string {
	if n == 1 {
		return "a goroutine"
	}
	return fmt.Sprintf("%d goroutines", n)
}

// after is a text with what stands before it, if there is one.
func after(before, text string) string {
	if text == "" {
		return ""
	}
	return before + text
}

// reason is the line of a text that begins with a mark, without it.
func reason(text, mark string) string {
	_, rest, _ := strings.Cut(text, mark)
	line, _, _ := strings.Cut(rest, "\n")
	return strings.TrimSuffix(strings.TrimSpace(line), " [recovered, repanicked]")
}

var (
	logged = regexp.MustCompile(`(?m)^\s+([^\s:]+\.go):(\d+): ?(.*)$`)
	// traced finds what package testify says.
	traced = regexp.MustCompile(`(?m)^\s*Error:\s+(.*)$`)
)

// said is the first thing that is said in a text, and where.
func (x *exploredTest) said(text string) (envs.Position, string) {
	m := logged.FindStringSubmatch(text)
	if m == nil {
		return envs.Position{}, ""
	}
	_, rest, _ := strings.Cut(text, m[0])
	line, err := strconv.Atoi(m[2])
	if err != nil {
		return envs.Position{}, ""
	}
	said := strings.TrimSpace(m[3])
	if said == "" {
		if e := traced.FindStringSubmatch(text); e != nil {
			said = strings.TrimSpace(e[1])
			_, rest, _ = strings.Cut(text, e[0])
		}
	}
	if strings.HasSuffix(said, ":") {
		said += further(rest)
	}
	file := m[1]
	if !filepath.IsAbs(file) {
		file = filepath.Join(x.Dir, file)
	}
	return envs.Position{File: x.relative(file), Line: line, Col: 1}, said
}

// maxFurther is how many lines of what a test has said are told behind the first one.
const maxFurther = 6

// further is what follows a line that ends in a colon.
func further(text string) (said string) {
	n := 0
	for line := range strings.Lines(text) {
		if line = strings.TrimSpace(line); line == "" && n == 0 {
			continue
		}
		if n++; line == "" || n > maxFurther || strings.HasPrefix(line, "---") || logged.MatchString("\t"+line) {
			break
		}
		if said += " " + line; !strings.HasSuffix(line, ":") {
			said += ";"
		}
	}
	return strings.TrimSuffix(said, ";")
}

// relative is the name of a file as findings have it.
func (x *exploredTest) relative(file string) string {
	if rel, err := filepath.Rel(x.dir, file); err == nil && filepath.IsLocal(rel) {
		file = rel
	}
	return filepath.ToSlash(file)
}

// frame is the innermost call that stands below the folder, or the innermost one if none does.
func (x *exploredTest) frame(stack []control.Frame) (envs.Position, string) {
	for _, f := range stack {
		if rel := x.relative(f.File); filepath.IsLocal(rel) {
			return envs.Position{File: rel, Line: f.Line, Col: 1}, f.Func
		}
	}
	if len(stack) > 0 {
		return envs.Position{File: filepath.ToSlash(stack[0].File), Line: stack[0].Line, Col: 1}, stack[0].Func
	}
	return envs.Position{}, ""
}

// position is where the test is.
func (x *exploredTest) position() envs.Position {
	if x.place.File != "" {
		return x.place
	}
	x.place.File = x.relative(x.Dir)
	files, err := filepath.Glob(filepath.Join(x.Dir, "*_test.go"))
	if err != nil {
		return x.place
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			continue
		}
		if i := strings.Index("\n"+string(text), "\nfunc "+x.Name+"("); i >= 0 {
			x.place = envs.Position{File: x.relative(file), Line: 1 + strings.Count(string(text[:i]), "\n"), Col: 6}
			break
		}
	}
	return x.place
}

// problems are executions that did not end.
func (x *exploredTest) problems() (list []error) {
	for i := range x.Shown {
		e := &x.Shown[i]
		message := ""
		switch e.End {
		case control.Timeout:
			message = fmt.Sprintf("execution %d of %s did not end in time", e.Number, x.Name)
		case control.Crash:
			message = fmt.Sprintf("an execution of %s has ended the process: %s", x.Name, strings.TrimSpace(e.Text))
		default:
			if e.Diverged != "" {
				const text = "the schedule does not fit %s: %s; it may be of other code, or of executions that checkers saw"
				message = fmt.Sprintf(text, x.Name, strings.TrimPrefix(e.Diverged, "explore: "))
			}
		}
		if message != "" {
			list = append(list, Problem{Pos: x.position(), Message: message})
		}
	}
	return list
}
