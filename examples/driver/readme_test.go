package driver

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/examples/stale"
)

// What README.md shows is what there is.

func TestReadmeShowsTheTable(t *testing.T) {
	t.Chdir("../..")
	readme, err := os.ReadFile("README.md")
	require.NoError(t, err)
	o := do(t)
	require.Equal(t, 1, o.status, o.stderr)
	var shown strings.Builder
	for l := range strings.Lines(o.out) {
		if l != "\n" {
			shown.WriteString("    ")
		}
		shown.WriteString(l)
	}
	require.Contains(t, string(readme), shown.String(), "what the first command prints")
}

func TestReadmeShowsTheChecker(t *testing.T) {
	readme, err := os.ReadFile("../../README.md")
	require.NoError(t, err)
	source, err := os.ReadFile("../custom/main.go")
	require.NoError(t, err)
	at := strings.Index(string(source), "func main()")
	require.Positive(t, at)
	require.Contains(t, string(readme), strings.TrimSpace(string(source[at:])))
}

func TestReadmeStatesEveryAssumption(t *testing.T) {
	readme, err := os.ReadFile("../../README.md")
	require.NoError(t, err)
	text := strings.Join(strings.Fields(string(readme)), " ")
	for _, s := range []sort{goSort, plxSort} {
		for _, deps := range []bool{false, true} {
			for _, a := range assumptions(s, staticSide|dynamicSide, deps) {
				require.Contains(t, text, "*"+a+"*")
			}
		}
	}
	require.Contains(t, text, "*"+fmt.Sprintf(firstElements, 64)+"*")
	require.Contains(t, text, "*"+fmt.Sprintf(firstCalls, 8)+"*")
	for _, a := range stale.Analyzer().Assumes {
		require.Contains(t, text, "*"+a+"*")
	}
}
