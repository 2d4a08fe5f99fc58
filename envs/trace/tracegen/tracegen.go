// Package tracegen makes random well-formed traces in the STD text format. They are for
// tests that hold a checker of runs against another one, or a format against another
// one.
//
// The choices are drawn from a function of the caller, so the package needs no library for
// random testing and works, with shrinking, with any:
//
//	text := tracegen.Text(func(label string, n int) int {
//		return rapid.IntRange(0, n-1).Draw(t, label)
//	}, tracegen.Options{})
//
// Choice 0 is always the simplest, so that traces shrink well. What is drawn could have
// happened. A lock is held by one thread at a time, which may take it again. A thread
// comes after its fork and before its join. It ends all that it begins and gives back
// all that it takes, unless the trace is over before. Threads fork others in turn, or
// the first one forks all. A few may be there from the start.
package tracegen

import "github.com/seed38182bad/parallax/envs/ir/irgen"

// Options bound what is generated. The zero value is ready to use.
type Options struct {
	Events  int // lines, at most; 0 means 100
	Threads int // at most; 0 means 4
	Locks   int // at most; 0 means 3
	Vars    int // at most; 0 means 4
	Nesting int // of locks, and of blocks, at most; 0 means 3
	// Discipline is how many of 100 accesses keep to the rule of their variable: that a
	// lock of its own is held. With 100, no two accesses race. 0 means that it is drawn
	// for each trace; a negative value means that none does but by chance.
	Discipline int
	Blocks     bool // begin and end
	NoFork     bool // all threads are there from the start
	NoReentry  bool // no thread takes a lock that it holds
	// Untidy lets threads begin and end blocks in which they do nothing, stop in the middle of blocks, and
	// wait for threads that they did not fork.
	Untidy bool
}

// Text draws a trace.
func Text(draw irgen.Draw, opts Options) string {
	for _, o := range []struct {
		n     *int
		usual int
	}{{&opts.Events, 100}, {&opts.Threads, 4}, {&opts.Locks, 3}, {&opts.Vars, 4}, {&opts.Nesting, 3}} {
		if *o.n <= 0 {
			*o.n = o.usual
		}
	}
	g := &gen{draw: draw, opts: opts}
	g.trace()
	return g.out.String()
}
