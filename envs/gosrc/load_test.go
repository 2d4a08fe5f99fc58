package gosrc

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/tools/go/ssa"

	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/internal/ssamap"
)

func TestErrorsHavePlacesAndTheRestGoesOn(t *testing.T) {
	p := load(t, map[string]string{
		"good/good.go":     "package good\n\nfunc F() int { return 1 }\n",
		"types/types.go":   "package types\n\nfunc F() int {\n\treturn \"no\"\n}\n",
		"syntax/syntax.go": "package syntax\n\nfunc F( {\n",
		"user/user.go":     "package user\n\nimport \"m/types\"\n\nvar X = types.F()\n",
	})
	require.NotNil(t, p.fn(t, "m/good.F"))
	var got []string
	for _, e := range p.Errors {
		got = append(got, e.Pos.String()+" "+e.Package)
		require.NotEmpty(t, e.Msg)
	}
	require.Subset(t, got, []string{"syntax/syntax.go:3:9 m/syntax", "types/types.go:4:9 m/types",
		"user/user.go:3:8 m/user"})
	for i := range p.NumFuncs() {
		require.NotContains(t, p.Func(envs.FuncID(i)).Name, "m/types.")
		require.NotContains(t, p.Func(envs.FuncID(i)).Name, "m/user.")
	}
}

func TestLoadFailsIfNothingCanBeRead(t *testing.T) {
	_, err := Load(context.Background(), Config{Dir: filepath.Join(t.TempDir(), "none")})
	require.ErrorContains(t, err, "gosrc: load .")
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	_, err = Load(ctx, Config{Patterns: []string{"fmt"}})
	require.ErrorIs(t, err, context.Canceled)
}

func TestTestsAreSeenOnce(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, "go.mod", "module m\n\ngo 1.26\n")
	write(t, dir, "m.go", "package m\n\nfunc F() {}\n")
	write(t, dir, "m_test.go", "package m\n\nimport \"testing\"\n\nfunc TestF(t *testing.T) { F() }\n")
	write(t, dir, "x_test.go",
		"package m_test\n\nimport (\n\t\"m\"\n\t\"testing\"\n)\n\nfunc TestX(t *testing.T) { m.F() }\n")
	p, err := Load(context.Background(), Config{Dir: dir, Tests: true})
	require.NoError(t, err)
	require.Empty(t, p.Errors)
	count := make(map[string]int)
	for _, id := range p.Roots() {
		count[p.Func(id).Name]++
	}
	require.Equal(t, 1, count["m.F"])
	require.Equal(t, 1, count["m.TestF"])
	require.Equal(t, 1, count["m_test.TestX"])
	x := p.fn(t, "m_test.TestX")
	require.Equal(t, p.fn(t, "F").ID, x.Ops[0].Callee.Funcs[0])
}

func TestPackageIsSeenWithoutItsTestsIfTheyAreWrong(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, "go.mod", "module m\n\ngo 1.26\n")
	write(t, dir, "m.go", "package m\n\nfunc F() {}\n")
	write(t, dir, "m_test.go", "package m\n\nfunc TestF() int { return \"no\" }\n")
	write(t, dir, "x_test.go", "package m_test\n\nimport \"m\"\n\nfunc TestX() { m.F() }\n")
	p, err := Load(context.Background(), Config{Dir: dir, Tests: true})
	require.NoError(t, err)
	var errs, roots []string
	for _, e := range p.Errors {
		errs = append(errs, e.Pos.String()+" "+e.Package)
	}
	for _, id := range p.Roots() {
		roots = append(roots, p.Func(id).Name)
	}
	require.Subset(t, errs, []string{"m_test.go:3:27 m", "x_test.go:3:8 m_test"})
	require.Equal(t, []string{"m.init", "m.F"}, roots)
}

