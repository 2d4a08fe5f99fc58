// Package drawn draws programs of package ir for tests of checkers: of locks, of shared objects, and of transactions.
// Package irgen draws those that tests of environments and of the engine ask for, too.
package drawn

import (
	"fmt"
	"slices"

	"github.com/seed38182bad/parallax/envs/ir/irgen"
)

// LockOptions say what programs Locks draws. The zero value draws all sorts.
type LockOptions struct {
	Ordered  bool // a lock is taken only while lesser ones are held, if any
	Gated    bool // several locks are held only under one that all threads take for it
	Straight bool // no branches, and nothing that may not be executed
}

const (
	maxLocks   = 4
	maxThreads = 4 // main included
)

// Locks draws the source text of a program that does nothing but take locks. It has up to 4 named locks, l0 to l3, and
// up to 4 threads, some of them started after others were joined. Monitors are re-entrant and are taken by sync,
// acquire, tryacquire, calls and after wait. The states of a program are few, so that it can be explored.
func Locks(draw irgen.Draw, opts LockOptions) string {
	g := &lockProgram{Writer: irgen.Writer{Draw: draw}, opts: opts}
	g.locks = 2 + draw("locks", maxLocks-1)
	for i := range g.locks {
		g.Line("final l%d = new Object", i)
	}
	if opts.Gated {
		g.Line("final gate = new Object")
	}
	threads := 1 + draw("threads", maxThreads-1)
	for i := range threads {
		g.Line("\nfunc t%d() {", i)
		g.body()
		g.Line("}")
	}
	g.Line("\nfunc main() {")
	started := 0
	for i := range threads {
		if started < i && draw("join", 4) == 3 {
			g.Line("\tjoin h%d", started)
			started++
		}
		if draw("between", 6) == 5 {
			g.body()
		}
		g.Line("\th%d = spawn t%d()", i, i)
	}
	if draw("main", 2) == 1 {
		g.body()
	}
	g.Line("}")
	for _, h := range g.helpers {
		g.Line("\nfunc %s", h)
	}
	return g.String()
}

type lockProgram struct {
	irgen.Writer
	opts    LockOptions
	locks   int
	helpers []string
	serial  int
}

// disciplined programs take a lock twice at most inside of each other, and do not try to. How often a lock is held
// that is taken again and again is not known over all paths.
func (g *lockProgram) disciplined() bool { return g.opts.Ordered || g.opts.Gated }

// body is what a thread does.
func (g *lockProgram) body() {
	for range 1 + g.Draw("regions", 2) {
		if !g.opts.Gated {
			g.region("\t", nil, 1+g.Draw("depth", 3))
			continue
		}
		g.Line("\tsync gate {")
		g.region("\t\t", nil, 1+g.Draw("depth", 3))
		g.Line("\t}")
	}
}

// region takes a lock, inside of those that are held, and others below it.
func (g *lockProgram) region(indent string, held []int, depth int) {
	if depth == 0 {
		return
	}
	l := g.Draw("lock", g.locks)
	if g.opts.Ordered {
		if n := len(held); n > 0 {
			// Held locks may be taken again in any order.
			if last := held[n-1]; last+1 < g.locks {
				l = last + 1 + l%(g.locks-last-1)
			} else {
				l = held[g.Draw("again", n)]
			}
		}
	}
	inside := held
	if len(held) == 0 || held[len(held)-1] < l || !g.opts.Ordered {
		inside = append(held[:len(held):len(held)], l)
	}
	more := func(indent string) {
		for range 1 + g.Draw("more", 8)/7 {
			g.region(indent, inside, depth-1)
		}
	}
	kinds := 10
	if g.opts.Straight {
		kinds = 7
	}
	kind := g.Draw("kind", kinds)
	if g.disciplined() && slices.Contains(held, l) {
		kind, depth = 0, 1
	}
	switch kind {
	default:
		g.Line("%ssync l%d {", indent, l)
		more(indent + "\t")
		g.Line("%s}", indent)
	case 4:
		g.Line("%sacquire l%d", indent, l)
		more(indent)
		g.Line("%srelease l%d", indent, l)
	case 5: // given back in the order in which they were taken
		g.Line("%sacquire l%d", indent, l)
		m := g.Draw("lock", g.locks)
		if g.opts.Ordered {
			m = min(l+1, g.locks-1)
		}
		if g.disciplined() && slices.Contains(held, m) {
			m = l
		}
		g.Line("%sacquire l%d\n%srelease l%d", indent, m, indent, l)
		if !g.disciplined() {
			g.region(indent, append(held[:len(held):len(held)], m), depth-1)
		}
		g.Line("%srelease l%d", indent, m)
	case 6:
		g.serial++
		g.helpers = append(g.helpers, fmt.Sprintf("f%d() {\n\tsync l%d {\n\t}\n}", g.serial, l))
		g.Line("%sf%d()", indent, g.serial)
	case 7:
		g.serial++
		g.Line("%sk%d = tryacquire l%d\n%sif k%d {", indent, g.serial, l, indent, g.serial)
		more(indent + "\t")
		g.Line("%s\trelease l%d\n%s}", indent, l, indent)
	case 8:
		g.Line("%sif nondet {", indent)
		g.region(indent+"\t", held, depth)
		g.Line("%s}", indent)
	case 9:
		if g.disciplined() { // it takes its lock anew inside of the others
			g.Line("%sskip", indent)
			return
		}
		g.Line("%ssync l%d {\n%s\t%s l%d", indent, l, indent, g.Pick("notifyall", "wait"), l)
		g.Line("%s}", indent)
	}
}
