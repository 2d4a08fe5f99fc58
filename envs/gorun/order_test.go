package gorun_test

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/envs/gorun"
)

// inOrder runs a program and gives its events to clocks.
func inOrder(t testing.TB, dir string, cfg gorun.Config) *clocks {
	t.Helper()
	prog := load(t, dir, cfg.Tests, ".")
	var out bytes.Buffer
	cfg.Dir, cfg.Stdout, cfg.Stderr = dir, &out, &out
	cfg.Accesses, cfg.Order = true, true
	s := start(t, prog, cfg)
	if cfg.Perturb {
		s.Perturb(1)
	}
	c := newClocks(prog)
	for ev, err := range s.Events() {
		require.NoError(t, err, out.String())
		c.event(ev)
	}
	_, err := s.Wait()
	require.NoError(t, err, out.String())
	for _, k := range s.Kept() {
		t.Logf("kept: %v", k)
	}
	return c
}

// names are the variables and fields of a program that begin with a word.
func names(t testing.TB, dir, word string) []string {
	set := map[string]bool{}
	files, err := filepath.Glob(filepath.Join(dir, "*.go"))
	require.NoError(t, err)
	require.NotEmpty(t, files)
	for _, name := range files {
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, 0)
		require.NoError(t, err)
		ast.Inspect(file, func(n ast.Node) bool {
			if id, ok := n.(*ast.Ident); ok && strings.HasPrefix(id.Name, word) {
				set[id.Name] = true
			}
			return true
		})
	}
	return slices.Sorted(maps.Keys(set))
}

// Whatever orders goroutines, accesses that it orders are ordered, and those that it does not are not.
func TestOrder(t *testing.T) {
	if testing.Short() {
		t.Skip("builds Go programs and runs them")
	}
	for _, perturb := range []bool{false, true} {
		c, yes, no := ordered(t, "testdata/order", gorun.Config{Perturb: perturb})
		require.Greater(t, yes, 30)
		require.Greater(t, no, 20)
		require.Less(t, len(c.forked), 10, "goroutines that were started but never seen")
	}
}

// Goroutines in a bubble are over, or blocked, before who waits for all of them goes on.
func TestBubble(t *testing.T) {
	if testing.Short() {
		t.Skip("builds Go programs and runs them")
	}
	for _, perturb := range []bool{false, true} {
		_, yes, no := ordered(t, "testdata/bubble", gorun.Config{Tests: true, Perturb: perturb, Meetings: perturb})
		require.Equal(t, 2, yes)
		require.Equal(t, 1, no)
	}
}

// ordered holds a program to the names of its variables, and counts those that begin with yes and with no.
func ordered(t *testing.T, dir string, cfg gorun.Config) (c *clocks, yesses, noes int) {
	c = inOrder(t, dir, cfg)
	seen, racing := map[string]bool{}, map[string]bool{}
	last := regexp.MustCompile(`\b(yes|no)[A-Z]\w*`).FindString
	for name := range c.objects {
		seen[last(name)] = true
	}
	for name := range c.races {
		racing[last(name)] = true
	}
	yes, no := names(t, dir, "yes"), names(t, dir, "no")
	no = slices.DeleteFunc(no, func(s string) bool { return len(s) < 3 || s[2] < 'A' || s[2] > 'Z' })
	for _, name := range yes {
		require.True(t, seen[name], "%s is not seen", name)
		require.False(t, racing[name], "%s is not ordered", name)
	}
	for _, name := range no {
		require.True(t, racing[name], "%s is ordered", name)
	}
	return c, len(yes), len(no)
}

// When memory is used again for another object its identity is forgotten first, and an object keeps its own.
func TestReuse(t *testing.T) {
	if testing.Short() {
		t.Skip("builds Go programs and runs them")
	}
	const n = 8
	c := inOrder(t, "testdata/reuse", gorun.Config{Args: []string{strconv.Itoa(n)}})
	require.Empty(t, c.races)
	for name, want := range map[string]int{
		"reuse.small.count": n * 1000, "[]int32": n * 1000, "reuse.large.first": n * 50, "reuse.large.last": n * 50,
		"reuse.huge.low": n * 4, "reuse.huge.high": n * 4,
	} {
		require.Equal(t, want, c.lives[name], name)
		require.Less(t, len(c.objects[name]), want/2, name)
	}
	require.Equal(t, n*1000, c.held)
	require.Less(t, len(c.locks), n*500)
}

// What the race detector reports is found here too, but for conditions, of which it knows the lock only; and nearly
// all that is found here it reports.
func TestRaceDetector(t *testing.T) {
	if testing.Short() {
		t.Skip("builds the standard library once more")
	}
	const dir = "testdata/order"
	cmd := exec.Command("go", "run", "-race", ".", "wait")
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GORACE=exitcode=66")
	out, err := cmd.CombinedOutput()
	require.Error(t, err)
	access := regexp.MustCompile(`^(Write|Read|Previous write|Previous read) at 0x`)
	frame := regexp.MustCompile(`^\s+\S*/testdata/order/([a-z]+\.go:\d+)`)
	theirs, wanted := map[string]bool{}, false
	for line := range strings.Lines(string(out)) {
		if access.MatchString(line) {
			wanted = true // the first frame in the program itself
		} else if m := frame.FindStringSubmatch(line); m != nil && wanted {
			theirs[m[1]], wanted = true, false
		}
	}
	require.Greater(t, len(theirs), 30, string(out))
	c := inOrder(t, dir, gorun.Config{})
	ours := map[string]bool{}
	for p := range c.sites {
		at := c.prog.Position(p)
		ours[fmt.Sprintf("%s:%d", path.Base(at.File), at.Line)] = true
	}
	conditions := map[string]bool{}
	for at := range theirs {
		if !ours[at] {
			name, line, _ := strings.Cut(at, ":")
			text, err := os.ReadFile(filepath.Join(dir, name))
			require.NoError(t, err)
			n, _ := strconv.Atoi(line)
			conditions[regexp.MustCompile(`yes\w+`).FindString(strings.Split(string(text), "\n")[n-1])] = true
		}
	}
	for name := range conditions {
		require.Contains(t, []string{"yesCond", "yesBroadcast"}, name)
	}
	// The other way round it depends on the schedule. The race detector takes the places of a buffer of empty elements for
	// one, and remembers a few accesses to each word.
	both := 0
	for at := range ours {
		if theirs[at] {
			both++
		}
	}
	require.Greater(t, 10*both, 9*len(ours), "%d of %d", both, len(ours))
}
