// Package lower writes the functions of a program as operations of package envs. The documentation of package gosrc
// says what becomes of each construct.
package lower
