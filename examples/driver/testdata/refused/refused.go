// Package refused has no type errors, and the compiler does not take it.
package refused

//go:linkname total other.total
var total int
