// Package irgen makes random well-formed programs of the register language, for
// tests that compare what is found statically with what runs show.
//
// The choices are drawn from a function of the caller, so the package needs no
// library for random testing and works, with shrinking, with any:
//
//	src := irgen.Program(func(label string, n int) int {
//		return rapid.IntRange(0, n-1).Draw(t, label)
//	}, irgen.Options{})
//
// Choice 0 is always the simplest, so that programs shrink well. Every program
// parses. Loops and recursion are bounded by counters, or leave by a choice that
// is drawn anew each time round, so that a run ends for certain if its choices
// do not all fall the same way, unless threads lock each other out.
package irgen

import (
	"fmt"
	"strings"
)

// Options bound what is generated. The zero value is ready to use.
type Options struct {
	Funcs      int // functions besides main, at most; 0 means 4
	Stmts      int // statements in the whole program, about; 0 means 30
	Depth      int // nesting of statements; 0 means 4
	NoThreads  bool
	NoThrow    bool // no exceptions are thrown or caught on purpose
	NoRaw      bool // monitors are only held by sync
	NoGoto     bool
	NoWait     bool
	Structured bool // all of NoThrow, NoRaw, NoGoto and NoWait
}

// A Draw is a choice: a number from 0 to n-1. The label says what it is for.
type Draw func(label string, n int) int

// Seeded draws from a generator of its own, the same for the same seed.
func Seeded(seed uint64) Draw {
	return func(_ string, n int) int {
		seed += 0x9e3779b97f4a7c15
		z := seed
		z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
		z = (z ^ z>>27) * 0x94d049bb133111eb
		return int((z ^ z>>31) >> 33 % uint64(n))
	}
}

// Program draws the source text of a program.
func Program(draw Draw, opts Options) string {
	if opts.Funcs <= 0 {
		opts.Funcs = 4
	}
	if opts.Stmts <= 0 {
		opts.Stmts = 30
	}
	if opts.Depth <= 0 {
		opts.Depth = 4
	}
	if opts.Structured {
		opts.NoThrow, opts.NoRaw, opts.NoGoto, opts.NoWait = true, true, true, true
	}
	g := &gen{draw: draw, opts: opts}
	g.program()
	return g.out.String()
}

type gen struct {
	draw   Draw
	opts   Options
	out    strings.Builder
	indent int
	funcs  []fn
	left   int // statements still to be written

	// Of the function that is being written:
	cur    fn
	depth  int
	loops  int
	serial int // numbers counters and labels
}

// fn is a function that may be called: its parameters are an object, a counter
// that bounds recursion, and a value.
type fn struct {
	name    string
	sync    bool
	results int
}

const header = `class Node {
	f
	g = 1
	volatile flag
	next = nil
}

final a = new Node
final b = new Node
final lock = new Object
final table = new [3]
var total = 0
volatile ready = false

func take(o) {
	acquire o
}

func give(o) {
	release o
}

func reopen(o) {
	v = o.f
	release o
	acquire o
	return v
}

sync func wakeup(o) {
	o.flag = true
	notifyall o
}
`

func (g *gen) program() {
	g.out.WriteString(header)
	for i := range 1 + g.draw("funcs", g.opts.Funcs) {
		g.funcs = append(g.funcs, fn{
			name: fmt.Sprintf("f%d", i), results: g.draw("results", 3), sync: g.draw("sync", 3) == 2,
		})
	}
	for _, f := range g.funcs {
		g.function(f)
	}
	g.cur = fn{name: "main"}
	g.line("")
	g.line("func main() {")
	g.indent++
	g.line("n = %d", 1+g.draw("fuel", 3))
	g.line("o = a")
	g.line("x = 1")
	g.locals()
	spawned := 0
	if !g.opts.NoThreads {
		spawned = g.draw("threads", 4)
	}
	for i := range spawned {
		g.line("t%d = spawn %s(%s, n, %d)", i, g.anyFunc().name, g.monitor(), g.draw("arg", 3))
	}
	g.left = 2 + g.opts.Stmts/4
	g.block()
	for i := range spawned {
		if g.draw("join", 4) < 3 {
			g.line("join t%d", i)
		}
	}
	g.indent--
	g.line("}")
}

func (g *gen) function(f fn) {
	g.cur, g.depth, g.loops, g.serial = f, 0, 0, 0
	g.left = 1 + g.opts.Stmts/len(g.funcs)
	g.line("")
	prefix := ""
	if f.sync {
		prefix = "sync "
	}
	g.line("%sfunc %s(o, n, x) {", prefix, f.name)
	g.indent++
	g.locals()
	g.block()
	g.ret()
	g.indent--
	g.line("}")
}

// locals gives the registers that statements use a first value.
func (g *gen) locals() {
	g.line("r = x")
	g.line("s = n")
	g.line("p = o")
	g.line("q = %s", g.pick("object", "a", "b"))
}

func (g *gen) line(format string, args ...any) {
	if format != "" {
		for range g.indent {
			g.out.WriteByte('\t')
		}
		fmt.Fprintf(&g.out, format, args...)
	}
	g.out.WriteByte('\n')
}

func (g *gen) pick(label string, of ...string) string { return of[g.draw(label, len(of))] }

func (g *gen) fresh(prefix string) string {
	g.serial++
	return fmt.Sprintf("%s%d", prefix, g.serial)
}

func (g *gen) anyFunc() fn { return g.funcs[g.draw("callee", len(g.funcs))] }

// The choices of operands, the most useful ones several times.
func (g *gen) reg() string   { return g.pick("register", "r", "s", "x") }
func (g *gen) field() string { return g.pick("field", "f", "f", "g", "flag") }

// object is a Node, mostly: p, q and o may be nil after "p = q.next".
func (g *gen) object() string { return g.pick("object", "a", "p", "o", "q", "b") }

// monitor is what can be locked for certain, in registers or by name.
func (g *gen) monitor() string { return g.pick("monitor", "a", "b", "a", "lock") }

// lockable may be nil now and then.
func (g *gen) lockable() string {
	return g.pick("lock", "a", "lock", "b", "p", "o", "q", "a")
}

func (g *gen) value() string {
	switch g.draw("value", 8) {
	default:
		return g.reg()
	case 3:
		return fmt.Sprint(g.draw("number", 5))
	case 4:
		return g.object() + "." + g.field()
	case 5:
		return g.reg() + " " + g.pick("operator", "+", "-", "*") + " " + g.reg()
	case 6:
		return "nondet"
	case 7:
		return "total"
	}
}

func (g *gen) cond() string {
	switch g.draw("condition", 7) {
	default:
		return "nondet"
	case 2:
		return g.reg() + " " + g.pick("comparison", "<", "==", ">=", "!=", "<=", ">") + " " + g.value()
	case 3:
		return g.object() + "." + g.field() + " > 0"
	case 4:
		return "nondet && " + g.reg() + " != 0 || ready"
	case 5:
		return "p == q"
	case 6:
		return "!" + g.reg()
	}
}
