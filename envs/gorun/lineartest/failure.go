package lineartest

import (
	"fmt"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/seed38182bad/parallax/envs/gorun/control"
)

// A failure is an execution that has failed, and its program.
type failure struct {
	kind        string
	test        string
	program     program
	execution   control.Execution
	preemptions int // the fewest with which it is seen; -1 if that is not known
	events      []event
	said        string // how it was found
}

// String tells it to who reads the output of a test.
func (f *failure) String() string {
	var b strings.Builder
	x := &f.execution
	switch {
	case x.End == control.Fail && strings.Contains(x.Text, notLinearizable):
		fmt.Fprintln(&b, notLinearizable)
	case x.End == control.Deadlock:
		fmt.Fprintln(&b, "deadlock: no goroutine can go on")
	case f.kind == raced:
		fmt.Fprintln(&b, "data race: nothing orders two accesses of the same memory")
	case x.End == control.Fail:
		fmt.Fprintln(&b, "failed: the test says so")
	default:
		fmt.Fprintln(&b, f.kind)
	}
	b.WriteString(table(f.events, len(f.program.threads)))
	if x.End == control.Fail && !strings.Contains(x.Text, notLinearizable) || x.End != control.Fail && x.Text != "" {
		for line := range strings.Lines(strings.TrimRight(x.Text, "\n") + "\n") {
			if !strings.HasPrefix(line, "---") && !strings.HasPrefix(line, "===") {
				b.WriteString(line)
			}
		}
	}
	for _, l := range x.Left {
		if l.Waits != "" && !l.Outside {
			if at := places(l.Stack); at != "" {
				fmt.Fprintf(&b, "waits for %s: %s\n", l.Waits, at)
			}
		}
	}
	for _, r := range x.Races {
		fmt.Fprintf(&b, "race: %s at %s and %s at %s\n", access(r.Writes[0]), places([]control.Frame{r.First}),
			access(r.Writes[1]), places([]control.Frame{r.Second}))
	}
	if x.Diverged != "" {
		fmt.Fprintf(&b, "the execution was made again, and was not the same: %s\n", x.Diverged)
	}
	fmt.Fprintf(&b, "schedule: %s", x.Schedule)
	switch {
	case f.preemptions == 1:
		b.WriteString(" (1 preemption)")
	case f.preemptions >= 0:
		fmt.Fprintf(&b, " (%d preemptions)", f.preemptions)
	}
	fmt.Fprintf(&b, "\nfound: %s\n", f.said)
	if x.Schedule != "" {
		fmt.Fprintf(&b, "to see it again: %s='%v|%d|%s|%s' go test -run '%s'", envAgain, f.program, x.Rand, x.Schedule,
			f.test, selects(f.test))
	}
	return b.String()
}

// selects is the pattern of a test for -run.
func selects(test string) string {
	var list []string
	for name := range strings.SplitSeq(test, "/") {
		list = append(list, "^"+regexp.QuoteMeta(name)+"$")
	}
	return strings.Join(list, "/")
}

func access(writes bool) string {
	if writes {
		return "a write"
	}
	return "a read"
}

// places are where calls are, the innermost first, from where the commands of a program are called.
func places(stack []control.Frame) string {
	var list []string
	for _, f := range stack {
		if strings.HasPrefix(f.Func, "reflect.") {
			break
		}
		if strings.HasSuffix(f.Func, "lineartest.program.perform") { // it waits for the threads
			return ""
		}
		list = append(list, fmt.Sprintf("%s (%s:%d)", f.Func[strings.LastIndexByte(f.Func, '/')+1:], filepath.Base(f.File),
			f.Line))
	}
	return strings.Join(list, ", called by ")
}
