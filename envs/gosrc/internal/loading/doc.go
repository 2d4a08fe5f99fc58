// Package loading reads packages with golang.org/x/tools/go/packages, builds their SSA form, and numbers the
// functions that they write.
package loading
