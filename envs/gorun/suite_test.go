package gorun_test

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"io"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/dataflow"
	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/gorun"
	"github.com/seed38182bad/parallax/envs/gosrc"
	"github.com/seed38182bad/parallax/examples/stale"
)

var (
	suitePkgs   = flag.String("gorun.pkgs", "", "comma-separated packages whose own tests run observed")
	suiteDir    = flag.String("gorun.dir", ".", "directory in which they are resolved")
	suiteRun    = flag.String("gorun.run", "-short", "space-separated flags for their tests")
	suiteSkip   = flag.String("gorun.skip", "", "expression of tests to be left out")
	suiteRounds = flag.Int("gorun.rounds", 0, "how often to time the tests natively, observed, and with -race; 0 does not")
	suiteAll    = flag.Bool("gorun.all", false, "probe every function")
	suiteShared = flag.Bool("gorun.shared", false, "tell of accesses to shared memory and what orders them, to no checker")
	suiteLimit  = flag.Duration("gorun.limit", 3*time.Minute, "how long the tests of a package may take")
	suiteKept   = flag.Bool("gorun.kept", false, "list functions that keep their body")
)

// TestSuites runs the tests of the packages named by flags with probes and the stale-value checker on line:
//
//	go test -run TestSuites -v -gorun.pkgs sort,go/types
//	go test -run TestSuites -v -gorun.pkgs database/sql -gorun.rounds 3
func TestSuites(t *testing.T) {
	if *suitePkgs == "" {
		t.Skip("no packages given with -gorun.pkgs")
	}
	product, n := 1.0, 0
	for _, p := range strings.Split(*suitePkgs, ",") {
		t.Run(p, func(t *testing.T) {
			if r := suite(t, p); r > 0 {
				product *= r
				n++
			}
		})
	}
	if n > 0 {
		t.Logf("geometric mean of observed/race: %.2f over %d packages", math.Pow(product, 1/float64(n)), n)
	}
}

func suite(t *testing.T, pkg string) float64 {
	ctx := context.Background()
	begin := time.Now()
	prog, err := gosrc.Load(ctx, gosrc.Config{Dir: *suiteDir, Patterns: []string{pkg}, Tests: true, KeepSyntax: true})
	require.NoError(t, err)
	loaded := time.Since(begin)
	begin = time.Now()
	flags := strings.Fields(*suiteRun)
	if *suiteSkip != "" {
		flags = append(flags, "-skip", *suiteSkip)
	}
	var out bytes.Buffer
	b, err := gorun.Prepare(ctx, prog, gorun.Config{Dir: *suiteDir, Tests: true, TestFlags: flags, All: *suiteAll,
		Stdout: &out, Stderr: &out,
		Accesses: *suiteShared, Order: *suiteShared})
	require.NoError(t, err)
	defer b.Close()
	if *suiteShared {
		defer func() { t.Log(b.Accesses()) }()
	}
	prepared := time.Since(begin)
	const most = time.Duration(math.MaxInt64)
	program, observer := usage{}, most
	var events int
	var findings []envs.Finding
	for range max(1, *suiteRounds) {
		require.NoError(t, b.Compile(ctx, 0))
		s := b.Session(ctx, 0)
		r := dataflow.NewAnalyzer("stale", "", stale.New(stale.Options{})).Replay(prog)
		events = 0
		var wrong error
		once, ours, err := observe(s, func(ev *envs.Event) {
			if events++; *suiteShared {
				return
			}
			if err := r.Event(ev); err != nil && wrong == nil {
				wrong = err
			}
		})
		program, observer = program.least(once), min(observer, ours)
		require.NoError(t, err)
		require.NoError(t, wrong)
		exit, err := s.Wait()
		if err != nil || exit != 0 {
			t.Errorf("exit %d, %d misfits of %d records: %v\n%s", exit, s.Misfits(), s.Records(), err, tail(out.String()))
		}
		findings = r.Findings()
	}
	t.Logf("loaded %v, prepared %v, %d of %d functions with probes, %d kept, %d events, %d findings", loaded, prepared,
		b.Probed(), len(prog.Roots()), len(b.Kept()), events, len(findings))
	if *suiteKept {
		for _, k := range b.Kept() {
			t.Log(k)
		}
		for _, f := range findings[:min(len(findings), 5)] {
			t.Log(f.Pos, f.Func, f.Message)
		}
	}
	if *suiteRounds == 0 {
		return 0
	}
	plain, raced := bare(t, *suiteDir, pkg, flags, *suiteRounds, false), bare(t, *suiteDir, pkg, flags, *suiteRounds, true)
	native, nativeCPU, race, raceCPU := plain.wall, plain.cpu, raced.wall, raced.cpu
	t.Logf("| %s | native %.2f s | observed %.2f s | race %.2f s | observed/native %.2f | observed/race %.2f |", pkg,
		native.Seconds(),
		program.wall.Seconds(), race.Seconds(), program.wall.Seconds()/native.Seconds(),
		program.wall.Seconds()/race.Seconds())
	t.Logf("| %s | processor: native %.2f s | program %.2f s | observer %.2f s | race %.2f s | "+
		"program/race %.2f | both/race %.2f |", pkg,
		nativeCPU.Seconds(), program.cpu.Seconds(), observer.Seconds(), raceCPU.Seconds(),
		program.cpu.Seconds()/raceCPU.Seconds(),
		(program.cpu+observer).Seconds()/raceCPU.Seconds())
	return program.wall.Seconds() / race.Seconds()
}

