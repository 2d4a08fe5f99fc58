// Package lattice holds the algebra of abstract interpretation.
package lattice
