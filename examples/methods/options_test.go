package methods_test

import (
	"regexp"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/envs/ir"
	"github.com/seed38182bad/parallax/examples/checkertest"
)

// both is what is found about a program, which has to be the same on both sides.
func both(t *testing.T, text string, flags ...string) string {
	p, err := ir.Parse("x.plx", text)
	require.NoError(t, err, text)
	paths := checkertest.Subjects(checker(flags...).Static(t, p))
	require.Equal(t, paths, checkertest.Subjects(offLine(t, p, 20, flags...)), "in runs")
	return paths
}

const threads = "\nfunc main() { t1 = spawn m(); t2 = spawn n(); t3 = spawn m(); t4 = spawn n() }\n"

// What a method does to a class in one block is no matter of other blocks, however it is made up. The plain form does
// not look at it unless it is the method's own.
func TestOneBlock(t *testing.T) {
	const text = `class C { x }
final c = new C
final d = new C
sync func get(o) { return o.x }
sync func set(o, v) { o.x = v }
sync func increment(o) { set(o, get(o) + 1) }
func m() { r = get(c); if nondet { r = 0 } else { skip } }
func n() { increment(c) }`
	require.Empty(t, both(t, text+threads))
	require.Equal(t, "m on C:7 n on C:8", both(t, text+threads, "plain=true"))
}

// Of two branches only one is taken. What is done again and again at one place counts once.
func TestPaths(t *testing.T) {
	require.Empty(t, both(t, `class C { x }
final c = new C
sync func get(o) { return o.x }
sync func set(o, v) { o.x = v }
func m() { if nondet { r = get(c) } else { set(c, 1) } }
func n() { i = 0; while i < 3 { set(c, i); i = i + 1 } }`+threads))
}

// Who holds a lock that all others hold as well is alone: all blocks of C are in blocks of gate. If
// one is not, it may come in between.
func TestGuards(t *testing.T) {
	const text = `class C { x }
final c = new C
final gate = new Object
sync func get(o) { return o.x }
sync func set(o, v) { o.x = v }
func m() { sync gate { set(c, get(c) + 1) } }
`
	require.Empty(t, both(t, text+"func n() { sync gate { r = get(c) } }"+threads))
	require.Equal(t, "m on C:6", both(t, text+"func n() { set(c, 5) }"+threads))
}

// Classes are told apart; so are fields that nobody writes, volatile ones, and objects that nobody else
// has reached yet.
func TestNarrowed(t *testing.T) {
	const text = `class C { x, y, volatile v, r = 1 }
class D { z }
final c = new C
final d = new D
final lock = new Object
func n() { sync lock { c.x = 1; d.z = 1; c.v = 1; o = c.r } }
`
	require.Empty(t, both(t, text+"func m() { sync lock { o = c.x }; sync lock { d.z = 2 } }"+threads))
	require.Empty(t, both(t, text+"func m() { sync lock { o = c.x }; sync lock { c.v = 2 } }"+threads))
	require.Empty(t, both(t, text+"func m() { sync lock { o = c.r }; sync lock { c.x = c.r } }"+threads))
	require.Empty(t, both(t, text+"func m() { o = new C; sync lock { o.x = 2 }; sync lock { o.x = o.x + 1 } }"+threads))
	require.Equal(t, "m on C:7", both(t, text+"func m() { sync lock { o = c.x }; sync lock { c.x = o } }"+threads))
}

// Only the lowest method is reported, unless callers are asked for.
func TestCallers(t *testing.T) {
	const text = `class C { x }
final c = new C
sync func get(o) { return o.x }
sync func set(o, v) { o.x = v }
func increment() { set(c, get(c) + 1) }
func m() { increment() }
func n() { m(); m() }`
	require.Equal(t, "increment on C:5", both(t, text+threads))
	require.Equal(t, "increment on C:5", both(t, text+threads, "plain=true"))
	require.Equal(t, "increment on C:5 m on C:6 n on C:7", both(t, text+threads, "callers=true"))
}

