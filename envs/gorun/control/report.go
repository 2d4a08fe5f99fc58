package control

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"time"

	"github.com/seed38182bad/parallax/envs/gorun/control/internal/kind"
)

// A report is what a process tells of its executions, as it comes in.
type report struct {
	*exploration
	progress
	from   int
	shown  int // executions that were shown before
	watch  *watched
	kill   context.CancelFunc
	kept   bool        // packages are not initialised again from the beginning
	trying *time.Timer // ends the process if it takes too long to initialise packages; nil if it does not do so now
}

func (e *exploration) listens(from int, watch *watched, kill context.CancelFunc) *report {
	return &report{
		exploration: e, progress: progress{next: from}, from: from, shown: len(e.sum.Shown), watch: watch, kill: kill,
		kept: e.bin.vars.why() != "",
	}
}

// to takes in lines until the process has no more.
func (t *report) to(r io.Reader) error {
	for lines := bufio.NewReader(r); ; {
		text, err := lines.ReadBytes('\n')
		if err != nil {
			return nil
		}
		var x line
		if err := json.Unmarshal(text, &x); err != nil {
			return fmt.Errorf("control: %s has written %q: %w", t.bin.pkg, text, err)
		}
		t.line(&x)
	}
}

func (t *report) line(x *line) {
	switch {
	case x.Watched:
		t.watch.over(x)
	case x.Initialises != nil && *x.Initialises:
		t.trying = time.AfterFunc(t.execution(), t.kill)
	case x.Initialises != nil:
		t.trying.Stop()
		t.trying = nil
	case x.Kept != "":
		t.bin.vars.keep(x.Kept)
	case x.Executions > 0:
		t.over, t.next, t.patience = !x.Again, t.from+x.Executions, x.Patience
		t.add(x)
	case x.Replayed != nil:
		if n := len(t.sum.Shown); n > 0 {
			t.sum.Shown[n-1].Replays, t.sum.Shown[n-1].Same = x.Replays, x.Same
		}
	case x.Less:
		if n := len(t.sum.Shown); n > 0 && t.sum.Shown[n-1].Number == x.Number {
			t.sum.Shown[n-1] = x.Execution
		}
	default:
		if x.End == Timeout {
			t.timeout(x)
		}
		t.watch.made = &x.Execution
		if t.opts.Watcher == nil || t.opts.All || t.tells(&x.Execution) {
			t.sum.Shown = append(t.sum.Shown, x.Execution)
		}
	}
}

// timeout counts an execution that took too long, and those before, which the process does not count any more.
func (t *report) timeout(x *line) {
	s := t.sum
	t.next = x.Number + 1
	s.Executions += t.next - t.from
	s.Ends[Timeout]++
	s.Ends[Pass] += x.Number - t.from
	for _, y := range s.Shown[t.shown:] {
		if y.End != Pass {
			s.Ends[y.End]++
			s.Ends[Pass]--
		}
	}
	s.Outside = merge(s.Outside, x.Outside)
	s.Complete, s.Why = false, "an execution took too long"
}

// ends is called when the process is no more, and says whether it was killed. It reports whether another process is to
// do without the initialisation of packages.
func (t *report) ends(killed bool) bool {
	if t.trying != nil {
		t.trying.Stop()
		why := "the program has ended when packages were initialised again"
		if killed {
			why = "it takes too long to initialise packages again"
		}
		t.bin.vars.keep(why)
	}
	return !t.kept && t.bin.vars.why() != "" && !t.made()
}

// made reports whether the process has come to an execution.
func (t *report) made() bool { return t.next > t.from }

// crashed counts an execution with which the process has ended. Which one it was is not known.
func (t *report) crashed(text string) {
	s := t.sum
	s.Executions++
	s.Ends[Crash]++
	s.Complete, s.Why = false, "the process has ended with an execution"
	if len(s.Shown) == t.shown+1 && s.Shown[t.shown].End == Pass {
		s.Shown = s.Shown[:t.shown] // the first execution is of no interest
	}
	s.Shown = append(s.Shown, Execution{Number: t.from, End: Crash, Text: text})
}

// add adds the executions of a process to those of the test.
func (e *exploration) add(x *line) {
	s := e.sum
	s.Executions += x.Executions
	for end, n := range x.Ends {
		if end == kind.Redundant {
			s.Redundant += n
		} else {
			s.Ends[end] += n
		}
	}
	s.Points += x.AllPoints
	s.Threads = max(s.Threads, x.Threads)
	s.Complete, s.Within = x.Complete && s.Why == "", x.Within && s.Why == ""
	if s.Why == "" {
		s.Why = x.Why
	}
	s.Differs = s.Differs || x.Repeats == "differs"
	s.Outside = merge(s.Outside, x.Outside)
}

func merge(list, more []string) []string {
	for _, s := range more {
		if !slices.Contains(list, s) {
			list = append(list, s)
		}
	}
	return list
}

// A tailWriter keeps the end of what is written.
type tailWriter struct{ buf []byte }

func (t *tailWriter) Write(p []byte) (int, error) {
	t.buf = append(t.buf, p...)
	if n := len(t.buf) - 1<<14; n > 1<<14 {
		t.buf = append(t.buf[:0], t.buf[n:]...)
	}
	return len(p), nil
}

// String is the text from the place on at which the program says what has ended it.
func (t *tailWriter) String() string {
	first := len(t.buf)
	for _, mark := range []string{"fatal error: ", "panic: ", "runtime: "} {
		if i := bytes.Index(t.buf, []byte(mark)); i >= 0 {
			first = min(first, i)
		}
	}
	if first == len(t.buf) {
		first = 0
	}
	return string(t.buf[first:min(len(t.buf), first+1<<13)])
}
