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
// parses. Loops and recursion are bounded by counters, or leave by a choice
// that is drawn anew each time round. So a run ends for certain if its choices
// do not all fall the same way, unless threads lock each other out.
package irgen

import (
	"fmt"
)

// Options bound what is generated. The zero value is ready to use.
type Options struct {
	Stmts int  // statements in the whole program, about; 0 means 30
	NoRaw bool // monitors are only held by sync
	// Structured programs have no raw monitors either, and no goto, wait, throw or try.
	Structured bool
}

const (
	maxFuncs = 4 // functions besides main
	maxDepth = 4 // nesting of statements
)

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
	if opts.Stmts <= 0 {
		opts.Stmts = 30
	}
	g := &gen{Writer: Writer{Draw: draw}, opts: opts}
	g.program()
	return g.String()
}

type gen struct {
	Writer
	opts  Options
	funcs []fn
	left  int // statements still to be written

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
}`

func (g *gen) program() {
	g.Line(header)
	for i := range 1 + g.Draw("funcs", maxFuncs) {
		g.funcs = append(g.funcs, fn{
			name: fmt.Sprintf("f%d", i), results: g.Draw("results", 3), sync: g.Draw("sync", 3) == 2,
		})
	}
	for _, f := range g.funcs {
		g.function(f)
	}
	g.cur = fn{name: "main"}
	g.Line("\nfunc main() {\nn = %d\no = a\nx = 1", 1+g.Draw("fuel", 3))
	g.locals()
	spawned := g.Draw("threads", 4)
	for i := range spawned {
		g.Line("t%d = spawn %s(%s, n, %d)", i, g.anyFunc().name, g.monitor(), g.Draw("arg", 3))
	}
	g.left = 2 + g.opts.Stmts/4
	g.block()
	for i := range spawned {
		if g.Draw("join", 4) < 3 {
			g.Line("join t%d", i)
		}
	}
	g.Line("}")
}

func (g *gen) function(f fn) {
	g.cur, g.depth, g.loops, g.serial = f, 0, 0, 0
	g.left = 1 + g.opts.Stmts/len(g.funcs)
	g.Line("")
	prefix := ""
	if f.sync {
		prefix = "sync "
	}
	g.Line("%sfunc %s(o, n, x) {", prefix, f.name)
	g.locals()
	g.block()
	g.ret()
	g.Line("}")
}

// locals gives the registers that statements use a first value.
func (g *gen) locals() {
	g.Line("r = x\ns = n\np = o\nq = %s", g.Pick("a", "b"))
}

func (g *gen) fresh(prefix string) string {
	g.serial++
	return fmt.Sprintf("%s%d", prefix, g.serial)
}

func (g *gen) anyFunc() fn { return g.funcs[g.Draw("callee", len(g.funcs))] }

// The choices of operands, the most useful ones several times.
func (g *gen) reg() string   { return g.Pick("r", "s", "x") }
func (g *gen) field() string { return g.Pick("f", "f", "g", "flag") }

// object is a Node, mostly: p, q and o may be nil after "p = q.next".
func (g *gen) object() string { return g.Pick("a", "p", "o", "q", "b") }

// monitor is what can be locked for certain, in registers or by name.
func (g *gen) monitor() string { return g.Pick("a", "b", "a", "lock") }

// lockable may be nil now and then.
func (g *gen) lockable() string {
	return g.Pick("a", "lock", "b", "p", "o", "q", "a")
}

func (g *gen) value() string {
	switch g.Draw("value", 8) {
	default:
		return g.reg()
	case 3:
		return fmt.Sprint(g.Draw("number", 5))
	case 4:
		return g.object() + "." + g.field()
	case 5:
		return g.reg() + " " + g.Pick("+", "-", "*") + " " + g.reg()
	case 6:
		return "nondet"
	case 7:
		return "total"
	}
}

func (g *gen) cond() string {
	switch g.Draw("condition", 7) {
	default:
		return "nondet"
	case 2:
		return g.reg() + " " + g.Pick("<", "==", ">=", "!=", "<=", ">") + " " + g.value()
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
