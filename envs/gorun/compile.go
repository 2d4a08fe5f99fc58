package gorun

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/seed38182bad/parallax/envs/internal/child"
)

// binary compiles the package of a run; "" if there is nothing to run. A function that the compiler does not take keeps
// its body.
func (b *Build) binary(ctx context.Context, i int) (string, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if bin, ok := b.binaries[i]; ok {
		return bin, nil
	}
	dir := filepath.Join(b.dir, strconv.Itoa(i)+".bin")
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return "", fmt.Errorf("gorun: %w", err)
	}
	bin := filepath.Join(dir, execName(b.names[i], b.cfg.Tests))
	for { // each turn keeps at least one function more
		args := []string{"build"}
		if b.cfg.Tests {
			args = []string{"test", "-c", "-vet=off"}
		}
		args = append(args, "-pgo=off", "-overlay", b.overlay, "-o", bin)
		args = append(append(args, b.cfg.BuildFlags...), b.names[i])
		cmd := b.command(ctx, args...)
		out, err := child.CombinedOutput(cmd)
		if ctx.Err() != nil {
			return "", context.Cause(ctx)
		}
		if err == nil {
			if _, err := os.Stat(bin); err != nil {
				bin = ""
			}
			b.binaries[i] = bin
			return bin, nil
		}
		if !b.refuse(string(out)) {
			return "", fmt.Errorf("gorun: %s cannot be built (go %s): %w\n%s", b.names[i], args[0], err, out)
		}
		if err := b.generate(); err != nil {
			return "", err
		}
	}
}

func (b *Build) command(ctx context.Context, args ...string) *exec.Cmd {
	cmd := child.Command(ctx, "go", args...)
	cmd.Dir, cmd.Env = b.cfg.Dir, b.cfg.Env
	if cmd.Env == nil {
		cmd.Env = os.Environ()
	}
	if !slices.ContainsFunc(cmd.Env, func(v string) bool { return strings.HasPrefix(v, "GOTMPDIR=") }) {
		cmd.Env = append(slices.Clip(cmd.Env), "GOTMPDIR="+b.dir) // a build that is killed leaves its files
	}
	return cmd
}

// folders are GOROOT and GOMODCACHE.
func (b *Build) folders(ctx context.Context) (goroot, modcache string, err error) {
	out, err := child.Output(b.command(ctx, "env", "GOROOT", "GOMODCACHE"))
	if err != nil {
		return "", "", fmt.Errorf("gorun: go env GOROOT: %w", err)
	}
	goroot, modcache, _ = strings.Cut(strings.TrimSpace(string(out)), "\n")
	return goroot, modcache, nil
}

// belowRuntime are the packages that the probes themselves need.
func (b *Build) belowRuntime(ctx context.Context) (map[string]bool, error) {
	below := map[string]bool{}
	std := false
	for _, p := range b.roots() {
		std = std || p.Module == nil
	}
	if !std {
		return below, nil
	}
	out, err := child.Output(b.command(ctx, "list", "-deps", "runtime"))
	if err != nil {
		return nil, fmt.Errorf("gorun: go list -deps runtime: %w", err)
	}
	for _, path := range strings.Fields(string(out)) {
		below[path] = true
	}
	return below, nil
}

var compileError = regexp.MustCompile(`(?m)^(?:\s*)(.+\.go):(\d+):(?:\d+:)? (.*)$`)

// refuse finds the functions that the compiler speaks of, and reports whether there is one that had probes.
func (b *Build) refuse(out string) bool {
	any := false
	for _, m := range compileError.FindAllStringSubmatch(out, -1) {
		line, _ := strconv.Atoi(m[2])
		for _, id := range b.prog.Roots() {
			fn := b.prog.SSA(id)
			if fn.Syntax() == nil || !b.view.Probed(id) {
				continue
			}
			from, to := b.prog.Fset().Position(fn.Syntax().Pos()), b.prog.Fset().Position(fn.Syntax().End())
			if !b.sameFile(from.Filename, m[1]) || line < from.Line || line > to.Line {
				continue
			}
			if t := target(fn); b.refused[t] == "" {
				b.refused[t] = fmt.Sprintf("does not compile: line %d: %s", line, m[3])
				any = true
			}
		}
	}
	return any
}

// sameFile reports whether the go command means a file by a name, which is relative to the folder in which it runs.
func (b *Build) sameFile(file, named string) bool {
	if filepath.Base(file) != filepath.Base(named) {
		return false
	}
	whole := func(name string) (string, error) {
		if !filepath.IsAbs(name) {
			name = filepath.Join(b.cfg.Dir, name)
		}
		return filepath.Abs(name)
	}
	f, err1 := whole(file)
	n, err2 := whole(named)
	if err1 != nil || err2 != nil || f == n {
		return true
	}
	x, err1 := os.Stat(f)
	y, err2 := os.Stat(n)
	// A line directive may name a file that is nowhere; then the base has to do.
	return err1 != nil || err2 != nil || os.SameFile(x, y)
}

var majorVersion = regexp.MustCompile(`^v([2-9]|[1-9][0-9]+)$`)

// execName is what the go command calls the executable of a package: programs may ask for their name.
func execName(pkg string, test bool) string {
	name := path.Base(pkg)
	if rest := path.Dir(pkg); majorVersion.MatchString(name) && rest != "." {
		name = path.Base(rest)
	}
	if test {
		return name + ".test"
	}
	return name
}
