//go:build linux

package wire_test

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/gorun/internal/probe"
	"github.com/seed38182bad/parallax/envs/gorun/internal/wire"
)

const identity = 0x1234_5678_9abc

var built struct {
	sync.Mutex
	dir   string
	paths map[buildHow]string
}

// A buildHow says how a program is built with probes.
type buildHow struct {
	race bool
	opts probe.Options
}

func TestMain(m *testing.M) {
	code := m.Run()
	if built.dir != "" {
		os.RemoveAll(built.dir)
	}
	os.Exit(code)
}

// build gives the path of testdata/prog, built with probes.
func build(t testing.TB, race bool) string { return buildAs(t, buildHow{race: race}) }

func buildAs(t testing.TB, how buildHow) string {
	t.Helper()
	built.Lock()
	defer built.Unlock()
	if p := built.paths[how]; p != "" {
		return p
	}
	if built.dir == "" {
		dir, err := os.MkdirTemp("", "wire-test-")
		require.NoError(t, err)
		built.dir, built.paths = dir, map[buildHow]string{}
	}
	replace, err := probe.Overlay(goroot(t), built.dir, identity, how.opts)
	require.NoError(t, err)
	b, err := json.Marshal(map[string]any{"Replace": replace})
	require.NoError(t, err)
	overlay := filepath.Join(built.dir, "overlay.json")
	require.NoError(t, os.WriteFile(overlay, b, 0o666))
	out := filepath.Join(built.dir, fmt.Sprint("prog", len(built.paths)))
	args := []string{"build", "-overlay", overlay, "-o", out}
	if how.race {
		args = append(args, "-race")
	}
	cmd := exec.Command("go", append(args, ".")...)
	cmd.Dir = filepath.Join("testdata", "prog")
	msg, err := cmd.CombinedOutput()
	require.NoError(t, err, "%s", msg)
	built.paths[how] = out
	return out
}

// A run is a program that is being observed.
type run struct {
	t      testing.TB
	cmd    *exec.Cmd
	stdout string // a file with what it printed
	ring   *wire.Ring
	exited chan struct{}
	err    error // of the program; set when exited is closed
}

func start(t testing.TB, opts wire.RingOptions, path string, args ...string) *run {
	t.Helper()
	ring, err := wire.NewRingOf(opts)
	require.NoError(t, err)
	t.Cleanup(func() { ring.Close() })
	r := &run{t: t, cmd: exec.Command(path, args...), ring: ring, exited: make(chan struct{})}
	r.cmd.Env = append(os.Environ(), ring.Env())
	out, err := os.CreateTemp("", "wire-test-out-")
	require.NoError(t, err)
	r.stdout = out.Name()
	r.cmd.Stdout, r.cmd.Stderr = out, out
	require.NoError(t, r.cmd.Start())
	out.Close()
	t.Cleanup(func() { os.Remove(r.stdout) })
	go func() {
		r.err = r.cmd.Wait()
		close(r.exited)
	}()
	return r
}

func (r *run) output() string {
	b, err := os.ReadFile(r.stdout)
	require.NoError(r.t, err)
	return string(b)
}

// decode decodes to the end and expects every record to fit.
func (r *run) decode(each func(envs.Event)) *wire.Decoder {
	r.t.Helper()
	return decode(r.t, r.ring.Batches(r.exited), each)
}

func decode(t testing.TB, src wire.Batches, each func(envs.Event)) *wire.Decoder {
	t.Helper()
	d := wire.NewDecoder(program(), src, wire.Options{Records: records, Problem: func(err error) { t.Error(err) }})
	require.NoError(t, d.Each(func(e *envs.Event) bool {
		each(*e)
		return true
	}))
	require.Zero(t, d.Misfits())
	return d
}

func observe(t testing.TB, path string, args ...string) (*script, *run) {
	t.Helper()
	r := start(t, wire.RingOptions{}, path, args...)
	s := &script{prog: program(), text: map[envs.Thread]*strings.Builder{}}
	r.decode(s.add)
	require.Zero(t, r.ring.Lost())
	return s, r
}

func goroot(t testing.TB) string {
	out, err := exec.Command("go", "env", "GOROOT").Output()
	require.NoError(t, err)
	return strings.TrimSpace(string(out))
}
