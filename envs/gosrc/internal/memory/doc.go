// Package memory has the classes of memory of a program: fields, variables, elements of one type, and what pointers to
// one type point to. It has the parts of structs and arrays, and what has been seen of each class.
package memory
