package amplify

import (
	_ "embed"
	"errors"
	"fmt"
	"go/format"
	"go/token"
	"go/types"
	"path/filepath"
	"slices"
	"strings"

	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/gorun/amplify/internal/callgen"
	"github.com/seed38182bad/parallax/envs/gosrc"
)

// Options say what test is written.
type Options struct {
	// Name is the end of the test's name, and of the file's: TestParallaxName is in parallax_name_test.go.
	Name string
	// Comment says what the test is about.
	Comment string
	// Seed is what the calls and their arguments follow from.
	Seed int
	// Threads is how many there are at the same time, 2 if it is less. The third one and more make drawn calls.
	Threads int
}

// Test writes a test that makes the calls of a pair at the same time, and judges what they come to; see the package
// comment. It gives the file's absolute name, and its text. Before these calls there are up to two others. All are
// drawn, with their arguments, always the same for a seed.
//
// The object is the receiver of the first function, or an argument of a type of its package. It is made by a function
// of the package that returns it, or else is the zero value. The test imports the standard library only. It is skipped
// if serial orders cannot be compared. A call that waits for other threads makes it wait for ever.
//
// Test fails if a value that is needed cannot be written.
func Test(p *gosrc.Program, pair Pair, opts Options) (file string, text []byte, err error) {
	f, why := find(p, pair.Func)
	m, whyM := find(p, pair.Second)
	switch {
	case f == nil:
		return "", nil, fmt.Errorf("amplify: %s: %s", p.Func(pair.Func).Name, why)
	case m == nil:
		return "", nil, fmt.Errorf("amplify: %s: %s", p.Func(pair.Second).Name, whyM)
	case f.inTest() || m.pkg != f.pkg:
		return "", nil, fmt.Errorf("amplify: %s and %s can have no test: they must be of one package, and of no test file",
			f.name(), m.name())
	case opts.Name == "" || !token.IsIdentifier("Test"+opts.Name):
		return "", nil, fmt.Errorf("amplify: %q is no name for a test: give one that can be part of an identifier", opts.Name)
	}
	if _, why := match(f, m); why != "" {
		return "", nil, errors.New("amplify: " + why)
	}
	w := &testWriter{p: p, f: f, opts: opts, spell: newSpeller(f, p.Fset(), true, "")}
	for _, name := range []string{"fmt", "reflect", "sort", "strings", "sync", "testing", "unsafe"} {
		if w.spell.imported(name, name) != name {
			return "", nil, fmt.Errorf("amplify: package %s declares %s, which the test has to import", f.pkg.Load.Name, name)
		}
	}
	w.object = w.find()
	type drawn struct {
		text string
		err  error
	}
	got := callgen.Example(opts.Seed, func(choose func(int) int) drawn {
		text, err := w.draw(m, choose)
		return drawn{text, err}
	})
	if got.err != nil {
		return "", nil, fmt.Errorf("amplify: %w", got.err)
	}
	text, err = format.Source([]byte(got.text))
	if err != nil {
		return "", nil, fmt.Errorf("amplify: what was written is no Go: %w", err)
	}
	name := "parallax_" + strings.ToLower(opts.Name) + "_test.go"
	return filepath.Join(filepath.Dir(f.file), name), text, nil
}

// A testWriter writes a test.
type testWriter struct {
	p      *gosrc.Program
	f      *callable
	opts   Options
	spell  *speller
	object *types.Named // nil if there is none
	values []string     // arguments of f, by its inputs
}

// find is the type of the object.
func (w *testWriter) find() *types.Named {
	for _, v := range w.f.inputs() {
		if n := w.named(v.Type()); n != nil {
			return n
		}
	}
	return nil
}

// named is the type of the package that a type is, or points to.
func (w *testWriter) named(t types.Type) *types.Named {
	if p, ok := types.Unalias(t).(*types.Pointer); ok {
		t = p.Elem()
	}
	n, ok := types.Unalias(t).(*types.Named)
	if !ok || n.Obj().Pkg() == nil || n.Obj().Pkg().Path() != w.spell.pkg.Path() || types.IsInterface(n) {
		return nil
	}
	return n
}

//go:embed test.go.txt
var testText string

// draw draws the calls and writes the file.
func (w *testWriter) draw(m *callable, choose func(int) int) (string, error) {
	w.spell.choose, w.values = choose, make([]string, len(w.f.inputs()))
	of, made, err := "struct{}", []string{"return &struct{}{}, nil"}, error(nil)
	if w.object != nil {
		if of, err = w.spell.spell(w.object); err != nil {
			return "", err
		}
		made = w.make(of)
	}
	others := w.others()
	if w.object != nil && len(others) > 0 {
		made = append(made[:len(made)-1:len(made)-1], append(w.before(others), made[len(made)-1])...)
	}
	var threads []string
	for i := range max(w.opts.Threads, 2) {
		to := w.f
		switch {
		case i == 1:
			to = m
		case i > 1 && len(others) > 0:
			to = others[choose(len(others))]
		}
		call, err := w.call(to)
		if err != nil && i < 2 {
			return "", fmt.Errorf("%s cannot be called: %w", to.name(), err)
		} else if err == nil {
			threads = append(threads, "{{"+call.closure(of)+"}},")
		}
	}
	name := "parallax" + w.opts.Name
	var b strings.Builder
	fmt.Fprintf(&b, "\n// TestParallax%s makes calls of several goroutines at the same time.\n", w.opts.Name)
	for line := range strings.Lines(w.opts.Comment) {
		b.WriteString(strings.TrimRight("// "+strings.TrimRight(line, "\n"), " ") + "\n")
	}
	fmt.Fprintf(&b, "func TestParallax%s(t *testing.T) {\n\tobject := func() (*%s, error) {\n%s\n}\n", w.opts.Name, of,
		strings.Join(made, "\n"))
	fmt.Fprintf(&b, "%sJudge(t, object, [][]%[1]sCall{\n%s\n})\n}\n", name, strings.Join(threads, "\n"))
	b.WriteString(strings.NewReplacer("NAME", name, "OBJECT", of).Replace(testText))
	return w.spell.file("", b.String())
}

