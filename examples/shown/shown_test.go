package shown

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

var runs = flag.Int("runs", 20, "how often each program is run without the delay; a quarter as often with it")

// programs are what the package comment lists.
var programs = []struct {
	name    string
	outcome string   // in what it prints, if it came to the bad end
	flags   []string // of parallax, with the package
	report  finding
	confirm []string // of parallax confirm: the module, if it is to be copied, and flags with the package; nil if in vain
}{
	{
		name:    "streams",
		outcome: "kept 2 times",
		flags:   []string{"-checker", "stale", "github.com/nats-io/nats-server/v2/server"},
		report: finding{"stale", "check-then-act", "github.com/nats-io/nats-server/v2/server.jsAccount.mu in " +
			"(*github.com/nats-io/nats-server/v2/server.Account).addStreamWithAssignmentAndMode"},
	},
	{
		name:    "leafnodes",
		outcome: "2 connected, of at most 1",
		flags:   []string{"-checker", "stale", "github.com/nats-io/nats-server/v2/server"},
		report: finding{"stale", "check-then-act", "github.com/nats-io/nats-server/v2/server.Account.mu in " +
			"(*github.com/nats-io/nats-server/v2/server.client).registerWithAccount"},
	},
	{
		name:    "purge",
		outcome: "three of which are to be kept, 0 are left",
		flags:   []string{"-checker", "methods", "github.com/nats-io/nats-server/v2/server"},
		report: finding{"methods", "method-inconsistency",
			"(*github.com/nats-io/nats-server/v2/server.memStore).PurgeEx on " +
				"github.com/nats-io/nats-server/v2/server.memStore"},
		// The same gap is also reported by stale, for which fewer places are to be looked at.
		confirm: []string{"github.com/nats-io/nats-server/v2", "-checker", "stale", "-at", "memstore.go:1631", "./server",
			"-run", "TestMemStorePurge|TestStorePurgeExKeep"},
	},
	{
		name:    "discovery",
		outcome: "1 of 2 groups, fresh: true",
		flags:   []string{"-checker", "stale", "k8s.io/client-go/discovery/cached/disk"},
		report: finding{"stale", "check-then-act", "k8s.io/client-go/discovery/cached/disk.CachedDiscoveryClient.mutex in " +
			// and by way of ServerGroupsWithContext
			"(*k8s.io/client-go/discovery/cached/disk.CachedDiscoveryClient).ServerResourcesForGroupVersionWithContext"},
		confirm: []string{"k8s.io/client-go", "-checker", "stale", "-at", "cached_discovery.go:106",
			"./discovery/cached/disk"},
	},
	{
		name:    "informer",
		outcome: "panic: close of closed channel",
		flags:   []string{"-checker", "methods", "k8s.io/client-go/tools/cache"},
		report: finding{"methods", "method-inconsistency",
			"(*k8s.io/client-go/tools/cache.sharedIndexInformer).RunWithContext on " +
				"k8s.io/client-go/tools/cache.sharedIndexInformer"},
		confirm: []string{"k8s.io/client-go", "-checker", "methods", "-at", "shared_informer.go:876", "./tools/cache"},
	},
	{
		name:    "expvar",
		outcome: "the map shows {}, but Get finds 0",
		flags:   []string{"-checker", "stale", "expvar"},
		report:  finding{"stale", "lookup-then-act", "expvar.Map.m in (*expvar.Map).Set"},
		confirm: []string{"", "-checker", "stale", "-at", "expvar.go:205", "expvar"},
	},
}

// Each program comes to its bad end: whenever it is run with the delay, where there is one, and
// whenever it is run where there is none. How often it does so without the delay is logged.
func TestShown(t *testing.T) {
	for _, p := range programs {
		t.Run(p.name, func(t *testing.T) {
			n := count(t, build(t, p.name), p.outcome, *runs)
			t.Logf("as it stands: %d of %d", n, *runs)

			diff := filepath.Join(p.name, "delay.diff")
			if _, err := os.Stat(diff); errors.Is(err, os.ErrNotExist) {
				if n != *runs {
					t.Errorf("%d of %d runs come to %q, want all", n, *runs, p.outcome)
				}
				return
			}
			some := max(*runs/4, 1)
			n = count(t, build(t, p.name, delayed(t, diff)...), p.outcome, some)
			t.Logf("with the delay: %d of %d", n, some)
			if n != some {
				t.Errorf("with the delay %d of %d runs come to %q, want all", n, some, p.outcome)
			}
		})
	}
}