// processor is the time of processors that was used so far, by this process or by others that it waited for.
func processor(who int) time.Duration {
	var u syscall.Rusage
	if syscall.Getrusage(who, &u) != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// usage is what a process has used.
type usage struct {
	wall, cpu time.Duration
	rss       int64 // bytes at most
}

// least has the least of each: neighbours disturb.
func (u usage) least(v usage) usage {
	if u == (usage{}) {
		return v
	}
	return usage{min(u.wall, v.wall), min(u.cpu, v.cpu), min(u.rss, v.rss)}
}

// observe calls f for each event of a session, and tells what the program has used until its end, and what processor
// time this process has.
func observe(s *gorun.Session, f func(*envs.Event)) (program usage, observer time.Duration, err error) {
	begin, ours, theirs, stop := time.Now(), processor(syscall.RUSAGE_SELF), processor(syscall.RUSAGE_CHILDREN), peak()
	err = s.Each(func(ev *envs.Event) bool {
		f(ev)
		return true
	})
	observer = processor(syscall.RUSAGE_SELF) - ours
	return usage{time.Since(begin), processor(syscall.RUSAGE_CHILDREN) - theirs, stop()}, observer, err
}

// peak watches how much memory the child of this process has, until the function that it gives is called, which
// tells the greatest amount. What a child tells itself at its end includes what this process had when it was started.
func peak() (stop func() int64) {
	most, ended, done := int64(0), make(chan bool), make(chan bool)
	go func() {
		defer close(done)
		status := ""
		for wait := time.Millisecond; ; wait = min(2*wait, 500*time.Millisecond) {
			select {
			case <-ended:
				return
			case <-time.After(wait):
			}
			if status == "" {
				status = child()
			}
			var kb int64
			if text, _ := os.ReadFile(status); len(text) > 0 {
				if _, after, ok := strings.Cut(string(text), "VmHWM:"); ok {
					fmt.Sscan(after, &kb)
				}
			}
			most = max(most, kb<<10)
		}
	}()
	return func() int64 {
		close(ended)
		<-done
		return most
	}
}

// child is where the system tells of a child of this process; "" if there is none.
func child() string {
	tasks, _ := filepath.Glob("/proc/self/task/*/children")
	for _, task := range tasks {
		pids, _ := os.ReadFile(task)
		for _, pid := range strings.Fields(string(pids)) {
			return "/proc/" + pid + "/status"
		}
	}
	return ""
}

// bare is the least that the tests of a package use without probes. It is the zero usage if there are none.
func bare(t *testing.T, in, pkg string, flags []string, rounds int, race bool) (least usage) {
	bin := filepath.Join(t.TempDir(), "bare")
	args := []string{"test", "-c", "-vet=off", "-o", bin}
	if race {
		args = append(args, "-race")
	}
	cmd := exec.Command("go", append(args, pkg)...)
	cmd.Dir = in
	msg, err := cmd.CombinedOutput()
	require.NoError(t, err, "%s", msg)
	if _, err := os.Stat(bin); err != nil {
		return usage{}
	}
	cmd = exec.Command("go", "list", "-f", "{{.Dir}}", pkg)
	cmd.Dir = in
	dir, err := cmd.Output()
	require.NoError(t, err)
	for range rounds {
		ctx, cancel := context.WithTimeout(context.Background(), *suiteLimit)
		cmd := exec.CommandContext(ctx, bin, gorun.TestFlags(flags)...)
		cmd.Dir = strings.TrimSpace(string(dir))
		cmd.Stdout, cmd.Stderr = io.Discard, io.Discard
		cmd.Env = append(os.Environ(), "GORACE=atexit_sleep_ms=0") // it would sleep a second
		begin, stop := time.Now(), peak()
		if err := cmd.Run(); err != nil {
			t.Logf("%s, race=%v: %v", pkg, race, err)
		}
		cancel()
		require.NotNil(t, cmd.ProcessState)
		least = least.least(usage{time.Since(begin), cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime(), stop()})
	}
	return least
}

func tail(s string) string {
	lines := strings.Split(s, "\n")
	if len(lines) > 60 {
		lines = slices.Concat(lines[:30], []string{"..."}, lines[len(lines)-30:])
	}
	return fmt.Sprint(strings.Join(lines, "\n"))
}
