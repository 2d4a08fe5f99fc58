package control

import (
	"cmp"
	"debug/elf"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
)

// A putBack says which package variables of a program are put back before an execution.
type putBack struct {
	file string // that lists them
	mu   sync.Mutex
	kept string // why they are not put back, if that is known
}

// keep says why variables are not put back.
func (v *putBack) keep(why string) {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.kept = why
}

// why says why variables are not put back; "" if they are.
func (v *putBack) why() string {
	v.mu.Lock()
	defer v.mu.Unlock()
	return v.kept
}

// registries are packages of the standard library with which others register when they are initialised. Some panic the
// second time, some keep what was said first. Those that register with them are listed, too.
var registries = []string{"archive/zip", "database/sql", "expvar", "net/http", "net/http/pprof", "net/rpc"}

// putBack finds the variables of the packages in a program of tests. It writes a file with their addresses and sizes.
// Files are those of the package with the tests.
func (b *Build) putBack(t *testBinary, files, pkgs []string) *putBack {
	if hasTestMain(t.dir, files, b.cfg.Overlay) {
		return &putBack{kept: "the package has a TestMain"}
	}
	v := &putBack{file: t.file + ".vars"}
	var text strings.Builder
	if v.kept = listVariables(t.file, pkgs, &text); v.kept == "" {
		if err := os.WriteFile(v.file, []byte(text.String()), 0o666); err != nil {
			v.kept = err.Error()
		}
	}
	return v
}

// A span is from one address up to another one.
type span struct{ from, to uint64 }

// listVariables writes the address of the module's data, and the spans of the variables.
func listVariables(program string, pkgs []string, b *strings.Builder) (why string) {
	f, err := elf.Open(program)
	if err != nil {
		return err.Error()
	}
	defer f.Close()
	symbols, err := f.Symbols()
	if err != nil {
		return "the program has no symbols: " + err.Error()
	}
	of := map[string]bool{}
	for _, pkg := range slices.Concat(pkgs, registries) {
		of[pkg] = true
	}
	module := uint64(0)
	var all, vars []span
	for _, s := range symbols {
		if elf.ST_TYPE(s.Info) != elf.STT_OBJECT {
			continue
		}
		if s.Name == "runtime.firstmoduledata" {
			module = s.Value
		}
		if int(s.Section) >= len(f.Sections) || !segments[f.Sections[s.Section].Name] {
			continue
		}
		x := span{s.Value, s.Value + s.Size}
		all = append(all, x)
		if s.Size > 0 && of[packageOf(s.Name)] {
			vars = append(vars, x)
		}
	}
	if module == 0 {
		return "the program has no symbols"
	}
	if vars, err = withParts(f, all, vars); err != nil {
		return err.Error()
	}
	slices.SortFunc(vars, func(a, b span) int { return cmp.Compare(a.from, b.from) })
	begins := map[uint64]bool{} // a section
	for _, s := range f.Sections {
		begins[s.Addr] = true
	}
	fmt.Fprintf(b, "%d\n", module)
	for i := 0; i < len(vars); {
		s := vars[i]
		for i++; i < len(vars) && vars[i].from <= s.to && !begins[vars[i].from]; i++ {
			s.to = max(s.to, vars[i].to)
		}
		fmt.Fprintf(b, "%d %d\n", s.from, s.to-s.from)
	}
	return ""
}

// segments are those of variables.
var segments = map[string]bool{".data": true, ".noptrdata": true, ".bss": true, ".noptrbss": true}

// withParts adds to variables what they point to when the program begins, if that has no symbol. An example is the
// array of a slice. Such a part ends where something else is, or where something else points to.
func withParts(f *elf.File, all, vars []span) ([]span, error) {
	data := f.Section(".data")
	if data == nil {
		return vars, nil
	}
	image, err := data.Data()
	if err != nil {
		return nil, err
	}
	word := func(addr uint64) uint64 { return f.ByteOrder.Uint64(image[addr-data.Addr:]) }
	var starts []uint64
	slices.SortFunc(all, func(a, b span) int { return cmp.Compare(a.from, b.from) })
	for _, s := range all {
		starts = append(starts, s.from)
	}
	inside := func(addr uint64) bool { // of what has a symbol
		i, ok := slices.BinarySearchFunc(all, addr, func(s span, a uint64) int { return cmp.Compare(s.from, a) })
		return ok || i > 0 && addr < all[i-1].to
	}
	var held []span
	for _, s := range f.Sections {
		if segments[s.Name] {
			held = append(held, span{s.Addr, s.Addr + s.Size})
			starts = append(starts, s.Addr, s.Addr+s.Size)
		}
	}
	holds := func(addr uint64) bool {
		return slices.ContainsFunc(held, func(s span) bool { return addr >= s.from && addr < s.to })
	}
	for a := (data.Addr + 7) &^ 7; a+8 <= data.Addr+uint64(len(image)); a += 8 {
		if w := word(a); holds(w) {
			starts = append(starts, w)
		}
	}
	slices.Sort(starts)
	starts = slices.Compact(starts)
	seen := map[uint64]bool{}
	for i := 0; i < len(vars); i++ {
		for a := (vars[i].from + 7) &^ 7; a+8 <= vars[i].to; a += 8 {
			if a < data.Addr || a+8 > data.Addr+uint64(len(image)) {
				break
			}
			if w := word(a); holds(w) && !inside(w) && !seen[w] {
				seen[w] = true
				j, _ := slices.BinarySearch(starts, w+1)
				vars = append(vars, span{w, starts[j]})
			}
		}
	}
	return vars, nil
}

// packageOf is the path of the package to which a symbol belongs.
func packageOf(symbol string) string {
	end := len(symbol)
	if i := strings.IndexByte(symbol, '['); i >= 0 {
		end = i
	}
	slash := strings.LastIndexByte(symbol[:end], '/') + 1
	dot := strings.IndexByte(symbol[slash:end], '.')
	if dot < 0 {
		return ""
	}
	path := symbol[:slash+dot]
	if plain, err := url.PathUnescape(path); err == nil { // the linker writes %2e for a dot of the last element
		return plain
	}
	return path
}

// testMain is how a file declares a TestMain.
var testMain = regexp.MustCompile(`(?m)^func\s+TestMain\s*\(`)

// hasTestMain reports whether one of some files has a TestMain. What it sets could not be put back.
func hasTestMain(dir string, files []string, overlay map[string][]byte) bool {
	for _, name := range files {
		name = filepath.Join(dir, name)
		text, ok := overlay[name]
		if !ok {
			text, _ = os.ReadFile(name)
		}
		if testMain.Match(text) {
			return true
		}
	}
	return false
}