func TestDependenciesAreNumberedButNoRoots(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, "go.mod", "module m\n\ngo 1.26\n")
	for _, sub := range []string{"a", "b"} {
		require.NoError(t, os.Mkdir(filepath.Join(dir, sub), 0o777))
	}
	write(t, filepath.Join(dir, "a"), "a.go", "package a\n\nimport \"m/b\"\n\nfunc F() { b.G() }\n")
	write(t, filepath.Join(dir, "b"), "b.go", "package b\n\nfunc G() {}\n")
	without, err := Load(context.Background(), Config{Dir: dir, Patterns: []string{"./a"}})
	require.NoError(t, err)
	call := without.fn(t, "m/a.F").Ops[0]
	require.True(t, call.Callee.Open)
	require.Empty(t, call.Callee.Funcs)

	with, err := Load(context.Background(), Config{Dir: dir, Patterns: []string{"./a"}, Deps: true})
	require.NoError(t, err)
	call = with.fn(t, "m/a.F").Ops[0]
	require.False(t, call.Callee.Open)
	require.Equal(t, []envs.FuncID{with.fn(t, "m/b.G").ID}, call.Callee.Funcs)
	require.NotContains(t, with.Roots(), with.fn(t, "m/b.G").ID)
	require.Contains(t, with.Roots(), with.fn(t, "m/a.F").ID)
}

// Of a dependency only what is called has a number, but what it writes counts wherever it writes it.
func TestDepsOnDemand(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, "go.mod", "module m\n\ngo 1.26\n")
	require.NoError(t, os.MkdirAll(filepath.Join(dir, "b"), 0o777))
	write(t, dir, "a.go", `package main

import "m/b"

func main() {
	x := b.New()
	println(x.Kept(), x.Changed())
}
`)
	write(t, filepath.Join(dir, "b"), "b.go", `package b

type T struct{ kept, changed int }

func New() *T { return &T{1, 2} }

func (t *T) Kept() int    { return t.kept }
func (t *T) Changed() int { return t.changed }

func init() { hook = &T{} }

var hook interface{ change() }

func (t *T) change() { t.changed++ }

func Unused() { swap[*T](nil) }

func swap[P any](P) {}
`)
	p, err := Load(context.Background(), Config{Dir: dir, Patterns: []string{"."}, Deps: true})
	require.NoError(t, err)
	var names []string
	for i := range p.NumFuncs() {
		requireSound(t, p, envs.FuncID(i))
		if name := p.Func(envs.FuncID(i)).Name; strings.Contains(name, "m/b") {
			names = append(names, name)
		}
	}
	require.Equal(t, []string{
		"m/b.init", "m/b.New", "(*m/b.T).Kept", "(*m/b.T).Changed", "m/b.init#1",
	}, names)
	final := make(map[string]bool)
	for i := range p.NumFuncs() {
		f := p.Func(envs.FuncID(i))
		for pc := range f.Ops {
			if loc := f.Ops[pc].Loc; loc != nil {
				final[loc.Name] = loc.Final
			}
		}
	}
	require.True(t, final["m/b.T.kept"])
	require.False(t, final["m/b.T.changed"])
}

// Of a generic function in a dependency only instances have numbers.
func TestLiteralsOfInstancesHaveOrigins(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, "go.mod", "module m\n\ngo 1.26\n")
	require.NoError(t, os.Mkdir(filepath.Join(dir, "b"), 0o777))
	write(t, dir, "a.go", "package a\n\nimport \"m/b\"\n\nfunc F() int { return b.G(1) }\n")
	write(t, filepath.Join(dir, "b"), "b.go",
		"package b\n\nfunc G[T any](x T) T {\n\tf := func() T { return func() T { return x }() }\n\treturn f()\n}\n")
	p, err := Load(context.Background(), Config{Dir: dir, Patterns: []string{"."}, Deps: true})
	require.NoError(t, err)
	literals := 0
	for i := range p.NumFuncs() {
		if fn := p.SSA(envs.FuncID(i)); fn.Parent() != nil {
			literals++
			require.NotNil(t, fn.Origin(), fn.String())
		}
	}
	require.Equal(t, 2, literals)
}

