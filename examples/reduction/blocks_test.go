package reduction_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/envs/ir"
	"github.com/seed38182bad/parallax/examples/checkertest"
)

// Blocks that go on or end in the functions that they call, and a lock that is held for longer than the one around it.
func TestBlocksAcrossCalls(t *testing.T) {
	const head = `class Box { x }
final box = new Box
final a = new Object
final b = new Object
func write() { sync b { box.x = 1 } }
`
	for _, c := range []struct{ what, text, want string }{
		{"goes on in a callee", `func f() {
	sync a {
		sync b { box.x = 2 }
		write()
	}
}
`, ":10"},
		{"ends in a callee", `func give(l) {
	sync b { box.x = 2 }
	release l
}
func f() {
	acquire a
	sync b { box.x = 3 }
	give(a)
}
`, ":13"},
		{"goes on and ends in callees of a callee", `func give(l) { release l }
func most() {
	write()
	write()
	give(a)
}
func f() {
	acquire a
	most()
}
`, ":14"},
		{"begins in a callee", `func take(l) {
	acquire l
	sync b { box.x = 2 }
}
func f() {
	take(a)
	sync b { box.x = 3 }
	release a
}
`, ":13"},
		{"one step in each", `func f() {
	sync a { write() }
	sync a { write() }
}
`, ""},
	} {
		p, err := ir.Parse("x.plx", head+c.text+"func main() {\nspawn f()\nspawn f()\nspawn write()\n}\n")
		require.NoError(t, err)
		require.Equal(t, c.want, checkertest.Subjects(checker().Static(t, p)), c.what)
		require.Equal(t, c.want, checkertest.Subjects(offline().Dynamic(t, p, checkertest.Schedules(p, 5)...)),
			"%s, off-line", c.what)
	}

	p, err := ir.Parse("x.plx", head+`atomic func two() {
	sync a {
		sync b { box.x = 2 }
		sync b { box.x = 3 }
	}
}
func longer() {
	acquire a
	acquire b
	release a // which protects b no more
	box.x = 4
	release b
}
func main() {
	spawn two()
	spawn two()
	spawn longer()
}
`)
	require.NoError(t, err)
	require.Equal(t, "two", reported(checker().Static(t, p)))
	require.Equal(t, "two", reported(offline().Dynamic(t, p, checkertest.Schedules(p, 1)...)))
}
