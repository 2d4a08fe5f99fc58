package race_test

import (
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/examples/checkertest"
)

// A run knows memory by its address: what is accessed by name and by a pointer is one variable. Comments name the races
// that each line may be one side of. Which side comes second, and is told of, is chance; no other line is told of.
func TestAddresses(t *testing.T) {
	if testing.Short() {
		t.Skip("builds Go programs and runs them")
	}
	const dir = "testdata/addresses"
	text, err := os.ReadFile(dir + "/main.go")
	require.NoError(t, err)
	races := map[int]string{} // by line
	missing := map[string]bool{}
	for i, line := range strings.Split(string(text), "\n") {
		if _, name, ok := strings.Cut(line, "// race: "); ok {
			races[i+1], missing[name] = name, true
		}
	}
	require.Len(t, missing, 6)
	_, found := checker.Both(t, dir)
	for _, f := range found {
		for _, at := range f.Sites() {
			require.NotEmpty(t, races[at.Line], "%v: %s", at, f.Message)
			delete(missing, races[at.Line])
		}
	}
	require.Empty(t, missing, checkertest.Subjects(found))
}
