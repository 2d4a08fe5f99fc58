package ir

import (
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/envs"
)

// papers are the programs of package irtest, which imports this one.
const papers = "irtest/testdata/conformance/*.plx"

// tree is the program's syntax without positions.
func tree(p *Program) []decl {
	clearPos(reflect.ValueOf(p.file.decls))
	return p.file.decls
}

var posType = reflect.TypeFor[pos]()

func clearPos(v reflect.Value) {
	switch v.Kind() {
	case reflect.Pointer, reflect.Interface:
		if !v.IsNil() {
			clearPos(v.Elem())
		}
	case reflect.Slice:
		for i := range v.Len() {
			clearPos(v.Index(i))
		}
	case reflect.Struct:
		for i := range v.NumField() {
			f := v.Field(i)
			if f.Type() == posType {
				// The fields are not exported: write through their address.
				*(*pos)(f.Addr().UnsafePointer()) = 0
				continue
			}
			clearPos(f)
		}
	}
}

func requireRoundTrip(t *testing.T, src string) {
	t.Helper()
	p, err := Parse("a.plx", src)
	require.NoError(t, err, src)
	q, err := Parse("a.plx", p.String())
	require.NoError(t, err, p.String())
	text := q.String()
	require.Equal(t, p.String(), text)
	require.Equal(t, tree(p), tree(q))
}

const everything = `
class Empty {}
class C { x, volatile y = -3, z = true; w = nil }
final c = new C; final n = -5
final arr = new [4]
var v; var u = new C
volatile flag = false

root sync func f(o, k,) { if k { return 1, 2 } else if !k { return k, o }; return (1 + 2) * 3 - (4 - 5) - 6, -(-k) }
func g() { return f(c, 1 == 2 == 3) == nil }
func g1() { a, b = f(u, n); return a }
func h(o) {
	while true { if nondet { break } else { continue } }
	try { throw -1 } catch e { throw e }
	acquire o; release o; wait o; notify o; notifyall o
	o.x, arr[o.x] = f(o, nondet(7))
	sync arr[1].w { c.x = len(arr) + len(new [3]) }
L:	goto L
M:
}
func main() {
	t = spawn h(new Empty)
	spawn h(c)
	join t
	ok = tryacquire c && !tryacquire u || (spawn h(c)) == t
	x = g1() % 2 <= 3 && (true || v != 4) && !(v < 1)
	x = -x.x[1].y
	v = --v
	flag = ok
	skip
	return
}
`

func TestRoundTrip(t *testing.T) {
	requireRoundTrip(t, strings.Replace(everything, "func g() { return f(c, 1 == 2 == 3) == nil }\n", "", 1))
	files, err := filepath.Glob(papers)
	require.NoError(t, err)
	require.NotEmpty(t, files)
	for _, f := range files {
		src, err := os.ReadFile(f)
		require.NoError(t, err)
		requireRoundTrip(t, string(src))
	}
}

