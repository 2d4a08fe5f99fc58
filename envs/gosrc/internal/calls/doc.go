// Package calls tells who is called, and by whom: by values of function types, which it follows to where they come
// from, through interfaces, by loops over iterators, by goroutines, and by code that is not seen.
package calls
