package gogen

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/tools/go/packages"
	"golang.org/x/tools/go/ssa"

	"github.com/seed38182bad/parallax/envs/gorun/gogentest"
	"github.com/seed38182bad/parallax/envs/gorun/internal/regen"
	"github.com/seed38182bad/parallax/envs/gosrc"
)

var drawnFunctions = gogentest.Flags("gogen", 60, 150, 1, "functions")

// TestRegenerated runs drawn functions natively, regenerated, and regenerated with a statement before and after every
// instruction. What they print, how they end, which panic leaves them and the lines of its trace are the same. No
// function keeps its body but for a reason that is listed.
//
// Traces are those of code that is not optimised. Otherwise the line of a function whose deferred call panics depends
// on whether the compiler sees that the defer statement is in no loop.
//
//	go test ./envs/gorun/gogen -run TestRegenerated -v -gogen 3000
func TestRegenerated(t *testing.T) {
	if testing.Short() {
		t.Skip("builds Go programs and runs them")
	}
	gogentest.Each(t, drawnFunctions, Draw, drawn)
}

// drawnKept are the reasons for which a drawn function may keep its body.
var drawnKept = regexp.MustCompile(`^defer in the body of a range over a function`)

func drawn(t *testing.T, p *Program) {
	native, slow := p.Build(t, "native"), p.Build(t, "slow-native", "-gcflags=-N -l")
	want := functionsOf(runDrawn(t, native))
	prog, err := gosrc.Load(t.Context(), gosrc.Config{Dir: p.Dir, Patterns: []string{"."}, KeepSyntax: true})
	require.NoError(t, err)
	var main *gosrc.Package
	for _, q := range prog.Packages {
		if q.Root {
			main = q
		}
	}
	for name, probes := range map[string]regen.Probes{"plain": {}, "probed": touchAll, "apart": {Wants: wantsAll}} {
		res, err := regen.Regenerate(main.SSA.Prog, []*packages.Package{main.Load}, regen.Options{Probes: probes})
		require.NoError(t, err)
		for _, k := range res.Kept {
			if name == "plain" {
				p.Shapes["kept: "+k.Reason]++
			}
			if !drawnKept.MatchString(k.Reason) {
				t.Errorf("%s: %s\n%s", name, k, textOf(p, k.Func))
			}
		}
		if name == "apart" {
			continue // what compiles does the same as with more probes
		}
		overlay := writeOverlay(t, res.Files)
		bin := p.Build(t, name, "-overlay", overlay)
		slowBin := p.Build(t, "slow-"+name, "-overlay", overlay, "-gcflags=-N -l")
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

func textOf(p *Program, fn string) string {
	for _, f := range p.Funcs {
		if strings.HasSuffix(fn, "."+f.Name) {
			return f.Text
		}
	}
	return ""
}

// writeOverlay writes files for the flag -overlay of the go command.
func writeOverlay(t *testing.T, files map[string][]byte) string {
	dir, replace := t.TempDir(), map[string]string{}
	for name, text := range files {
		replace[name] = filepath.Join(dir, filepath.Base(name))
		require.NoError(t, os.WriteFile(replace[name], text, 0o666))
	}
	text, err := json.Marshal(map[string]any{"Replace": replace})
	require.NoError(t, err)
	overlay := filepath.Join(dir, "overlay.json")
	require.NoError(t, os.WriteFile(overlay, text, 0o666))
	return overlay
}

// touchAll are probes that mention every value they may.
var touchAll = regen.Probes{
	Wants: wantsAll,
	Entry: func(c *regen.Cursor) string { return c.Fresh("frame") + " := 0" },
	Block: func(c *regen.Cursor, _ *ssa.BasicBlock) string { return c.Fresh("frame") + "++" },
	Before: func(c *regen.Cursor, in ssa.Instruction) (text string) {
		for _, op := range in.Operands(nil) {
			switch v := (*op).(type) {
			case nil, *ssa.Builtin, *ssa.Function, *ssa.Const, *ssa.Range, *ssa.Next:
			default:
				if x, ok := c.Value(v); ok {
					text += "_ = " + x + "; "
				}
			}
		}
		return text
	},
	After: func(c *regen.Cursor, _ ssa.Instruction) string { return c.Fresh("frame") + "++" },
	Exit:  func(c *regen.Cursor, _ *ssa.Return) string { return "_ = " + c.Fresh("frame") },
}

// wantsAll asks for a statement of its own for each instruction that can have one.
func wantsAll(in ssa.Instruction) bool {
	switch in.(type) {
	case *ssa.Phi, *ssa.Extract, *ssa.DebugRef:
		return false
	}
	return true
}
