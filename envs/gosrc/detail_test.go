package gosrc

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/tools/go/ssa"

	"github.com/seed38182bad/parallax/envs"
)

// told writes the details of a function, an operation a line, with the names that its values have in SSA form.
func (p *Program) told(t *testing.T, name string) string {
	f := p.fn(t, name)
	m := p.Map(f.ID)
	named := *f
	named.RegNames = map[envs.Reg]string{}
	for _, v := range m.SSA.Params {
		named.RegNames[m.Reg(v)] = v.Name()
	}
	for _, v := range m.SSA.FreeVars {
		named.RegNames[m.Reg(v)] = v.Name()
	}
	f = &named
	var lines []string
	for pc := range f.Ops {
		d := p.Detail(envs.At(f.ID, int32(pc)))
		var parts []string
		for i := range d.Checks {
			parts = append(parts, d.Checks[i].Kind.String()+": "+d.Checks[i].Text(f.RegName))
		}
		for i := range d.Defs {
			parts = append(parts, d.Defs[i].Text(f.RegName))
		}
		for _, c := range d.Facts {
			parts = append(parts, c.Text(f.RegName))
		}
		for i, cs := range d.On {
			for _, c := range cs {
				parts = append(parts, fmt.Sprintf("%d: %s", i, c.Text(f.RegName)))
			}
		}
		if len(parts) > 0 {
			lines = append(lines, strings.Join(parts, "; "))
		}
	}
	return strings.Join(lines, "\n")
}

