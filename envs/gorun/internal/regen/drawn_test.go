package regen

import (
	"bytes"
	"errors"
	"fmt"
	"os/exec"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/envs/gorun/gogen"
	"github.com/seed38182bad/parallax/envs/gorun/gogen/gogentest"
)

var drawnFuncs = gogentest.Flags("regen.drawn", 60, 150, 1, "functions")

// TestDrawn runs drawn functions natively, regenerated, and regenerated with a statement before and after every
// instruction. What they print, how they end, which panic leaves them and the lines of its trace are the same. No
// function keeps its body but for a reason that is listed.
//
// Traces are those of code that is not optimised: else the line of a function whose deferred call panics depends on
// whether the compiler sees that the defer statement is in no loop.
//
//	go test -run TestDrawn -v -regen.drawn 3000
func TestDrawn(t *testing.T) {
	kept := map[string]int{}
	gogentest.Each(t, drawnFuncs, gogen.Draw, func(t *testing.T, p *gogen.Program, dir string) { drawn(t, p, dir, kept) })
	gogentest.Log(t, kept)
}

// drawnKept are the reasons for which a drawn function may keep its body.
var drawnKept = regexp.MustCompile(`^defer in the body of a range over a function`)

func drawn(t *testing.T, p *gogen.Program, dir string, kept map[string]int) {
	native, slow := gogentest.Build(t, dir, "native"), gogentest.Build(t, dir, "slow-native", "-gcflags=-N -l")
	want := functionsOf(runDrawn(t, native))
	prog, pkgs, err := Load(dir, false, ".")
	require.NoError(t, err)
	for name, opts := range map[string]Options{"plain": {}, "probed": {Probes: touchAll}, "apart": {Probes: apart}} {
		res, err := Regenerate(prog, pkgs, opts)
		require.NoError(t, err)
		for _, k := range res.Kept {
			if name == "plain" {
				kept["kept: "+k.Reason]++
			}
			if !drawnKept.MatchString(k.Reason) {
				t.Errorf("%s: %s\n%s", name, k, textOf(p, k.Func))
			}
		}
		if name == "apart" {
			continue // what compiles does the same as with more probes
		}
		overlay, err := res.WriteOverlay(t.TempDir())
		require.NoError(t, err)
		bin := gogentest.Build(t, dir, name, "-overlay", overlay)
		slowBin := gogentest.Build(t, dir, "slow-"+name, "-overlay", overlay, "-gcflags=-N -l")
		got := functionsOf(runDrawn(t, bin))
		for _, f := range p.Funcs {
			if want[f.Name] != got[f.Name] {
				t.Errorf("%s: %s prints\n%s\nnatively\n%s\n%s", name, f.Name, got[f.Name], want[f.Name], f.Text)
			}
		}
		for i := 0; i < len(p.Funcs); i += 5 {
			w, g := runDrawn(t, slow, "crash", strconv.Itoa(i)), runDrawn(t, slowBin, "crash", strconv.Itoa(i))
			if w != g {
				t.Errorf("%s: alone, %s prints\n%s\nnatively\n%s\n%s", name, p.Funcs[i].Name, g, w, p.Funcs[i].Text)
			}
		}
	}
}

// runDrawn returns what a program prints, its exit status, and of the panic that ends it the text and the lines.
func runDrawn(t *testing.T, bin string, args ...string) string {
	var out, wrong bytes.Buffer
	cmd := exec.Command(bin, args...)
	cmd.Stdout, cmd.Stderr = &out, &wrong
	err := cmd.Run()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		require.NoError(t, err)
	}
	text, trace, _ := strings.Cut(wrong.String(), "goroutine 1 [running]")
	text = drawnPC.ReplaceAllString(text, "")
	for _, m := range drawnLine.FindAllStringSubmatch(trace, -1) {
		text += m[1] + " "
	}
	return fmt.Sprintf("%sexit %d\n%s\n", out.String(), cmd.ProcessState.ExitCode(), text)
}

var drawnLine = regexp.MustCompile(`(functions\.go:\d+)[ \n]`)

var drawnPC = regexp.MustCompile(` pc=0x[0-9a-f]+`)

// functionsOf is what each function printed.
func functionsOf(out string) map[string]string {
	list := map[string]string{}
	for s := range strings.SplitSeq("\n"+out, "\n== ") {
		name, text, _ := strings.Cut(s, "\n")
		list[name] = text
	}
	return list
}

func textOf(p *gogen.Program, fn string) string {
	for _, f := range p.Funcs {
		if strings.HasSuffix(fn, "."+f.Name) {
			return f.Text
		}
	}
	return ""
}
