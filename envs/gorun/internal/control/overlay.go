package control

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

	"github.com/seed38182bad/parallax/envs/explore"
	"github.com/seed38182bad/parallax/envs/gorun/internal/control/kind"
	"github.com/seed38182bad/parallax/envs/gorun/internal/patch"
)

//go:embed rt kind/kind.go
var source embed.FS

// own are the files under rt, without their ending, and what they are below src.
var own = map[string]string{
	"thread": "runtime/zz_control_thread", "switch": "runtime/zz_control_switch", "decide": "zzcontrol/decide", "reduce": "zzcontrol/reduce",
	"point": "runtime/zz_control_point", "end": "runtime/zz_control_end",
	"clock": "runtime/zz_control_clock", "sync": "sync/zz_control", "atomic": "sync/atomic/zz_control",
	"zzcontrol": "zzcontrol/zzcontrol", "wait": "zzcontrol/wait", "testing": "testing/zz_control",
	"say": "testing/zz_control_say",
}

// Overlay writes the run-time half of the controller into dir. It returns the files under goroot that these replace,
// for the Replace section of the file that "go build -overlay" takes.
//
// Places of the standard library are patched in copies of the toolchain's own files; an error names the place where a
// toolchain does not look as expected. Linux on amd64 only.
func Overlay(goroot, dir string) (map[string]string, error) {
	if runtime.GOOS != "linux" || runtime.GOARCH != "amd64" {
		return nil, fmt.Errorf("control: programs can be controlled on linux/amd64 only, not on %s/%s", runtime.GOOS,
			runtime.GOARCH)
	}
	files := map[string]string{} // below src -> text
	for _, list := range [][]change{runtimePatches, clockPatches, syncPatches, testingPatches} {
		if err := patch.Apply(goroot, list, files); err != nil {
			return nil, fmt.Errorf("control: %w", err)
		}
	}
	for from, to := range own {
		b, err := source.ReadFile("rt/" + from + ".go.txt")
		if err != nil {
			return nil, err
		}
		files[to+".go"] = string(b)
	}
	files["runtime/zz_control_kinds.go"] = kinds()
	if err := addStrategies(files); err != nil {
		return nil, err
	}
	if err := addAtomics(goroot, files); err != nil {
		return nil, err
	}
	replace, err := patch.Write(goroot, dir, files)
	if err != nil {
		return nil, fmt.Errorf("control: %w", err)
	}
	return replace, nil
}

// kinds are the kinds of operations, for package runtime.
func kinds() string {
	var b strings.Builder
	b.WriteString("package runtime\n\n// The kinds of operations.\nconst (\n")
	for i, name := range kind.Names {
		fmt.Fprintf(&b, "\tControl%s = %d\n", name, i)
	}
	b.WriteString(")\n")
	return b.String()
}

// explorePath is the package of strategies in the programs that are controlled.
const explorePath = "zzexplore"

// addStrategies adds what is compiled here, too.
func addStrategies(files map[string]string) error {
	b, err := source.ReadFile("kind/kind.go")
	if err != nil {
		return err
	}
	files["zzcontrol/kind.go"] = strings.Replace(string(b), "package kind\n", "package zzcontrol\n", 1)
	list, err := explore.Source.ReadDir(".")
	if err != nil {
		return err
	}
	for _, e := range list {
		b, err := explore.Source.ReadFile(e.Name())
		if err != nil {
			return err
		}
		if text := string(b); !strings.HasSuffix(e.Name(), "_test.go") && !strings.Contains(text, `import "embed"`) {
			files[explorePath+"/"+e.Name()] = text
		}
	}
	return nil
}

// AtomicPath is a package with the functions of sync/atomic, as points, for files that use them and can be replaced:
// the compiler makes instructions of calls of sync/atomic. Package plainPath is sync/atomic without points, for package
// sync.
const (
	AtomicPath = "zzatomic"
	plainPath  = "zzplain"
)

var atomicImport = regexp.MustCompile(`(?m)^(\t|import )"sync/atomic"$`)

