package driver

import (
	"flag"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// However long a flag's name is, two blanks keep it from its description, which begins in the same
// column for those that the checkers have.
func TestFlagLines(t *testing.T) {
	fs := flag.NewFlagSet("", flag.ContinueOnError)
	fs.String("c", "", "a `x`")
	fs.String("reduction.transactions", "", "a `file`")
	fs.String(strings.Repeat("long", 10), "", "a `file`")
	var b strings.Builder
	fs.VisitAll(func(f *flag.Flag) { flagLine(&b, f) })
	lines := strings.Split(b.String(), "\n")
	require.Equal(t, strings.Index(lines[0], "  a x"), strings.Index(lines[2], "  a file"))
	require.Contains(t, lines[1], "long file  a file")
}

// The flags of a verb stand before those of the checkers, of which there are many.
func TestFlagsOfCheckers(t *testing.T) {
	o := do(t, "help", "check")
	require.Zero(t, o.status)
	own, checkers, found := strings.Cut(o.out, "\nFlags of checkers:\n")
	require.True(t, found, o.out)
	require.Contains(t, own, "\n    -ranked ")
	require.NotContains(t, own, "-stale.")
	require.Contains(t, checkers, "-stale.plain ")
	require.Contains(t, checkers, "\n    -plain ")
	require.NotContains(t, checkers, "-ranked")
}
