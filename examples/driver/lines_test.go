package driver_test

import (
	"go/ast"
	"go/parser"
	"go/scanner"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// maxLogic is how many lines the file that has the idea of a checker has at most.
const maxLogic = 150

// The idea of each checker can be read in one file. Comments, blank lines and imports do not count.
func TestIdeasAreShort(t *testing.T) {
	for _, file := range []string{
		"balance/balance.go", "blockwise/blockwise.go", "conflicts/conflicts.go", "custom/main.go", "eraser/eraser.go",
		"lockorder/lockorder.go", "methods/methods.go", "modelcheck/modelcheck.go", "race/race.go",
		"serial/serial.go", "stale/stale.go", "views/views.go",
	} {
		t.Run(file, func(t *testing.T) {
			text, err := os.ReadFile(filepath.Join("..", file))
			require.NoError(t, err)
			lines, err := logic(text)
			require.NoError(t, err)
			t.Logf("%d lines", lines)
			require.Greater(t, lines, 10, "is the code elsewhere?")
			require.LessOrEqual(t, lines, maxLogic, "these are more lines than a reader can take in at once")
		})
	}
}

// maxWhole is how many lines a small checker has at most, in all of these files but:
//
//	options.go   the options
//	report*.go   what the checker tells people, and what it keeps for that
//	rank*.go     what it tells first, which changes nothing that it finds
const maxWhole = 120

func TestCheckersAreShort(t *testing.T) {
	for _, name := range []string{"custom", "eraser", "lockorder", "race"} {
		t.Run(name, func(t *testing.T) {
			files, err := filepath.Glob(filepath.Join("..", name, "*.go"))
			require.NoError(t, err)
			lines := 0
			for _, file := range files {
				base := filepath.Base(file)
				apart := strings.HasPrefix(base, "report") || strings.HasPrefix(base, "rank")
				if strings.HasSuffix(base, "_test.go") || base == "options.go" || apart {
					continue
				}
				text, err := os.ReadFile(file)
				require.NoError(t, err)
				n, err := logic(text)
				require.NoError(t, err, file)
				lines += n
			}
			t.Logf("%d lines", lines)
			require.Greater(t, lines, 10, "is the code elsewhere?")
			require.LessOrEqual(t, lines, maxWhole, "these are more lines than a reader can take in at once")
		})
	}
}

// logic counts the lines of a Go file on which there is code, but for its package clause and imports.
func logic(text []byte) (n int, err error) {
	set := token.NewFileSet()
	file, err := parser.ParseFile(set, "", text, parser.SkipObjectResolution)
	if err != nil {
		return 0, err
	}
	head := file.Name.End()
	for _, d := range file.Decls {
		if g, ok := d.(*ast.GenDecl); ok && g.Tok == token.IMPORT {
			head = g.End()
		}
	}
	lines := set.File(file.Pos())
	last := lines.Line(head)
	var s scanner.Scanner
	s.Init(lines, text, nil, 0)
	for {
		pos, tok, literal := s.Scan()
		if tok == token.EOF {
			return n, nil
		}
		if tok == token.SEMICOLON && literal == "\n" {
			continue // which the scanner has put there
		}
		if first := lines.Line(pos); first > last {
			n, last = n+1, first
		}
		if more := strings.Count(literal, "\n"); pos > head {
			n, last = n+more, last+more
		}
	}
}

func TestLogic(t *testing.T) {
	for text, want := range map[string]int{
		"package p": 0,
		"// Package p.\npackage p\n\nimport (\n\t\"a\"\n\n\t_ \"b\"\n)\n\nimport _ \"c\"\n": 0,
		"package p\n\n// f is empty.\nfunc f() {} // here\n":                                1,
		"package p\n\nvar s = `a\n\nb` // of three lines\n\n/* no\ncode */\n":               3,
		"package p\n\nimport \"a\"\n\nfunc f(i int) {\n\tfor {\n\n\t\ti++; i++\n\t}\n}\n":   5,
	} {
		n, err := logic([]byte(text))
		require.NoError(t, err)
		require.Equal(t, want, n, text)
	}
	_, err := logic([]byte("package"))
	require.Error(t, err)
}

// maxColumns is how long a line of code is at most.
const maxColumns = 120

// Lines that are compared, byte by byte, with what a program prints may be longer.
var longLines = map[string]int{
	"examples/checkertest/example_test.go": 2,
	"examples/shown/discovery/main.go":     1,
}

func TestLinesAreNotTooLong(t *testing.T) {
	root, seen := filepath.Join("..", ".."), 0
	require.NoError(t, filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			if name := d.Name(); err == nil && (name == "testdata" || name != ".." && strings.HasPrefix(name, ".")) {
				return filepath.SkipDir
			}
			return err
		}
		if filepath.Ext(path) != ".go" {
			return nil
		}
		text, err := os.ReadFile(path)
		require.NoError(t, err)
		long := 0
		for line := range strings.Lines(string(text)) {
			seen++
			if len(strings.TrimSuffix(line, "\n")) > maxColumns {
				long++
			}
		}
		rel, err := filepath.Rel(root, path)
		require.NoError(t, err)
		require.Equal(t, longLines[filepath.ToSlash(rel)], long, "%s: lines of more than %d bytes", rel, maxColumns)
		return nil
	}))
	require.Greater(t, seen, 100_000)
}