func TestDetail(t *testing.T) {
	if testing.Short() {
		t.Skip("loads Go packages from their source")
	}
	for _, c := range []struct{ body, want string }{
		{"func f(g func()) { defer g() }", "call: g != nil"},
		{"func f(e error) { defer e.Error() }", "call: e != nil"},
		{"func f(e error) func() string { return e.Error }", "call: e != nil; r2 != nil\nr3 != nil"},
		{"import \"sync\"\n\nfunc f(m *sync.Mutex) { defer m.Unlock() }", "dereference: m != nil"},
		{"func f(x, y int) int { return x / y }", "division: y != 0; r3 = x / y"},
		{"func f(x int8) int8 { return -(x / 3) }", "r2 = x / 3\nr3 = -r2"},
		{"func f(x uint8, n int) uint8 { return x << n }", "shift: n >= 0; r3 = x << n"},
		{"func f[T ~int](x T, n int) T { return x << n }", "shift: n >= 0"},
		{"func f(x uint8, n uint) uint8 { return x >> n }", "r3 = x >> n"},
		{"func f(x int) uint8 { return uint8(x) }", "conversion: x >= 0 and x <= 255; r2 = uint8(x)"},
		{"func f(x uint64) int64 { return int64(x) }",
			"conversion: x >= -9223372036854775808 and x <= 9223372036854775807; r2 = int64(x)"},
		{"func f(x uint8) int { return int(x) }", "r2 = int64(x)"},
		{"func f(x float64) int { return int(x) }", ""},
		{"func f(s []int, i int) int { return s[i] }", "index: i >= 0 and i < len(s)"},
		{"func f(s []int, i uint8) { s[i] = 1 }", "index: i >= 0 and i < len(s)"},
		{"func f(s [4]int, i int) int { return s[i] }", "r3 != nil\nindex: i >= 0 and i < 4"},
		{"func f(s *[4]int, i int) int { return s[i] }", "dereference: s != nil; index: i >= 0 and i < 4"},
		{"func f(s *[4]int) int { return s[3] }", "dereference: s != nil"},
		{"func f(s string, i int) byte { return s[i] }", "index: i >= 0 and i < len(s)"},
		{"func f(s []int, i, j int) []int { return s[i:j] }",
			"slice: i >= 0 and i <= j and j <= cap(s); len(r4) = j - i; cap(r4) = cap(s) - i"},
		{"func f(s []int, i int) []int { return s[i:] }",
			"slice: i >= 0 and i <= len(s); len(r3) = len(s) - i; cap(r3) = cap(s) - i"},
		{"func f(s []int, i int) []int { return s[:i] }", "slice: i >= 0 and i <= cap(s); len(r3) = i; cap(r3) = cap(s)"},
		{"func f(s string, i int) string { return s[i:] }", "slice: i >= 0 and i <= len(s); len(r3) = len(s) - i"},
		{"func f(s []int, i, j, k int) []int { return s[i:j:k] }",
			"slice: i >= 0 and i <= j and j <= k and k <= cap(s); len(r5) = j - i; cap(r5) = k - i"},
		{"func f(s *[4]int) []int { return s[:] }", "dereference: s != nil; len(r2) = 4; cap(r2) = 4; r2 != nil"},
		{"func f(n int) []int { return make([]int, n) }", "size: n >= 0; len(r2) = n; cap(r2) = n; r2 != nil"},
		{"func f(n, m int) []int { return make([]int, n, m) }",
			"size: n >= 0 and n <= m; len(r3) = n; cap(r3) = m; r3 != nil"},
		{"func f(s []int, x int) []int { return append(s, x) }",
			"r3 != nil\nlen(r4) = 1; cap(r4) = 1; r4 != nil\nlen(r5) = len(s) + 1; r5 != nil"},
		{"func f(s, t []int) []int { return append(s, t...) }", "len(r4) = len(s) + len(t)"},
		{"func f(s, t []int) int { return copy(s, t) }", "r4 = min(len(s), len(t))"},
		{"func f(s string) []byte { return []byte(s) }", "len(r2) = len(s)"},
		{"func f(s string) string { return s + \"abc\" }", "len(r2) = len(s) + 3"},
		{"func f(s []int) int { return len(s) }", "r2 = len(s)"},
		{"func f(s map[int]int) int { return len(s) }", "r2 >= 0"},
		{"func f(x, y int) int { return min(x, y) }", "r3 = min(x, y)"},
		{"type T struct{ a, b int }\nfunc f(p *T) int { return p.b }", "dereference: p != nil"},
		{"type T struct{ s []int }\nfunc f(p *T, i int) int { return p.s[i] }",
			"dereference: p != nil\nindex: i >= 0 and i < len(r3)"},
		// What was loaded before is at hand, unless it may have been written since.
		{"type T struct{ s, t []int }\nfunc f(p *T, i int) int { return p.s[i] + len(p.s) }",
			"dereference: p != nil\nindex: i >= 0 and i < len(r3)\ndereference: " +
				"p != nil; r5 = r3; len(r5) = len(r3); cap(r5) = cap(r3)\nr6 = len(r5)\nr7 = r4 + r6"},
		{"type T struct{ s, t []int }\nfunc f(p *T, i int) int { n := len(p.s); p.t = nil; return n + len(p.s) }",
			"dereference: p != nil\nr4 = len(r3)\ndereference: p != nil\n" +
				"dereference: p != nil; r5 = r3; len(r5) = len(r3); cap(r5) = cap(r3)\nr6 = len(r5)\nr7 = r4 + r6"},
		{"type T struct{ s, t []int }\nfunc f(p, q *T) int { n := len(p.s); q.s = nil; return n + len(p.s) }",
			"dereference: p != nil\nr4 = len(r3)\ndereference: q != nil\ndereference: p != nil\nr6 = len(r5)\nr7 = r4 + r6"},
		{"type T struct{ s []int }\nfunc f(p *T, q *[]int) int { n := len(p.s); *q = nil; return n + len(p.s) }",
			"dereference: p != nil\nr4 = len(r3)\ndereference: q != nil\ndereference: p != nil\nr6 = len(r5)\nr7 = r4 + r6"},
		{"type T struct{ s []int; n int }\nfunc g(p *T) { p.n++ }\n" +
			"func f(p *T) int { n := len(p.s); g(p); return n + len(p.s) }",
			"dereference: p != nil\nr3 = len(r2)\ndereference: p != nil; r4 = r2; len(r4) = len(r2); cap(r4) = cap(r2)\n" +
				"r5 = len(r4)\nr6 = r3 + r5"},
		{"type T struct{ s []int; n int }\nfunc h(p *T) { p.s = nil }\nfunc g(p *T) { h(p) }\n" +
			"func f(p *T) int { n := len(p.s); g(p); return n + len(p.s) }",
			"dereference: p != nil\nr3 = len(r2)\ndereference: p != nil\nr5 = len(r4)\nr6 = r3 + r5"},
		// A field that is only written while its object is made cannot change.
		{"type t struct{ s []int }\nfunc New() *t { return &t{[]int{1}} }\n" +
			"func f(p *t, g func()) int { n := len(p.s); g(); return n + len(p.s) }",
			"dereference: p != nil\nr4 = len(r3)\ncall: g != nil\ndereference: " +
				"p != nil; r5 = r3; len(r5) = len(r3); cap(r5) = cap(r3)\nr6 = len(r5)\nr7 = r4 + r6"},
		{"import \"sync\"\ntype T struct{ sync.Mutex; s []int }\nfunc w(p *T) { p.s = nil }\n" +
			"func f(p *T) int { n := len(p.s); p.Lock(); return n + len(p.s) }",
			"dereference: p != nil\nr3 = len(r2)\ndereference: p != nil\ndereference: p != nil\nr5 = len(r4)\nr6 = r3 + r5"},
		// A variable that keeps what it was given has a length; one that is assigned has not.
		{"var table = []int{1, 2, 3}\nfunc f(i int) int { return table[i] }",
			"len(r2) = 3; r2 != nil\nindex: i >= 0 and i < len(r2)"},
		// The linker may replace it.
		{"var digits = \"0123\"\nfunc f(i int) byte { return digits[i] }", "index: i >= 0 and i < len(r2)"},
		// What an interface leads to may read a variable before it is given its value.
		{"type d interface{ n() int }\ntype w struct{}\nfunc (w) n() int { return len(table) }\nvar x d = w{}\n" +
			"var early = x.n()\nvar table = make([]int, 3)\nfunc f(i int) int { return table[i] }",
			"index: i >= 0 and i < len(r2)"},
		{"var early = g()\nfunc g() int { return len(table) }\nvar table = make([]int, 3)\n" +
			"func f(i int) int { return table[i] }",
			"len(r2) = 3; r2 != nil\nindex: i >= 0 and i < len(r2)"},
		{"var table = []int{1, 2, 3}\nfunc g() { table = nil }\nfunc f(i int) int { return table[i] }",
			"index: i >= 0 and i < len(r2)"},
		{"var table = []int{1, 2, 3}\nvar p = &table\nfunc f(i int) int { return table[i] }",
			"index: i >= 0 and i < len(r2)"},
		{"var table []int\nfunc f(i int) int { return table[i] }", "index: i >= 0 and i < len(r2)"},
		{"func f(x, y int) int { return (x + y) * (x + y) }", "r3 = x + y\nr4 = r3\nr5 = r3 * r4"},
		{"func f(m map[int]int) { m[1] = 2 }", "map write: m != nil"},
		{"func f(g func()) { g() }", "call: g != nil"},
		{"func f(e error) string { return e.Error() }", "call: e != nil"},
		{"func f(b bool) int {\n\tif !b { return 1 }\n\treturn 2 }", "0: b != 0; 1: b == 0"},
		{"const debug = false\nfunc f() int {\n\tif debug { return 1 }\n\treturn 2 }", "0: 0 != 0; 1: 0 == 0"},
		{"import \"fmt\"\nfunc f() error { return fmt.Errorf(\"x\") }", "r1 != nil"},
		{"import \"errors\"\nvar errX = errors.New(\"x\")\nfunc f() error { return errX }", "r1 != nil"},
		{"func f(p *int) any { return p }", "r2 != nil"},
		{"func f() *int { return new(int) }", "r1 != nil"},
		{"func f(x, y int) int {\n\tif x < y { return 1 }\n\treturn 2 }", "0: x < y; 1: x >= y"},
		// The first target is the second return.
		{"func f(x, y int) int {\n\tif !(x == y) { return 1 }\n\treturn 2 }", "0: x == y; 1: x != y"},
		{"func f(p *int) int {\n\tif p == nil { return 1 }\n\treturn 2 }", "0: p == nil; 1: p != nil"},
		{"func f(p []int) int {\n\tif p != nil { return 1 }\n\treturn 2 }", "0: p != nil; 1: p == nil; 1: len(p) == 0"},
		{"func f(s string) int {\n\tif s != \"\" { return 1 }\n\treturn 2 }", "0: len(s) > 0; 1: len(s) == 0"},
		{"func f(s string) int {\n\tif s == \"ab\" { return 1 }\n\treturn 2 }", "0: len(s) == 2"},
		{"import \"strings\"\nfunc f(s string) int {\n\tif strings.HasPrefix(s, \"ab\") { return 1 }\n\treturn 2 }",
			"0: len(s) >= 2; 0: r2 != 0; 1: r2 == 0"},
		{"import \"strings\"\nfunc f(s string) int { return strings.Index(s, \"x\") }", "r2 >= -1; r2 < len(s)"},
		{"import \"strings\"\nfunc f(s, t string) int { return strings.Index(s, t) }", "r3 >= -1; r3 <= len(s)"},
		{"import \"sort\"\nfunc f(n int, g func(int) bool) int { return sort.Search(n, g) }", "r3 >= 0"}, // n may be -1
		{"import \"sort\"\nfunc f(s []int, g func(int) bool) int { return sort.Search(len(s), g) }",
			"r3 = len(s)\nr4 >= 0; r4 <= r3"},
		{"func f(n uint8) uint64 { return uint64(uint8(1)<<n) + uint64(1)<<n }",
			"r2 = 1 << n\nr3 = uint64(r2)\nr4 = 1 << n\nr5 = r3 + r4"},
		{"type T struct{ x int }\nfunc f(t T, n int) int {\n\tvar v T\n\tv.x = n\n\tm := v.x\n\tv = t\n\treturn v.x + m }",
			"r3 != nil\nr4 = n\nr6 = r5 + r4"},
		{"type T struct{ x int }\nfunc f(s []T) int {\n\ta := s[0].x\n\tcopy(s, s[1:])\n\treturn a + s[0].x }",
			"index: 0 >= 0 and 0 < len(s)\nslice: 1 >= 0 and 1 <= len(s); len(r3) = len(s) - 1; cap(r3) = cap(s) - 1\n" +
				"r5 = min(len(s), len(r3))\nindex: 0 >= 0 and 0 < len(s)\nr7 = r2 + r6"},
		{"func f(n int) (s int) {\n\tfor i := 0; i < n; i++ { s += i }\n\treturn s }",
			"r2 = 0\nr3 = 0\n0: r3 < n; 1: r3 >= n\nr5 = r2 + r3\nr6 = r3 + 1\nr2 = r5\nr3 = r6"},
		{"func f(s string) (n int) {\n\tfor i := range s { n += i }\n\treturn n }",
			"len(r2) = len(s)\nr3 = 0\nr5 >= 0\n0: r5 < len(s); 0: r4 != 0; 1: r4 == 0\nr7 = r3 + r5\nr3 = r7"},
		{"func f(b bool) (p *int) {\n\tif b { p = new(int) }\n\treturn p }",
			"0: b != 0; 1: b == 0\nr2 != nil\nr3 = r2\nr3 = nil"},
	} {
		require.Equal(t, c.want, source(t, c.body).told(t, "f"), c.body)
	}
}

