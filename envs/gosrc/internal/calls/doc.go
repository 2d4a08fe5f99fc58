// Package calls tells who is called, and by whom. It follows values of function types to where they come from. It
// covers calls through interfaces, by loops over iterators, by goroutines, and by code that is not seen.
package calls
