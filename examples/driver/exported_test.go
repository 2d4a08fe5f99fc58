package driver_test

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"io/fs"
	"maps"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/tools/go/packages"
)

// maxExported is how many names the packages export at their top level. Those of domains, examples and internal folders
// do not count. There are 381 to begin with, and 123 more:
//
//	 3   They tell of threads that wait, and of those that never go on: envs.Await, Halt, Failure.
//	46   They choose schedules: envs/explore.
//	27   They execute Go under schedules: envs/gorun, envs/gorun/control.
//	26   They show reports: envs/gorun/amplify and confirm, envs.Witness and Shown.
//	 6   They check objects: envs/gorun/lineartest.
//	15   They came with schedules, too: ir.Reduce, irgen.Shared, gogentest.Controlled and others.
const maxExported = 504

func TestExportedNamesAreFew(t *testing.T) {
	all := map[string]int{}
	require.NoError(t, filepath.WalkDir(filepath.Join("..", ".."), func(file string, d fs.DirEntry, err error) error {
		switch name := d.Name(); {
		case err != nil:
			return err
		case d.IsDir() && (slices.Contains([]string{"domains", "examples", "internal", "testdata"}, name) ||
			name != ".." && strings.HasPrefix(name, ".")):
			return filepath.SkipDir
		case d.IsDir() || filepath.Ext(file) != ".go" || strings.HasSuffix(file, "_test.go"):
			return nil
		}
		syntax, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.SkipObjectResolution)
		require.NoError(t, err)
		for _, d := range syntax.Decls {
			all[filepath.Dir(file)] += exportedBy(d)
		}
		return nil
	}))
	sum := 0
	for _, n := range all {
		sum += n
	}
	require.Greater(t, sum, 300)
	require.LessOrEqual(t, sum, maxExported, "who uses a package has to know these names: %v", all)
}

// exportedBy counts the exported names that a declaration adds to those of its package.
func exportedBy(d ast.Decl) (n int) {
	var names []*ast.Ident
	switch d := d.(type) {
	case *ast.FuncDecl:
		if d.Recv == nil {
			names = append(names, d.Name)
		}
	case *ast.GenDecl:
		for _, s := range d.Specs {
			switch s := s.(type) {
			case *ast.TypeSpec:
				names = append(names, s.Name)
			case *ast.ValueSpec:
				names = append(names, s.Names...)
			}
		}
	}
	for _, name := range names {
		if name.IsExported() {
			n++
		}
	}
	return n
}

// A reason says why names are there that no code of this module uses from outside of their package, tests excepted.
type reason struct {
	folder string // with /... also those below it
	names  string // patterns: Name, or Type.Method
	why    string
}

var reasons = []reason{
	// For who builds on these packages.
	{"lattice", "Dual Flat Just Lexicographic Lift Lift*", "the rest of the algebra, for lattices of users"},
	{"lattice/latticetest", "Gamma.* Transfer.*", "laws for domains of users; see the table of the package"},
	{"dataflow", "AnsweredBy", "for tests of parts of an analysis, as those of views"},
	{"dataflow/waiting", "Follower.Entry", "a part of an Analysis, as Step is"},
	{"dataflow/transactions", "Parse", "rules that stand in no file, as in tests"},
	{"envs", "Check.Text Def.Text", "how a detail reads, for messages of users' checkers"},
	{"envs/gorun", "Build.Kept", "known before there is a Session"},
	{"envs/trace", "TextWriter.Positions", "what the numbers of places in a text stand for"},
	{"envs/explore", "Limiter", "an optional part of a System, in its documentation"},
	{"envs/explore", "NewExhaustive NewPCT NewPOS NewRandomWalk", "strategies, which this module makes by their names"},
	{"envs/gorun/lineartest", "Options Check Draw T.* Command.*", "for tests of users, as in its Example"},
	{"envs/gorun/control/internal/kind", "*", "compiled into the programs that are controlled"},
	{"envs/ir", "Program.* Result.* State.* Value.*", "concrete runs, to which tests hold analyses"},

	// Domains are a library, of which the checkers of this module use a part.
	{"domains/...", "Max* Default* *.Limit", "limits, in the documentation of a domain"},
	{"domains/...", "New Of *Of NewVector NoPointers Between Frac Reduce Steps *.OfValues", "make a domain or an element"},
	{"domains/...", "Bits.Zeros Domain.Apart Event.* Expr.Const Fact.MustJoined Integer.Steps Lattice.Edges *.Atomicity " +
		"Rat.Big Set.IsNil Space.* State.Handed State.Owner State.Pilot Token.* Value.CompareNumbers",
		"questions to an element, for checkers of users"},
	{"domains/...", "*.Collapse Domain.Extend Domain.Keep Domain.LoadAny Domain.MayStep Domain.Re* Domain.StoreAny " +
		"Domain.Test* Domain.Tick Domain.WithRule *.Loop Path.Then Set.Without View.With Expr.Minus State.Each State.Split " +
		"Closest Neighbours", "transfers, and ways to merge, for checkers of users"},

	// Checkers and the command.
	{"examples/*", "Kind Kind* *Kind", "the kinds of a checker's reports, for who filters findings"},
	{"examples/atomtypes", "*", "the kinds of a checker's reports"},
	{"examples/lockorder", "Copy Cycle Kept Woken", "the kinds of a checker's reports"},
	{"examples/blocking", "CancelLost GroupAdd GroupReuse LostSignal NoLoop", "the kinds of a checker's reports"},
	{"examples/crash", "Fatal Panic", "the kinds of a checker's reports"},
	{"examples/balance", "Keeps Left Side Unheld", "the kinds of a checker's reports"},
	{"examples/initialised", "Early Unset Written", "an example of a facet, and the two checkers that use it"},
	{"examples/*", "New Relaxed RelaxedOptions", "the algorithm of a checker without flags, for checkers around it"},
	{"examples/stale", "Name", "beside Relaxed, for an Analyzer of one's own"},
	{"examples/typestate", "Parse Shipped", "properties for a checker of one's own"},
	{"examples/session", "Result.Executed Textual", "for commands of users"},
	{"examples/driver", "FormatVersion Judgement Output Run", "for who reads what -json prints, or tests a command"},

	// What no import shows.
	{"examples/checkertest/gotext", "Func Load", "for the tests of what a checker knows of programs"},
	{"examples/checkertest/stage", "New Stage.*", "for the tests of the gallery, which is a module of its own"},
	{"envs/gorun/internal/probe", "delayed heard.* tally.*", "the files are compiled into the program that is watched"},

	// Internal packages.
	{"domains/internal/dbm", "Limit State.SetTop", "the State is that of octagons and zones"},
	{"dataflow/waiting/internal/cycles", "Graph.* Limit Most", "what tests hold to a plain graph"},
	{"envs/gosrc/internal/*", "Max*", "limits that tests of gosrc come up to"},
	{"examples/bounds/internal/numbers", "Var Var.Reg", "the variables in the linear forms of a State"},
}

