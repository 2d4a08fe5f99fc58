// Package local answers questions about a value, a variable or a block that need no more of the program than the
// function that has it, its literals, and the functions that it calls by name: what a variable holds, which function
// a value is, whether control may come round again.
package local