// What is worse in a caller, beside what is reported below it, is reported as well.
func TestWorseBeside(t *testing.T) {
	const text = `class C { x }
final c = new C
sync func get(o) { return o.x }
sync func set(o, v) { o.x = v }
sync func look(o) { return o.x }
func twice() { get(c); look(c) }
`
	require.Equal(t, "twice on C:6", both(t, text+"func m() { twice(); r = get(c) }\nfunc n() { set(c, 1) }"+threads))
	require.Equal(t, "m on C:7 twice on C:6",
		both(t, text+"func m() { r = get(c); twice(); set(c, r) }\nfunc n() { set(c, 1) }"+threads))
	require.Equal(t, "twice on C:6", both(t, text+"func m() { twice(); set(c, 1) }\nfunc n() { set(c, 1) }"+threads))
}

// Of methods that call each other, one through which others come to what they do is to blame.
func TestRecursion(t *testing.T) {
	const text = `class C { x }
final c = new C
sync func get(o) { return o.x }
sync func set(o, v) { o.x = v }
func n() { set(c, 1) }
`
	require.Equal(t, "m on C:6",
		both(t, text+"func m() { if nondet { again() }; set(c, get(c)) }\nfunc again() { m() }"+threads))
	require.Equal(t, "again on C:7 m on C:6",
		both(t, text+"func m() { r = get(c); if nondet { again() }; set(c, r) }\n"+
			"func again() { m(); set(c, get(c)) }"+threads))
}

// Elements are what holds them.
func TestContents(t *testing.T) {
	const text = `class C { items = nil }
final c = new C
final lock = new Object
func m() { sync lock { s = c.items; o = s[0] }; sync lock { s2 = c.items; s2[0] = 1 } }
func n() { sync lock { s3 = c.items; s3[0] = 2 } }
func main() { sync lock { c.items = new [2] }; a = spawn m(); b = spawn n(); d = spawn m() }`
	require.Equal(t, "m on C:4", both(t, text))
	require.Empty(t, both(t, text, "contents=false"))
}

// A read that leaves its block counts; one that decides something in the block does not, nor one that
// is used up there.
func TestExposed(t *testing.T) {
	if testing.Short() {
		t.Skip("tries a hundred schedules")
	}
	const text = `class C { x }
final c = new C
final lock = new Object
func n() { sync lock { c.x = 5 } }
func pass(v) { return v }
`
	for body, want := range map[string]bool{
		"sync lock { r = c.x }; q = r + 1":                                 true,
		"sync lock { r = c.x; q = r }; return q":                           true,
		"sync lock { r = c.x; q = r + 1 }; if q { skip }":                  true,
		"sync lock { r = pass(c.x) }":                                      true, // it may be kept
		"sync lock { r = c.x }":                                            false,
		"sync lock { r = c.x; q = r }; sync lock { q = 1 }":                false,
		"sync lock { if c.x { skip } }":                                    false,
		"sync lock { r = c.x + 1; if r > 2 { skip } }; r = 1; q = r":       false,
		"sync lock { r = c.x; sync gate { if r { skip } } }":               false,
		"sync gate { sync lock { r = c.x }; if r { skip } }":               true,
		"sync lock { r = c.x; r = 2 }; q = r":                              false,
		"sync lock { r = c.x; if nondet { r = 2 } }; q = r":                false,
		"sync lock { r = c.x; if nondet { r = 2 } }; q = r; if q { skip }": true,
	} {
		program := text + "final gate = new Object\nfunc m() { " + body + "; sync lock { c.x = 1 } }" + threads
		if body == "sync lock { r = c.x; q = r }; return q" {
			program = text + "func get() { sync lock { r = c.x; q = r }; return q }\n" +
				"func m() { r = get(); sync lock { c.x = 1 } }" + threads
		}
		got := both(t, program, "exposed=true")
		require.Equal(t, want, got != "", "%s: %s", body, got)
		require.NotEmpty(t, both(t, program), body)
	}
}