func TestPositions(t *testing.T) {
	p := source(t, `
func F(a []int) (n int) {
	for i := range a {
		n += a[i]
	}
	return
}

func G() {
}

func Array(a []int) [3]int {
	G()
	return [3]int(a)
}

type T struct{ x int }

func (t T) M() {}

func Implicit() {
	var t *T
	G()
	t.M()
}
`)
	f := p.fn(t, "F")
	for pc := range f.Ops {
		at := p.Position(envs.At(f.ID, int32(pc)))
		require.Equal(t, "m.go", at.File)
		switch f.Ops[pc].Kind {
		case envs.Load:
			require.Equal(t, "m.go:5:9", at.String())
		case envs.Return:
			require.Equal(t, "m.go:7:2", at.String())
		}
	}
	for name, want := range map[string]string{"Array": "m.go:15:15", "Implicit": "m.go:25:5"} {
		fn, checks := p.fn(t, name), 0
		for pc := range fn.Ops {
			if at := envs.At(fn.ID, int32(pc)); len(p.Detail(at).Checks) > 0 {
				require.Equal(t, want, p.Position(at).String(), "what has no place of its own")
				checks++
			}
		}
		require.NotZero(t, checks)
	}
	g := p.fn(t, "G")
	require.Equal(t, "m.go:11:1", p.Position(envs.At(g.ID, 0)).String(), "an implicit return is where the function ends")
}

func TestMapRelatesInstructionsAndOperations(t *testing.T) {
	p := source(t, flowSource+"\n"+`
func Deferred(f func()) {
	defer f()
}
`)
	for id := range envs.FuncID(p.NumFuncs()) {
		m := p.Map(id)
		covered := make([]bool, len(m.Func.Ops))
		for _, b := range m.SSA.Blocks {
			if m.Block(b) < 0 {
				continue
			}
			for _, i := range b.Instrs {
				s := m.Instr(i)
				for pc := s.Lo; pc < s.Hi; pc++ {
					covered[pc] = true
				}
				if v, ok := i.(ssa.Value); ok && m.Reg(v) != 0 && !s.Empty() {
					op := m.Func.Ops[s.Hi-1]
					if _, tuple := i.(*ssa.Select); !tuple {
						require.True(t, op.Defines(m.Reg(v)), "%s: %s", m.SSA, i)
					}
				}
			}
		}
		for _, b := range m.SSA.Blocks {
			for k := range b.Succs {
				for pc := m.Edge(b, k).Lo; pc < m.Edge(b, k).Hi; pc++ {
					require.Contains(t, []envs.Kind{envs.Move, envs.Const}, m.Func.Ops[pc].Kind)
					covered[pc] = true
				}
			}
		}
		for pc, ok := range covered {
			if !ok && m.Func.Ops[pc].Handler == 0 && m.Source(int32(pc)) != nil {
				require.Equal(t, envs.Jump, m.Func.Ops[pc].Kind, "%s: op %d is neither of an instruction nor of an edge", m.SSA, pc)
			}
		}
	}

	swap := p.Map(p.fn(t, "Swap").ID)
	var back ssamap.Span
	for _, b := range swap.SSA.Blocks {
		for k, s := range b.Succs {
			if s.Dominates(b) {
				back = swap.Edge(b, k)
			}
		}
	}
	require.Equal(t, int32(4), back.Hi-back.Lo, "three phis, of which two swap")

	d := p.Map(p.fn(t, "Deferred").ID)
	var exit ssa.Instruction
	var stmt *ssa.Defer
	for _, b := range d.SSA.Blocks {
		for _, i := range b.Instrs {
			switch i := i.(type) {
			case *ssa.RunDefers:
				exit = i
			case *ssa.Defer:
				stmt = i
			}
		}
	}
	s := d.Deferred(exit, stmt)
	require.Equal(t, int32(1), s.Hi-s.Lo)
	require.Equal(t, envs.Call, d.Func.Ops[s.Lo].Kind)
}

func TestFinalClasses(t *testing.T) {
	p := source(t, memorySource+`
type pair struct{ in, out P }

func (q *pair) set(p *P) { q.out = *p }
func (q *pair) get() int { return q.in.x + q.out.x + q.in.y }

func late(b bool) *pair {
	q := &pair{}
	keep(q)
	q.in.y = 1
	return q
}

var kept *pair

func keep(q *pair) { kept = q }
`)
	final := make(map[string]bool)
	for loc := range p.classes.All {
		final[loc.Name] = loc.Final
	}
	for name, want := range map[string]bool{
		"m.S.fixed":    true,  // set in a composite literal only
		"m.S.q":        false, // set by a method
		"m.S.m":        true,  // never set
		"m.table":      true,  // set by its initialiser only
		"m.kept":       false,
		"m.Captured.k": true,  // set before it is captured
		"m.Captured.n": false, // set by closures
		"m.P.x":        false, // set through another field, and with the whole
		"m.pair.in":    false, // a part of it is set after the object was published
		"m.pair.out":   false, // set whole
		"[]int":        false, // made by anybody
		"*m.P":         false, // reaches what has other names
	} {
		got, ok := final[name]
		require.True(t, ok, name)
		require.Equal(t, want, got, name)
	}
}

