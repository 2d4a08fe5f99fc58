package control

import (
	"embed"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"

	"github.com/seed38182bad/parallax/envs/explore"
	"github.com/seed38182bad/parallax/envs/gorun/control/internal/kind"
	"github.com/seed38182bad/parallax/envs/gorun/internal/patch"
)

//go:embed rt internal/kind
var source embed.FS

// own are the files under rt, without their ending, and what they are below src.
var own = map[string]string{
	"thread": "runtime/zz_control_thread", "switch": "runtime/zz_control_switch", "point": "runtime/zz_control_point",
	"end": "runtime/zz_control_end", "clock": "runtime/zz_control_clock", "race": "runtime/zz_control_race",
	"bubble": "runtime/zz_control_bubble", "vars": "runtime/zz_control_vars",
	"maps": "internal/runtime/maps/zz_control", "sync": "sync/zz_control",
	"syscall": "syscall/zz_control", "atomic": "sync/atomic/zz_control",
	"zzcontrol": "zzcontrol/zzcontrol", "decide": "zzcontrol/decide", "reduce": "zzcontrol/reduce",
	"memory": "zzcontrol/memory", "wait": "zzcontrol/wait", "testing": "testing/zz_control",
	"say": "testing/zz_control_say", "putback": "testing/zz_control_putback",
	"shrink": "testing/zz_control_shrink", "tally": "testing/zz_control_tally",
}