func addAtomics(goroot string, files map[string]string) error {
	files[AtomicPath+"/atomic.go"] = atomics(true)
	files[plainPath+"/atomic.go"] = atomics(false)
	for _, name := range []string{"type", "value"} {
		b, err := os.ReadFile(filepath.Join(goroot, "src/sync/atomic", name+".go"))
		if err != nil {
			return fmt.Errorf("control: %w", err)
		}
		files[plainPath+"/"+name+".go"] = string(b)
	}
	files[plainPath+"/pin.go"] = "package atomic\n\nimport _ \"unsafe\"\n\n" +
		"//go:linkname runtime_procPin runtime.procPin\nfunc runtime_procPin() int\n\n" +
		"//go:linkname runtime_procUnpin runtime.procUnpin\nfunc runtime_procUnpin()\n"
	value := files[plainPath+"/value.go"]
	value = strings.ReplaceAll(value, "func runtime_procPin() int\n", "")
	files[plainPath+"/value.go"] = strings.ReplaceAll(value, "func runtime_procUnpin()\n", "")
	for _, dir := range []string{"sync", "internal/sync"} {
		list, err := filepath.Glob(filepath.Join(goroot, "src", dir, "*.go"))
		if err != nil {
			return err
		}
		for _, file := range list {
			if strings.HasSuffix(file, "_test.go") {
				continue
			}
			name := dir + "/" + filepath.Base(file)
			text, ok := files[name]
			if !ok {
				b, err := os.ReadFile(file)
				if err != nil {
					return fmt.Errorf("control: %w", err)
				}
				text = string(b)
			}
			if atomicImport.MatchString(text) {
				files[name] = atomicImport.ReplaceAllString(text, `${1}atomic "`+plainPath+`"`)
			}
		}
	}
	return nil
}

// atomics is a package with the functions of sync/atomic, as points or not.
func atomics(points bool) string {
	var b strings.Builder
	b.WriteString("// Package atomic has the functions of sync/atomic.\npackage atomic\n\n" +
		"import (\n\treal \"sync/atomic\"\n\t\"unsafe\"\n)\n")
	if points {
		b.WriteString("\n//go:linkname controlPoint runtime.ControlPoint\n//go:noescape\n" +
			"func controlPoint(kind uint8, addr unsafe.Pointer)\n")
	}
	add := func(name, typ, params, args, result string, of kind.Kind) {
		point, give := "", ""
		if points {
			point = fmt.Sprintf("\tcontrolPoint(%d, unsafe.Pointer(addr))\n", of)
		}
		if result != "" {
			give = "return "
		}
		fmt.Fprintf(&b, "\nfunc %s%s(addr *%s%s) %s {\n%s\t%sreal.%[1]s%[2]s(addr%[8]s)\n}\n", name, typ, goType(typ), params,
			result, point, give, args)
	}
	types := map[string]string{}
	for _, t := range []string{"Int32", "Int64", "Uint32", "Uint64", "Uintptr", "Pointer"} {
		types[t] = goType(t)
	}
	for _, t := range slices.Sorted(maps.Keys(types)) {
		g := types[t]
		add("Load", t, "", "", g, kind.Load)
		add("Store", t, ", x "+g, ", x", "", kind.Store)
		add("Swap", t, ", x "+g, ", x", g, kind.Update)
		add("CompareAndSwap", t, ", old, x "+g, ", old, x", "bool", kind.Update)
		if t != "Pointer" {
			for _, name := range []string{"Add", "And", "Or"} {
				add(name, t, ", x "+g, ", x", g, kind.Update)
			}
		}
	}
	return b.String()
}

func goType(t string) string {
	if t == "Pointer" {
		return "unsafe.Pointer"
	}
	return strings.ToLower(t)
}

// number is the number of a kind of operations.
func number(name string) string {
	for i, known := range kind.Names {
		if known == name {
			return fmt.Sprint(i)
		}
	}
	panic("control: there is no kind of operations " + name)
}
