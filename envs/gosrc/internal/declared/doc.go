// Package declared reads what the source declares of locks and transactions: the annotations of gVisor's checklocks,
// and the marks of this module. The documentation of package gosrc lists both.
package declared