// With tests there are several copies of q. One imports p. Another imports p as it is compiled for its test, with types
// of its own and no checked bodies.
func TestCopiesForTests(t *testing.T) {
	if testing.Short() {
		t.Skip("loads Go packages from their source")
	}
	dir := t.TempDir()
	write(t, dir, "go.mod", "module m\n\ngo 1.26\n")
	for _, sub := range []string{"p", "q", "r"} {
		require.NoError(t, os.Mkdir(filepath.Join(dir, sub), 0o777))
	}
	sub := filepath.Join(dir, "p")
	write(t, sub, "p.go",
		"package p\n\ntype T struct{ n int }\n\nfunc New(n int) *T { return &T{n} }\n\n"+
			"func (t *T) get() int { return t.n }\n")
	write(t, sub, "export_test.go", "package p\n\nfunc Get(t *T) int { return t.get() }\n")
	write(t, sub, "in_test.go", "package p\n\nimport \"testing\"\n\nfunc TestIn(t *testing.T) { New(1).get() }\n")
	write(t, sub, "out_test.go", `package p_test

import (
	"testing"

	"m/p"
	"m/q"
	"m/r"
)

func TestOut(t *testing.T) {
	p.Get(p.New(2))
	p.Get(q.Make(3))
	p.Get(r.Make(4))
}
`)
	write(t, filepath.Join(dir, "q"), "q.go",
		"package q\n\nimport \"m/p\"\n\nfunc Make(n int) *p.T {\n\tvar err error\n\tif err == nil {\n"+
			"\t\treturn p.New(n)\n\t}\n\treturn nil\n}\n")
	write(t, filepath.Join(dir, "r"), "r.go",
		"package r\n\nimport (\n\t\"m/p\"\n\t\"m/q\"\n)\n\nfunc Make(n int) *p.T { return q.Make(n) }\n")

	for _, tc := range []struct {
		patterns []string
		deps     bool
		roots    []string
		overlay  bool
	}{
		{patterns: []string{"./p"}},
		{patterns: []string{"./p"}, overlay: true},
		{patterns: []string{"./..."}, roots: []string{"m/q.init", "m/q.Make", "m/r.init", "m/r.Make"}},
		{patterns: []string{"./..."}, deps: true, roots: []string{"m/q.init", "m/q.Make", "m/r.init", "m/r.Make"}},
	} {
		if tc.deps && testing.Short() {
			continue // reads all that package testing imports
		}
		cfg := Config{Dir: dir, Patterns: tc.patterns, Tests: true, Deps: tc.deps}
		if tc.overlay {
			cfg.Overlay = map[string][]byte{filepath.Join(sub,
				"in_test.go"): []byte("package p\n\nfunc TestIn() { New(1).get() }\n")}
		}
		p, err := Load(context.Background(), cfg)
		require.NoError(t, err)
		require.Empty(t, p.Errors)
		var roots []string
		for _, id := range p.Roots() {
			roots = append(roots, p.Func(id).Name)
			requireSound(t, p, id)
		}
		want := []string{
			"m/p.Get", "m/p.TestIn", "m/p.init", "m/p.New", "(*m/p.T).get", "m/p_test.init", "m/p_test.TestOut",
		}
		require.ElementsMatch(t, append(want, tc.roots...), roots)
		var calls []string
		for _, op := range p.fn(t, "m/p_test.TestOut").Ops {
			if op.Kind != envs.Call {
				continue
			}
			require.Equal(t, op.Callee.Open, len(op.Callee.Funcs) == 0)
			for _, id := range op.Callee.Funcs {
				calls = append(calls, p.Func(id).Name)
				if op.Callee.Name == "Get" || op.Callee.Name == "New" {
					require.Contains(t, p.Roots(), id, "the tests' copy is what is shown of p")
				}
			}
		}
		if tc.deps {
			require.Equal(t, []string{"m/p.New", "m/p.Get", "m/q.Make", "m/p.Get", "m/r.Make", "m/p.Get"}, calls)
		} else {
			require.Equal(t, []string{"m/p.New", "m/p.Get", "m/p.Get", "m/p.Get"}, calls)
		}
	}
}

