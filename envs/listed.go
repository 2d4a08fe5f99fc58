package envs

import (
	"strconv"
	"strings"
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
