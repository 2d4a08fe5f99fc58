package regen

import (
	"flag"
	"os"
	"testing"
)

var debugFunc = flag.String("regen.func", "", "print the SSA form and the text of this function of the packages given")

// TestDebug shows one function:
//
//	go test -run TestDebug -regen.pkgs maps -regen.func Equal
func TestDebug(t *testing.T) {
	if *debugFunc == "" {
		t.Skip("no function given with -regen.func")
	}
	prog, pkgs, err := Load(*suiteDir, true, *suitePkgs)
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range pick(pkgs) {
		g, err := newPackageGen(prog, p, &Options{}, newImportMap(pkgs))
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range g.files {
			for _, tg := range f.targets {
				if tg.fn == nil || tg.fn.RelString(p.Types) != *debugFunc {
					continue
				}
				tg.fn.WriteTo(os.Stdout)
				for _, a := range tg.fn.AnonFuncs {
					a.WriteTo(os.Stdout)
				}
				f.write()
				t.Log(tg.kept)
				n := 1
				for i, c := range string(f.text) {
					if c == '\n' {
						n++
					}
					if n == tg.begin {
						end := i
						for n <= tg.end && end < len(f.text)-1 {
							end++
							if f.text[end] == '\n' {
								n++
							}
						}
						os.Stdout.Write(f.text[i:end])
						break
					}
				}
			}
		}
	}
}
