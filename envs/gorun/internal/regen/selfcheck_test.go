package regen

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"golang.org/x/tools/go/packages"
	"golang.org/x/tools/go/ssa"
)

// A Check says what [SelfCheck] shall run.
type Check struct {
	Dir     string                     // directory in which patterns are resolved, "" for the current one
	Package string                     // import path or pattern of one package
	Build   []string                   // further flags for go test -c
	Run     []string                   // flags for the test binary, such as -test.short
	Rounds  int                        // how often each binary runs; 0 means once
	Temp    string                     // directory for temporary files, "" for the default
	Keep    func(*ssa.Function) string // as in Options
}

// A Report compares a package's own tests on its source and on the regenerated source.
type Report struct {
	*Result
	Native, Regenerated Outcome
	Generation          time.Duration // loading, SSA, writing and type-checking
}

// An Outcome is what a test binary did.
type Outcome struct {
	OK     bool
	Failed []string      // names of failed tests
	User   time.Duration // least user CPU time over the rounds
	Output string        // of the first round that failed, or of the last
}

// Faithful reports whether the regenerated tests did as well as the native ones.
func (r *Report) Faithful() bool {
	return r.Regenerated.OK == r.Native.OK && slices.Equal(r.Native.Failed, r.Regenerated.Failed)
}

// SelfCheck regenerates one package with its tests, without probes, and runs its tests natively and regenerated. A
// failing test is a result, not an error; a package that cannot be loaded or built is an error.
func SelfCheck(ctx context.Context, c Check) (*Report, error) {
	begin := time.Now()
	prog, pkgs, err := Load(c.Dir, true, c.Package)
	if err != nil {
		return nil, err
	}
	res, err := Regenerate(prog, pkgs, Options{Keep: c.Keep})
	if err != nil {
		return nil, err
	}
	rep := &Report{Result: res, Generation: time.Since(begin)}
	tmp, err := os.MkdirTemp(c.Temp, "regen")
	if err != nil {
		return nil, fmt.Errorf("self-check: %w", err)
	}
	defer os.RemoveAll(tmp)
	overlay, err := res.WriteOverlay(tmp)
	if err != nil {
		return nil, err
	}
	native, rewritten := filepath.Join(tmp, "native.test"), filepath.Join(tmp, "regen.test")
	if err := c.build(ctx, native); err != nil {
		return nil, err
	}
	if err := c.build(ctx, rewritten, "-overlay", overlay); err != nil {
		return nil, err
	}
	for round := range max(1, c.Rounds) {
		rep.Native.add(c.run(ctx, native, pkgs), round)
		rep.Regenerated.add(c.run(ctx, rewritten, pkgs), round)
	}
	return rep, nil
}

func (c *Check) build(ctx context.Context, to string, flags ...string) error {
	args := append([]string{"test", "-c", "-vet=off", "-o", to}, flags...)
	args = append(append(args, c.Build...), c.Package)
	cmd := exec.CommandContext(ctx, "go", args...)
	cmd.Dir = c.Dir
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("go %s: %w\n%s", strings.Join(args, " "), err, out)
	}
	return nil
}

func (c *Check) run(ctx context.Context, binary string, pkgs []*packages.Package) Outcome {
	cmd := exec.CommandContext(ctx, binary, c.Run...)
	for _, p := range pkgs {
		if len(p.GoFiles) > 0 && !strings.HasSuffix(p.ID, ".test") {
			cmd.Dir = filepath.Dir(p.GoFiles[0])
			break
		}
	}
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &out
	err := cmd.Run()
	o := Outcome{OK: err == nil, Output: out.String()}
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		o.Output += err.Error()
	}
	if cmd.ProcessState != nil {
		o.User = cmd.ProcessState.UserTime()
	}
	for _, m := range failLine.FindAllStringSubmatch(o.Output, -1) {
		o.Failed = append(o.Failed, m[1])
	}
	return o
}

var failLine = regexp.MustCompile(`(?m)^\s*--- FAIL: (\S+)`)

func (o *Outcome) add(p Outcome, round int) {
	if round == 0 {
		*o = p
		return
	}
	o.User = min(o.User, p.User)
	if o.OK {
		o.OK, o.Failed, o.Output = p.OK, p.Failed, p.Output
	}
}
