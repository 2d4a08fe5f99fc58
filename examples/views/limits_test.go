package views_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// A block may be taken apart in many ways, of which the message tells of the first.
func TestManyParts(t *testing.T) {
	const fields = 20
	var names, all, steps []string
	for i := range fields {
		names = append(names, fmt.Sprintf("f%02d", i))
		all = append(all, fmt.Sprintf("c.f%02d = 1", i))
		steps = append(steps, fmt.Sprintf("sync c { c.f%02d = 2 }", i))
	}
	p := parse(t, "class C { "+strings.Join(names, ", ")+" }\nfinal c = new C\nfunc all() { sync c { "+strings.Join(all,
		"; ")+" } }\n"+
		"func steps() { "+strings.Join(steps, "; ")+" }\nfunc main() { a = spawn all(); b = spawn steps() }")
	fs := checker().Static(t, p)
	require.Len(t, fs, 1)
	require.Contains(t, fs[0].Message, "accesses {C.f00} and {C.f01} and ")
	require.Contains(t, fs[0].Message, "{C.f11} and 8 other sets in critical sections of their own")
}
