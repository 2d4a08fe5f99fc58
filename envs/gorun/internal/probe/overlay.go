package probe

import (
	"embed"
	"fmt"
	"maps"
	"regexp"
	"runtime"
	"slices"
	"strings"

	"github.com/seed38182bad/parallax/envs/gorun/internal/patch"
	"github.com/seed38182bad/parallax/envs/gorun/internal/wire"
)

//go:embed rt delay.go heard.go tally.go
var source embed.FS

// ImportPath is the package that generated code imports.
const ImportPath = "zzparallax"

// A change is a patch.
type change patch.Patch

var patches = []change{
	{
		"runtime/runtime2.go", regexp.MustCompile(`(?ms)^(type g struct \{\n.*?\n)\}\n`), 1,
		"${1}\n\tparallax ParallaxWriter\n}\n", "a field of g for the goroutine's place in the ring",
	},
	{
		"runtime/proc.go", regexp.MustCompile(`(?m)^func gdestroy\(gp \*g\) \{\n`), 1,
		"${0}\tif gp.parallax.pos != 0 || gp.parallax.from != 0 {\n\t\tparallaxGone(gp)\n\t}\n", "to see goroutines end",
	},
	{
		"runtime/panic.go", regexp.MustCompile(`(?m)^\tgp\.sched\.sp = sp\n`), 1,
		"${0}\tif gp.parallax.pos != 0 {\n\t\tparallaxRecovered(gp, sp)\n\t}\n", "to see panics end",
	},
	{
		"runtime/proc.go", regexp.MustCompile(`(?m)^\tnewg\.parentGoid = callergp\.goid\n`), 1,
		"${0}\tnewg.parallax = parallaxStarts(callergp, newg)\n", "to see which go statement started a goroutine",
	},
	{
		"runtime/mgc.go", regexp.MustCompile(`(?m)^func gcSweep\(mode gcMode\) bool \{\n\tassertWorldStopped\(\)\n`), 1,
		"${0}\tparallaxSwept()\n", "to see what the collector frees",
	},
}

// haltPatches are for goroutines that end the program.
var haltPatches = []change{
	{
		"runtime/panic.go",
		regexp.MustCompile(`(?m)^func throw\(s string\) \{\n(?:\t//.*\n)*\tsystemstack\(func\(\) \{\n`), 1,
		"${0}\t\tparallaxFatal(s)\n", "to see what ends the program",
	},
	{
		"runtime/panic.go", regexp.MustCompile(`(?m)^\t\tprintPreFatalDeferPanic\(p\)\n`), 1,
		"\t\tparallaxFatal(s)\n${0}", "to see fatal errors",
	},
	{
		"runtime/panic.go", regexp.MustCompile(`(?m)^\t\tif startpanic_m\(\) && msgs != nil \{\n`), 1,
		"\t\tparallaxPanics(msgs)\n${0}", "to see panics that nobody recovers",
	},
}

// awaitPatches are for what goroutines wait for.
var awaitPatches = []change{
	{
		"runtime/proc.go", regexp.MustCompile(`(?m)^(\tmp\.waitTraceSkip = traceskip\n)(\treleasem\(mp\)\n(?:\t//.*\n)*` +
			`\tmcall\(park_m\)\n)`), 1,
		"${1}\tif gp.parallax.end != 0 {\n\t\tparallaxParks(gp)\n\t}\n${2}\tif gp.parallax.parked {\n" +
			"\t\tparallaxGoesOn(gp)\n\t}\n", "to see goroutines wait",
	},
	{
		"runtime/proc.go", regexp.MustCompile(`(?m)^\tfatal\("all goroutines are asleep - deadlock!"\)\n`), 1,
		"\tparallaxSleeps()\n${0}", "to see that all goroutines are asleep",
	},
	{
		"runtime/proc.go", regexp.MustCompile(`(?m)^func runExitHooks\(code int\) \{\n`), 1,
		"${0}\tParallaxProve(true)\n", "to see which goroutines nothing can wake at the end",
	},
	{
		"testing/testing.go", regexp.MustCompile(`(?m)^\t\tt\.report\(\) // Report after`), 1,
		"\t\tparallaxProve(false)\n${0}", "to see which goroutines nothing can wake at the end of a test",
	},
	{
		"testing/testing.go", regexp.MustCompile(`(?m)^\t\tm\.after\(\)\n(\t\tdebug\.SetTraceback)`), 1,
		"\t\tparallaxTimeout()\n${0}", "to see which goroutines nothing can wake at a time limit",
	},
}

