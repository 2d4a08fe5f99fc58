package views_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/examples/checkertest"
)

func TestText(t *testing.T) {
	c := checker()
	c.Runs = 20
	checkertest.Text(t, c, "testdata/*.plx")
}

// elevator has the views of the elevator in section 9.5 of the thesis. One thread has {1, 3}, {3} and {2, 3}, the last
// with an access of 1 under a condition. Another one has {1, 2, 3}.
const elevator = `
class E { one, two, three }
final e = new E
var up = 0
func lift() {
	sync e { e.one = e.three }
	sync e { e.three = 1 }
	sync e {
		if up { e.one = 1 }
		e.two = e.three
	}
}
func controls() {
	sync e {
		e.one = 0
		e.two = e.three
	}
}
func main() {
	a = spawn lift()
	b = spawn controls()
}`

// Conditional accesses are no reason for a report with the option, and the option
// changes nothing about reports that have another one.
func TestConditional(t *testing.T) {
	p := parse(t, elevator)
	require.NotEmpty(t, checker().Dynamic(t, p, checkertest.Schedules(p, 10)...))
	require.NotEmpty(t, checker().Static(t, p))
	require.Empty(t, checker("conditional=true").Dynamic(t, p, checkertest.Schedules(p, 10)...))
	require.Empty(t, checker("conditional=true").Static(t, p))

	c := checker("conditional=true")
	c.Runs = 20
	checkertest.Text(t, c, "testdata/nested.plx", "testdata/threads.plx")
}

// Without regard to locks, an inner block is in conflict with the outer one of others.
func TestPlain(t *testing.T) {
	const text = `
class P { x, y }
final outer = new Object
final inner = new Object
final p = new P
func steps() { sync outer { sync inner { p.x = 1 }; sync inner { p.y = 1 } } }
func one() { sync outer { p.x = p.y } }
func main() { a = spawn steps(); b = spawn one() }`
	p := parse(t, text)
	require.Empty(t, checker().Dynamic(t, p, checkertest.Schedules(p, 10)...))
	require.Empty(t, checker().Static(t, p))
	require.Equal(t, []string{"{P.x, P.y}: 6 7"},
		told(checker("plain=true").Dynamic(t, p, checkertest.Schedules(p, 10)...)))
	require.Equal(t, []string{"{P.x, P.y}: 6 7"}, told(checker("plain=true").Static(t, p)))
}

// Elements are variables on demand: two threads that take different elements of
// an array are then in conflict with one that takes them all.
func TestElements(t *testing.T) {
	const text = `
final a = new [2]
final lock = new Object
func each() { i = 0; while i < 2 { sync lock { a[i] = 1 }; i = i + 1 } }
func all() { sync lock { a[0] = a[1] } }
func main() { x = spawn each(); y = spawn all() }`
	p := parse(t, text)
	require.Empty(t, checker().Dynamic(t, p, checkertest.Schedules(p, 10)...))
	require.Equal(t, []string{"{[]}: 4 5"}, told(checker("elements=true").Dynamic(t, p, checkertest.Schedules(p, 10)...)))
}

// Nor is a field of two objects two variables, unless elements are.
func TestObjectsOfAType(t *testing.T) {
	p := parse(t, `
class P { x }
final p = new P
final q = new P
final lock = new Object
func each() { sync lock { p.x = 1 }; sync lock { q.x = 1 } }
func all() { sync lock { p.x = q.x } }
func main() { a = spawn each(); b = spawn all() }`)
	require.Empty(t, checker().Dynamic(t, p, checkertest.Schedules(p, 10)...))
	require.Equal(t, []string{"{P.x}: 6 7"}, told(checker("elements=true").Dynamic(t, p, checkertest.Schedules(p, 10)...)))
}

func TestLeast(t *testing.T) {
	p := parse(t, source([]string{"xy", "x y"}))
	require.Len(t, checker("least=2").Dynamic(t, p, checkertest.Schedules(p, 20)...), 1)
	require.Empty(t, checker("least=3").Dynamic(t, p, checkertest.Schedules(p, 20)...))
	p = parse(t, source([]string{"xyz", "x yz"}))
	require.Len(t, checker("least=3").Dynamic(t, p, checkertest.Schedules(p, 20)...), 1)
}

func TestGo(t *testing.T) {
	if testing.Short() {
		t.Skip("builds Go programs and runs them")
	}
	checkertest.Go(t, checker(), "testdata/module")
}

// A block of too many variables is not about one thing.
func TestLargeBlocks(t *testing.T) {
	text := func(fields int) string {
		var names, accesses []string
		for i := range fields {
			names = append(names, fmt.Sprintf("f%d", i))
			accesses = append(accesses, fmt.Sprintf("c.f%d = 1", i))
		}
		return fmt.Sprintf("class C { %s }\nfinal c = new C\nfunc all() { sync c { %s } }\n"+
			"func main() { a = spawn all(); sync c { c.f0 = 1 }; sync c { c.f1 = 1 } }", strings.Join(names,
			", "), strings.Join(accesses, "; "))
	}
	for fields, want := range map[int]int{64: 1, 65: 0} {
		p := parse(t, text(fields))
		require.Len(t, checker().Dynamic(t, p, checkertest.Schedules(p, 10)...), want, "%d fields", fields)
		require.Len(t, checker().Static(t, p), want, "%d fields", fields)
	}
}
