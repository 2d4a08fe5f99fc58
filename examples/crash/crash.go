// Package crash is the checker for what ends a program: a panic that nobody recovers, and an error of the run time.
// Such are the unlock of a mutex that is not locked, and two threads that write a map at once. It is a checker of runs.
//
//	kind   what ended the program
//	panic  a panic: of the program, of the run time (close of a closed channel, index out of range), or of a library
//	fatal  an error that no program can recover from
//
// A report is at the operation that ended the program, which may be a call of a library. It says what the program
// said, and where the thread was started. Over all paths others look for such operations: bounds, nilness, typestate,
// balance. That all threads wait is for blocking.
package crash

import (
	"strings"

	"github.com/seed38182bad/parallax/dataflow"
	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/examples/internal/starts"
)

// The kinds of reports.
const (
	Panic = "panic"
	Fatal = "fatal"
)

// Analyzer makes the analyzer "crash".
func Analyzer() *dataflow.Analyzer {
	a := dataflow.NewAnalyzer("crash", "finds panics and fatal errors that end a run", algorithm)
	a.OnDemand, a.Only = true, dataflow.OnRuns
	return a
}

func algorithm(r *dataflow.Requires) dataflow.Analysis[dataflow.Nothing] {
	c := checker{starts.Follow(r)}
	return dataflow.Analysis[dataflow.Nothing]{
		Entry: dataflow.Nothing{}.Entry, Step: c.step, Signals: c.hear,
		Tuning: dataflow.Tuning[dataflow.Nothing]{Selects: func(op *envs.Op) bool { return op.Kind == envs.Fork }},
	}
}

type checker struct{ starts *starts.Starts }

func (c checker) step(env envs.Env, op *envs.Op, s dataflow.Nothing) dataflow.Nothing {
	c.starts.Step(env, op)
	return s
}

// fatal begins what an error says that no program can recover from.
const fatal = "fatal error: "

func (c checker) hear(env envs.Env, m dataflow.Message, _ dataflow.Nothing) {
	if m.Kind != envs.Halt || m.Text == "" {
		return
	}
	kind, what := Panic, "a panic ends the program: "+strings.TrimPrefix(m.Text, "panic: ")
	if text, is := strings.CutPrefix(m.Text, fatal); is {
		kind, what = Fatal, "a fatal error ends the program: "+text
	}
	first, _, _ := strings.Cut(what, "\n")
	env.Report(envs.Report{Kind: kind, Cause: m.At, Message: first, Proved: true,
		Evidence: append(c.starts.Story(m.Thread), envs.Evidence{At: m.At, Text: "the program ends here"})})
}
