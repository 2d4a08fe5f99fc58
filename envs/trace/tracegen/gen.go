package tracegen

import (
	"fmt"
	"slices"
	"strings"

	"github.com/seed38182bad/parallax/envs/ir/irgen"
)

// gen plays threads in turns. What a thread has taken or begun is on its stack, and leaves
// it in the opposite order.
type gen struct {
	draw       irgen.Draw
	opts       Options
	out        strings.Builder
	lines      int
	threads    []*thread
	live       []*thread
	owners     []*thread // of locks
	discipline int
	tree       bool // threads other than the first fork too
}

type thread struct {
	name  int
	stack []int // locks, and -1 for a block
	by    *thread
	todo  int // accesses until it ends
	// unjoined are the threads that it forked and has not joined.
	unjoined []*thread
	over     bool
	joined   bool
	lines    int
}

func (g *gen) trace() {
	g.owners = make([]*thread, 1+g.draw("locks", g.opts.Locks))
	threads := 1 + g.draw("threads", g.opts.Threads)
	roots := 1
	if g.opts.NoFork {
		roots = threads
	} else if threads > 1 {
		roots += g.draw("roots", 2)
	}
	g.tree = g.draw("tree", 3) > 0
	g.discipline = g.opts.Discipline
	if g.discipline == 0 {
		g.discipline = 100 - 25*g.draw("discipline", 5)
	}
	for range roots {
		g.start(nil)
	}
	for range 8 * g.opts.Events { // in some turns nothing can be done
		if g.lines >= g.opts.Events || len(g.live) == 0 {
			return
		}
		t := g.live[g.draw("thread", len(g.live))]
		// A turn of several events, so that threads are not mixed evenly.
		for range 1 + g.draw("turn", 6) {
			if g.lines < g.opts.Events && !t.over {
				g.act(t, threads)
			}
		}
	}
}

func (g *gen) start(by *thread) *thread {
	t := &thread{name: len(g.threads), by: by, todo: 1 + g.draw("todo", 2*g.opts.Events/g.opts.Threads+1)}
	g.threads = append(g.threads, t)
	g.live = append(g.live, t)
	return t
}

func (g *gen) line(t *thread, format string, args ...any) {
	fmt.Fprintf(&g.out, "T%d|%s|%d\n", t.name, fmt.Sprintf(format, args...), 1+g.draw("place", 50))
	g.lines++
	t.lines++
}

// act is one event of a thread, or its end.
func (g *gen) act(t *thread, threads int) {
	if t.todo == 0 {
		g.finish(t)
		return
	}
	t.todo--
	if g.opts.Untidy && g.untidy(t) {
		return
	}
	switch c := g.draw("action", 10); {
	case (c == 5 || c == 6) && len(t.stack) > 0:
		g.pop(t)
	case c == 7:
		g.take(t, g.draw("lock", len(g.owners)))
	case c == 8 && g.opts.Blocks && len(t.stack) < g.opts.Nesting:
		g.line(t, "begin%s", []string{"", "(f)", "(g)"}[g.draw("block", 3)])
		t.stack = append(t.stack, -1)
	case (c == 4 || c == 9) && len(g.threads) < threads && (g.tree || t.by == nil):
		child := g.start(t)
		t.unjoined = append(t.unjoined, child)
		g.line(t, "fork(T%d)", child.name)
	case c == 8 && len(t.unjoined) > 0 && t.unjoined[0].over && !t.unjoined[0].joined:
		g.join(t)
	default:
		g.access(t)
	}
}

func (g *gen) access(t *thread) {
	v := g.draw("variable", g.opts.Vars)
	own := v % len(g.owners)
	if g.draw("disciplined", 100) < g.discipline && g.owners[own] != t {
		// The lock is taken and the access is left to a later turn, or it is not made.
		g.take(t, own)
		if g.owners[own] != t || g.lines >= g.opts.Events {
			return
		}
	}
	verb := "r"
	if g.draw("write", 3) == 0 {
		verb = "w"
	}
	g.line(t, "%s(x%d)", verb, v)
}

// take takes a lock if that is possible.
func (g *gen) take(t *thread, lock int) {
	if o := g.owners[lock]; o != nil && (o != t || g.opts.NoReentry) || len(t.stack) >= g.opts.Nesting {
		return
	}
	g.owners[lock] = t
	t.stack = append(t.stack, lock)
	g.line(t, "acq(l%d)", lock)
}

// pop gives back or ends what was taken or begun last.
func (g *gen) pop(t *thread) {
	n := len(t.stack) - 1
	top := t.stack[n]
	t.stack = t.stack[:n]
	if top < 0 {
		g.line(t, "end")
		return
	}
	if !slices.Contains(t.stack, top) {
		g.owners[top] = nil
	}
	g.line(t, "rel(l%d)", top)
}

func (g *gen) join(t *thread) {
	g.line(t, "join(T%d)", t.unjoined[0].name)
	t.unjoined[0].joined = true
	t.unjoined = t.unjoined[1:]
}

// untidy is an event that only an untidy trace has, if it reports that there is one.
func (g *gen) untidy(t *thread) bool {
	switch g.draw("untidy", 12) {
	case 10: // an empty block
		if !g.opts.Blocks || g.lines+2 > g.opts.Events {
			return false
		}
		g.line(t, "begin(e)")
		g.line(t, "end")
		return true
	case 11: // a wait for a thread of somebody else
		for _, o := range g.threads {
			if o.over && !o.joined && o != t && (o.by != nil || o.lines > 0) {
				o.joined = true
				g.line(t, "join(T%d)", o.name)
				return true
			}
		}
	}
	return false
}

// finish is a step to the end of a thread: it gives back what it has, waits for what it
// forked, or leaves those on their own.
func (g *gen) finish(t *thread) {
	t.unjoined = slices.DeleteFunc(t.unjoined, func(o *thread) bool { return o.joined })
	open := len(t.stack) > 0 && !slices.ContainsFunc(t.stack, func(lock int) bool { return lock >= 0 })
	switch {
	case g.opts.Untidy && open && g.draw("open", 3) > 0:
		g.stop(t)
	case len(t.stack) > 0:
		g.pop(t)
	case len(t.unjoined) > 0 && t.unjoined[0].over:
		g.join(t)
	case len(t.unjoined) > 0 && g.draw("wait", 4) < 3:
		// It waits: others have their turn.
	default:
		g.stop(t)
	}
}

func (g *gen) stop(t *thread) {
	t.over = true
	g.live = slices.DeleteFunc(g.live, func(o *thread) bool { return o == t })
}
