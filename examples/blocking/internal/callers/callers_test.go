package callers_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/examples/blocking/internal/callers"
	"github.com/seed38182bad/parallax/examples/checkertest/gotext"
)

const text = `package p

func Known(c chan int) { inner(c); go thread(c) }
func inner(c chan int) { deep(c); deep(c) }
func thread(c chan int) { deep(c) }
func deep(c chan int)  { c <- 1 }
func Starts(c chan int) { go thread(c) }
func unused()          {}
func apart()           { unused() }
`

// Functions are known by where they are called and started. Others may enter those with a known name, and those that
// nobody here enters.
func TestTable(t *testing.T) {
	prog := gotext.Load(t, text)
	table := callers.Of(prog)
	require.Equal(t, envs.Program(prog), table.Program())
	id, names := map[string]envs.FuncID{}, map[envs.FuncID]string{}
	for f := range envs.FuncID(prog.NumFuncs()) {
		names[f] = prog.Func(f).Name
		id[names[f]] = f
	}
	deep := id["p.deep"]
	require.Len(t, table.Called(deep), 3)
	require.Empty(t, table.Started(deep))
	require.Len(t, table.Started(id["p.thread"]), 2)
	require.Equal(t, table.Started(id["p.thread"]), table.Entered(id["p.thread"]))
	var open []string
	for f, name := range names {
		if table.Open(f) {
			open = append(open, name)
		}
	}
	slices.Sort(open)
	require.Equal(t, []string{"p.Known", "p.Starts", "p.apart"}, open)
	require.True(t, table.Begins(id["p.init"]))

	ops := []envs.Point{envs.At(deep, 0), envs.At(deep, 0)}
	by := table.Reaching(ops, table.Called)
	require.Len(t, by, 4, "deep, its callers, and theirs")
	require.True(t, by[id["p.thread"]])
	require.False(t, by[id["p.Starts"]])
	by = table.Reaching(ops, table.Entered)
	require.Len(t, by, 5)
	require.True(t, by[id["p.Starts"]])
	require.Equal(t, []envs.Point{envs.At(deep, 0), envs.At(deep, 0)}, ops, "they stay as they are")
}
