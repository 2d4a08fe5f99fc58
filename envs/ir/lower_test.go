package ir

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/ir/irgen"
)

// paths lists the lock paths of a function in order: "text=root" with the root
// as p0 (parameter), g:name (global), r3 (register) or ? (none).
func paths(f *envs.Func) string {
	var list []string
	show := func(p *envs.Path) string {
		switch {
		case p == nil:
			return "?"
		case p.Root == envs.AtParam:
			return fmt.Sprint(p.Text, "=p", p.Reg, p.Steps)
		case p.Root == envs.AtGlobal:
			return fmt.Sprint(p.Text, "=g:", p.Global, p.Steps)
		}
		return fmt.Sprint(p.Text, "=", f.RegName(p.Reg), p.Steps)
	}
	for i := range f.Ops {
		switch op := &f.Ops[i]; op.Kind {
		case envs.Acquire, envs.TryAcquire:
			list = append(list, show(op.Path))
		case envs.Call, envs.Fork:
			for _, p := range op.Callee.Args {
				list = append(list, show(p))
			}
		}
	}
	return strings.Join(list, " ")
}

func TestPaths(t *testing.T) {
	const decls = "class C { m }\nfinal c = new C\nfinal n = 3\nvar v\nfunc f(a, b) { skip }\nfunc get(x) { return x " +
		"}\nfunc main() {}\n"
	for _, c := range []struct{ body, want string }{
		{"acquire p", "p=p0"},
		{"acquire q", "q=p1"},
		{"acquire c", "c=g:c"},
		{"acquire v", "v=r3"},                            // a variable may change: the register it is loaded into
		{"acquire n", "?"},                               // not an object
		{"acquire p.m", "p.m=r3"},                        // nor through a field
		{"q = p; acquire q", "q=q"},                      // a parameter that is assigned
		{"x = p; acquire x", "p=p0"},                     // a copy that is made once
		{"x = c; y = x; acquire y", "c=g:c"},             //
		{"x = p; x = q; acquire x", "x=x"},               //
		{"x = p.m; y = x; acquire y", "y=y"},             // the original may have changed since
		{"x = y; y = x; acquire x", "x=x"},               //
		{"x = get(p); acquire x", "p=p0 x=x"},            //
		{"x = new C; sync x { skip }", "x=x"},            //
		{"x = p.m; sync x { x = q }", "x=r4"},            // the end gives back what the beginning took
		{"sync p { p = q }", "p=r3"},                     //
		{"f(p, c); f(n, v)", "p=p0 c=g:c ? v=r3"},        //
		{"f(1, n)", ""},                                  // none has a name
		{"x = c; x = get(x)", "x=x"},                     //
		{"x = new C; spawn f(x, q)", "x=x q=p1"},         //
		{"x = q; x = tryacquire x; x = p.m", "x=x"},      //
		{"try { throw p } catch p { acquire p }", "p=p"}, // caught into a parameter
	} {
		p := parse(t, decls+"func g(p, q) {\n"+c.body+"\n}\n")
		require.Equal(t, c.want, paths(p.FuncByName("g")), c.body)
	}
}

// A register that a call or tryacquire both uses by name and defines goes by a
// register of its own in between.
func TestPathsMeanTheRegisterBefore(t *testing.T) {
	p := parse(t, "func get(x) { return x }\nfunc main() { x = new Object; x = get(x); x = tryacquire x }")
	f := p.FuncByName("main")
	for i := range f.Ops {
		op := &f.Ops[i]
		switch op.Kind {
		case envs.Call:
			require.False(t, op.Defines(op.Callee.Args[0].Reg))
		case envs.TryAcquire:
			require.False(t, op.Defines(op.Path.Reg))
		}
	}
}

// listing shows a function's operations with what control does.
func listing(p *Program, name string) string {
	f := p.FuncByName(name)
	var b strings.Builder
	for i := range f.Ops {
		op := &f.Ops[i]
		fmt.Fprintf(&b, "%d %s", i, op)
		if to := f.Targets(op); to != nil {
			fmt.Fprint(&b, " ", to)
		}
		if op.Handler != 0 {
			fmt.Fprint(&b, " !", op.Handler)
		}
		fmt.Fprintf(&b, " @%d\n", p.Position(envs.At(f.ID, op.PC)).Line)
	}
	return b.String()
}

