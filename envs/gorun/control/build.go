package control

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/seed38182bad/parallax/envs/internal/child"
)

// A Config says whose tests to execute.
type Config struct {
	// Dir is the folder of the go command.
	Dir string
	// Patterns are the packages; those of Dir if there are none.
	Patterns []string
	// BuildFlags are passed to the go command.
	BuildFlags []string
	// Overlay replaces files, by absolute name. They may be some of the run time, such as those of package gorun.
	Overlay map[string][]byte
	// Env is the environment of the go command and the tests; that of the process if nil.
	Env []string
	// Temp is where temporary files go, the system's folder if empty.
	Temp string
}

// A Build has the tests of some packages, to be executed under control. Close it after use.
type Build struct {
	cfg    Config
	goroot string
	flags  []string // of the go command
	dir    string
	temp   string // for temporary files of tests, which may be cut off before they remove them
	remove func() error
	binary []testBinary
	failed []Failed
}

type testBinary struct {
	pkg, dir, file string
	vars           *putBack
}

// Failed is a package whose tests cannot be built.
type Failed struct {
	Package string
	Err     error
}

// A listed package is one of "go list".
type listed struct {
	ImportPath string
	Standard   bool
}

// Prepare builds the tests of the packages.
func Prepare(ctx context.Context, cfg Config) (*Build, error) {
	dir, remove, err := child.Temp(cfg.Temp, "control-")
	if err != nil {
		return nil, fmt.Errorf("control: %w", err)
	}
	b := &Build{cfg: cfg, dir: dir, temp: filepath.Join(dir, "tmp"), remove: remove}
	err = os.Mkdir(b.temp, 0o777)
	if err == nil {
		err = b.build(ctx)
	}
	if err != nil {
		return nil, errors.Join(err, remove())
	}
	return b, nil
}

// Packages are those that have tests.
func (b *Build) Packages() (list []string) {
	for _, t := range b.binary {
		list = append(list, t.pkg)
	}
	return list
}

// Failed are the packages whose tests cannot be built.
func (b *Build) Failed() []Failed { return b.failed }

// Close removes all files that were made.
func (b *Build) Close() error { return b.remove() }

func (b *Build) build(ctx context.Context) error {
	out, err := child.Output(b.command(ctx, "env", "GOROOT"))
	if err != nil {
		return fmt.Errorf("control: go env GOROOT: %w", told(err))
	}
	b.goroot = strings.TrimSpace(string(out))
	overlay, err := b.overlay()
	if err != nil {
		return err
	}
	listing := append([]string{"-overlay", overlay}, b.cfg.BuildFlags...)
	pkgs, err := b.list(ctx, listing)
	if err != nil {
		return err
	}
	b.flags = append([]string{"-vet=off", "-race=false", "-pgo=off"}, listing...)
	for _, pkg := range pkgs {
		// Accesses of memory call functions of the run time then. Calls of sync/atomic stay calls.
		b.flags = append(b.flags, "-gcflags="+pkg+"=-race -d=checkptr=0")
	}
	const format = "-f={{if or .TestGoFiles .XTestGoFiles}}{{.ImportPath}}\t{{.Dir}}" +
		"{{range .TestGoFiles}}\t{{.}}{{end}}{{range .XTestGoFiles}}\t{{.}}{{end}}{{end}}"
	args := append([]string{"list", "-e", format}, listing...)
	if out, err = child.Output(b.command(ctx, append(args, b.cfg.Patterns...)...)); err != nil {
		return fmt.Errorf("control: go list: %w", told(err))
	}
	for line := range strings.Lines(string(out)) {
		words := strings.Split(strings.TrimSpace(line), "\t")
		if len(words) < 3 {
			continue
		}
		pkg, dir, files := words[0], words[1], words[2:]
		t := testBinary{pkg: pkg, dir: dir, file: filepath.Join(b.dir, strconv.Itoa(len(b.binary))+".test")}
		args := append([]string{"test", "-c", "-o", t.file}, b.flags...)
		if out, err := child.CombinedOutput(b.command(ctx, append(args, pkg)...)); err != nil {
			if ctx.Err() != nil {
				return context.Cause(ctx)
			}
			b.failed = append(b.failed, Failed{pkg, fmt.Errorf("control: %s cannot be built: %w\n%s", pkg, err, out)})
			continue
		}
		if _, err := os.Stat(t.file); err == nil {
			t.vars = b.putBack(&t, files, pkgs)
			b.binary = append(b.binary, t)
		}
	}
	return nil
}

// list are the packages that the tests consist of, without those of the standard library.
func (b *Build) list(ctx context.Context, flags []string) (pkgs []string, err error) {
	args := append([]string{"list", "-e", "-deps", "-test", "-json=ImportPath,Standard"}, flags...)
	out, err := child.Output(b.command(ctx, append(args, b.cfg.Patterns...)...))
	if err != nil {
		return nil, fmt.Errorf("control: go list: %w", told(err))
	}
	for dec := json.NewDecoder(bytes.NewReader(out)); ; {
		var p listed
		if err := dec.Decode(&p); err == io.EOF {
			slices.Sort(pkgs)
			return slices.Compact(pkgs), nil
		} else if err != nil {
			return nil, fmt.Errorf("control: go list: %w", err)
		}
		if path, _, _ := strings.Cut(p.ImportPath, " "); !p.Standard {
			pkgs = append(pkgs, path)
		}
	}
}

// overlay writes the files that replace others, and gives the name of the file that says so.
func (b *Build) overlay() (string, error) {
	dir := filepath.Join(b.dir, "src")
	if err := os.Mkdir(dir, 0o777); err != nil {
		return "", fmt.Errorf("control: %w", err)
	}
	return writeOverlay(b.goroot, dir, b.cfg.Overlay)
}

func (b *Build) command(ctx context.Context, args ...string) *exec.Cmd {
	cmd := child.Command(ctx, "go", args...)
	cmd.Dir, cmd.Env = b.cfg.Dir, b.env()
	return cmd
}

func (b *Build) env() []string {
	env := b.cfg.Env
	if env == nil {
		env = os.Environ()
	}
	return slices.Clip(env)
}

// told adds what a command has written to its error.
func told(err error) error {
	var exit *exec.ExitError
	if errors.As(err, &exit) && len(exit.Stderr) > 0 {
		return fmt.Errorf("%w\n%s", err, exit.Stderr)
	}
	return err
}
