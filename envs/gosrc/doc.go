// Package gosrc shows real Go packages as operations.
//
// Load reads packages with golang.org/x/tools/go/packages, builds their SSA form
// with go/ssa, generics instantiated, and lowers every function once to the
// operations of package envs. What is lowered is what go/ssa made of the source:
// a register is an SSA value, and whoever runs the same SSA functions speaks of
// the same points; Program.Map relates the two.
package gosrc
