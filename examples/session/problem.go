package session

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime/debug"
	"strings"

	"github.com/seed38182bad/parallax/dataflow"
	"github.com/seed38182bad/parallax/dataflow/fixpoint"
	"github.com/seed38182bad/parallax/envs"
)

// A Problem is something that went wrong, with its place if it has one. It is an error: the one for who imports this
// package. Packages below it, such as parsers and checkers, tell of what is wrong in a file by an *envs.InputError.
type Problem struct {
	Pos     envs.Position `json:"pos,omitzero"`
	Package string        `json:"package,omitempty"`
	Message string        `json:"message"`

	interrupted error // that of a context
}

// Unwrap is the error of the context that was done, if that is the problem.
func (p Problem) Unwrap() error { return p.interrupted }

// Error is file:line:col: message, as far as there is a place.
func (p Problem) Error() string {
	switch {
	case p.Pos.File == "":
		return p.Message
	case p.Pos.Line == 0:
		return p.Pos.File + ": " + p.Message
	}
	return p.Pos.String() + ": " + p.Message
}

// Unjoin gives the errors that are joined in err, however deep.
func Unjoin(err error) []error {
	joined, ok := err.(interface{ Unwrap() []error })
	switch {
	case err == nil:
		return nil
	case !ok:
		return []error{err}
	}
	var all []error
	for _, e := range joined.Unwrap() {
		all = append(all, Unjoin(e)...)
	}
	return all
}

// Problems takes an error apart: into one Problem for each error that is joined in it.
func Problems(err error) []Problem {
	var problems []Problem
	for _, e := range Unjoin(err) {
		problems = append(problems, problemOf(e))
	}
	return problems
}

func problemOf(err error) Problem {
	var (
		panicked *fixpoint.PanicError
		diverged *fixpoint.DivergenceError
		input    *envs.InputError
		placed   Problem
	)
	switch {
	case errors.As(err, &panicked):
		message := fmt.Sprintf("%s panicked at %s: %v", panicked.Who(), stackPlace(panicked.Stack), panicked.Value)
		if at := panicked.Place; at.Func != "" {
			message = fmt.Sprintf("%s: %s: %s", at.Func, at.Op, message)
		}
		return Problem{Pos: panicked.Place.Pos, Message: message}
	case errors.As(err, &diverged):
		message := strings.TrimPrefix(diverged.Error(), diverged.Place.Pos.String()+": ")
		return Problem{Pos: diverged.Place.Pos, Message: message}
	case errors.As(err, &input):
		return Problem{Pos: input.Pos, Message: input.Message}
	case errors.As(err, &placed):
		return placed
	}
	for _, done := range []error{context.Canceled, context.DeadlineExceeded} {
		if errors.Is(err, done) {
			return Problem{Message: "interrupted: the result is incomplete", interrupted: done}
		}
	}
	return Problem{Message: err.Error()}
}

// stackPlace finds the line that panicked in a stack trace: the first frame below the panic itself.
func stackPlace(stack []byte) string {
	lines := strings.Split(string(stack), "\n")
	for i := len(lines) - 1; i > 0; i-- {
		if !strings.HasPrefix(lines[i], "panic(") {
			continue
		}
		for j := i + 2; j+1 < len(lines); j += 2 {
			if strings.HasPrefix(lines[j], "runtime.") {
				continue
			}
			file, _, _ := strings.Cut(strings.TrimSpace(lines[j+1]), " ")
			return filepath.Base(file)
		}
	}
	return "an unknown place"
}

// Guard makes an error of a panic in f. If the panic is about a checker that is not made as it should be
// (*dataflow.ContractError, *fixpoint.PanicError), it gives that error. Of all others it makes an internal error with
// its place.
func Guard(f func() error) (err error) {
	defer func() {
		switch v := recover().(type) {
		case nil:
		case *dataflow.ContractError:
			err = errors.Join(err, v)
		case *fixpoint.PanicError:
			err = errors.Join(err, v)
		default:
			err = errors.Join(err, fmt.Errorf("internal error at %s: %v; please report it", stackPlace(debug.Stack()), v))
		}
	}()
	return f()
}

// Cause leaves the file's name out of an error about a file.
func Cause(err error) string {
	var p *os.PathError
	if errors.As(err, &p) {
		return p.Err.Error()
	}
	return err.Error()
}

// tally collects what went wrong in the runs of one program: the same problem in many runs is told once.
type tally struct {
	all   int // runs that were planned; fewer if they were interrupted
	order []Problem
	first map[Problem]string
	count map[Problem]int
}

func newTally(all int) *tally {
	return &tally{all: all, first: map[Problem]string{}, count: map[Problem]int{}}
}

func (t *tally) add(run string, err error) {
	for _, p := range Problems(err) {
		if t.count[p] == 0 {
			t.order = append(t.order, p)
			t.first[p] = run
		}
		t.count[p]++
	}
}

// ended adds what there is to say of the end of a run: what ended its events early, why it failed, or at least that it
// did.
func (t *tally) ended(run string, early, failed error, exit int) {
	t.add(run, early)
	t.add(run, failed)
	if early == nil && failed == nil && exit != 0 {
		t.add(run, fmt.Errorf("%s ended with exit status %d", run, exit))
	}
}

func (t *tally) err() error {
	errs := make([]error, len(t.order))
	for i, p := range t.order {
		if t.all > 1 && p.interrupted == nil && !strings.Contains(p.Message, t.first[p]) {
			p.Message = fmt.Sprintf("%s (%d times in %d runs, first in %s)", p.Message, t.count[p], t.all, t.first[p])
		}
		errs[i] = p
	}
	return errors.Join(errs...)
}
