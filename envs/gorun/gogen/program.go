package gogen

import (
	_ "embed"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
)

// A Program is a module that was drawn.
type Program struct {
	Files  map[string]string // by name: go.mod, harness.go, functions.go
	Funcs  []Func
	Shapes map[string]int // how often each shape of statement was drawn
}

// A Func is one of the functions that the main function calls. Function i is named fI, its parts begin with that name.
type Func struct {
	Name   string
	Text   string
	Shapes []string // in the order in which they were drawn
}

//go:embed harness.txt
var harness string

const goMod = "module example.org/drawn\n\ngo 1.26\n"

// Draw draws a program of n functions, the same one for the same seed.
func Draw(seed uint64, n int) *Program {
	p := &Program{Files: map[string]string{"go.mod": goMod, "harness.go": harness}, Shapes: map[string]int{}}
	var text strings.Builder
	text.WriteString("package main\n\n")
	fmt.Fprintf(&text, "func calls() []call {\n\treturn []call{\n")
	for i := range n {
		fmt.Fprintf(&text, "\t\t{\"f%d\", call%d},\n", i, i)
	}
	text.WriteString("\t}\n}\n")
	for i := range n {
		g := &gen{rnd: rand.New(rand.NewPCG(seed, uint64(i))), number: i}
		f := g.function()
		for _, s := range f.Shapes {
			p.Shapes[s]++
		}
		p.Funcs = append(p.Funcs, f)
		text.WriteString("\n" + f.Text)
	}
	p.Files["functions.go"] = text.String()
	return p
}

// Write writes the module into a folder, which must exist.
func (p *Program) Write(dir string) error {
	for name, text := range p.Files {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			return err
		}
	}
	return nil
}
