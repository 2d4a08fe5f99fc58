// Package main has structs and arrays that some goroutines access as a whole, and others in
// parts: a method called whole does the one, part the other. Comments say which accesses no
// lock protects, which nothing orders, and what is taken apart. Each type is of one case only, as over all paths a
// field is one variable in all objects.
package main