// others are what may be called before, and by further threads: what can be called on the object, writes what f
// accesses, and waits for nobody.
func (w *testWriter) others() (list []*callable) {
	for _, pair := range Pairs(w.p, w.f.id) {
		c, _ := find(w.p, pair.Second)
		if c != nil && !pair.Doubtful && w.object != nil && c.sig.Recv() != nil &&
			w.named(c.sig.Recv().Type()) == w.object && !within(w.p, c.id, map[envs.FuncID]bool{}, w.waits) {
			list = append(list, c)
		}
	}
	return list
}

// waits reports whether a function may wait for other threads by itself, but for a lock.
func (w *testWriter) waits(id envs.FuncID) bool {
	ops := w.p.Func(id).Ops
	return slices.ContainsFunc(ops, func(op envs.Op) bool { return op.Waits() && op.Kind != envs.Acquire })
}

// within reports whether something is so of a function, or of what it calls in its package.
func within(p *gosrc.Program, id envs.FuncID, seen map[envs.FuncID]bool, is func(envs.FuncID) bool) bool {
	if seen[id] {
		return false
	}
	seen[id] = true
	return is(id) || slices.ContainsFunc(called(p, id), func(to envs.FuncID) bool { return within(p, to, seen, is) })
}

// before draws up to two calls that come before the others.
func (w *testWriter) before(others []*callable) (list []string) {
	for range []int{1, 2, 2, 0}[w.spell.choose(4)] {
		if call, err := w.call(others[w.spell.choose(len(others))]); err == nil {
			list = append(list, call.text)
		}
	}
	return list
}

// A drawnCall is a call on the object x.
type drawnCall struct {
	text    string
	results int
}

// closure is the call for the test's table.
func (c drawnCall) closure(of string) string {
	quoted := "`" + c.text + "`"
	if strings.Contains(c.text, "`") {
		quoted = fmt.Sprintf("%q", c.text)
	}
	begin := quoted + ", func(x *" + of + ") []interface{} {\n"
	if c.results == 0 {
		return begin + c.text + "\nreturn nil\n}"
	}
	var names []string
	for i := range c.results {
		names = append(names, fmt.Sprintf("r%d", i))
	}
	list := strings.Join(names, ", ")
	return begin + list + " := " + c.text + "\nreturn []interface{}{" + list + "}\n}"
}

// call draws the arguments of a call on the object x. Where it takes what f takes, it is mostly the same.
func (w *testWriter) call(c *callable) (drawnCall, error) {
	from, why := match(w.f, c)
	if why != "" {
		return drawnCall{}, errors.New(why)
	}
	args, err := w.inputs(c, from)
	if err != nil {
		return drawnCall{}, err
	}
	name := c.obj.Name()
	if c.sig.Recv() != nil {
		name, args = args[0]+"."+name, args[1:]
	}
	return drawnCall{name + "(" + strings.Join(args, ", ") + ")", c.sig.Results().Len()}, nil
}

// inputs are the receiver, if there is one, and the arguments of a call.
func (w *testWriter) inputs(c *callable, from []int) (args []string, err error) {
	for i, v := range c.inputs() {
		if w.object != nil && w.named(v.Type()) == w.object && !slices.Contains(args, "x") && !slices.Contains(args, "*x") {
			if _, pointer := types.Unalias(v.Type()).(*types.Pointer); pointer || i == 0 && c.sig.Recv() != nil {
				args = append(args, "x")
			} else {
				args = append(args, "*x")
			}
			continue
		}
		t, variadic := v.Type(), c.sig.Variadic() && i == len(from)-1
		if variadic {
			t = t.(*types.Slice).Elem()
		}
		like := from[i]
		if variadic {
			like = own
		}
		if like != own && w.values[like] != "" && w.spell.choose(4) > 0 {
			args = append(args, w.values[like])
			continue
		}
		value, err := w.spell.value(t, 0)
		if err != nil {
			return nil, err
		}
		if like != own && w.values[like] == "" {
			w.values[like] = value
		}
		args = append(args, value)
	}
	return args, nil
}

// arguments are values for all parameters but variadic ones.
func (w *testWriter) arguments(sig *types.Signature) (string, error) {
	var args []string
	for i := range sig.Params().Len() {
		if sig.Variadic() && i == sig.Params().Len()-1 {
			break
		}
		value, err := w.spell.value(sig.Params().At(i).Type(), 0)
		if err != nil {
			return "", err
		}
		args = append(args, value)
	}
	return strings.Join(args, ", "), nil
}
