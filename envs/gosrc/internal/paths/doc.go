// Package paths names objects by the way on which a frame reaches them, from a register, a parameter or a package
// variable through fields and elements, and says from which values such a way may lead to a lock.
package paths
