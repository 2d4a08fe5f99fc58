// Package regen writes SSA functions back as Go source.
//
// A dynamic analysis that shall speak of the same instructions as a static one has two ways. It can interpret the SSA
// form, which is slow and does not run programs that use the operating system. Or it can let the Go compiler run it,
// which this package does. It takes packages and their SSA form (golang.org/x/tools/go/ssa), and replaces the body of
// each function by its SSA form written as Go. It hands back the files as an overlay for the go command. Without probes
// the result behaves as the program did and takes the time it took. [Probes] are statements at functions, blocks and
// instructions.
//
// # How a function is written
//
// A block becomes a Go block, and blocks nest as they dominate each other. So a register is declared where it is
// computed ("t3_ := t1_ + 1") and is in scope wherever it is used. Natural loops become for statements, an iterator's
// loop a range statement; any other edge is a goto, which only ever leaves Go blocks. Phis are variables assigned in
// parallel on the edges. A function literal stands where its closure is made and names the variables it captures. A
// value used once is written inside the expression that uses it if no program could notice. The compiler then meets the
// expressions it treats well, keeps variables on the stack, and inlines what it would have inlined.
//
// Names, signatures, directives, comments and all declarations but function bodies stay as they are. Line directives
// give every statement its line in the user's file, so panics, stack traces and test failures read as before.
//
// # What is not written
//
// A function that has no faithful form in Go keeps its body and is listed ([Kept]):
//
//   - one that would have to name a type or field of another package; an interface is written by its methods instead
//   - one with a compiler directive such as go:nosplit
//   - one with a defer in the body of a range over a function (go/ssa loses the deferred call)
//   - whatever the type checker rejects
//
// Files with cgo and expressions of package-level initialisers stay as they are; function literals in initialisers are
// written.
//
// # What may differ
//
// Go leaves the order of evaluation open between the load of a variable and a call in the same expression. There go/ssa
// fixes an order that is not always the compiler's. Bodies of range-over-function loops show as ordinary literals in
// stack traces. A panic about a misused yield function has the text of go/ssa. Programs that count allocations may see
// other numbers.
package regen
