package regen_test

import (
	"fmt"
	"strings"

	"golang.org/x/tools/go/packages"
	"golang.org/x/tools/go/ssa/ssautil"

	"github.com/seed38182bad/parallax/envs/gorun/internal/regen"
)

// The heap functions of the standard library, with a statement at each entry.
func ExampleRegenerate() {
	pkgs, err := packages.Load(&packages.Config{Mode: packages.LoadSyntax | packages.NeedModule}, "container/heap")
	if err != nil {
		fmt.Println(err)
		return
	}
	prog, _ := ssautil.Packages(pkgs, 0)
	prog.Build()
	res, err := regen.Regenerate(prog, pkgs, regen.Options{Probes: regen.Probes{
		Entry: func(c *regen.Cursor) string { return fmt.Sprintf("println(%q)", c.Function().Name()) },
	}})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, c := range res.Packages {
		fmt.Printf("%s: %d of %d functions\n", c.Package, c.Written, c.Functions)
	}
	for _, text := range res.Files {
		_, fix, _ := strings.Cut(string(text), "\nfunc Fix(")
		lines := strings.SplitN("func Fix("+fix, "\n", 6)
		fmt.Println(strings.Join(lines[:5], "\n"))
	}
	// Output:
	// container/heap: 7 of 7 functions
	// func Fix(a0_ Interface, a1_ int) {
	// /*line :83:6*/println("Fix")
	// t0_ := a0_.Len()
	// /*line :84:10*/if !(down(a0_, a1_, t0_)) {
	// up(a0_, a1_)
}
