package gosrc

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/envs"
)

// load lowers a program given as files, in a module of its own.
func load(t *testing.T, files map[string]string) *Program {
	t.Helper()
	dir := t.TempDir()
	write(t, dir, "go.mod", "module m\n\ngo 1.26\n")
	overlay := make(map[string][]byte)
	for name, text := range files {
		overlay[filepath.Join(dir, name)] = []byte(text)
		// The go command wants the folders to exist.
		require.NoError(t, os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o777))
	}
	p, err := Load(context.Background(), Config{Dir: dir, Patterns: []string{"./..."}, Overlay: overlay})
	require.NoError(t, err)
	for i := range p.NumFuncs() {
		requireSound(t, p, envs.FuncID(i))
	}
	return p
}

func write(t *testing.T, dir, name, text string) {
	t.Helper()
	require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666))
}

// source lowers one file, of which the package clause is left out.
func source(t *testing.T, text string) *Program {
	t.Helper()
	p := load(t, map[string]string{"m.go": "package m\n" + text})
	require.Empty(t, p.Errors)
	return p
}

// fn finds a function by the end of its name.
func (p *Program) fn(t *testing.T, name string) *envs.Func {
	t.Helper()
	var have []string
	for id := range p.NumFuncs() {
		f := p.Func(envs.FuncID(id))
		if f.Name == "m."+name || f.Name == name {
			return f
		}
		have = append(have, f.Name)
	}
	t.Fatalf("no function %s among %s", name, strings.Join(have, " "))
	return nil
}

// text writes the operations one a line, with everything that matters.
func (p *Program) text(f *envs.Func) string {
	var b strings.Builder
	for i := range f.Ops {
		op := &f.Ops[i]
		fmt.Fprintf(&b, "%d: %s", i, op)
		switch {
		case op.Splits():
			b.WriteString(" split")
		case op.IsPart():
			b.WriteString(" part")
		}
		for flag, name := range flagNames {
			if op.Splits() && envs.Flags(1<<flag) == envs.Split {
				continue
			}
			oneSided := op.Kind == envs.Acquire && op.Is(envs.OneSided) && envs.Flags(1<<flag) == envs.OneSided
			if op.Is(envs.Flags(1<<flag)) && !oneSided {
				b.WriteString(" " + name)
			}
		}
		if to := f.Targets(op); to != nil {
			fmt.Fprintf(&b, " -> %s", strings.Trim(fmt.Sprint(to), "[]"))
		}
		if op.Handler != 0 {
			fmt.Fprintf(&b, " !%d", op.Handler)
		}
		if c := op.Callee; c != nil {
			if c.Open {
				b.WriteString(" open")
			}
			if len(c.Args) > 0 {
				b.WriteString(" with")
				for _, a := range c.Args {
					if a == nil {
						b.WriteString(" _")
					} else {
						b.WriteString(" " + a.Text)
					}
				}
			}
		}
		b.WriteByte('\n')
	}
	return b.String()
}

var flagNames = []string{"shared", "local", "volatile", "handover", "negated"}

// requireOps compares a function with the operations expected of it, from which the numbers of lines may be left out.
func (p *Program) requireOps(t *testing.T, name, want string) {
	t.Helper()
	var lines []string
	for line := range strings.Lines(want) {
		if line = strings.TrimSpace(line); line != "" {
			lines = append(lines, line)
		}
	}
	require.Equal(t, strings.Join(lines, "\n"), strings.TrimSpace(p.text(p.fn(t, name))), name)
}

// requireSound holds a function against the rules for all functions. These are those that Check knows, the order of
// operations, that every operation can be reached, and that each has a place.
func requireSound(t *testing.T, p *Program, id envs.FuncID) {
	t.Helper()
	f := p.Func(id)
	require.NoError(t, f.Check())
	if err := p.checkOrder(f); err != nil {
		t.Fatalf("%v\n%s", err, p.text(f))
	}
	for pc := range f.Ops {
		pos := p.Position(envs.At(id, int32(pc)))
		if pos.File == "-" || pos.File == "" || pos.Line < 1 || pos.Col < 1 {
			t.Fatalf("%s: op %d (%s) has the place %s", f.Name, pc, &f.Ops[pc], pos)
		}
	}
}

// checkOrder reports an operation that cannot be reached, or a cycle that is entered elsewhere than by an edge to a
// smaller index.
func (p *Program) checkOrder(f *envs.Func) error {
	n := len(f.Ops)
	reached := make([]bool, n)
	work := []int32{0}
	reached[0] = true
	visit := func(pc int32) {
		if !reached[pc] {
			reached[pc] = true
			work = append(work, pc)
		}
	}
	for len(work) > 0 {
		op := &f.Ops[work[len(work)-1]]
		work = work[:len(work)-1]
		for _, t := range f.Targets(op) {
			visit(t)
		}
		if op.Falls() {
			visit(op.PC + 1)
		}
		if op.Handler != 0 {
			if op.Handler <= op.PC {
				return fmt.Errorf("%s: op %d has a handler before it", f.Name, op.PC)
			}
			visit(op.Handler)
		}
	}
	if i := slices.Index(reached, false); i >= 0 {
		return fmt.Errorf("%s: op %d (%s) cannot be reached", f.Name, i, &f.Ops[i])
	}
	return nil
}