// Calls and returns tell what they hand over, by number.
func TestPasses(t *testing.T) {
	for body, want := range map[string][]string{
		"func f() { g(nil, 3, true, \"\") }\nfunc g(*int, int, bool, string) {}": {"r1 = nil", "r2 = 3", "r3 = 1",
			"len(r4) = 0"},
		"func f() (*int, int, bool) { return nil, 3, true }":                    {"r1 = nil", "r2 = 3", "r3 = 1"},
		"func f(b bool) (bool, error) { return b, nil }":                        {"r1 = r1", "r2 = nil"},
		"func f() (string, func(string)) { return \"\", g }\nfunc g(string) {}": {"len(r1) = 0", "r2 != nil"},
		"func f(s []int) { g(s) }\nfunc g([]int) {}": {"r1 = r1", "len(r1) = len(r1)",
			"cap(r1) = cap(r1)"},
	} {
		p := source(t, body)
		f := p.fn(t, "f")
		var got []string
		for pc := range f.Ops {
			for _, c := range p.Detail(envs.At(f.ID, int32(pc))).Passes {
				got = append(got, c.String())
			}
		}
		require.Equal(t, want, got, body)
	}
}

// What a check is about is written as the source writes it, as far as that has names.
func TestNamesOfDetails(t *testing.T) {
	if testing.Short() {
		t.Skip("loads Go packages from their source")
	}
	p := source(t, "type T struct { items []int; i int }\n\nfunc f(t *T) int { return t.items[t.i] }")
	f := p.fn(t, "f")
	var got []string
	for pc := range f.Ops {
		for _, c := range p.Detail(envs.At(f.ID, int32(pc))).Checks {
			got = append(got, c.Text(p.Knows().Names(f)))
		}
	}
	require.Equal(t, "t.i >= 0 and t.i < len(t.items)", got[len(got)-1])
}

