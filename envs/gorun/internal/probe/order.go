package probe

import (
	"fmt"
	"regexp"
	"strings"

	"github.com/seed38182bad/parallax/envs/gorun/internal/patch"
)

// orderPatches make the annotations for the race detector, in the run time and in packages below sync, live in a build
// without it. Each says what it orders by way of raceacquire, racerelease and the like, which rt/order.go.txt has.
var orderPatches = []change{
	live("runtime/chan.go", 11),
	live("runtime/select.go", 8),
	live("runtime/time.go", 6),
	live("runtime/synctest.go", 3),
	{
		"runtime/proc.go", regexp.MustCompile(`(?m)^func goexit1\(\) \{\n`), 1,
		"${0}\tif gp := getg(); gp.bubble != nil {\n\t\tracereleasemergeg(gp, gp.bubble.raceaddr())\n\t}\n",
		"to see goroutines in bubbles end",
	},
	{
		"runtime/race0.go",
		regexp.MustCompile(`(?m)^func race(acquire|acquireg|acquirectx|release|releaseg|releasemerge|releasemergeg|` +
			`gostart|readpc|writepc|ReadObjectPC|WriteObjectPC)\(.*\n`), 12,
		"", "functions that are there for the race detector",
	},
	{
		"runtime/chan.go", regexp.MustCompile(`(?m)^\t+racenotify\(c, (c\.sendx), nil\)$`), 1,
		"parallaxSlot(c, c.sendx, nil, true)", "to see sends to a buffer",
	},
	{
		"runtime/select.go", regexp.MustCompile(`(?m)^\t+racenotify\(c, (c\.sendx), nil\)$`), 1,
		"parallaxSlot(c, c.sendx, nil, true)", "to see sends to a buffer",
	},
	{
		"runtime/chan.go", regexp.MustCompile(`(?m)^\t+racenotify\(c, c\.recvx, nil\)$`), 3,
		"parallaxSlot(c, c.recvx, nil, c.qcount == 0)", "to see receives from a buffer, and sends past it",
	},
	{
		"runtime/select.go", regexp.MustCompile(`(?m)^\t+racenotify\(c, c\.recvx, nil\)$`), 1,
		"parallaxSlot(c, c.recvx, nil, false)", "to see receives from a buffer",
	},
	{
		"runtime/chan.go", regexp.MustCompile(`(?m)^\t+racenotify\(c, c\.recvx, sg\)$`), 2,
		"parallaxSlot(c, c.recvx, sg, c.qcount != 0)", "to see the other side of a buffer",
	},
	{
		"runtime/time.go", regexp.MustCompile(`(?m)^\t\tgp\.racectx = 0\n`), 1,
		"${0}\t\tparallaxFired(gp)\n", "to see timers end",
	},
	{
		"runtime/sema.go",
		regexp.MustCompile(`(?m)^\tif l\.wait\.Load\(\) == atomic\.Load\(&l\.notify\) \{\n\t\treturn\n\t\}\n`), 2,
		"${0}\tracereleasemerge(unsafe.Pointer(l))\n", "to see conditions notified",
	},
	{
		"runtime/sema.go", regexp.MustCompile(`(?m)^\tif less\(t, l\.notify\) \{\n`), 1,
		"${0}\t\traceacquire(unsafe.Pointer(l))\n", "to see conditions that were notified before",
	},
	{
		"runtime/sema.go", regexp.MustCompile(`(?m)^\t+readyWithTime\(s, 4\)\n`), 2,
		"parallaxWakes(s)\n${0}", "to see waiters of conditions wake",
	},
	{
		"internal/race/norace.go", regexp.MustCompile(`(?m)^const Enabled = false$`), 1,
		"const Enabled = true", "to see what packages say of order",
	},
	{
		"internal/race/norace.go",
		regexp.MustCompile(`(?m)^func (Acquire|Release|ReleaseMerge|Disable|Enable)(\(.*\)) \{\n\}$`), 5,
		"//go:linkname ${1}\nfunc ${1}${2}", "to see what packages say of order",
	},
	{
		"sync/rwmutex.go",
		regexp.MustCompile(`(?m)^(\t+race\.(?:Acquire|Release|ReleaseMerge))` +
			`(\(unsafe\.Pointer\(&rw\.(?:reader|writer)Sem\)\))$`), 8,
		"${1}Lock${2}", "to tell the order of locks",
	},
	{
		"sync/pool.go", regexp.MustCompile(`(?m)^\t\tif runtime_randn\(4\) == 0 \{$`), 1,
		"\t\tif false {", "to have pools work as they do",
	},
	{
		"sync/pool.go",
		regexp.MustCompile(`(?m)^\th := uint32\(\(uint64\(uint32\(ptr\)\) \* 0x85ebca6b\) >> 16\)\n\treturn .*\n`), 1,
		"\t_, _ = ptr, poolRaceHash\n\treturn unsafe.Add((*[2]unsafe.Pointer)(unsafe.Pointer(&x))[1], 1)\n",
		"to tell things in pools apart",
	},
	{
		"sync/atomic/type.go", regexp.MustCompile(`(?m)^import "unsafe"$`), 1,
		"import (\n\t\"unsafe\"\n\t\"zzparallax\"\n)", "to see atomic operations",
	},
	{
		"sync/atomic/type.go", regexp.MustCompile(`(?m)^(func \(x \*[^)]*\) Load\(.*) \{ return (.*) \}$`), 7,
		"${1} { i := zzparallax.Atomic(unsafe.Pointer(&x.v)); v := ${2}; " +
			"zzparallax.AtomicDone(i, unsafe.Pointer(&x.v), true, false); return v }",
		"to see atomic loads",
	},
	{
		"sync/atomic/type.go", regexp.MustCompile(`(?m)^(func \(x \*[^)]*\) Store\(.*) \{ (.*) \}$`), 7,
		"${1} { i := zzparallax.Atomic(unsafe.Pointer(&x.v)); ${2}; " +
			"zzparallax.AtomicDone(i, unsafe.Pointer(&x.v), false, true) }",
		"to see atomic stores",
	},
	{
		"sync/atomic/type.go",
		regexp.MustCompile(`(?m)^(func \(x \*[^)]*\) (?:Swap|Add|And|Or)\(.*) \{ return (.*) \}$`), 22,
		"${1} { i := zzparallax.Atomic(unsafe.Pointer(&x.v)); v := ${2}; " +
			"zzparallax.AtomicDone(i, unsafe.Pointer(&x.v), true, true); return v }",
		"to see atomic updates",
	},
	{
		"sync/atomic/type.go", regexp.MustCompile(`(?m)^(func \(x \*[^)]*\) CompareAndSwap\(.* \{\n)\treturn (.*)\n\}$`), 7,
		"${1}\ti := zzparallax.Atomic(unsafe.Pointer(&x.v)); v := ${2}; " +
			"zzparallax.AtomicDone(i, unsafe.Pointer(&x.v), true, v); return v\n}",
		"to see atomic updates",
	},
	{
		"sync/atomic/value.go", regexp.MustCompile(`(?m)^func \(v \*Value\) (Load|Store|Swap|CompareAndSwap)\(`), 4,
		"func (v *Value) plain${1}(", "to see atomic operations",
	},
}

