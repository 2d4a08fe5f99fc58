// Package library says what functions and types of the standard library, of golang.org/x/sync and of the language
// itself mean beyond their bodies. It knows which of them are lock operations, what they call, what they write, and
// what they return.
package library
