package blocking_test

import (
	"context"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/dataflow"
	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/examples/balance"
	"github.com/seed38182bad/parallax/examples/blocking"
	"github.com/seed38182bad/parallax/examples/crash"
	"github.com/seed38182bad/parallax/examples/session"
	"github.com/seed38182bad/parallax/examples/typestate"
)

const pairs = "testdata/pairs"

// Each command is built by itself. The twins of most are left out, which takes a third of the time.
var allPairs = flag.Bool("pairs.all", false, "run all twins that are commands, and not one of four")

// missed are the places of the pairs that runs do not show yet, with the reason.
var missed = map[string]string{
	"handlerpanic/handlerpanic.go:42 lock-left": "a run does not show balance where an exception leaves a frame",
	"leftpanic/leftpanic.go:16 lock-left":       "likewise",

	"groupreuse/main.go:20 group-reuse": "Add is no event of a run that says which group",
	"rounds/rounds.go:41 group-reuse":   "likewise",
}

// Every program of the pairs blocks, leaks, crashes or mistreats locks in a run as its comments want it, and no twin
// does that is run.
func TestPairsInRuns(t *testing.T) {
	if testing.Short() {
		t.Skip("builds 184 packages with probes, 64 of them commands, and runs them: more than the first tier's whole time")
	}
	want, commands := wanted(t, "paths: ", slices.Concat(blocks, ends, locks))
	got := map[string]bool{}
	look := func(tests bool, patterns ...string) {
		p := opened(t, session.Source{Patterns: patterns, Tests: tests, Runs: true},
			blocking.Analyzer(), crash.Analyzer(), balance.Analyzer())
		r, err := p.Watch(context.Background(), session.RunConfig{Tests: tests, Stdout: io.Discard, Stderr: io.Discard})
		if tests || strings.Contains(patterns[0], "fixed") {
			require.NoError(t, err, "%s", patterns)
		}
		places(got, r.Findings)
	}
	for place := range missed {
		require.Contains(t, want, place)
		delete(want, place)
	}
	// The schedule is forced as far as a program can do that, by pauses. On a busy machine it may take another run.
	until := func(dir string, tests bool, patterns ...string) {
		for range 3 {
			look(tests, patterns...)
			if !slices.ContainsFunc(slices.Collect(maps.Keys(want)), func(place string) bool {
				return !got[place] && (path.Dir(place) == dir || dir == "" && !slices.Contains(commands, path.Dir(place)))
			}) {
				break
			}
		}
	}
	until("", true, "./...")
	for i, dir := range commands {
		if twin := strings.HasSuffix(dir, "/fixed"); *allPairs || !twin || i%8 == 1 {
			until(dir, false, "./"+dir)
		}
	}
	for place := range missed {
		require.NotContains(t, got, place, "it is found: take it out of what is missed")
	}
	require.Greater(t, len(want), 105)
	require.Equal(t, slices.Sorted(maps.Keys(want)), slices.Sorted(maps.Keys(got)))
}

var wanting = regexp.MustCompile(`// want (paths: |run: )?([a-z -]*)`)

// The kinds of findings, by checker.
var (
	blocks   = []string{"blocked", "wait-no-loop", "lost-signal", "group-add", "group-reuse", "cancel-lost"}
	ends     = []string{"panic", "fatal"}
	locks    = []string{balance.Left, balance.Unheld, balance.Side, balance.Twice}
	channels = []string{"channel-closed-twice", "channel-sent-after-close", "channel-closed-nil"}
)

// opened is a program of the pairs.
func opened(t *testing.T, from session.Source, checkers ...*dataflow.Analyzer) *session.Program {
	s := &session.Session{
		Checkers: checkers, Environments: []session.Environment{session.GoPackages()}, Dir: pairs,
	}
	programs, err := s.Open(context.Background(), from)
	require.NoError(t, err)
	return programs[0]
}

// places adds where findings show, with their kinds.
func places(to map[string]bool, fs []envs.Finding) {
	for _, f := range fs {
		for _, at := range f.Sites() {
			to[fmt.Sprintf("%s:%d %s", at.File, at.Line, f.Kind)] = true
		}
	}
}