// live enables what is there for the race detector in a file of the run time.
func live(file string, count int) change {
	find := regexp.MustCompile(`(?m)^(\t+(?:if )?)raceenabled\b`)
	return change{file, find, count, "${1}true", "what is there for the race detector"}
}

// atomicPath is a package with the functions of sync/atomic, for files that use them and can be replaced: the compiler
// makes instructions of calls of sync/atomic.
const atomicPath = ImportPath + "/atomic"

// RenameAtomics makes the calls of functions of sync/atomic visible in a file.
func RenameAtomics(name string, text []byte) ([]byte, error) {
	return patch.RenameAtomics(name, text, atomicPath)
}

func atomicPackage() string {
	var b strings.Builder
	b.WriteString("// Package atomic has the functions of sync/atomic, with records.\npackage atomic\n\n" +
		"import (\n\t\"sync/atomic\"\n\t\"unsafe\"\n\t\"zzparallax\"\n)\n")
	add := func(name, typ, params, args, result string, loads bool, stores string) {
		set, give := "", ""
		if result != "" {
			set, give = "v := ", "\treturn v\n"
		}
		fmt.Fprintf(&b, "\nfunc %s%s(addr *%s%s) %s {\n\ti := zzparallax.Atomic(unsafe.Pointer(addr))\n"+
			"\t%satomic.%[1]s%[2]s(addr%[7]s)\n\tzzparallax.AtomicDone(i, unsafe.Pointer(addr), %[8]t, %[9]s)\n%[10]s}\n",
			name, typ, goType(typ), params, result, set, args, loads, stores, give)
	}
	for _, t := range []string{"Int32", "Int64", "Uint32", "Uint64", "Uintptr", "Pointer"} {
		g := goType(t)
		add("Load", t, "", "", g, true, "false")
		add("Store", t, ", x "+g, ", x", "", false, "true")
		add("Swap", t, ", x "+g, ", x", g, true, "true")
		add("CompareAndSwap", t, ", old, x "+g, ", old, x", "bool", true, "v")
		if t == "Pointer" {
			continue
		}
		for _, name := range []string{"Add", "And", "Or"} {
			add(name, t, ", x "+g, ", x", g, true, "true")
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
