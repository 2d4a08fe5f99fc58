package ir_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/ir"
	"github.com/seed38182bad/parallax/envs/ir/irgen"
)

// requireValid holds a program and some of its runs to the contract of environments.
func requireValid(t *testing.T, p *ir.Program, text string) {
	t.Helper()
	runs := make([]envs.Run, 5)
	for seed := range runs {
		runs[seed] = p.Run(uint64(seed), ir.Options{MaxSteps: 20_000, MaxDepth: 50})
	}
	require.NoError(t, envs.Validate(p, runs...), text)
}

// What the module has of programs keeps to the contract, as do their runs.
func TestProgramsAreValid(t *testing.T) {
	programs := 0
	require.NoError(t, filepath.WalkDir("../..", func(name string, d fs.DirEntry, err error) error {
		if err != nil || filepath.Ext(name) != ".plx" {
			return err
		}
		text, err := os.ReadFile(name)
		require.NoError(t, err)
		if p, err := ir.Parse(name, string(text)); err == nil { // some are there to be refused
			programs++
			requireValid(t, p, name)
		}
		return nil
	}))
	require.Greater(t, programs, 60)
}

// So do programs that are drawn.
func TestDrawnProgramsAreValid(t *testing.T) {
	seeds := uint64(200)
	if testing.Short() {
		seeds = 20
	}
	for seed := range seeds {
		for _, text := range []string{
			irgen.Program(irgen.Seeded(seed), irgen.Options{}),
			irgen.Blocks(irgen.Seeded(seed)),
			irgen.Numbers(irgen.Seeded(seed)),
		} {
			p, err := ir.Parse("gen.plx", text)
			require.NoError(t, err)
			requireValid(t, p, text)
		}
	}
}

// A class may have the name of what else has a monitor.
func TestMonitorsHaveNamesOfTheirOwn(t *testing.T) {
	const text = "class array { x }\nfinal a = new array\nfinal b = new [2]\nfunc main() { sync a { sync b { skip } } }"
	p, err := ir.Parse("x.plx", text)
	require.NoError(t, err)
	requireValid(t, p, text)
}
