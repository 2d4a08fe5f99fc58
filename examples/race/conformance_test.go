package race_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/ir"
	"github.com/seed38182bad/parallax/envs/ir/irtest"
	"github.com/seed38182bad/parallax/examples/checkertest"
	"github.com/seed38182bad/parallax/examples/race"
)

var checker = checkertest.Checker{Analyzer: race.Analyzer}

// TestPapers holds the checker to the programs of the papers. Only two of them have data
// races: T2.8 has none, as its threads come one after the other, and R8 none, as the
// read without a lock is made by the thread that writes.
func TestPapers(t *testing.T) {
	want := map[string]string{
		"R1": "Account.balance:9",
		"R9": "Shared.x:9,14 Shared.y:10,20 Shared.z:15,19",
	}
	programs, err := irtest.Programs()
	require.NoError(t, err)
	for _, program := range programs {
		p, err := program.Parse()
		require.NoError(t, err)
		var runs []envs.Run
		for seed := range 100 {
			runs = append(runs, p.Run(uint64(seed), ir.Options{}))
		}
		require.Equal(t, want[program.ID], subjects(checker.Dynamic(t, p, runs...)), "%s, in runs", program.ID)
		require.Equal(t, want[program.ID], subjects(checker.Static(t, p)), "%s, over all paths", program.ID)
	}
}

// subjects writes findings as variables and lines.
func subjects(fs []envs.Finding) string {
	var list []string
	for _, f := range fs {
		var lines []string
		for _, p := range f.Sites() {
			lines = append(lines, fmt.Sprint(p.Line))
		}
		list = append(list, f.Subject+":"+strings.Join(slices.Compact(lines), ","))
	}
	slices.Sort(list)
	return strings.Join(list, " ")
}