// The main package writes fields of p as it imports it, the tests those of q as it is compiled for them. What is shown
// of p and q are other copies.
func TestCopiesAreWrittenTogether(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, "go.mod", "module m\n\ngo 1.26\n")
	write(t, dir, "main.go",
		"package main\n\nimport \"m/p\"\n\nvar shared *p.T\n\nfunc "+
			"main() { shared = p.New(); shared.Main, p.Count = 1, 2; p.Use(shared) }\n")
	for _, sub := range []string{"p", "q"} {
		require.NoError(t, os.Mkdir(filepath.Join(dir, sub), 0o777))
	}
	sub := filepath.Join(dir, "p")
	write(t, sub, "p.go",
		"package p\n\ntype T struct{ Main, In, Never int }\n\nvar Count, Kept = 1, 1\n\nfunc New() *T { return &T{} }\n"+
			"\nfunc Use(t *T) int { return t.Main + t.In + t.Never + Count + Kept }\n")
	write(t, sub, "in_test.go", "package p\n\nfunc TestIn(t *T) { t.In = 1 }\n")
	write(t, sub, "out_test.go",
		"package p_test\n\nimport (\n\t\"m/p\"\n\t\"m/q\"\n)\n\nfunc TestOut(u *q.U) *p.T { u.Out = 1; return u.T }\n")
	write(t, filepath.Join(dir, "q"), "q.go",
		"package q\n\nimport \"m/p\"\n\ntype U struct{ *p.T; Out int }\n\nfunc Use(u *U) (*p.T, int) { return u.T, u.Out }\n")

	p, err := Load(context.Background(), Config{Dir: dir, Patterns: []string{"./..."}, Tests: true})
	require.NoError(t, err)
	require.Empty(t, p.Errors)
	final := make(map[string]bool)
	for _, id := range p.Roots() {
		if name := p.Func(id).Name; name != "m/p.Use" && name != "m/q.Use" {
			continue
		}
		for _, op := range p.Func(id).Ops {
			if op.Loc != nil {
				final[op.Loc.Name] = op.Loc.Final
			}
		}
	}
	require.Equal(t, map[string]bool{
		"m/p.T.Main": false, "m/p.T.In": false, "m/p.T.Never": true, "m/p.Count": false, "m/p.Kept": true,
		"m/q.U.T": true, "m/q.U.Out": false,
	}, final)
}

// The tests of image import packages that import image.
func TestStdWithTests(t *testing.T) {
	if testing.Short() {
		t.Skip("loads Go packages from their source")
	}
	p, err := Load(context.Background(), Config{Dir: t.TempDir(), Patterns: []string{"image"}, Tests: true})
	require.NoError(t, err)
	require.Empty(t, p.Errors)
	require.NotEmpty(t, p.fn(t, "image_test.TestDecode").Ops)
	for _, id := range p.Roots() {
		requireSound(t, p, id)
	}
}

// What a field may hold is stored by a function that is not kept, from a variable that this one sets once. It is looked
// at again when a function that calls it is asked for its sources.
func TestSourcesAfterBodiesAreDropped(t *testing.T) {
	p := module(t, Config{Patterns: []string{"."}, Deps: true}, map[string]string{
		"p/p.go": `package p

type Decoder struct{ emit func(int) }

func (d *Decoder) Write() { d.emit(1) }

func (d *Decoder) All() (all []int) {
	before := d.emit
	defer func() { d.emit = before }()
	d.emit = func(n int) { all = append(all, n) }
	d.Write()
	return all
}
`,
		"main.go": "package main\n\nimport \"m/p\"\n\nfunc main() { new(p.Decoder).Write() }\n",
	})
	write := p.fn(t, "(*m/p.Decoder).Write")
	require.NotPanics(t, func() { p.sources(write.ID) })
}
