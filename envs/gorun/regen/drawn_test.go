package regen

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/envs/gorun/gogen"
)

var (
	drawnFuncs  = flag.Int("regen.drawn", 60, "how many functions are drawn")
	drawnSeed   = flag.Uint64("regen.seed", 1, "where drawing begins")
	drawnInto   = flag.String("regen.into", "", "where the modules are kept; nowhere by default")
	drawnModule = flag.Int("regen.module", 150, "how many functions are in a module")
)

// TestDrawn runs drawn functions natively, regenerated, and regenerated with a statement before and after every
// instruction. What they print, how they end, which panic leaves them and the lines of its trace are the same. No function
// keeps its body but for a reason that is listed.
//
// Traces are those of code that is not optimised: else the line of a function whose deferred call panics depends on whether
// the compiler sees that the defer statement is in no loop.
//
//	go test -run TestDrawn -v -regen.drawn 3000
func TestDrawn(t *testing.T) {
	shapes, kept, total := map[string]int{}, map[string]int{}, 0
	for seed := *drawnSeed; total < *drawnFuncs; seed++ {
		n := min(*drawnModule, *drawnFuncs-total)
		total += n
		p := gogen.Draw(seed, n)
		for s, n := range p.Shapes {
			shapes[s] += n
		}
		t.Run(strconv.FormatUint(seed, 10), func(t *testing.T) { drawn(t, p, kept) })
	}
	t.Logf("%d functions, kept: %v", total, kept)
	for _, s := range slices.Sorted(maps.Keys(shapes)) {
		t.Logf("%6d %s", shapes[s], s)
	}
}

// drawnKept are the reasons for which a drawn function may keep its body.
var drawnKept = regexp.MustCompile(`^defer in the body of a range over a function`)

func drawn(t *testing.T, p *gogen.Program, kept map[string]int) {
	dir := t.TempDir()
	if *drawnInto != "" {
		dir = filepath.Join(*drawnInto, filepath.Base(t.Name()))
		require.NoError(t, os.MkdirAll(dir, 0o777))
	}
	require.NoError(t, p.Write(dir))
	native, slow := buildDrawn(t, dir, "native"), buildDrawn(t, dir, "slow-native", "-gcflags=-N -l")
	want := functionsOf(runDrawn(t, native))
	prog, pkgs, err := Load(dir, false, ".")
	require.NoError(t, err)
	for name, opts := range map[string]Options{"plain": {}, "probed": {Probes: touchAll{}}, "apart": {Probes: apart{}}} {
		res, err := Regenerate(prog, pkgs, opts)
		require.NoError(t, err)
		for _, k := range res.Kept {
			if name == "plain" {
				kept[k.Reason]++
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
		bin := buildDrawn(t, dir, name, "-overlay", overlay)
		slowBin := buildDrawn(t, dir, "slow-"+name, "-overlay", overlay, "-gcflags=-N -l")
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

func buildDrawn(t *testing.T, dir, name string, flags ...string) string {
	args := append([]string{"build", "-o", filepath.Join(dir, name)}, flags...)
	cmd := exec.Command("go", append(args, ".")...)
	cmd.Dir = dir
	msg, err := cmd.CombinedOutput()
	require.NoError(t, err, "%s", msg)
	return filepath.Join(dir, name)
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
