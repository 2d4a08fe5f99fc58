package control

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// A counting Watcher counts what it is told.
type counting struct{ starts, begins, ends, made int }

func (c *counting) Starts() ([]string, error) { c.starts++; return nil, nil }
func (c *counting) Begins(bool)               { c.begins++ }
func (c *counting) Ends(x *Execution) {
	c.ends++
	if x != nil {
		c.made++
	}
}

// What is announced to a Watcher has an end, also where a process cannot be started, writes what nobody can read, or
// ends at once.
func TestWatcherIsToldOfTheEnd(t *testing.T) {
	dir := t.TempDir()
	script := func(name, text string) string {
		file := filepath.Join(dir, name)
		require.NoError(t, os.WriteFile(file, []byte("#!/bin/sh\n"+text+"\n"), 0o700))
		return file
	}
	for name, of := range map[string]struct{ file, fails string }{
		"missing":  {filepath.Join(dir, "missing"), "cannot be started"},
		"garbled":  {script("garbled", "echo garbled >&3; sleep 60"), `has written "garbled`},
		"at once":  {script("ends", "exit 1"), ""},
		"says one": {script("says", `echo '{"end":"pass"}' >&3`), ""},
	} {
		c := &counting{}
		b := &Build{binary: []testBinary{{pkg: "p", dir: dir, file: of.file, vars: &putBack{}}}, dir: dir, temp: dir}
		x, err := b.Execute(context.Background(), Name{Package: "p", Test: "TestX"}, Options{Watcher: c})
		want := counting{starts: 1, begins: 1, ends: 1}
		if of.fails != "" {
			require.ErrorContains(t, err, of.fails, name)
		} else {
			require.NoError(t, err, name)
			require.Equal(t, 1, x.Ends[Crash], name)
		}
		if name == "says one" {
			want.made = 1
		}
		require.Equal(t, want, *c, name)
	}
}
