// Package paths names objects by the way on which a frame reaches them. A way leads from a register, a parameter or a
// package variable through fields and elements. The package says from which values a way may lead to a lock.
package paths