// patterns are those of the names, each with the folder.
func (r reason) patterns() (list []string) {
	for _, name := range strings.Fields(r.names) {
		list = append(list, r.folder+" "+name)
	}
	return list
}

// matches reports whether a pattern is for a name that is declared in a folder.
func matches(pattern, folder, name string) bool {
	in, names, _ := strings.Cut(pattern, " ")
	if below, ok := strings.CutSuffix(in, "/..."); ok && strings.HasPrefix(folder, below+"/") {
		in = folder
	}
	is, err := path.Match(in+" "+names, folder+" "+name)
	return is && err == nil
}

// forTests reports whether a package is there for tests to use it.
func forTests(folder string) bool {
	base := path.Base(folder)
	return strings.HasSuffix(base, "test") || slices.Contains([]string{"drawn", "irgen", "stage", "tracegen"}, base)
}

// A declared name, and how often it is used.
type declared struct {
	folder, name string
	exported     bool
	needed       bool // by another exported name of its package, or by an interface
	test         int  // in tests
	own          int  // in its package, tests excepted
	other        int  // in other packages, tests excepted
}

// idle reports whether the name has no use that explains it: of an exported name one in another package, of others one
// that is not in a test.
func (d *declared) idle() bool {
	switch {
	case d.needed || d.other > 0:
		return false
	case d.exported:
		return true
	}
	return d.own == 0 && d.test > 0
}

// An exported name is used by another package, or there is a reason for it; and what only tests use is declared there.
// A type is used by the exported declarations that mention it, a constant of a type with the type, and a method by each
// interface that has one of this name.
func TestExportedNamesAreUsed(t *testing.T) {
	if testing.Short() {
		t.Skip("loads packages")
	}
	root, err := filepath.Abs(filepath.Join("..", ".."))
	require.NoError(t, err)
	all, err := packages.Load(&packages.Config{Dir: root, Tests: true, Mode: packages.NeedName | packages.NeedSyntax |
		packages.NeedTypes | packages.NeedTypesInfo | packages.NeedImports | packages.NeedDeps}, "./...")
	require.NoError(t, err)
	require.Greater(t, len(all), 100)
	h := &house{root: filepath.ToSlash(root), fset: all[0].Fset, names: map[string]*declared{}}
	h.declare(all)
	h.use(all)
	require.Greater(t, len(h.used), 10_000)
	given := map[string]int{} // for how many names, by pattern
	for _, r := range reasons {
		require.NotEmpty(t, r.why)
		for _, p := range r.patterns() {
			given[p] = 0
		}
	}
	var idle []string
	for _, d := range h.names {
		if d.idle() && !excused(given, d) {
			idle = append(idle, fmt.Sprintf("%s %s: %d uses in its package, %d in tests", d.folder, d.name, d.own, d.test))
		}
	}
	slices.Sort(idle)
	require.Empty(t, strings.Join(idle, "\n"), "names that no other package uses, or only tests: unexport or remove "+
		"them, move them to the tests, or give a reason")
	maps.DeleteFunc(given, func(_ string, names int) bool { return names > 0 })
	require.Empty(t, given, "patterns of reasons for which there is no name any more")
}

