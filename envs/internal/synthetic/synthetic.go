// Package synthetic tells the functions that go/ssa has made from those that the source has. Function.Synthetic is all
// that go/ssa says of them: a text, of which no other package knows the words.
package synthetic

import (
	"strings"

	"golang.org/x/tools/go/ssa"
)

// IsBound reports whether fn stands behind method values: it calls the method of what it has captured.
func IsBound(fn *ssa.Function) bool { return strings.HasPrefix(fn.Synthetic, "bound method") }

// IsThunk reports whether fn stands behind method expressions: it calls the method of its first argument.
func IsThunk(fn *ssa.Function) bool { return strings.HasPrefix(fn.Synthetic, "thunk") }

// IsWrapper reports whether fn is a method that calls that of an embedded field, or of what a pointer points to.
func IsWrapper(fn *ssa.Function) bool { return strings.HasPrefix(fn.Synthetic, "wrapper") }

// IsInstantiation reports whether fn calls the generic function of which it is an instance.
func IsInstantiation(fn *ssa.Function) bool {
	return strings.HasPrefix(fn.Synthetic, "instantiation wrapper")
}

// IsYield reports whether fn is the body of a range-over-func loop.
func IsYield(fn *ssa.Function) bool { return fn.Synthetic == "range-over-func yield" }

// IsInitialiser reports whether fn is all of a package's initialisation.
func IsInitialiser(fn *ssa.Function) bool {
	return fn.Name() == "init" && fn.Synthetic == "package initializer"
}
