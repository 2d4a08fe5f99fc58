package amplify

import (
	"bytes"
	"context"
	"fmt"
	"go/ast"
	"go/token"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/seed38182bad/parallax/envs/gosrc"
	"github.com/seed38182bad/parallax/envs/internal/child"
)

// A Mode says when the second thread calls its function. See the package comment.
type Mode string

// The modes.
const (
	Beside Mode = "beside"
	Before Mode = "before"
	After  Mode = "after"
)

// variable is that of the environment of which the added files ask.
const variable = "PARALLAX_AMPLIFY"

// Env is for the environment of the tests: which of the pairs that Second was given is wanted, at which call of its
// function, from 1, and how. Without it the tests do what they always do.
func Env(pair, call int, mode Mode) string {
	return fmt.Sprintf("%s=%d@%d,%s", variable, pair, call, mode)
}

// Config says how hooks are written.
type Config struct {
	// Overlay are files as the program was loaded with them, which the go command does not find.
	Overlay map[string][]byte
	// Controlled is for tests that are compiled by package control: calls are counted in each execution. Without it they
	// are counted in the process.
	Controlled bool
}

// Refused is a pair that cannot be.
type Refused struct {
	Number int // of the pair
	Reason string
}

// Second writes what the pairs need, as files by absolute name, for "go build -overlay": those that declare the first
// functions, with hooks, and one more in each of their packages. Pairs are known by their place in the list; those that
// cannot be are refused.
//
// It fails if a file cannot be read, or has changed since the program was loaded.
func Second(ctx context.Context, p *gosrc.Program, pairs []Pair, cfg Config) (map[string][]byte, []Refused, error) {
	s := &seconds{p: p, cfg: cfg, edits: map[string][]edit{}, added: map[string]*added{}}
	var refused []Refused
	for i, pair := range pairs {
		why, err := s.add(ctx, i, pair)
		if err != nil {
			return nil, nil, fmt.Errorf("amplify: %w", err)
		}
		if why != "" {
			refused = append(refused, Refused{i, why})
		}
	}
	files := map[string][]byte{}
	for _, name := range slices.Sorted(maps.Keys(s.edits)) {
		text, err := s.text(name)
		if err != nil {
			return nil, nil, fmt.Errorf("amplify: %w", err)
		}
		files[name] = apply(text, s.edits[name])
	}
	for name, a := range s.added {
		text, err := a.text(cfg.Controlled)
		if err != nil {
			return nil, nil, fmt.Errorf("amplify: %w", err)
		}
		files[name] = []byte(text)
	}
	return files, refused, nil
}

// seconds is what Second has made so far.
type seconds struct {
	p     *gosrc.Program
	cfg   Config
	edits map[string][]edit // by file
	added map[string]*added // by file
	below []string          // packages that cannot have the file; nil if that is not known yet
	cache string            // the folder of modules
}

// add adds a pair, or says why there is none.
func (s *seconds) add(ctx context.Context, number int, pair Pair) (why string, err error) {
	f, why := find(s.p, pair.Func)
	if f == nil {
		return s.p.Func(pair.Func).Name + ": " + why, nil
	}
	m, why := find(s.p, pair.Second)
	if m == nil {
		return s.p.Func(pair.Second).Name + ": " + why, nil
	}
	if m.pkg != f.pkg {
		return fmt.Sprintf("%s and %s are of two packages", f.name(), m.name()), nil
	}
	if why, err := s.unwritable(ctx, f); why != "" || err != nil {
		return why, err
	}
	from, why := match(f, m)
	if why != "" {
		return why, nil
	}
	name, a := s.addedTo(f)
	h, isNew, err := a.hookOf(f, number)
	if err != nil {
		return fmt.Sprintf("the arguments of %s cannot be passed on: %v", f.name(), err), nil
	}
	call, err := a.call(m, from)
	if err != nil {
		return fmt.Sprintf("%s cannot be called: %v", m.name(), err), nil
	}
	if h.calls = append(h.calls, numbered{number, call}); isNew {
		s.edits[f.file] = append(s.edits[f.file], h.edits(s.p.Fset())...)
		a.hooks = append(a.hooks, h)
		s.added[name] = a
	}
	return "", nil
}

