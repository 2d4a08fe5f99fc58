package modelcheck_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/envs/ir"
	"github.com/seed38182bad/parallax/examples/checkertest"
	"github.com/seed38182bad/parallax/examples/modelcheck"
)

const objects = `class Box { v, in }
final a = new Box
final b = new Box
final l = new Object
var n
var done
`

// said is what the classifications say of f, each by the first letters of the kinds, in the order of the table. A dot
// is nothing.
func (x exploration) said() string {
	var said []string
	for _, by := range ways {
		text := ""
		for _, kind := range x.of(by, "f") {
			text += kind[:1]
		}
		if text == "" {
			text = "."
		}
		said = append(said, text)
	}
	return strings.Join(said, " ")
}

// Which operations are independent, which are movers, and when a call cannot be atomic, by all.
func TestClassifications(t *testing.T) {
	const twice = "func main() { spawn f()\nspawn f() }\n"
	for _, c := range []struct {
		name, said, text string
	}{
		{"one block", ". . . .", "atomic func f() { sync l { n = n + 1 } }\n" + twice},
		{"two blocks", "p p p p", "atomic func f() { sync l { x = n }\nsync l { n = x + 1 } }\n" + twice},
		{"two locks, one in the other", "p . . .",
			"atomic func f() { sync a { sync b { n = n + 1 } } }\nfunc g() { sync b { skip } }\n" +
				"func main() { spawn f()\nspawn f()\nspawn g() }\n"},
		{"one of them is only taken under the other one", ". . . .",
			"atomic func f() { sync a { sync b { n = n + 1 } } }\n" + twice},
		{"twice under the other one", ". p . .",
			"atomic func f() { sync a { sync b { n = n + 1 }\nsync b { n = n + 1 } } }\n" + twice},
		{"twice under the other one, with a third one in between", "p p p .", "atomic func f() { sync a {\n" +
			"sync b { n = n + 1 }\nsync b { n = n + 1 }\nsync l { done = true } } }\n" +
			"func g() { sync l { x = done } }\nfunc main() { spawn f()\nspawn f()\nspawn g() }\n"},
		{"a lock that nobody else takes", ". p . .",
			"atomic func f() { x = new Box\nsync x { x.v = 1 }\nsync x { x.v = 2 }\nsync l { n = n + 1 } }\n" + twice},
		{"a lock that is held", ". . . .",
			"atomic func f() { sync l { sync l { n = n + 1 }\nsync l { n = n + 1 } } }\n" + twice},
		{"a lock that is held by the caller is given back", "p p p p",
			"atomic func f() { x = n\nrelease l\nacquire l\nn = x + 1 }\nfunc g() { acquire l\nf()\nrelease l }\n" +
				"func main() { spawn g()\nspawn g() }\n"},
		{"a lock that is held longer than the one around it", "p p p p",
			"atomic func f() { n = n * 2\nrelease b\nacquire a\nacquire b\nn = n + 1\nrelease a }\n" +
				"func g() { acquire a\nacquire b\nrelease a\nf()\nrelease b }\nfunc main() { spawn g()\nspawn g() }\n"},
		{"one access without a lock", ". . . .", "atomic func f() { n = 1 }\n" + twice},
		{"two of them", "p p p p", "atomic func f() { n = n + 1 }\n" + twice},
		{"of an object of its own", ". . . .", "atomic func f() { x = new Box\nx.v = x.v + 1 }\n" + twice},
		{"before others are there", ". . . .", "atomic func f() { n = 1\nn = 2 }\nfunc g() { x = n }\n" +
			"func main() { f()\nspawn g() }\n"},
		{"a lock that others try", "p p p p", "atomic func f() { sync l { n = 1 } }\n" +
			"func g() { k = tryacquire l\nif k { release l } else { done = true } }\nfunc main() { spawn f()\nspawn g() }\n"},
		{"a thread that is waited for", "p p p p", "func g() { n = 1 }\natomic func f() { t = spawn g()\njoin t }\n" +
			"func main() { f() }\n"},
		{"a wait", "d d d d", "atomic func f() { sync l { while n == 0 { wait l } } }\n" +
			"func main() { spawn f()\nsync l { n = 1\nnotify l } }\n"},
		{"locks in opposite orders", "dp d d d", "atomic func f(x, y) { sync x { sync y { n = 1 } } }\n" +
			"func main() { spawn f(a, b)\nspawn f(b, a) }\n"},
		{"a lock that is never given back", "dp d d d", "atomic func f() { sync l { sync a { n = 1 } } }\n" +
			"func main() { spawn f()\nspawn f()\nacquire a }\n"},
		{"it waits for it before it has begun", ". . . .", "atomic func f() { sync a { n = 1 } }\n" +
			"func main() { spawn f()\nspawn f()\nacquire a }\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			p, err := ir.Parse("x.plx", objects+c.text)
			require.NoError(t, err)
			x := explored(t, p, ir.Options{})
			require.True(t, x.complete)
			require.Equal(t, c.said, x.said(), "%v", x.found)
		})
	}
}

