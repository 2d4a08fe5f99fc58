package gorun

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/envs/gosrc"
)

// A function that the compiler refuses keeps its body, and is listed with what the compiler said.
func TestRefused(t *testing.T) {
	if testing.Short() {
		t.Skip("builds Go programs and runs them")
	}
	ctx := context.Background()
	const dir = "testdata/forms"
	prog, err := gosrc.Load(ctx, gosrc.Config{Dir: dir, Tests: true, KeepSyntax: true})
	require.NoError(t, err)
	b, err := Prepare(ctx, prog, Config{Dir: dir, Tests: true, Temp: t.TempDir()})
	require.NoError(t, err)
	defer b.Close()
	before := b.Probed()
	require.False(t, b.refuse("# example.org/forms\n./forms.go:1:1: not in a function\n"))
	other := filepath.Join(t.TempDir(), "forms.go")
	require.NoError(t, os.WriteFile(other, nil, 0o644))
	require.False(t, b.refuse(other+":13:2: another file of that name\n"))
	require.True(t, b.refuse("# example.org/forms [example.org/forms.test]\n./forms.go:13:2: stack frame too large\n"))
	require.False(t, b.refuse("./forms.go:13:2: stack frame too large\n"), "it has been refused")
	require.NoError(t, b.generate())
	require.Equal(t, before-1, b.Probed())
	var reasons []string
	for _, k := range b.Kept() {
		reasons = append(reasons, k.Func+": "+k.Reason)
	}
	require.Contains(t, reasons, "(*example.org/forms.plain).add: does not compile: line 13: stack frame too large")
	require.NoError(t, b.Compile(ctx, 0))
}

// More calls than counters have room for are refused, as what is assumed of the run would not be so.
func TestTooManyCalls(t *testing.T) {
	_, err := Prepare(context.Background(), nil, Config{Calls: MaxCalls + 1})
	require.ErrorContains(t, err, "901")
	_, err = Prepare(context.Background(), nil, Config{Calls: -1})
	require.ErrorContains(t, err, "0 for all")
}

func TestSplitFlags(t *testing.T) {
	build, test, err := SplitFlags(strings.Fields("-run X -race --race=true -v -own=3 race -args -race -cover"))
	require.NoError(t, err)
	require.Equal(t, []string{"-race", "-race=true"}, build)
	require.Equal(t, strings.Fields("-run X -v -own=3 race -args -race -cover"), test)
	for _, f := range []string{"-cover", "--tags=x", "-ldflags=-s"} {
		_, _, err := SplitFlags([]string{"-v", f})
		require.ErrorContains(t, err, f+" is a flag for building the tests")
		require.ErrorContains(t, err, "GOFLAGS")
	}
	_, err = Prepare(context.Background(), nil, Config{Tests: true, TestFlags: []string{"-race"}})
	require.ErrorContains(t, err, "BuildFlags")
}

func TestTestFlags(t *testing.T) {
	require.Equal(t, []string{"-test.run", "X", "-test.count=2", "-update", "-test.v"},
		TestFlags([]string{"-run", "X", "--count=2", "-update", "-v"}))
	require.Equal(t, []string{"-test.short", "-v"}, TestFlags([]string{"-short", "-args", "-v"}))
}
