package probe

import (
	"go/format"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestOverlay(t *testing.T) {
	dir := t.TempDir()
	files, err := Overlay(goroot(t), dir, 42, Options{})
	require.NoError(t, err)
	src := filepath.Join(goroot(t), "src")
	for name, want := range map[string]string{
		"runtime/runtime2.go":           "\n\tparallax ParallaxWriter\n}\n",
		"runtime/proc.go":               "\t\tparallaxGone(gp)\n",
		"runtime/panic.go":              "\t\tparallaxRecovered(gp, sp)\n",
		"runtime/zz_parallax_writer.go": "func ParallaxEnter(",
		"runtime/zz_parallax_ring.go":   "func parallaxAttach(",
		"runtime/mgc.go":                "\tparallaxSwept()\n",
		"runtime/zz_parallax_heap.go":   "func parallaxSwept(",
		"runtime/zz_parallax_sample.go": "func parallaxRare(",
		"runtime/zz_parallax_tally.go":  "package runtime\n",
		"runtime/zz_parallax_room.go":   "func parallaxRoom(",
		"runtime/zz_parallax_order.go":  "func parallaxStarts(",
		"runtime/zz_parallax_halt.go":   "func parallaxHalts(",
		"runtime/zz_parallax_layout.go": "parallaxIdentity = 0x2a\n",
		"zzparallax/zzparallax.go":      "package zzparallax\n",
		"zzparallax/word.go":            "func Locker(",
	} {
		b, err := os.ReadFile(files[filepath.Join(src, name)])
		require.NoError(t, err, name)
		require.Equal(t, 1, strings.Count(string(b), want), name)
		delete(files, filepath.Join(src, name))
	}
	require.Empty(t, files)
}

// What orders goroutines is told by more files, each of which has all the places that are looked for.
func TestOverlayOrder(t *testing.T) {
	plain, err := Overlay(goroot(t), t.TempDir(), 42, Options{})
	require.NoError(t, err)
	files, err := Overlay(goroot(t), t.TempDir(), 42, Options{Order: true})
	require.NoError(t, err)
	src := filepath.Join(goroot(t), "src")
	for name, want := range map[string]string{
		"runtime/chan.go":                  "parallaxSlot(",
		"runtime/select.go":                "parallaxSlot(",
		"runtime/time.go":                  "parallaxFired(",
		"runtime/sema.go":                  "parallaxWakes(",
		"runtime/synctest.go":              "true && newval",
		"internal/race/norace.go":          "const Enabled = true",
		"sync/pool.go":                     "unsafe.Add(",
		"sync/atomic/type.go":              "zzparallax.AtomicDone(",
		"sync/atomic/value.go":             "plainLoad(",
		"sync/atomic/zz_parallax_value.go": "zzparallax.AtomicDone(",
		"zzparallax/order.go":              "ParallaxAtomicDone",
		"zzparallax/atomic/atomic.go":      "func CompareAndSwapPointer(",
	} {
		require.NotContains(t, plain, filepath.Join(src, name))
		b, err := os.ReadFile(files[filepath.Join(src, name)])
		require.NoError(t, err, name)
		require.Contains(t, string(b), want, name)
	}
}

// What goroutines wait for is told by the run time, and by package testing at the end of a test.
func TestOverlayAwaits(t *testing.T) {
	files, err := Overlay(goroot(t), t.TempDir(), 42, Options{Awaits: true})
	require.NoError(t, err)
	src := filepath.Join(goroot(t), "src")
	for name, wants := range map[string][]string{
		"runtime/proc.go": {"\t\tparallaxParks(gp)\n", "\t\tparallaxGoesOn(gp)\n", "\tparallaxSleeps()\n",
			"\tParallaxProve(true)\n"},
		"runtime/zz_parallax_await.go": {"func parallaxParks(", "func ParallaxProve("},
		"testing/testing.go":           {"\t\tparallaxProve(false)\n", "\t\tparallaxTimeout()\n"},
		"testing/zz_parallax.go":       {"func parallaxProve("},
	} {
		b, err := os.ReadFile(files[filepath.Join(src, name)])
		require.NoError(t, err, name)
		for _, want := range wants {
			require.Equal(t, 1, strings.Count(string(b), want), "%s: %s", name, want)
		}
	}
}

// dying has the places of package runtime at which a program ends.
const dying = "func throw(s string) {\n\tsystemstack(func() {\n" +
	"\t\tprintPreFatalDeferPanic(p)\n" +
	"\t\tif startpanic_m() && msgs != nil {\n"

// A toolchain that looks different is refused, and nothing is left of the attempt.
func TestOtherToolchain(t *testing.T) {
	root, dir := t.TempDir(), t.TempDir()
	src := filepath.Join(root, "src", "runtime")
	require.NoError(t, os.MkdirAll(src, 0o777))
	_, err := Overlay(root, dir, 1, Options{})
	require.ErrorContains(t, err, "cannot read the toolchain's run time")

	require.NoError(t, os.WriteFile(filepath.Join(src, "panic.go"), []byte("\tgp.sched.sp = sp\n"+dying), 0o666))
	proc := "func gdestroy(gp *g) {\n}\n\tnewg.parentGoid = callergp.goid\n"
	require.NoError(t, os.WriteFile(filepath.Join(src, "runtime2.go"),
		[]byte("package runtime\n\ntype g struct {\n\tx int\n}\n"), 0o666))
	require.NoError(t, os.WriteFile(filepath.Join(src, "proc.go"), []byte(proc), 0o666))
	require.NoError(t, os.WriteFile(filepath.Join(src, "mgc.go"),
		[]byte("func gcSweep(mode gcMode) bool {\n\tassertWorldStopped()\n}\n"), 0o666))
	_, err = Overlay(root, filepath.Join(dir, "nowhere"), 1, Options{})
	require.Error(t, err)
	_, err = Overlay(root, t.TempDir(), 1, Options{})
	require.NoError(t, err)

	require.NoError(t, os.WriteFile(filepath.Join(src, "proc.go"),
		[]byte(strings.Replace(proc, "gdestroy", "gdestroy2", 1)), 0o666))
	_, err = Overlay(root, dir, 1, Options{})
	require.ErrorContains(t, err, filepath.Join(src, "proc.go")+": found 0 places")
	require.ErrorContains(t, err, "to see goroutines end")
	left, err := os.ReadDir(dir)
	require.NoError(t, err)
	require.Empty(t, left)
}

// The sources of the run time's half are written as gofmt writes them, which looks at no file that does not end in .go.
func TestFormat(t *testing.T) {
	files, err := source.ReadDir("rt")
	require.NoError(t, err)
	require.NotEmpty(t, files)
	for _, f := range files {
		text, err := source.ReadFile("rt/" + f.Name())
		require.NoError(t, err)
		want, err := format.Source(text)
		require.NoError(t, err, f.Name())
		require.Equal(t, string(want), string(text), "gofmt < rt/%s", f.Name())
	}
}

func goroot(t testing.TB) string {
	out, err := exec.Command("go", "env", "GOROOT").Output()
	require.NoError(t, err)
	return strings.TrimSpace(string(out))
}

// What delays goroutines is added, and only if it is asked for: the other files stay as they are.
func TestOverlayPerturb(t *testing.T) {
	plain, err := Overlay(goroot(t), t.TempDir(), 42, Options{Order: true, Awaits: true})
	require.NoError(t, err)
	files, err := Overlay(goroot(t), t.TempDir(), 42, Options{Order: true, Awaits: true, Perturb: true})
	require.NoError(t, err)
	src := filepath.Join(goroot(t), "src")
	changed := map[string]string{
		"runtime/proc.go":               "parallaxBegets(callergp, fn.fn)\n",
		"runtime/runtime2.go":           "\tperturbed parallaxPerturbed\n",
		"runtime/zz_parallax_layout.go": "parallaxOffSeed = ",
		"runtime/zz_parallax_pause.go":  "func ParallaxPerturb(",
		"runtime/zz_parallax_delay.go":  "func delayed(",
		"zzparallax/perturb.go":         "func Perturb(",
	}
	for name, file := range files {
		with, err := os.ReadFile(file)
		require.NoError(t, err)
		if want := changed[strings.TrimPrefix(name, src+"/")]; want != "" {
			require.Contains(t, string(with), want)
			if plain[name] != "" {
				without, err := os.ReadFile(plain[name])
				require.NoError(t, err)
				require.NotContains(t, string(without), want)
			}
			continue
		}
		without, err := os.ReadFile(plain[name])
		require.NoError(t, err, name)
		require.Equal(t, string(without), string(with), name)
	}
	require.Len(t, files, len(plain)+3)
}
