package ir

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/envs"
)

func told(t *testing.T, text string) string {
	p, err := Parse("x.plx", text)
	require.NoError(t, err)
	f := p.FuncByName("f")
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
		for i := range d.Passes {
			parts = append(parts, "passes "+d.Passes[i].Text(nil))
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
	for _, c := range []struct{ body, want string }{
		{"z = x / y", "division: y != 0; z = x / y"},
		{"z = -x + 1", "r4 = -x\nz = r4 + 1"},
		{"z = x[y]", "dereference: x != nil; index: y >= 0 and y < len(x)"},
		{"x[y] = 3", "dereference: x != nil; index: y >= 0 and y < len(x)"},
		{"z = table[y]", "index: y >= 0 and y < 8"},
		{"z = table", "z = 0; len(z) = 8; z != nil"},
		{"z = new[x]", "size: x >= 0; z = 0; len(z) = x; z != nil"},
		{"z = new Object", "z = 0; z != nil"},
		{"z = len(x)", "dereference: x != nil; z = len(x)"},
		{"z = x.g", "dereference: x != nil"},
		{"z = nil", "z = nil"},
		{"return nil, 3, x", "passes r1 = nil; passes r2 = 3; passes r3 = r1; passes len(r3) = len(r1)"},
		{"f(nil, x)", "passes r1 = nil; passes r2 = r1; passes len(r2) = len(r1)"},
		{"z = x", "z = x; len(z) = len(x)"},
		{"z = nondet(5)", "z = any int64; z >= 0; z <= 4"},
		{"sync x { skip }", "dereference: x != nil"},
		{"if x < y { skip }", "r3 = any int64; r3 >= 0; r3 <= 1\n0: x < y; 1: x >= y"},
		// Two different values need not be different numbers: one may be an object.
		{"if x == y { skip }", "r3 = any int64; r3 >= 0; r3 <= 1\n0: x == y"},
		{"z = y + 0; w = 1; if z != w { skip }", "z = y + 0\nw = 1\nr5 = any int64; r5 >= 0; r5 <= 1\n0: z != w; 1: z == w"},
		{"if x != 0 { skip }", "r3 = any int64; r3 >= 0; r3 <= 1\n1: x == 0; 1: x != nil"},
		{"z = x + 0; if z != 0 { skip }", "z = x + 0\nr4 = any int64; r4 >= 0; r4 <= 1\n0: z != 0; 1: z == 0; 1: z != nil"},
		{"if x > 0 { skip }", "r3 = any int64; r3 >= 0; r3 <= 1\n0: x > 0; 1: x <= 0"},
		{"if x == nil { skip }", "r3 = any int64; r3 >= 0; r3 <= 1\n0: x == 0; 0: x == nil; 1: x != nil"},
		{"if x { skip }", "0: x != nil; 1: x == 0"},
		{"z = x + 1; if z { skip }", "z = x + 1\n0: z != 0; 1: z == 0"},
		{"z = 0; while z < x { z = z + 1 }", "z = 0\nr4 = any int64; r4 >= 0; r4 <= 1\n0: z < x; 1: z >= x\nz = z + 1"},
	} {
		got := told(t, "class C { g }\nfinal table = new[8]\nfunc f(x, y) {\n"+c.body+"\n}\n"+
			"func main() { f(1, 2); f(nil, nil) }")
		require.Equal(t, c.want, got, c.body)
	}
}

// A parameter is a number if all calls pass one, and a result if all returns give one. Then what is not 0 as a value is
// not 0 as a number.
func TestNumbers(t *testing.T) {
	const text = "final c = new Object\nvar v\nfunc f(x) { y = g(x); if y != 0 { skip }; return y }\n" +
		"func g(x) { return x }\n"
	compared := func(rest string) bool { return strings.Contains(told(t, text+rest), "0: y != 0") }
	for rest, want := range map[string]bool{
		"func main() { f(1); f(2 + 3) }":                         true,
		"func main() { f(f(1)); t = spawn f(3) }":                true,
		"func main() { f(1); f(nil) }":                           false,
		"func main() { f(1); f(c) }":                             false,
		"func main() { f(v) }":                                   false,
		"func main() { f(1); t = spawn f(nil) }":                 false,
		"func main() { f(1); g(nil) }":                           false,
		"func main() { f(1); h(2) }\nroot func h(x) { f(x) }":    false,
		"func main() { try { throw 3 } catch e { f(e) } }":       false,
		"func main() { x = 1; while x { f(x); x = nil } }":       false,
		"func main() { f(1); h() }\nfunc h() { f(new Object) }":  false,
		"func main() { f(1); h() }\nfunc h() { f(len(new[3])) }": true,
	} {
		require.Equal(t, want, compared(rest), rest)
	}
}

// A run tells of each check that does not hold, with its values, and of no other.
func TestFaults(t *testing.T) {
	p, err := Parse("x.plx", `
final table = new[3]

func main() {
	i = 0
	while i < 6 {
		try { x = table[i - 1] } catch e { skip }
		try { y = 7 / (i - 2) } catch e { skip }
		i = i + 1
	}
	try { z = nil; w = len(z) } catch e { skip }
	try { n = 0 - 5; a = new[n] } catch e { skip }
	try { throw 3 } catch e { skip }
}`)
	require.NoError(t, err)
	var got []string
	for ev, err := range p.Run(1, Options{}).Events() {
		require.NoError(t, err)
		if ev.Kind == envs.Fault {
			c := &p.Detail(envs.At(ev.Func, ev.PC)).Checks[ev.Failure.Check]
			got = append(got, fmt.Sprint(c.Kind, " ", ev.Failure.Values))
		}
	}
	require.Equal(t, []string{"index [-1]", "division [0]", "index [3]", "index [4]", "dereference [none]", "size [-5]"},
		got)
}

// What is perhaps no number is followed in time that is linear in the program, however its functions follow each other.
func TestNumbersOfChains(t *testing.T) {
	steps := func(n int, up bool) int {
		lines := []string{fmt.Sprintf("func f%d(x) { return x }", n)}
		for i := n - 1; i > 0; i-- { // parameters go down the chain, results go up
			lines = append(lines, fmt.Sprintf("func f%d(x) { y = f%d(x); return y }", i, i+1))
		}
		if up {
			slices.Reverse(lines)
		}
		p, err := Parse("x.plx", "class C { f }\nfinal c = new C\n"+strings.Join(lines, "\n")+
			"\nfunc main() { r = f1(c) }\n")
		require.NoError(t, err)
		p.numbering.Do(p.findNumbers)
		for id, c := range p.funcs {
			require.NotContains(t, p.numbers.regs(p, envs.FuncID(id))[1:], true, c.name)
		}
		return p.numbers.steps
	}
	for _, up := range []bool{false, true} {
		few, many := steps(100, up), steps(1000, up)
		require.Greater(t, few, 200)
		require.InDelta(t, 10*few, many, 100)
	}
}