// A block inside another one is none beside it, whoever has them.
func TestNested(t *testing.T) {
	const text = `class C { x }
final c = new C
final gate = new Object
final other = new Object
func inner(o) { sync o { r = c.x } }
func m() { sync gate { inner(other); c.x = c.x + 1 } }
`
	require.Empty(t, both(t, text+"func n() { sync c { c.x = 5 } }"+threads))
	require.Empty(t, both(t, text+"func n() { sync gate { inner(c) } }"+threads))
}

// rank is that of the only report about m, and its only reason, if others update all fields.
func rank(t *testing.T, functions string) int {
	p, err := ir.Parse("x.plx", `class C { x, y }
final c = new C
final lock = new Object
func n() { sync lock { c.x = 5; c.y = 5 } }
`+functions+threads)
	require.NoError(t, err)
	fs := checker().Static(t, p)
	require.Len(t, fs, 1, functions)
	require.Len(t, fs[0].Why, 1)
	return fs[0].Rank
}

// What was read and is then updated ranks before what is torn, and that before what is accessed twice.
func TestRank(t *testing.T) {
	twice := rank(t, "func m() { sync lock { r = c.x }; sync lock { r = c.x } }")
	torn := rank(t, "func m() { sync lock { r = c.x }; sync lock { r = c.y } }")
	lost := rank(t, "func m() { sync lock { r = c.x }; sync lock { c.x = r } }")
	require.Less(t, twice, torn)
	require.Less(t, torn, lost)
}

// What is updated first and then read is not lost, unless there is a way round to the update.
func TestFollows(t *testing.T) {
	twice := rank(t, "func m() { sync lock { r = c.x }; sync lock { r = c.x } }")
	lost := rank(t, "func m() { sync lock { r = c.x }; sync lock { c.x = r } }")
	const callees = `
func set() { sync lock { c.x = 1 } }
func get() { sync lock { r = c.x }; return r }
func deep() { return get() }
`
	for body, want := range map[string]int{
		"sync lock { c.x = 1 }; sync lock { r = c.x }":                              twice,
		"while nondet { sync lock { c.x = 1 }; sync lock { r = c.x } }":             lost,
		"if nondet { sync lock { c.x = 1 } } else { sync lock { r = c.x } }; set()": lost,
		"set(); r = get()":         twice,
		"set(); r = deep()":        twice,
		"r = deep(); set()":        lost,
		"set(); r = deep(); set()": lost,
		"if nondet { set() } else { r = get() }; sync lock { q = c.x }":          twice,
		"sync lock { c.x = 1 }; if nondet { r = deep() }; sync lock { q = c.x }": twice,
	} {
		require.Equal(t, want, rank(t, callees+"func m() { "+body+" }"), body)
	}
}

// Of methods that call each other the same ones are reported, in whichever order they are declared. A method may come
// to some two blocks only through another one, and to others, with which it matters as much, by itself.
func TestCirclesInAnyOrder(t *testing.T) {
	const before = `class C { x }
final c = new C
final gate = new Object
`
	read := "func a() { sync c { r = c.x }; sync c { c.x = r }; if nondet { b() } else { skip } }\n"
	calls := "func b() { if nondet { a() } else { skip }; if nondet { sync gate { a() } } else { skip } }\n"
	only := "func b() { if nondet { a() } else { skip }; if nondet { a() } else { skip } }\n"
	const main = "func main() { t1 = spawn a(); t2 = spawn b(); t3 = spawn a() }\n"
	reported := func(text string) string {
		p, err := ir.Parse("x.plx", text)
		require.NoError(t, err)
		return regexp.MustCompile(` on C:\d+`).ReplaceAllString(checkertest.Subjects(checker().Static(t, p)), "")
	}
	require.Equal(t, "a b", reported(before+read+calls+main), "a block of b is one of the two")
	require.Equal(t, "a b", reported(before+calls+read+main))
	require.Equal(t, "a", reported(before+read+only+main))
	require.Equal(t, "a", reported(before+only+read+main))
}
