// Package details says what operations do with values: which numbers they compute, which conditions have to hold for
// them, which values are equal, and which may be nil.
package details