// excused counts a name by the patterns that match it, and reports whether there is one.
func excused(given map[string]int, d *declared) (is bool) {
	for pattern := range given {
		if matches(pattern, d.folder, d.name) {
			given[pattern]++
			is = true
		}
	}
	return is
}

// A house is all the code of the module. A package and its variant for tests are two packages with the same places.
type house struct {
	root  string
	fset  *token.FileSet
	names map[string]*declared // by place
	used  map[string]bool      // places of uses
}

// at is the file of a place, from the root, and the place.
func (h *house) at(pos token.Pos) (file, place string) {
	p := h.fset.Position(pos)
	file = strings.TrimPrefix(filepath.ToSlash(p.Filename), h.root+"/")
	return file, fmt.Sprint(file, ":", p.Line, ":", p.Column)
}

// declare notes the names at the top of packages, and methods, beside those of tests and of commands; and which of them
// are needed.
func (h *house) declare(all []*packages.Package) {
	wanted := interfaceMethods(all)
	for _, p := range all {
		for _, o := range p.TypesInfo.Defs {
			if o == nil || p.Name == "main" {
				continue
			}
			file, place := h.at(o.Pos())
			if d := declaredBy(o, wanted); d != nil && !strings.HasSuffix(file, "_test.go") {
				d.folder, h.names[place] = path.Dir(file), d
			}
		}
	}
	for _, p := range all {
		for _, file := range p.Syntax {
			mentioned(file, func(id *ast.Ident) {
				if o, ok := p.TypesInfo.Uses[id].(*types.TypeName); ok {
					if _, place := h.at(o.Pos()); h.names[place] != nil {
						h.names[place].needed = true
					}
				}
			})
		}
	}
}

// declaredBy is the name that an object has, nil if it is neither at the top of a package nor the method of a type.
func declaredBy(o types.Object, wanted map[string]bool) *declared {
	d := &declared{name: o.Name(), exported: o.Exported()}
	if f, ok := o.(*types.Func); ok && f.Signature().Recv() != nil {
		of := receiver(f)
		if of == nil {
			return nil
		}
		d.name, d.exported, d.needed = of.Name()+"."+d.name, d.exported && of.Exported(), wanted[o.Name()]
		return d
	}
	if o.Pkg() == nil || o.Parent() != o.Pkg().Scope() {
		return nil
	}
	if c, ok := o.(*types.Const); ok {
		of, _ := c.Type().(*types.Named)
		d.needed = of != nil && of.Obj().Exported()
	}
	return d
}

// use counts the uses of names, each once, in whatever packages the file is.
func (h *house) use(all []*packages.Package) {
	h.used = map[string]bool{}
	for _, p := range all {
		for id, o := range p.TypesInfo.Uses {
			if f, ok := o.(*types.Func); ok {
				o = f.Origin()
			}
			_, of := h.at(o.Pos())
			file, place := h.at(id.Pos())
			d := h.names[of]
			if d == nil || h.used[place] {
				continue
			}
			h.used[place] = true
			switch {
			case strings.HasSuffix(file, "_test.go") && !forTests(d.folder):
				d.test++
			case path.Dir(file) == d.folder:
				d.own++
			default:
				d.other++
			}
		}
	}
}

// mentioned gives found what the exported declarations of a file mention to their users: no bodies, no fields that are
// not exported.
func mentioned(file *ast.File, found func(*ast.Ident)) {
	var look func(n ast.Node) bool
	look = func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.BlockStmt:
			return false
		case *ast.FuncDecl: // without its receiver
			if n.Name.IsExported() {
				ast.Inspect(n.Type, look)
			}
			return false
		case *ast.TypeSpec:
			return n.Name.IsExported()
		case *ast.ValueSpec:
			return slices.ContainsFunc(n.Names, (*ast.Ident).IsExported)
		case *ast.StructType:
			for _, f := range n.Fields.List {
				if len(f.Names) == 0 || slices.ContainsFunc(f.Names, (*ast.Ident).IsExported) {
					ast.Inspect(f.Type, look)
				}
			}
			return false
		case *ast.Ident:
			found(n)
		}
		return true
	}
	ast.Inspect(file, look)
}

// receiver is the type of which f is a method, nil if that is an interface.
func receiver(f *types.Func) *types.TypeName {
	t := f.Signature().Recv().Type()
	if p, ok := t.(*types.Pointer); ok {
		t = p.Elem()
	}
	if n, ok := t.(*types.Named); ok && !types.IsInterface(n) {
		return n.Obj()
	}
	return nil
}

// interfaceMethods are the names of the methods of all interfaces, those of other modules included.
func interfaceMethods(all []*packages.Package) map[string]bool {
	names := map[string]bool{}
	add := func(t types.Type) {
		if i, ok := t.Underlying().(*types.Interface); ok {
			for m := range i.Methods() {
				names[m.Name()] = true
			}
		}
	}
	packages.Visit(all, nil, func(p *packages.Package) {
		for _, name := range p.Types.Scope().Names() {
			add(p.Types.Scope().Lookup(name).Type())
		}
		for expr, tv := range p.TypesInfo.Types {
			if _, ok := expr.(*ast.InterfaceType); ok {
				add(tv.Type)
			}
		}
	})
	return names
}
