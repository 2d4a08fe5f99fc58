// Package local answers questions about a value, a variable or a block: what a variable holds, which function a value
// is, whether control may come round again. They need no more of the program than the function of the value, its
// literals, and the functions that it calls by name.
package local
