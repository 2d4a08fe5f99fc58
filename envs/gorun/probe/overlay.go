package probe

import (
	"embed"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"

	"github.com/seed38182bad/parallax/envs/gorun/wire"
)

//go:embed rt
var source embed.FS

// ImportPath is the package that generated code imports.
const ImportPath = "zzparallax"

// A patch puts a line of text beside a line of the toolchain's own source that occurs exactly once.
type patch struct {
	file    string
	find    *regexp.Regexp
	replace string
	why     string
}

var patches = []patch{
	{
		"runtime/runtime2.go", regexp.MustCompile(`(?ms)^type g struct \{\n.*?\n\}\n`),
		"", "a field of g for the goroutine's place in the ring",
	},
	{
		"runtime/proc.go", regexp.MustCompile(`(?m)^func gdestroy\(gp \*g\) \{\n`),
		"${0}\tif gp.parallax.pos != 0 {\n\t\tparallaxGone(gp)\n\t}\n", "to see goroutines end",
	},
	{
		"runtime/panic.go", regexp.MustCompile(`(?m)^\tgp\.sched\.sp = sp\n`),
		"${0}\tif gp.parallax.pos != 0 {\n\t\tparallaxRecovered(gp, sp)\n\t}\n", "to see panics end",
	},
	{
		"runtime/proc.go", regexp.MustCompile(`(?m)^\tnewg\.parentGoid = callergp\.goid\n`),
		"${0}\tnewg.parallax = ParallaxWriter{from: callergp.parallax.fork}\n\tcallergp.parallax.fork = 0\n",
		"to see which go statement started a goroutine",
	},
}

// Overlay writes the run-time half of the probes into dir and returns, for the Replace section of the file that "go build
// -overlay" takes, the files under goroot that it stands for. The identity is handed to the observer when the program
// runs, so that it can tell whether the program is the one it has the tables of.
//
// Four places of package runtime are patched in copies of the toolchain's own files; an error names the place where
// a toolchain does not look as expected. Linux on amd64 and arm64 only.
func Overlay(goroot, dir string, identity uint64) (map[string]string, error) {
	if runtime.GOOS != "linux" || runtime.GOARCH != "amd64" && runtime.GOARCH != "arm64" {
		return nil, fmt.Errorf("probe: programs can be observed on linux/amd64 and linux/arm64 only, not on %s/%s", runtime.GOOS, runtime.GOARCH)
	}
	src := filepath.Join(goroot, "src")
	files := map[string]string{} // below src -> text
	for _, p := range patches {
		text, ok := files[p.file]
		if !ok {
			b, err := os.ReadFile(filepath.Join(src, filepath.FromSlash(p.file)))
			if err != nil {
				return nil, fmt.Errorf("probe: cannot read the toolchain's run time: %w", err)
			}
			text = string(b)
		}
		at := p.find.FindAllStringIndex(text, -1)
		if len(at) != 1 {
			return nil, fmt.Errorf("probe: %s: found %d places like %q, want 1 (%s); this version of Go is not supported",
				filepath.Join(src, p.file), len(at), p.find, p.why)
		}
		if p.replace == "" {
			end := at[0][1] - len("}\n")
			text = text[:end] + "\n\tparallax ParallaxWriter\n" + text[end:]
		} else {
			text = p.find.ReplaceAllString(text, p.replace)
		}
		files[p.file] = text
	}
	for from, to := range map[string]string{
		"rt/writer.go.txt":     "runtime/zz_parallax_writer.go",
		"rt/ring.go.txt":       "runtime/zz_parallax_ring.go",
		"rt/zzparallax.go.txt": ImportPath + "/zzparallax.go",
	} {
		b, err := source.ReadFile(from)
		if err != nil {
			return nil, err
		}
		files[to] = string(b)
	}
	files["runtime/zz_parallax_layout.go"] = layout(identity)

	replace := map[string]string{}
	for _, name := range slices.Sorted(maps.Keys(files)) {
		to := filepath.Join(dir, strings.ReplaceAll(name, "/", "_"))
		if err := os.WriteFile(to, []byte(files[name]), 0o666); err != nil {
			return nil, fmt.Errorf("probe: %w", err)
		}
		replace[filepath.Join(src, filepath.FromSlash(name))] = to
	}
	return replace, nil
}

func layout(identity uint64) string {
	var b strings.Builder
	b.WriteString("package runtime\n\nconst (\n")
	nums := wire.Layout()
	for _, name := range slices.Sorted(maps.Keys(nums)) {
		fmt.Fprintf(&b, "\tparallax%s = %#x\n", name, nums[name])
	}
	for _, name := range []string{"ArgShift", "Block", "Leave"} {
		fmt.Fprintf(&b, "\tParallax%s = parallax%[1]s\n", name)
	}
	fmt.Fprintf(&b, "\tparallaxIdentity = %#x\n\tparallaxEnvVar = %q\n)\n", identity, wire.EnvVar)
	return b.String()
}
