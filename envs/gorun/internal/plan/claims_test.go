package plan

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/tools/go/packages"
	"golang.org/x/tools/go/ssa"

	"github.com/seed38182bad/parallax/domains/machine"
	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/gorun/internal/regen"
	"github.com/seed38182bad/parallax/envs/gosrc"
)

const claimsProgram = "testdata/claims"

// The details of a program that has each form of operation hold.
func TestClaims(t *testing.T) {
	if testing.Short() {
		t.Skip("builds Go programs and runs them")
	}
	prog, err := gosrc.Load(context.Background(), gosrc.Config{Dir: claimsProgram, KeepSyntax: true})
	require.NoError(t, err)
	v := try(t, claimsProgram, prog, prog.Detail, false, false)
	t.Log(v.counts())
	for _, k := range v.kept {
		t.Log(k)
	}
	require.NoError(t, v.exit, v.tail())
	require.Empty(t, v.report(), strings.Join(v.report(), "\n"))
}

// Turned around, each claim that is made is found wrong: there is none that could not fail.
func TestClaimsCanFail(t *testing.T) {
	if testing.Short() {
		t.Skip("builds Go programs and runs them")
	}
	prog, err := gosrc.Load(context.Background(), gosrc.Config{Dir: claimsProgram, KeepSyntax: true})
	require.NoError(t, err)
	v := try(t, claimsProgram, prog, prog.Detail, false, true)
	require.NoError(t, v.exit, v.tail())
	require.Equal(t, v.made, v.wrong)
	for what, least := range map[string]int{"def whole": 700, "def len": 180, "def cap": 140, "check": 600, "fact": 600,
		"on": 200} {
		n := 0
		for _, c := range v.all {
			if c.what == what && v.wrong[c.id] {
				n++
			}
		}
		require.Greater(t, n, least, what)
	}
}

// Differences of which the terms are exchanged are found out, and nothing else.
func TestClaimsFindOut(t *testing.T) {
	if testing.Short() {
		t.Skip("builds Go programs and runs them")
	}
	prog, err := gosrc.Load(context.Background(), gosrc.Config{Dir: claimsProgram, KeepSyntax: true})
	require.NoError(t, err)
	swapped := 0
	v := try(t, claimsProgram, prog, func(at envs.Point) *envs.Detail {
		d := *prog.Detail(at)
		d.Defs = slices.Clone(d.Defs)
		for i := range d.Defs {
			if def := &d.Defs[i]; def.Op == envs.Binary && def.Arith == machine.Sub && def.X != def.Y {
				def.X, def.Y = def.Y, def.X
				swapped++
			}
		}
		return &d
	}, false, false)
	require.Greater(t, swapped, 20)
	require.Greater(t, len(v.report()), 10)
	for id := range v.wrong {
		require.NotNil(t, v.all[id].def)
		require.Equal(t, machine.Sub, v.all[id].def.Arith)
	}
}

var (
	claimsPkgs = flag.String("gorun.claims", "container/list,sort",
		"comma-separated packages whose tests hold the details of their functions to what happens")
	claimsRun = flag.String("gorun.claims.run", "-test.short", "space-separated flags for these tests")
	claimsDir = flag.String("gorun.claims.dir", ".", "directory in which they are resolved")
)

// The details of packages hold in runs of their tests:
//
//	go test -run TestClaimsOfPackages -v -gorun.claims strings,encoding/json
func TestClaimsOfPackages(t *testing.T) {
	if testing.Short() {
		t.Skip("builds Go programs and runs them")
	}
	for pkg := range strings.SplitSeq(*claimsPkgs, ",") {
		t.Run(pkg, func(t *testing.T) {
			prog, err := gosrc.Load(context.Background(),
				gosrc.Config{Dir: *claimsDir, Patterns: []string{pkg}, Tests: true, KeepSyntax: true})
			require.NoError(t, err)
			v := try(t, *claimsDir, prog, prog.Detail, true, false, strings.Fields(*claimsRun)...)
			t.Log(v.counts())
			if v.exit != nil {
				t.Logf("%v\n%s", v.exit, v.tail())
			}
			require.Empty(t, v.report(), strings.Join(v.report(), "\n"))
			require.Greater(t, v.total, uint64(1000))
		})
	}
}

// claimsPackage is package zzclaims, by its types.
func claimsPackage() (*packages.Package, string, error) {
	text := claimsFile + "\nconst (\n\tcount = 1\n\tnegate = false\n)\n"
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, "zzclaims.go", text, parser.SkipObjectResolution)
	if err != nil {
		return nil, "", err
	}
	conf := types.Config{Importer: importer.Default()}
	t, err := conf.Check(claimsPath, fset, []*ast.File{f}, nil)
	if err != nil {
		return nil, "", err
	}
	return &packages.Package{ID: claimsPath, PkgPath: claimsPath, Types: t}, text, nil
}

// verdict is what a run said of claims.
type verdict struct {
	*claims
	made, wrong map[int]bool
	values      map[int]string // of what is wrong
	total       uint64         // a power of two; there were less than twice as many
	kept        []regen.Kept
	exit        error
	out         string
}

