// Package lists lists names in messages that people read.
package lists

import (
	"slices"
	"strconv"
	"strings"

	"github.com/seed38182bad/parallax/envs"
)

// most is how many names a list gives in full.
const most = 12

// Of joins names: "a, b, c". Of more than 13 names it gives the first 12 and counts the others, as in
// "a, b, …, l and 988 more".
func Of(names []string) string { return First(names, len(names)) }

// First is Of n names of which at least the first 13 are given.
func First(names []string, n int) string {
	rest := n - most
	if rest <= 1 {
		return strings.Join(names, ", ")
	}
	return strings.Join(names[:most], ", ") + " and " + strconv.Itoa(rest) + " more"
}

// Locks are the names of locks, sorted, and each once; of a lock that is held on the shared side with " (shared)". Of
// more than 13 locks it has the first 12, in the order of the set, and last how many others there are, as "988 more".
// A lock with an empty name is left out.
func Locks(held envs.LockSet, name func(envs.Lock) string) []string {
	bound := held.Len()
	if bound > most+1 {
		bound = most
	}
	names, seen := make([]string, 0, bound+1), 0
	for l := range held.All() {
		if seen == bound {
			break
		}
		seen++
		n := name(l.Key)
		if n != "" && l.Write == 0 {
			n += " (shared)"
		}
		if n != "" {
			names = append(names, n)
		}
	}
	slices.Sort(names)
	names = slices.Compact(names)
	if rest := held.Len() - seen; rest > 0 {
		names = append(names, strconv.Itoa(rest)+" more")
	}
	return names
}
