// Package naming names files, functions, types, fields and values as the source does, with the same names on every
// machine.
package naming