// A return does not tell all of a function that may recover from a run-time error, or whose results may change after
// they are read.
func TestHiddenReturns(t *testing.T) {
	if testing.Short() {
		t.Skip("loads Go packages from their source")
	}
	p := source(t, `
import "sync"

func plain() {}
func unlocks(m *sync.Mutex) { m.Lock(); defer m.Unlock() }
func prints() { defer println(1) }
func recovers() { defer func() { recover() }() }
func unknown(f func()) { defer f() }
func loops(seq func(func() bool)) { for range seq { defer println(1) } }
`)
	for name, want := range map[string]bool{
		"plain": false, "unlocks": false, "prints": false, "recovers": true, "unknown": true, "loops": true,
	} {
		f := p.fn(t, name)
		for pc := range f.Ops {
			if f.Ops[pc].Kind == envs.Return {
				require.Equal(t, want, p.Detail(envs.At(f.ID, int32(pc))).Hidden, name)
			}
		}
	}
}

// A function of which only the type is known may recover, whatever the path of its package looks like, unless it is
// one of the standard library.
func TestUnknownFunctionsMayRecover(t *testing.T) {
	p := module(t, Config{Patterns: []string{"."}}, map[string]string{
		"q/q.go": "package q\n\nfunc Catch() { recover() }\n",
		"main.go": "package main\n\nimport (\n\t\"os\"\n\n\t\"m/q\"\n)\n\nfunc catches() { defer q.Catch() }\n\n" +
			"func clears() { defer os.Clearenv() }\n\nfunc main() {}\n",
	})
	for name, want := range map[string]bool{"catches": true, "clears": false} {
		f := p.fn(t, name)
		for pc := range f.Ops {
			if f.Ops[pc].Kind == envs.Return {
				require.Equal(t, want, p.Detail(envs.At(f.ID, int32(pc))).Hidden, name)
			}
		}
	}
}

// Each case of a select gives another number, the default -1, and what a channel is made with is its room.
func TestSelectDetail(t *testing.T) {
	p := load(t, map[string]string{"a.go": `package a

func f(a chan int, b chan<- int) (n int) {
	room := make(chan int, 3)
	select {
	case n = <-a:
	case b <- 7:
	case room <- n:
	default:
		n = 9
	}
	return n
}
`})
	var cases, rooms []string
	for id := range envs.FuncID(p.NumFuncs()) {
		fn := p.Func(id)
		for i := range fn.Ops {
			for _, d := range p.Detail(envs.At(id, int32(i))).Defs {
				switch _, is := p.Map(id).Source(int32(i)).(*ssa.Select); {
				case is && fn.Ops[i].Kind == envs.Const:
					cases = append(cases, d.X.String())
				case d.Of == envs.Cap:
					rooms = append(rooms, d.X.String())
				}
			}
		}
	}
	require.Equal(t, []string{"0", "1", "2", "-1"}, cases)
	require.Equal(t, []string{"3"}, rooms)
}