// try regenerates the program with claims and runs its one main package or test.
func try(t testing.TB, dir string, prog *gosrc.Program, detail detailFunc, tests, negate bool,
	args ...string) *verdict {
	t.Helper()
	p := newClaims(prog, detail)
	zz, _, err := claimsPackage()
	require.NoError(t, err)
	pkgs := []*packages.Package{zz}
	var sprog *ssa.Program
	for _, pkg := range prog.Packages {
		if pkg.Root {
			pkgs = append(pkgs, pkg.Load)
			sprog = pkg.SSA.Prog
		}
	}
	res, err := regen.Regenerate(sprog, pkgs, regen.Options{Probes: p.probes()})
	require.NoError(t, err)
	path, in := runnable(t, pkgs[1:], tests)
	goroot, err := exec.Command("go", "env", "GOROOT").Output()
	require.NoError(t, err)

	tmp := t.TempDir()
	replace := map[string]string{}
	add := func(name, text string) {
		to := filepath.Join(tmp, fmt.Sprintf("%d_%s", len(replace), filepath.Base(name)))
		replace[name] = to
		require.NoError(t, os.WriteFile(to, []byte(text), 0o666))
	}
	add(filepath.Join(strings.TrimSpace(string(goroot)), "src", claimsPath, "zzclaims.go"),
		fmt.Sprintf("%s\nconst (\n\tcount = %d\n\tnegate = %v\n)\n", claimsFile, len(p.all)+1, negate))
	for name, text := range res.Files {
		add(name, string(text))
	}
	text, err := json.Marshal(map[string]any{"Replace": replace})
	require.NoError(t, err)
	overlay, bin := filepath.Join(tmp, "overlay.json"), filepath.Join(tmp, "bin")
	require.NoError(t, os.WriteFile(overlay, text, 0o666))
	how := []string{"build"}
	if tests {
		how = []string{"test", "-c", "-vet=off"}
	}
	cmd := exec.Command("go", append(how, "-pgo=off", "-overlay", overlay, "-o", bin, path)...)
	cmd.Dir = dir
	msg, err := cmd.CombinedOutput()
	require.NoError(t, err, "%s", msg)

	var out bytes.Buffer
	cmd = exec.Command(bin, args...)
	cmd.Dir, cmd.Stdout, cmd.Stderr = in, &out, &out
	v := &verdict{claims: p, made: map[int]bool{}, wrong: map[int]bool{}, values: map[int]string{}, kept: res.Kept}
	v.exit = cmd.Run()
	var exit *exec.ExitError
	require.True(t, v.exit == nil || errors.As(v.exit, &exit), "%v", v.exit)
	v.out = out.String()
	for _, m := range saidLine.FindAllStringSubmatch(v.out, -1) {
		n, _ := strconv.Atoi(m[2])
		switch m[1] {
		case "made":
			v.made[n] = true
		case "wrong":
			v.wrong[n] = true
			v.values[n] = m[3]
		case "total":
			v.total = max(v.total, uint64(n))
		}
	}
	return v
}

// runnable is the main package, or the one with tests, and its folder.
func runnable(t testing.TB, pkgs []*packages.Package, tests bool) (path, dir string) {
	for _, p := range pkgs {
		if _, of, ok := strings.Cut(strings.TrimSuffix(p.ID, ".test]"), " ["); ok && tests {
			return of, filepath.Dir(p.GoFiles[0])
		}
		if p.Name == "main" && !tests {
			return p.PkgPath, filepath.Dir(p.GoFiles[0])
		}
	}
	require.Fail(t, "nothing to run")
	return "", ""
}

var saidLine = regexp.MustCompile(`zzclaims (made|wrong|total) (\d+)( -?\d+ -?\d+)?\n`)

// counts is how many claims of each sort there are, in the text, and made.
func (v *verdict) counts() string {
	var whats []string
	all, asked, made := map[string]int{}, map[string]int{}, map[string]int{}
	for _, c := range v.all {
		if !slices.Contains(whats, c.what) {
			whats = append(whats, c.what)
		}
		all[c.what]++
		if v.asked[c.id] {
			asked[c.what]++
		}
		if v.made[c.id] {
			made[c.what]++
		}
	}
	slices.Sort(whats)
	var b strings.Builder
	for _, w := range whats {
		fmt.Fprintf(&b, "%s: %d of %d of %d; ", w, made[w], asked[w], all[w])
	}
	return fmt.Sprintf("%smade at least %d times; %d functions keep their body", b.String(), v.total, len(v.kept))
}

// report lists the claims that are wrong.
func (v *verdict) report() []string {
	var list []string
	for _, c := range v.all {
		if v.wrong[c.id] {
			f := v.prog.Func(c.at.Func())
			pos := v.prog.Position(c.at)
			list = append(list, fmt.Sprintf("%s:%d: %s: %s: %s (%s )", filepath.Base(pos.File), pos.Line, f.Name, c.what,
				c.text(f), v.values[c.id]))
		}
	}
	slices.Sort(list)
	return list
}

// tail is the end of the run's output, without what it says of claims.
func (v *verdict) tail() string {
	out := saidLine.ReplaceAllString(v.out, "")
	return out[max(0, len(out)-2000):]
}
