package dataflow

import (
	"errors"
	"fmt"
	"runtime/debug"

	"github.com/seed38182bad/parallax/dataflow/fixpoint"
)

// A ContractError says that a checker, or an analysis that provides a facet, is not made as the comments of Analysis,
// Provider and Requires ask. What can be seen only while the analysis is made, such as facets that require each other,
// is a panic with it. Analyzer.Fixpoint returns what is wrong with an analysis that was made; NewWatch and
// Watch.Findings panic with it.
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

// making has an analysis made. Another panic than one of a ContractError becomes one of a *fixpoint.PanicError, which
// says of what.
func making[A any](of string, algorithm func() A) A {
	defer func() {
		v := recover()
		switch v.(type) {
		case nil:
			return
		case *ContractError, *fixpoint.PanicError:
		default:
			v = &fixpoint.PanicError{Of: of + ", while it is made,", Value: v, Stack: debug.Stack()}
		}
		panic(v)
	}()
	return algorithm()
}

func checkerNamed(name string) string { return fmt.Sprintf("checker %q", name) }

// providerOf names the analysis that provides a facet.
func providerOf(facet string) string { return "the analysis that provides facet " + facet }
