package dataflow

import (
	"errors"
	"fmt"
	"runtime/debug"

	"github.com/seed38182bad/parallax/dataflow/fixpoint"
	"github.com/seed38182bad/parallax/dataflow/internal/grouping"
	"github.com/seed38182bad/parallax/dataflow/internal/replay"
	"github.com/seed38182bad/parallax/envs"
)

// A ContractError says that a checker, or an analysis that provides a facet, is not made as the comments of Analysis,
// Provider and Requires ask. Analyzer.Fixpoint and Watch.Err return it; NewWatch and Facet.For panic with it.
type ContractError struct{ wrong []error }

func (e *ContractError) Error() string { return errors.Join(e.wrong...).Error() }

// Unwrap gives what is wrong, one error for each defect.
func (e *ContractError) Unwrap() []error { return e.wrong }

// contract is the error of what is wrong, if something is.
func contract(wrong []error) error {
	if len(wrong) == 0 {
		return nil
	}
	return &ContractError{wrong}
}

func contractError(format string, args ...any) *ContractError {
	return &ContractError{[]error{fmt.Errorf(format, args...)}}
}

// guarded makes an error of a panic in f. A *ContractError or a *fixpoint.PanicError is that error itself. Of anything
// else it makes a *fixpoint.PanicError, which says of what.
func guarded(of string, f func()) (err error) {
	defer func() {
		switch v := recover().(type) {
		case nil:
		case *ContractError:
			err = v
		case *fixpoint.PanicError:
			err = v
		default:
			err = &fixpoint.PanicError{Of: of, Value: v, Stack: debug.Stack()}
		}
	}()
	f()
	return nil
}

// making has an analysis made.
func making[A any](of string, algorithm func() A) (made A, err error) {
	err = guarded(of+", while it is made,", func() { made = algorithm() })
	return made, err
}

// must gives what was made, and panics if that failed.
func must[A any](made A, err error) A {
	if err != nil {
		panic(err)
	}
	return made
}

// verdict makes findings of the reports of a checker and of its Finish. The error says what is wrong with these.
func verdict(prog envs.Program, checker string, reports func(add add), finish finish) (fs []envs.Finding, err error) {
	g, of := grouping.New(prog, checker), checkerNamed(checker)
	errs := []error{
		guarded(of+", in its reports,", func() { reports(g.Add) }), guarded(of+", in Finish,", func() { g.Finish(finish) }),
		guarded(of+", in its reports,", func() { fs = g.Findings() }),
	}
	if !g.Nameless.IsZero() {
		errs = append(errs, contract([]error{replay.Nameless(prog, g.Nameless, checker)}))
	}
	return fs, errors.Join(errs...)
}

// An add takes in a report that was made at a point in so many executions.
type add = func(at envs.Point, r envs.Report, runs int64)

// A finish draws the verdict in the end.
type finish = func(prog envs.Program, report func(envs.Point, envs.Report))

func checkerNamed(name string) string { return fmt.Sprintf("checker %q", name) }

// providerOf names the analysis that provides a facet.
func providerOf(facet string) string { return "the analysis that provides facet " + facet }
