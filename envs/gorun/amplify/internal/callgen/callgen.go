// Package callgen draws calls for generated tests.
package callgen

import "pgregory.net/rapid"

// Example is one of what make makes by choices among n things, always the same for a seed.
func Example[T any](seed int, make func(choose func(n int) int) T) T {
	return rapid.Custom(func(t *rapid.T) T {
		rapid.Bool().Draw(t, "any") // rapid wants a choice, and there may be none
		return make(func(n int) int { return rapid.SampledFrom(numbers(n)).Draw(t, "choice") })
	}).Example(seed)
}

// numbers are those below n. A sample of them is drawn evenly, which numbers of a range are not.
func numbers(n int) []int {
	list := make([]int, n)
	for i := range list {
		list[i] = i
	}
	return list
}
