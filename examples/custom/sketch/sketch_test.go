package sketch

import (
	"os"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/envs"
)

// What is read is a program as checkers expect it, and so are its runs.
func TestSketchesAreValid(t *testing.T) {
	office, err := os.ReadFile("../testdata/office.sketch")
	require.NoError(t, err)
	for _, text := range []string{
		string(office),
		"",
		"clerk: lock a; lock b; unlock b; unlock a # may wait for the boss\nboss: lock b; lock a; unlock a; unlock b",
	} {
		p, err := parse("x.sketch", text)
		require.NoError(t, err)
		var runs []envs.Run
		for seed := range uint64(20) {
			run, _ := p.run(nil, seed)
			runs = append(runs, run)
		}
		require.NoError(t, envs.Validate(p, runs...), text)
	}
}