// missedOverPaths are the places of the pairs that are not found over all paths yet, with the reason.
var missedOverPaths = map[string]string{
	"condouter/condouter.go:35 blocked":         "lockorder tells the circle",
	"condouter/condouter.go:59 blocked":         "likewise",
	"groupfirst/main.go:29 blocked":             "that a task waits for its own group is not known",
	"groupfirst/main.go:38 blocked":             "likewise",
	"grouplimit/grouplimit.go:29 blocked":       "likewise",
	"grouplimit/grouplimit.go:45 blocked":       "likewise",
	"mergenil/mergenil.go:52 blocked":           "the channel is handed out, and others might close it",
	"notify/notify.go:49 blocked":               "others might receive from an exported field",
	"pendingcalls/pendingcalls.go:58 blocked":   "elements of maps are not told apart",
	"sinkinterface/sinkinterface.go:32 blocked": "the reader may be called again",
	"waitlocked/waitlocked.go:32 blocked":       "lockorder tells the circle",
	"waitlocked/waitlocked.go:42 blocked":       "likewise",
}

// Over all paths everything is found that is not known to be missed, nothing that is not wanted, and nothing in a twin.
func TestPairsOverPaths(t *testing.T) {
	want, _ := wanted(t, "run: ", blocks)
	for place := range missedOverPaths {
		require.Contains(t, want, place)
		delete(want, place)
	}
	r, err := opened(t, session.Source{Patterns: []string{"./..."}}, blocking.Analyzer()).Check(context.Background())
	require.NoError(t, err)
	got := map[string]bool{}
	places(got, r.Findings)
	require.Greater(t, len(want), 60)
	require.Equal(t, slices.Sorted(maps.Keys(want)), slices.Sorted(maps.Keys(got)))
}

// unseen are the places of locks and channels that are not found over all paths yet, with the reason.
var unseen = map[string]string{
	"closeboth/main.go:38 channel-closed-twice": "what a callee does on some path only is not followed",
	"handlerpanic/handlerpanic.go:42 lock-left": "it is a call that may panic, and it may not",
}

// Over all paths what is wrong with locks and channels is found, but for what is known to be missed, and nothing else.
func TestPairsOfLocksAndChannels(t *testing.T) {
	if testing.Short() {
		t.Skip("loads 184 packages, with all on which they depend")
	}
	want, _ := wanted(t, "run: ", slices.Concat(locks, channels))
	p := opened(t, session.Source{Patterns: []string{"./..."}}, balance.Analyzer(), typestate.Analyzer())
	r, err := p.Check(context.Background())
	require.NoError(t, err)
	got := map[string]bool{}
	places(got, r.Findings)
	for place := range unseen {
		require.Contains(t, want, place)
		require.NotContains(t, got, place, "it is found: take it out of what is missed")
		delete(want, place)
	}
	// The property mutex of typestate finds within one function what balance finds.
	maps.DeleteFunc(got, func(place string, _ bool) bool { return strings.HasSuffix(place, " mutex-unlocked-twice") })
	require.Equal(t, slices.Sorted(maps.Keys(want)), slices.Sorted(maps.Keys(got)))
}

// wanted is what the comments want of one side, by place, and the folders of commands. Comments that begin with other
// want something of the other side only.
func wanted(t *testing.T, other string, kinds []string) (want map[string]bool, commands []string) {
	want = map[string]bool{}
	require.NoError(t, filepath.WalkDir(pairs, func(name string, d fs.DirEntry, err error) error {
		if err != nil || filepath.Ext(name) != ".go" {
			return err
		}
		text, err := os.ReadFile(name)
		require.NoError(t, err)
		file, err := filepath.Rel(pairs, name)
		require.NoError(t, err)
		if strings.Contains(string(text), "\npackage main\n") {
			commands = append(commands, filepath.ToSlash(filepath.Dir(file)))
		}
		for i, line := range strings.Split(string(text), "\n") {
			for _, w := range wanting.FindAllStringSubmatch(line, -1) {
				for kind := range strings.FieldsSeq(w[2]) {
					if w[1] != other && slices.Contains(kinds, kind) {
						want[fmt.Sprintf("%s:%d %s", filepath.ToSlash(file), i+1, kind)] = true
					}
				}
			}
		}
		return nil
	}))
	return want, slices.Compact(commands)
}
