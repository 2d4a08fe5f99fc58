package envs

import (
	"slices"
	"strconv"
	"strings"

	"github.com/seed38182bad/parallax/domains/lockset"
)

// maxListed is how many names Listed gives in full.
const maxListed = 12

// Listed joins names for a message: "a, b, c". Of more than 13 names it gives the first 12 and
// counts the others, as in "a, b, …, l and 988 more", so that a message stays one that people read.
func Listed(names []string) string { return ListedOf(names, len(names)) }

// ListedOf is Listed of n names of which at least the first 13 are given.
func ListedOf(names []string, n int) string {
	rest := n - maxListed
	if rest <= 1 {
		return strings.Join(names, ", ")
	}
	return strings.Join(names[:maxListed], ", ") + " and " + strconv.Itoa(rest) + " more"
}

// ListedLocks are the names of locks for a message, sorted, and each once. Of more than 13 locks it has the
// first 12, in the order of the set, and last how many others there are, as "988 more". A lock with an empty name is
// left out.
func ListedLocks(held LockSet, name func(lockset.Lock[Lock]) string) []string {
	most := held.Len()
	if most > maxListed+1 {
		most = maxListed
	}
	names, seen := make([]string, 0, most+1), 0
	for l := range held.All() {
		if seen == most {
			break
		}
		seen++
		if n := name(l); n != "" {
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