// writeOverlay writes the run-time half of the controller into dir, with files that are replaced already. Of the run
// time's files these are the ones that are changed. It gives the name of the file that "go build -overlay" takes.
//
// Places of the standard library are patched in copies of the toolchain's own files; an error names the place where a
// toolchain does not look as expected. Linux on amd64 only.
func writeOverlay(goroot, dir string, replaced map[string][]byte) (string, error) {
	if runtime.GOOS != "linux" || runtime.GOARCH != "amd64" {
		return "", fmt.Errorf("control: programs can be controlled on linux/amd64 only, not on %s/%s: %w", runtime.GOOS,
			runtime.GOARCH, errors.ErrUnsupported)
	}
	files := map[string]string{} // below src -> text
	others := map[string][]byte{}
	for name, text := range replaced {
		if rel, err := filepath.Rel(filepath.Join(goroot, "src"), name); err == nil && filepath.IsLocal(rel) {
			files[filepath.ToSlash(rel)] = string(text)
		} else {
			others[name] = text
		}
	}
	lists := [][]change{
		runtimePatches, clockPatches, bubblePatches, syncPatches, mapPatches, syscallPatches, testingPatches,
	}
	if _, probed := files["runtime/zz_parallax_writer.go"]; probed {
		lists = append(lists, turnPatches)
		files["runtime/zz_control_turns.go"] = turns
	}
	if _, delays := files["runtime/zz_parallax_pause.go"]; delays {
		lists = append(lists, delayPatches)
	}
	_, awaits := files["runtime/zz_parallax_await.go"]
	if awaits {
		lists = append(lists, awaitPatches)
	}
	if _, ordered := files["sync/atomic/zz_parallax_value.go"]; ordered {
		lists = append(lists, orderPatches)
	} else {
		lists = append(lists, atomicPatches)
	}
	for _, list := range lists {
		if err := patch.Apply(goroot, list, files); err != nil {
			return "", fmt.Errorf("control: %w", err)
		}
	}
	own := maps.Clone(own)
	if awaits {
		own["halts"] = "runtime/zz_control_halts"
	} else {
		own["nohalts"] = "runtime/zz_control_halts"
	}
	for from, to := range own {
		b, err := source.ReadFile("rt/" + from + ".go.txt")
		if err != nil {
			return "", err
		}
		files[to+".go"] = string(b)
	}
	files["runtime/zz_control_kinds.go"] = kinds()
	if err := addStrategies(files); err != nil {
		return "", err
	}
	if err := addAtomics(goroot, files); err != nil {
		return "", err
	}
	replace, err := patch.Write(goroot, dir, files)
	if err != nil {
		return "", fmt.Errorf("control: %w", err)
	}
	name, err := patch.WriteOverlay(dir, others, replace)
	if err != nil {
		return "", fmt.Errorf("control: %w", err)
	}
	return name, nil
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
	for _, name := range []string{"kind", "end"} {
		b, err := source.ReadFile("internal/kind/" + name + ".go")
		if err != nil {
			return err
		}
		files["zzcontrol/"+name+".go"] = strings.Replace(string(b), "package kind\n", "package zzcontrol\n", 1)
	}
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

// plainPath is sync/atomic without points, for package sync.
const plainPath = "zzplain"

var (
	atomicImport = regexp.MustCompile(`(?m)^(\t|import )"sync/atomic"$`)
	atomicText   = regexp.MustCompile(`(?m)^TEXT ·`)
	atomicFunc   = regexp.MustCompile(`(?m)^func (([A-Z][a-z]+(?:AndSwap)?)[A-Z]\w+)(\(addr.*?\))((?: \(.*\))?)$`)
	atomicCall   = regexp.MustCompile(`\b(?:Load|Store|Swap|CompareAndSwap|Add|And|Or)` +
		`(?:Int32|Int64|Uint32|Uint64|Uintptr|Pointer)\(&`)
	parameter = regexp.MustCompile(`(\w+)( [^,)]*)?([,)])`)
)

// addAtomics has the functions of sync/atomic announce what they do, and package sync use others, which do not. The
// compiler makes instructions of calls of these functions, but not in packages that are compiled for the race detector.
func addAtomics(goroot string, files map[string]string) error {
	read := func(name string) (string, error) {
		if text, ok := files[name]; ok {
			return text, nil
		}
		b, err := os.ReadFile(filepath.Join(goroot, "src", name))
		if err != nil {
			return "", fmt.Errorf("control: %w", err)
		}
		return string(b), nil
	}
	text, err := read("sync/atomic/asm.s")
	if err != nil {
		return err
	}
	files["sync/atomic/asm.s"] = atomicText.ReplaceAllString(text, "TEXT ·real")
	if text, err = read("runtime/atomic_pointer.go"); err != nil {
		return err
	}
	files["runtime/atomic_pointer.go"] = strings.ReplaceAll(text, " sync/atomic.", " sync/atomic.real")
	count := 0
	for _, name := range []string{"sync/atomic/doc.go", "sync/atomic/doc_64.go"} {
		if text, err = read(name); err != nil {
			return err
		}
		files[name] = atomicFunc.ReplaceAllStringFunc(text, func(f string) string {
			count++
			m := atomicFunc.FindStringSubmatch(f)
			of := "Update"
			if m[2] == "Load" || m[2] == "Store" {
				of = m[2]
			}
			give := ""
			if m[4] != "" {
				give = "return "
			}
			args := parameter.ReplaceAllString(m[3], "$1$3")
			return "func real" + m[1] + m[3] + m[4] + "\n\n" + "func " + m[1] + m[3] + m[4] + " {\n\tcontrolPoint(" +
				number(of) + ", unsafe.Pointer(addr))\n\t" + give + "real" + m[1] + args + "\n}"
		})
	}
	if count != 39 {
		return fmt.Errorf("control: sync/atomic has %d functions, want 39", count)
	}
	files["sync/atomic/doc_64.go"] = strings.Replace(files["sync/atomic/doc_64.go"], "package atomic\n",
		"package atomic\n\nimport \"unsafe\"\n", 1)
	for _, name := range []string{"type", "value"} {
		b, err := os.ReadFile(filepath.Join(goroot, "src/sync/atomic", name+".go"))
		if err != nil {
			return fmt.Errorf("control: %w", err)
		}
		files[plainPath+"/"+name+".go"] = string(b)
		if text, err = read("sync/atomic/" + name + ".go"); err != nil {
			return err
		}
		// Their methods may be compiled with the packages that use them.
		files["sync/atomic/"+name+".go"] = atomicCall.ReplaceAllString(text, "real$0")
	}
	files[plainPath+"/atomic.go"] = plainAtomics()
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

// plainAtomics is a package with the functions of sync/atomic. They are not compiled with the packages that call them,
// since there they would be points.
func plainAtomics() string {
	var b strings.Builder
	b.WriteString("// Package atomic has the functions of sync/atomic.\npackage atomic\n\n" +
		"import (\n\treal \"sync/atomic\"\n\t\"unsafe\"\n)\n")
	add := func(name, typ, params, args, result string) {
		if typ == "Pointer" && name != "Load" { // the compiler makes no instructions of these
			fmt.Fprintf(&b, "\n//go:linkname %[1]sPointer sync/atomic.real%[1]sPointer\n"+
				"func %[1]sPointer(addr *unsafe.Pointer%[2]s) %[3]s\n", name, params, result)
			return
		}
		give := ""
		if result != "" {
			give = "return "
		}
		fmt.Fprintf(&b, "\n//go:noinline\nfunc %s%s(addr *%s%s) %s {\n\t%sreal.%[1]s%[2]s(addr%[7]s)\n}\n", name, typ,
			goType(typ), params, result, give, args)
	}
	for _, t := range []string{"Int32", "Int64", "Uint32", "Uint64", "Uintptr", "Pointer"} {
		g := goType(t)
		add("Load", t, "", "", g)
		add("Store", t, ", x "+g, ", x", "")
		add("Swap", t, ", x "+g, ", x", g)
		add("CompareAndSwap", t, ", old, x "+g, ", old, x", "bool")
		if t != "Pointer" {
			for _, name := range []string{"Add", "And", "Or"} {
				add(name, t, ", x "+g, ", x", g)
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
