package irgen_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/envs/ir"
	"github.com/seed38182bad/parallax/envs/ir/irgen"
)

func TestCopies(t *testing.T) {
	seen, ended := map[string]int{}, 0
	for seed := range uint64(200) {
		src := irgen.Copies(irgen.Seeded(seed))
		p, err := ir.Parse("gen.plx", src)
		require.NoError(t, err, src)
		for _, word := range []string{"sync p {", "sync gate {", "tryacquire p", "while nondet", "r, s = f0(", "p.x = ",
			"p.v = ", "release p\nacquire p", "if nondet { return "} {
			if strings.Contains(src, word) {
				seen[word]++
			}
		}
		if p.Run(1, ir.Options{MaxSteps: 5000}).Result().End == ir.Completed {
			ended++
		}
	}
	require.Len(t, seen, 9, "%v", seen)
	require.Greater(t, ended, 100)
}
