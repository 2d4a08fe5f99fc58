package gogen

import (
	_ "embed"
	"fmt"
	"math/rand/v2"
	"strings"

	"github.com/seed38182bad/parallax/envs/gorun/gogentest"
)

// A Program is a module that was drawn, with the files go.mod, harness.go and functions.go.
type Program struct {
	gogentest.Module
	Funcs []Func
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
	p := &Program{Module: gogentest.Module{
		Files: map[string]string{"go.mod": goMod, "harness.go": harness}, Shapes: map[string]int{},
	}}
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
