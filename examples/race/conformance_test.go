package race_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/envs/ir/irtest"
	"github.com/seed38182bad/parallax/examples/checkertest"
	"github.com/seed38182bad/parallax/examples/race"
)

var checker = checkertest.Checker{Analyzer: race.Analyzer}

// TestPapers holds the checker to the programs of the papers. Only two of them have data
// races: T2.8 has none, as its threads come one after the other, and R8 none, as the
// read without a lock is made by the thread that writes.
func TestPapers(t *testing.T) {
	schedules := 100
	if testing.Short() {
		schedules = 25
	}
	want := map[string]string{
		"R1": "Account.balance:9",
		"R9": "Shared.x:9,14 Shared.y:10,20 Shared.z:15,19",
	}
	programs, err := irtest.Programs()
	require.NoError(t, err)
	for _, program := range programs {
		p, err := program.Parse()
		require.NoError(t, err)
		runs := checkertest.Schedules(p, schedules)
		require.Equal(t, want[program.ID], checkertest.Subjects(checker.Dynamic(t, p, runs...)), "%s, in runs", program.ID)
		require.Equal(t, want[program.ID], checkertest.Subjects(checker.Static(t, p)), "%s, over all paths", program.ID)
	}
}