// TestLowering shows the operations of programs in full.
func TestLowering(t *testing.T) {
	p := parse(t, `class C { x, volatile y }
final c = new C
var v
sync func get(o) {
	if o.x > 3 {
		return o.x
	}
	return -1
}
func main() {
	i = 2
	while i > 0 {
		try {
			v = get(c) / i
		} catch e {
			break
		}
		i = i - 1
	}
	sync c {
		c.x = c.y
	}
}
func dead() {
	return
	skip
}
`)
	require.Equal(t, `0 acquire r1 (o) @4
1 r2 = load r1 (C.x) !9 @5
2 r3 = compute r2, r0 @5
3 branch r3 [4 7] @5
4 r4 = load r1 (C.x) !9 @6
5 release r1 (o) @6
6 return r4 @6
7 release r1 (o) @8
8 return r0 @8
9 r5 = catch @9
10 release r1 (o) @9
11 throw r5 @9
`, listing(p, "get"))
	require.Equal(t, `0 r1 = const @11
1 r3 = compute r1, r0 @12
2 branch r3 [3 9] @12
3 r4 = call r0 (get) !8 @14
4 r5 = compute r4, r1 !8 @14
5 store r0, r5 (v) @14
6 r1 = compute r1, r0 @18
7 jump [1] @19
8 r2 = catch @15
9 acquire r0 (c) @20
10 r6 = load r0 (C.y) @21
11 store r0, r6 (C.x) @21
12 release r0 (c) @22
13 return @23
`, listing(p, "main"))
	require.Equal(t, "0 return @25\n", listing(p, "dead"))

	main := p.FuncByName("main")
	require.True(t, main.Locking())
	require.False(t, p.FuncByName("dead").Locking())
	require.True(t, main.Ops[10].Is(envs.Volatile))
	require.False(t, main.Ops[11].Is(envs.Volatile))
	require.True(t, main.Ops[10].Loc.Final, "y is never written")
	require.False(t, main.Ops[11].Loc.Final)
	require.Equal(t, []envs.FuncID{p.FuncByName("main").ID}, p.Roots())
	require.Equal(t, "i", main.RegName(1))
	require.Equal(t, 1, p.FuncByName("get").Results)
}

func TestPositionsHaveColumns(t *testing.T) {
	p := parse(t, "class C { x }\nfinal c = new C\nfunc main() {\n\tc.x = c.x + 1\n}\n")
	f := p.FuncByName("main")
	var got []string
	for i := range f.Ops {
		got = append(got, f.Ops[i].Kind.String()+" "+p.Position(envs.At(0, int32(i))).String())
	}
	require.Equal(t, []string{"load a.plx:4:10", "compute a.plx:4:12", "store a.plx:4:4", "return a.plx:5:1"}, got)
}

// TestOperation recomputes what runs of generated programs compute from what
// Operation says.
func TestOperation(t *testing.T) {
	seen := map[string]int{}
	for seed := range uint64(300) {
		p := parse(t, irgen.Program(irgen.Seeded(seed), irgen.Options{}))
		type last struct {
			at   envs.Point
			want Value
		}
		pending := map[envs.Thread]last{}
		p.Run(seed, Options{MaxSteps: 2000, Observe: func(s *State) {
			if l, ok := pending[s.Thread()]; ok && s.Point() == envs.At(l.at.Func(), l.at.PC()+1) {
				require.Equal(t, l.want, s.Reg(p.Func(l.at.Func()).Ops[l.at.PC()].Dst))
			}
			delete(pending, s.Thread())
			op := &p.Func(s.Point().Func()).Ops[s.Point().PC()]
			text, args := p.Operation(s.Point())
			seen[text]++
			vals := make([]Value, len(args))
			for i, a := range args {
				if vals[i] = a.Const; a.Reg != 0 {
					vals[i] = s.Reg(a.Reg)
				}
				if i < len(op.Uses) {
					require.Equal(t, op.Uses[i], a.Reg)
				}
			}
			num := func(i int) int64 { n, _ := vals[i].Int(); return n }
			var want Value
			switch {
			case op.Kind == envs.Const, op.Kind == envs.Move:
				want = vals[0]
			case text == "+":
				want = intValue(num(0) + num(1))
			case text == "-" && len(vals) == 1:
				want = intValue(-num(0))
			case text == "-":
				want = intValue(num(0) - num(1))
			case text == "*":
				want = intValue(num(0) * num(1))
			case text == "<":
				want = truth(num(0) < num(1))
			case text == "==":
				want = truth(vals[0] == vals[1])
			case text == "!":
				want = truth(!vals[0].isTrue())
			default:
				require.Equal(t, op.Kind == envs.Compute, text != "")
				return
			}
			pending[s.Thread()] = last{s.Point(), want}
		}}).Result()
	}
	for _, text := range []string{"+", "-", "*", "/", "%", "<", "==", "!", "len", "nondet", ""} {
		require.Greater(t, seen[text], 10, text)
	}
}

