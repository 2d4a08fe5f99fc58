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

	"github.com/seed38182bad/parallax/envs/gorun/internal/patch"
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
	// Env is the environment of the go command and the tests; that of the process if nil.
	Env []string
	// Temp is where temporary files go, the system's folder if empty.
	Temp string
}

// A Build has the tests of some packages, to be executed under control. Close it after use.
type Build struct {
	cfg    Config
	dir    string
	remove func() error
	binary []testBinary
	failed []Failed
}

type testBinary struct{ pkg, dir, file string }

// Failed is a package whose tests cannot be built.
type Failed struct {
	Package string
	Err     error
}

// A listed package is one of "go list".
type listed struct {
	ImportPath, Dir, ForTest           string
	Standard                           bool
	Module                             *struct{ Main bool }
	GoFiles, TestGoFiles, XTestGoFiles []string
	EmbedFiles, TestEmbedFiles         []string
	XTestEmbedFiles                    []string
}

// Prepare builds the tests of the packages.
func Prepare(ctx context.Context, cfg Config) (*Build, error) {
	dir, remove, err := child.Temp(cfg.Temp, "control-")
	if err != nil {
		return nil, fmt.Errorf("control: %w", err)
	}
	b := &Build{cfg: cfg, dir: dir, remove: remove}
	if err := b.build(ctx); err != nil {
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
	pkgs, err := b.list(ctx)
	if err != nil {
		return err
	}
	overlay, err := b.overlay(strings.TrimSpace(string(out)), pkgs)
	if err != nil {
		return err
	}
	args := append([]string{"list", "-e", "-f={{if or .TestGoFiles .XTestGoFiles}}{{.ImportPath}}\t{{.Dir}}{{end}}"},
		b.cfg.BuildFlags...)
	if out, err = child.Output(b.command(ctx, append(args, b.cfg.Patterns...)...)); err != nil {
		return fmt.Errorf("control: go list: %w", told(err))
	}
	for line := range strings.Lines(string(out)) {
		pkg, dir, ok := strings.Cut(strings.TrimSpace(line), "\t")
		if !ok {
			continue
		}
		t := testBinary{pkg, dir, filepath.Join(b.dir, strconv.Itoa(len(b.binary))+".test")}
		args := append([]string{"test", "-c", "-vet=off", "-pgo=off", "-overlay", overlay, "-o", t.file}, b.cfg.BuildFlags...)
		if out, err := child.CombinedOutput(b.command(ctx, append(args, pkg)...)); err != nil {
			if ctx.Err() != nil {
				return context.Cause(ctx)
			}
			b.failed = append(b.failed, Failed{pkg, fmt.Errorf("control: %s cannot be built: %w\n%s", pkg, err, out)})
			continue
		}
		if _, err := os.Stat(t.file); err == nil {
			b.binary = append(b.binary, t)
		}
	}
	return nil
}

// list are the packages of the main module that the tests consist of.
func (b *Build) list(ctx context.Context) (pkgs []listed, err error) {
	args := append([]string{"list", "-e", "-deps", "-test", "-json=ImportPath,Dir,ForTest,Standard,Module,GoFiles," +
		"TestGoFiles,XTestGoFiles,EmbedFiles,TestEmbedFiles,XTestEmbedFiles"}, b.cfg.BuildFlags...)
	out, err := child.Output(b.command(ctx, append(args, b.cfg.Patterns...)...))
	if err != nil {
		return nil, fmt.Errorf("control: go list: %w", told(err))
	}
	for dec := json.NewDecoder(bytes.NewReader(out)); ; {
		var p listed
		if err := dec.Decode(&p); err == io.EOF {
			return pkgs, nil
		} else if err != nil {
			return nil, fmt.Errorf("control: go list: %w", err)
		}
		if !p.Standard && p.Module != nil && p.Module.Main {
			pkgs = append(pkgs, p)
		}
	}
}

// overlay writes the files that replace others, and gives the name of the file that says so.
func (b *Build) overlay(goroot string, pkgs []listed) (string, error) {
	dir := filepath.Join(b.dir, "src")
	if err := os.Mkdir(dir, 0o777); err != nil {
		return "", fmt.Errorf("control: %w", err)
	}
	replace, err := Overlay(goroot, dir)
	if err != nil {
		return "", err
	}
	seen := map[string]bool{}
	for _, p := range pkgs {
		for _, name := range slices.Concat(p.GoFiles, p.TestGoFiles, p.XTestGoFiles) {
			if !filepath.IsAbs(name) {
				name = filepath.Join(p.Dir, name)
			}
			rel, _ := filepath.Rel(p.Dir, name)
			if seen[name] || slices.Contains(slices.Concat(p.EmbedFiles, p.TestEmbedFiles, p.XTestEmbedFiles), rel) {
				continue
			}
			seen[name] = true
			text, err := os.ReadFile(name)
			if err != nil {
				continue // the go command makes it
			}
			renamed, err := patch.RenameAtomics(name, text, AtomicPath)
			if err != nil || bytes.Equal(text, renamed) {
				continue // what does not parse is the compiler's to report
			}
			to := filepath.Join(dir, strconv.Itoa(len(replace))+"_"+filepath.Base(name))
			if err := os.WriteFile(to, renamed, 0o666); err != nil {
				return "", fmt.Errorf("control: %w", err)
			}
			replace[name] = to
		}
	}
	text, err := json.MarshalIndent(map[string]any{"Replace": replace}, "", "\t")
	if err != nil {
		return "", err
	}
	name := filepath.Join(dir, "overlay.json")
	return name, os.WriteFile(name, text, 0o666)
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