// TestErrors gives wrong sources and the errors expected, joined by line breaks.
func TestErrors(t *testing.T) {
	for _, c := range []struct{ src, want string }{
		{"", `1:1: there is no func main(): a run starts there`},
		{"func main() {\n\tx = ;\n\ty = 1 +\n}\n", "2:6: expected an expression, found the end of the statement\n" +
			`4:1: expected an expression, found "}"`},
		{"func main() {\n\tx = 1 2\n\ty = $\n\tz = (1\n}\n", "2:8: expected the end of the statement, found \"2\"\n" +
			"3:6: expected an expression, found \"$\"\n4:8: expected \")\", found the end of the statement"},
		{"func f(a {\n\tskip\n}\nfunc main() {\n\tif {\n\t\tskip\n\t}\n\tzz = y\n}\n", "1:10: expected \")\", found \"{\"\n" +
			"5:5: expected an expression, found \"{\""},
		{"func main() {\n\tzz = y\n}\n", "2:7: y is never assigned: there is no register, variable or object of this name"},
		{"func f() {\n\tx = 1\n\nfunc main() {\n}\n", `4:1: expected "}", found "func"`},
		{"func main() {\n\tbreak\n\tgoto L\n\tx.nope = 1\n\tf(1)\n\tx = new D\n}\n", "2:2: break outside a loop\n" +
			"3:2: there is no label L in this block or around it\n4:4: no class has a field nope\n5:2: there is no func f\n" +
			"6:6: there is no class D"},
		{"class A { x, x }\nclass B { x }\nclass A {}\nvar main\nfunc main() {}",
			"1:14: field x is declared already, in class A: a field's name belongs to one class\n" +
				"2:11: field x is declared already, in class A: a field's name belongs to one class\n3:7: A is declared already\n" +
				"5:6: main is declared already"},
		{"func f(a, b) { return 1, 2 }\nfunc main() {\n\tf(1)\n\tx = f(1, 2)\n\ta, b, c = f(1, 2)\n\ta, b = 3\n}\n",
			"3:2: f has 2 parameters, not 1\n4:6: f returns 2 values; here one is needed\n5:12: f returns 2 values, not 3\n" +
				"6:9: expected a call that returns 2 values"},
		{"final k = 1\nfunc f(x) {\n\tif x { return 1 }\n}\nfunc main() {\n\tk = 2\n}\n",
			"4:1: missing return: f returns 1 values elsewhere\n6:2: cannot assign to k: it is not a variable"},
		{"func f(x) {\n\tif x { return 1 }\n}\nfunc main() {\n}\n", "3:1: missing return: f returns 1 values elsewhere"},
		{"func f(x) {\n\tif x { return 1 }\n\treturn\n}\nfunc main() {}\n",
			"3:2: this returns 0 values, another return of f has 1"},
		{"func f(x) {\n\tif x { return 1 }\n\twhile true { skip }\n}\nfunc main() {}\n", ""},
		{"sync func f() {}\nfunc main(a) {}\n", "1:11: sync func f needs a parameter: the object whose monitor it " +
			"takes\n2:11: main has no parameters"},
		{"final o\nvar\nvar a = b\nfinal n = new [x]\nfunc main() {}",
			"1:8: expected \"=\" and the object or constant that o names, found the end of the statement\n" +
				"3:1: expected a name, found \"var\"\n3:9: expected a constant: a number, true, false or nil\n4:16: the length " +
				"of a global array must be a number"},
		{"func main() {\n\t1\n\tf = g\n\tx + 1\n\t(a) = 3\n\t2 = a\n\tx = 99999999999999999999\n}\n",
			"2:3: expected \"=\" or a call: a value alone is not a statement\n4:7: expected \"=\" or a call: a value alone " +
				"is not a statement\n" +
				"6:2: cannot assign to this: expected a register, variable, field or element\n" +
				"7:6: 99999999999999999999 is too large: numbers have 64 bits"},
		{"func main() {\n\tif true {\n\tL:\n\t}\n\tgoto L\n\tnondet\n}\n",
			"6:8: expected \"=\" or a call: a value alone is not a statement"},
		{"func main() {\n\tif true {\n\tL:\n\t}\n\tgoto L\nM:\nM:\n}\n",
			"5:2: there is no label L in this block or around it\n" +
				"7:1: label M is declared already"},
		{"var g\nfunc f(g, a, a) {\n\ttry { skip } catch g { skip }\n\tx = spawn 3\n\ty = nondet(0)\n}\nfunc main() {}\n",
			"2:8: parameter g has the name of a global or a class\n2:14: parameter a is declared already\n" +
				"3:21: catch needs a register: g is a global or a class\n4:12: expected a call after \"spawn\"\n" +
				"5:13: nondet(n) is one of n values: n must be a number from 1 to 65536"},
	} {
		_, err := Parse("a.plx", c.src)
		if c.want == "" {
			require.NoError(t, err)
			continue
		}
		require.Error(t, err, c.src)
		got := strings.Split(err.Error(), "\n")
		for i := range got {
			got[i] = strings.TrimPrefix(got[i], "a.plx:")
		}
		for _, want := range strings.Split(c.want, "\n") {
			found := false
			for _, g := range got {
				found = found || strings.HasPrefix(g, want)
			}
			require.True(t, found, "want %s\ngot  %s\n%s", want, strings.Join(got, "\n     "), c.src)
		}
		require.Len(t, got, strings.Count(c.want, "\n")+1, "%s\n%s", strings.Join(got, "\n"), c.src)
		var e *envs.InputError
		require.True(t, errors.As(err, &e))
		require.Equal(t, "a.plx", e.Pos.File)
	}
}

func TestErrorsAreLimited(t *testing.T) {
	_, err := Parse("a.plx", "func main() {\n"+strings.Repeat("x = ;\n", 50)+"}\n")
	require.ErrorContains(t, err, "too many errors")
	require.Len(t, strings.Split(err.Error(), "\n"), maxErrors+1)
}

func TestDeepNestingIsAnError(t *testing.T) {
	for _, src := range []string{
		strings.Repeat("(", 100_000),
		strings.Repeat("-", 100_000) + "1",
		"1" + strings.Repeat("+1", 100_000),
		"a" + strings.Repeat(".f", 100_000),
		strings.Repeat("f(", 100_000),
		strings.Repeat("a[", 100_000),
	} {
		_, err := Parse("a.plx", "func main() {\n\tx = "+src+"\n}\n")
		require.ErrorContains(t, err, "nested too deeply")
	}
	for _, stmt := range []string{"while 1 {", "if 1 { skip } else ", "sync a {", "try {"} {
		_, err := Parse("a.plx", "func main() {\n"+strings.Repeat(stmt, 100_000))
		require.ErrorContains(t, err, "nested too deeply")
	}
}

func FuzzParse(f *testing.F) {
	f.Add(everything)
	files, _ := filepath.Glob(papers)
	for _, name := range files {
		src, _ := os.ReadFile(name)
		f.Add(string(src))
	}
	f.Fuzz(func(t *testing.T, src string) {
		p, err := Parse("a.plx", src)
		if err != nil {
			var e *envs.InputError
			if !errors.As(err, &e) || e.Pos.Line < 1 || e.Pos.Col < 1 {
				t.Fatalf("an error without a place: %v", err)
			}
			return
		}
		if err := envs.Validate(p); err != nil {
			t.Fatal(err)
		}
		q, err := Parse("a.plx", p.String())
		if err != nil {
			t.Fatalf("does not read back: %v", err)
		}
		if p.String() != q.String() {
			t.Fatal("reads back as another program")
		}
		p.Run(1, Options{MaxSteps: 1000, MaxDepth: 100}).Result()
	})
}