// build makes the program in a folder, and gives the name of the file.
func build(t *testing.T, folder string, flags ...string) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "program.exe")
	goCommand(t, slices.Concat([]string{"build", "-trimpath", "-o", file}, flags, []string{"./" + folder})...)
	return file
}

// count runs a program, and says how often it printed the outcome.
func count(t *testing.T, program, outcome string, runs int) (seen int) {
	t.Helper()
	for range runs {
		out, err := exec.Command(program).CombinedOutput()
		switch {
		case bytes.Contains(out, []byte(outcome)):
			if seen == 0 {
				t.Logf("%s", out)
			}
			seen++
		case err != nil:
			t.Fatalf("%v, without %q\n%s", err, outcome, out)
		}
	}
	return seen
}

// finding names what Parallax reports, without line numbers.
type finding struct{ Checker, Kind, Subject string }

// Each defect is reported by the Parallax of this checkout.
func TestReported(t *testing.T) {
	if testing.Short() {
		t.Skip("takes half a minute")
	}
	parallax := filepath.Join(t.TempDir(), "parallax.exe")
	goCommand(t, "build", "-C", "../..", "-o", parallax, "./examples/parallax")
	reported := map[string][]finding{} // by flags: two programs are of one package
	for _, p := range programs {
		t.Run(p.name, func(t *testing.T) {
			key := strings.Join(p.flags, " ")
			if reported[key] == nil {
				cmd := exec.Command(parallax, append([]string{"check", "-json"}, p.flags...)...)
				cmd.Stderr = t.Output()
				out, _ := cmd.Output() // its exit status says that there are findings
				var result struct{ Findings []finding }
				if err := json.Unmarshal(out, &result); err != nil {
					t.Fatal(err)
				}
				reported[key] = result.Findings
			}
			if !slices.Contains(reported[key], p.report) {
				t.Errorf("%v is not among %d findings", p.report, len(reported[key]))
			}
		})
	}
}

// For four of the defects, Parallax finds a schedule that shows the report. The modules are copied, as the go command
// replaces no files of its cache, and are not changed.
func TestConfirmed(t *testing.T) {
	// Four modules are fetched, and searched for six minutes. That is for those who change package confirm: .ci/run does
	// not test this module, README.md says how to.
	if testing.Short() {
		t.Skip("builds modules with another run time, and executes their tests for minutes")
	}
	parallax := filepath.Join(t.TempDir(), "parallax.exe")
	goCommand(t, "build", "-C", "../..", "-o", parallax, "./examples/parallax")
	for _, p := range programs {
		if p.confirm == nil {
			continue
		}
		t.Run(p.name, func(t *testing.T) {
			dir := "."
			if module := p.confirm[0]; module != "" {
				cached := strings.TrimSpace(goCommand(t, "list", "-m", "-f", "{{.Dir}}", module))
				dir = t.TempDir()
				if err := os.CopyFS(dir, os.DirFS(cached)); err != nil {
					t.Fatal(err)
				}
			}
			cmd := exec.Command(parallax, append([]string{"confirm", "-json", "-C", dir}, p.confirm[1:]...)...)
			cmd.Stderr = t.Output()
			out, _ := cmd.Output() // its exit status says that there are findings
			var result struct {
				Rows []struct {
					Class   string
					Finding finding
				}
			}
			if err := json.Unmarshal(out, &result); err != nil {
				t.Fatal(err)
			}
			if len(result.Rows) == 0 {
				t.Fatal("the report is not there")
			}
			for _, r := range result.Rows {
				if r.Class != "shown" {
					t.Errorf("%v is %s", r.Finding, r.Class)
				}
			}
		})
	}
}