// A call that waits to be notified is definitely not atomic, as the paper has it: others have to come in. By what is
// left behind that cannot be told where another schedule leaves the same, in which the call came late enough not to
// wait.
func TestWaitIsNotByOutcome(t *testing.T) {
	p, err := ir.Parse("x.plx", objects+"atomic func f() { sync l { while n == 0 { wait l } } }\n"+
		"func main() { t = spawn f()\nsync l { n = 1\nnotify l }\njoin t }\n")
	require.NoError(t, err)
	x := explored(t, p, ir.Options{})
	require.Equal(t, []string{definite}, x.of("w", "f"))
	shown, complete := p.Interference(only("f"), ir.Options{})
	require.True(t, complete)
	require.Nil(t, shown)
}

// A call that loops for ever is not reported, but then not every schedule is covered, and nothing is verified.
func TestLoopIsNotComplete(t *testing.T) {
	p, err := ir.Parse("x.plx", objects+"atomic func f() { while !done { skip } }\nfunc main() { spawn f() }\n")
	require.NoError(t, err)
	x := explored(t, p, ir.Options{MaxSteps: 100})
	require.Empty(t, x.found)
	require.False(t, x.complete)
}

// A call within another one is judged by itself, too: what the outer one does with it is not its fault.
func TestCallsWithinCalls(t *testing.T) {
	p, err := ir.Parse("x.plx", objects+"atomic func g() { sync l { n = n + 1 } }\natomic func f() { g()\ng() }\n"+
		"atomic func h() { f() }\nfunc main() { spawn h()\nspawn h() }\n")
	require.NoError(t, err)
	x := explored(t, p, ir.Options{})
	require.Equal(t, "g", x.names("w"))
}

// A file says what is a region, as for other checkers of transactions.
func TestRules(t *testing.T) {
	a := modelcheck.Analyzer()
	require.NoError(t, a.Flags.Set("transactions", "testdata/missing.rules"))
	require.ErrorContains(t, a.Setup(func(name string) string { return name }), "-modelcheck.transactions: ")
	a = modelcheck.Analyzer()
	require.NoError(t, a.Flags.Set("by", "all"))
	require.EqualError(t, a.Setup(nil), "-modelcheck.by=all: want ind, mov, comb or w")
}

// What is told names the two operations, and the one at which a thread waits.
func TestStories(t *testing.T) {
	stories := map[string][]string{}
	for _, name := range []string{"stringbuffer", "deadlock"} {
		for _, f := range read(t, name).found {
			if f.Checker == "w" {
				require.Equal(t, f.Kind == definite, f.Proved)
				stories[name] = append(stories[name], f.Message)
				stories[name] = append(stories[name], checkertest.Story(f)...)
			}
		}
	}
	require.Equal(t, map[string][]string{
		"stringbuffer": {
			"append is possibly not atomic: others may come in after b is given back and before b is taken",
			"12 after this others may come in: b is given back, in length",
			"25 and before this: b is taken, in getChars",
		},
		"deadlock": {
			"append is not atomic: once it has begun, it may never come to its end",
			"39 its thread never goes on from here: it waits for other",
		},
	}, stories)
}