// TestHandover names, by line, the loads whose value is taken away.
func TestHandover(t *testing.T) {
	const decls = "class C { x, y, volatile z }\nfinal c = new C\nfinal arr = new [4]\nvar v\nfunc f() { skip }\nfunc " +
		"main() {}\n"
	for _, c := range []struct {
		body string
		want int
	}{
		{"r = c.x; c.x = nil", 1},
		{"r = c.x; c.x = r + 1", 1},
		{"r = c.x; c.x = r", 0},
		{"r = c.x; s = r; c.x = s", 0},
		{"r = c.x; c.y = nil", 0},
		{"r = p.x; c.x = nil", 0},                    // another object, perhaps
		{"r = p.x; c.x = 1; p.x = 2", 0},             // what is overwritten may be the 1
		{"r = p.x; q = p; q.x = nil", 1},             //
		{"q = p; r = p.x; p = new C; q.x = nil", 1},  //
		{"r = p.x; p = new C; p.x = nil", 0},         //
		{"r = arr[p.x]; arr[p.x] = nil", 1},          //
		{"r = arr[p.x]; p.x = 1; arr[p.x] = nil", 1}, // the load of p.x is
		{"r = p.y[p.x]; p.y[p.x] = nil; p.x = 3", 3}, // both loads of p.x are
		{"r = arr[1]; arr[2] = nil", 0},              //
		{"r = v; v = 3", 1},                          //
		{"r = c.x; f(); c.x = nil", 0},               //
		{"r = c.x; sync p { c.x = nil }", 0},         //
		{"sync p { r = c.x; c.x = nil }", 1},         //
		{"sync p { r = c.x }; c.x = nil", 0},         //
		{"r = c.x; if r { c.x = nil }", 0},           // only on one path
		{"r = c.z; c.z = nil", 0},                    // a volatile can be read meanwhile
		{"q = p.z; r = p.z; s = q.x; r.x = nil", 0},  // and be written meanwhile
		{"r = c.x; notify c; c.x = nil", 1},
	} {
		p := parse(t, decls+"func g(p) {\n"+c.body+"\n}\n")
		n := 0
		f := p.FuncByName("g")
		for i := range f.Ops {
			if f.Ops[i].Is(envs.Handover) {
				require.Equal(t, envs.Load, f.Ops[i].Kind)
				n++
			}
		}
		require.Equal(t, c.want, n, c.body)
	}
}

// TestOrder checks on generated programs that every operation but the first is
// reached from one before it, which is so in a reverse postorder without
// unreachable operations.
func TestOrder(t *testing.T) {
	if testing.Short() {
		t.Skip("draws programs or values by the hundred")
	}
	for seed := range uint64(1000) {
		p := parse(t, irgen.Program(irgen.Seeded(seed), irgen.Options{}))
		for id := range p.NumFuncs() {
			f := p.Func(envs.FuncID(id))
			reached := make([]bool, len(f.Ops))
			reached[0] = true
			for i := range f.Ops {
				op := &f.Ops[i]
				require.True(t, reached[i], "seed %d: %s, op %d", seed, f.Name, i)
				if op.Falls() {
					reached[i+1] = true
				}
				for _, to := range append(slices.Clone(f.Targets(op)), op.Handler) {
					reached[to] = true
				}
			}
		}
	}
}