// unwritable is why the function cannot have a hook.
func (s *seconds) unwritable(ctx context.Context, f *callable) (why string, err error) {
	if s.below == nil {
		out, err := child.Output(child.Command(ctx, "go", "list", "-deps", "syscall", "time"))
		if err != nil {
			return "", fmt.Errorf("go list -deps syscall time: %w", err)
		}
		s.below = strings.Fields(string(out))
		out, err = child.Output(child.Command(ctx, "go", "env", "GOMODCACHE"))
		if err != nil {
			return "", fmt.Errorf("go env GOMODCACHE: %w", err)
		}
		s.cache = strings.TrimSpace(string(out)) + string(filepath.Separator)
	}
	load := f.pkg.Load
	switch {
	case load.Module == nil && slices.Contains(s.below, load.PkgPath):
		return fmt.Sprintf("what a hook needs imports package %s", load.PkgPath), nil
	case strings.HasPrefix(f.file, s.cache):
		return "the go command replaces no files of the module cache; copy the module", nil
	case !slices.Contains(load.GoFiles, f.file):
		return "its file imports C: the go command compiles another file that it makes of it", nil
	case slices.Contains(load.EmbedFiles, f.file):
		return "a package embeds its file (go:embed), and would see another text in it", nil
	}
	if f.decl.Doc != nil {
		for _, c := range f.decl.Doc.List {
			for _, mark := range []string{"//go:nosplit", "//go:nowritebarrier", "//go:systemstack"} {
				if strings.HasPrefix(c.Text, mark) {
					return fmt.Sprintf("%s is marked %s", f.name(), mark), nil
				}
			}
		}
	}
	return "", nil
}

// addedTo is the file that is added for a function, which is a new one if there is none.
func (s *seconds) addedTo(f *callable) (name string, a *added) {
	name, begin := addedFile+".go", addedFunc
	if f.inTest() {
		name, begin = addedFile+"_test.go", addedFunc+"Test"
		if strings.HasSuffix(f.pkg.SSA.Pkg.Name(), "_test") {
			name = addedFile + "_x_test.go"
		}
	}
	name = filepath.Join(filepath.Dir(f.file), name)
	if a = s.added[name]; a == nil {
		a = &added{begin: begin, spell: newSpeller(f, s.p.Fset(), f.inTest(), "zz")}
	}
	return name, a
}

// text is a file as it was loaded.
func (s *seconds) text(name string) ([]byte, error) {
	text, ok := s.cfg.Overlay[name]
	if !ok {
		var err error
		if text, err = os.ReadFile(name); err != nil {
			return nil, err
		}
	}
	size := -1
	s.p.Fset().Iterate(func(f *token.File) bool {
		if f.Name() == name {
			size = f.Size()
		}
		return size < 0
	})
	if size != len(text) {
		return nil, fmt.Errorf("%s has %d bytes, and had %d when it was loaded: load the program again", name, len(text),
			size)
	}
	return text, nil
}

// An edit replaces a part of a file.
type edit struct {
	at, remove int // in bytes
	insert     string
}

func apply(text []byte, edits []edit) []byte {
	slices.SortStableFunc(edits, func(a, b edit) int { return a.at - b.at })
	var b bytes.Buffer
	done := 0
	for _, e := range edits {
		b.Write(text[done:e.at])
		b.WriteString(e.insert)
		done = e.at + e.remove
	}
	b.Write(text[done:])
	return b.Bytes()
}

// A hook is what a function has at its beginning.
type hook struct {
	f     *callable
	name  string   // of its variable
	types []string // of the receiver and the parameters
	calls []numbered
}

// numbered is a call that a second thread makes, and the number of its pair.
type numbered struct {
	pair int
	call string
}

// edits name the parameters that have no name, and put the statement after the brace.
func (h *hook) edits(fset *token.FileSet) (list []edit) {
	at := func(p token.Pos) int { return fset.PositionFor(p, false).Offset }
	var names []string
	for _, fields := range []*ast.FieldList{h.f.decl.Recv, h.f.decl.Type.Params} {
		if fields == nil {
			continue
		}
		for _, field := range fields.List {
			if len(field.Names) == 0 {
				names = append(names, input(len(names)))
				list = append(list, edit{at(field.Type.Pos()), 0, names[len(names)-1] + " "})
			}
			for _, name := range field.Names {
				if names = append(names, name.Name); name.Name == "_" {
					names[len(names)-1] = input(len(names) - 1)
					list = append(list, edit{at(name.Pos()), 1, names[len(names)-1]})
				}
			}
		}
	}
	statement := fmt.Sprintf(" if %s != nil { defer %[1]s(%s)() };", h.name, strings.Join(names, ", "))
	return append(list, edit{at(h.f.decl.Body.Lbrace) + 1, 0, statement})
}

// The names of files and functions that are added begin so.
const addedFile, addedFunc = "zz_parallax_amplify", "zzAmplify"

// Added reports whether a function or a file of this name is one that Second has added. Such a function starts the
// second thread.
func Added(name string) bool {
	name = name[strings.LastIndexByte(name, '/')+1:]
	_, fn, _ := strings.Cut(name, ".")
	return strings.HasPrefix(name, addedFile) || strings.HasPrefix(fn, addedFunc)
}

// input is the name of an input in the hook, and in the function if it has none there.
func input(i int) string { return fmt.Sprintf("zz%d", i) }