// perturbPatches are for programs that may be perturbed.
var perturbPatches = []change{
	{
		"runtime/runtime2.go", regexp.MustCompile(`(?ms)^(type g struct \{\n.*?\n)\}\n`), 1,
		"${1}\n\tperturbed parallaxPerturbed\n}\n", "a field of g for the goroutine's delays",
	},
	{
		"runtime/proc.go", regexp.MustCompile(`(?m)^\t\tnewg\.bubble = callergp\.bubble\n`), 1,
		"${0}\t\tnewg.perturbed = parallaxBegets(callergp, fn.fn)\n", "to know goroutines by how they were started",
	},
}

// Options say what the program records besides its own probes.
type Options struct {
	// Awaits asks for Await records: for what goroutines wait, and which of them nothing can wake.
	Awaits bool
	// Order asks for Signal and Observe records: what orders goroutines, wherever in the program it is done.
	Order bool
	// Perturb has goroutines delayed in runs with a seed.
	Perturb bool
	// Calls is how many calls of a function by one goroutine are recorded in any case, of those that may be passed over;
	// 0 means all.
	Calls int
}

// Overlay writes the run-time half of the probes into dir. It returns the files under goroot that these replace, for
// the Replace section of the file that "go build -overlay" takes. The observer is handed the identity when the program
// runs, so that it can check that its tables are those of the program.
//
// Places of the standard library are patched in copies of the toolchain's own files; an error names the place where a
// toolchain does not look as expected. Linux on amd64 and arm64 only.
func Overlay(goroot, dir string, identity uint64, opts Options) (map[string]string, error) {
	if runtime.GOOS != "linux" || runtime.GOARCH != "amd64" && runtime.GOARCH != "arm64" {
		return nil, fmt.Errorf("probe: programs can be observed on linux/amd64 and linux/arm64 only, not on %s/%s",
			runtime.GOOS, runtime.GOARCH)
	}
	files := map[string]string{} // below src -> text
	todo := slices.Concat(patches, haltPatches)
	if opts.Order {
		todo = append(todo, orderPatches...)
	}
	if opts.Awaits {
		todo = append(todo, awaitPatches...)
	}
	if opts.Perturb {
		todo = append(todo, perturbPatches...)
	}
	if err := patch.Apply(goroot, todo, files); err != nil {
		return nil, fmt.Errorf("probe: %w", err)
	}
	own := map[string]string{ // below rt -> below src
		"writer": "runtime/zz_parallax_writer", "ring": "runtime/zz_parallax_ring", "heap": "runtime/zz_parallax_heap",
		"sample": "runtime/zz_parallax_sample", "room": "runtime/zz_parallax_room", "plain": "runtime/zz_parallax_order",
		"halt": "runtime/zz_parallax_halt", "zzparallax": ImportPath + "/zzparallax", "word": ImportPath + "/word",
	}
	if opts.Awaits {
		own["await"], own["tests"] = "runtime/zz_parallax_await", "testing/zz_parallax"
	}
	shared := []string{"tally"} // with this package
	if opts.Order {
		delete(own, "plain")
		maps.Copy(own, map[string]string{
			"order": "runtime/zz_parallax_order", "atomic": ImportPath + "/order", "value": "sync/atomic/zz_parallax_value",
			"lock": "internal/race/zz_parallax", "lockrace": "internal/race/zz_parallax_race",
		})
		files[atomicPath+"/atomic.go"] = atomicPackage()
		shared = append(shared, "heard")
	}
	if opts.Perturb {
		own["pause"], own["perturb"] = "runtime/zz_parallax_pause", ImportPath+"/perturb"
		shared = append(shared, "delay")
	}
	for from, to := range own {
		b, err := source.ReadFile("rt/" + from + ".go.txt")
		if err != nil {
			return nil, err
		}
		files[to+".go"] = string(b)
	}
	files["runtime/zz_parallax_layout.go"] = layout(identity, opts)
	for _, name := range shared {
		b, err := source.ReadFile(name + ".go")
		if err != nil {
			return nil, err
		}
		files["runtime/zz_parallax_"+name+".go"] = strings.Replace(string(b), "package probe\n", "package runtime\n", 1)
	}

	replace, err := patch.Write(goroot, dir, files)
	if err != nil {
		return nil, fmt.Errorf("probe: %w", err)
	}
	return replace, nil
}

func layout(identity uint64, opts Options) string {
	var b strings.Builder
	b.WriteString("package runtime\n\nconst (\n")
	nums := wire.Layout(opts.Perturb)
	for _, name := range slices.Sorted(maps.Keys(nums)) {
		fmt.Fprintf(&b, "\tparallax%s = %#x\n", name, nums[name])
	}
	for _, name := range []string{"ArgShift", "Block", "Leave", "Object"} {
		fmt.Fprintf(&b, "\tParallax%s = parallax%[1]s\n", name)
	}
	fmt.Fprintf(&b, "\tparallaxIdentity = %#x\n\tparallaxBurst = %d\n\tparallaxEnvVar = %q\n)\n", identity, opts.Calls,
		wire.EnvVar)
	return b.String()
}
