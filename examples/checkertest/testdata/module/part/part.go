// Package part is run from the package above it.
package part

// Part is a part of n.
func Part(n, of int) int {
	bad() // want call
	return n / of
}

// Whole is called by nobody.
func Whole(n int) int {
	bad() // want paths: call
	return n
}

func bad() {}
