// Package ssamap relates the SSA of one function to the operations that it was lowered to.
package ssamap
