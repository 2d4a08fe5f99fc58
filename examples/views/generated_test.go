package views_test

import (
	"flag"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/envs/ir/irgen"
	"github.com/seed38182bad/parallax/examples/checkertest"
	"github.com/seed38182bad/parallax/examples/views"
)

var programs = flag.Int("views.programs", 300, "how many generated programs to check")

// forms are those in which whatever runs show is found over all paths, too.
var forms = []string{"plain=false", "plain=true", "conditional=true", "least=3"}

func TestSound(t *testing.T) {
	if testing.Short() {
		*programs = min(*programs, 20)
	}
	for _, flags := range forms {
		t.Run(flags, func(t *testing.T) {
			c := checkertest.Checker{Analyzer: views.Analyzer, Flags: []string{flags}, Runs: 4}
			shown := checkertest.Contained(t, c, checkertest.Generated(*programs, irgen.Blocks))
			require.Greater(t, shown.Total(), *programs/2)
			t.Log(shown)
		})
	}
}

// TestKeptCases checks programs that generated programs shrank to when they showed a defect.
func TestKeptCases(t *testing.T) {
	files, err := filepath.Glob("testdata/kept/*.plx")
	require.NoError(t, err)
	require.NotEmpty(t, files)
	for _, file := range files {
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		t.Run(filepath.Base(file), func(t *testing.T) {
			shown := 0
			for _, flags := range forms {
				c := checkertest.Checker{Analyzer: views.Analyzer, Flags: []string{flags}, Runs: 30}
				shown += c.Contained(t, string(text)).Total()
			}
			require.Positive(t, shown)
		})
	}
}
