package world

import (
	"github.com/seed38182bad/parallax/dataflow/fixpoint"
	"github.com/seed38182bad/parallax/envs"
)

// entered is the block in which a frame finds itself when its caller is in b.
func entered(b envs.Block) envs.Block {
	if b.None() {
		return b
	}
	return envs.OuterBlock(0)
}

// noWay is the Way of a callee of a flat frame.
const noWay int32 = -1

// position is where a checker stands on a path: it is the Below of an engine, which answers with final contexts.
type position struct {
	c      *contexts
	env    *staticEnv
	number int32 // of the frame
	frame  *frame
	course *course // nil in a flat frame
	before *locks  // during a call: before it

	// What imported goes by, after the return of a callee.
	same     bool       // the callee left the locks alone
	here     envs.Block // before the call
	now      envs.Block // after it
	mine     bool       // the callee's last block is one that it opened itself
	last     envs.Block // the callee's last block
	anew     bool       // the call opened a block
	openedAs envs.Block // that block
}

// Enter is part of fixpoint.Below, as the methods that follow are.
func (p *position) Enter(frame int32) (along bool) {
	p.number, p.frame = frame, &p.c.frames[frame]
	p.course = p.frame.course
	p.env.renames = false
	if p.course == nil {
		p.env.flat, p.env.locks = p.frame.flat, nil
		return false
	}
	p.env.locks = p.course.entry
	return true
}

func (p *position) At(op *envs.Op) (reached, renamed bool) {
	answer, env := p.course.row.at[op.PC]-1, p.env
	if answer < 0 {
		return false, false
	}
	env.locks = p.c.chart.at(answer)
	env.recall.number = answer >> spotBits
	is := spot(answer)
	env.mine, env.renames = is&mineSpot != 0, is&openedSpot != 0
	if env.renames {
		env.openedBlock = env.locks.last()
	}
	if (op.Kind == envs.Join || op.Kind == envs.Receive) && env.locks.follow != nil {
		j := p.c.chart.joins[framePoint{p.number, op.PC}]
		env.joined, env.joining = j.of, j.fact
	}
	return true, env.renames
}

func (p *position) Edge(op *envs.Op, taken int) {
	if l := p.env.locks; len(l.held) > 0 && len(op.Uses) > 0 {
		p.env.locks = l.Clone().branch(op, taken)
	}
}

func (p *position) Callees(op *envs.Op, to []fixpoint.Callee) []fixpoint.Callee {
	p.before = p.env.locks
	if p.course != nil {
		call, _ := p.course.row.callIn(op.PC)
		for i, fn := range op.Callee.Funcs {
			way := call.from + int32(i)
			if e := p.c.table.edges[way]; e.frame != noFrame {
				to = append(to, fixpoint.Callee{Func: fn, Frame: e.frame, Way: way})
			}
		}
		return to
	}
	flat := entered(p.frame.flat)
	if op.Kind == envs.Fork {
		flat = envs.Block{}
	}
	for _, fn := range op.Callee.Funcs {
		if p.c.known[fn] {
			to = append(to, fixpoint.Callee{Func: fn, Frame: p.c.frameIn(fn, flat), Way: noWay})
		}
	}
	return to
}

func (p *position) Returns(frame int32) bool {
	f := &p.c.frames[frame]
	return f.course == nil || f.exit != nil
}

// steady reports whether the locks held stay the same throughout the frame.
func (p *position) steady() bool { return p.course == nil || p.frame.steady }

// last is the block of the innermost lock, also if it is not certain that it is held.
func (l *locks) last() envs.Block { return siteBlock(l.held[len(l.held)-1].site, l.cls.canon) }

func (p *position) Return(op *envs.Op, c fixpoint.Callee) (renamed bool) {
	env := p.env
	p.here = env.flat
	if p.before != nil {
		p.here = p.before.block()
	}
	env.renames = false
	after := noReturn
	if c.Way != noWay {
		after = p.c.table.edges[c.Way].after
	}
	if p.same = after == noReturn; p.same {
		// Nothing changed below: what the callee read in the caller's block is
		// of that block still.
		env.locks = p.before
		return false
	}
	env.locks = p.c.chart.at(after)
	if env.renames = spot(after)&openedSpot != 0; env.renames {
		env.openedBlock = env.locks.last()
	}
	exit := p.c.frames[c.Frame].exit
	p.anew, p.openedAs = env.renames, env.openedBlock
	p.last, p.mine = exit.block(), exit.opensLast()
	p.now = env.locks.block()
	return env.renames
}

// aged is what block b is called from an operation on that opens a block: what is kept of the class that is opened is
// of an earlier instance.
func (p *position) aged(b envs.Block) envs.Block {
	if b.MustBe(p.env.openedBlock) {
		return envs.Loose()
	}
	return b
}

// imported is the name in the caller's frame for what was block b in the frame of the callee that returned last.
func (p *position) imported(b envs.Block) envs.Block {
	if p.same {
		if b.None() || b.IsLoose() {
			return b
		}
		return p.here
	}
	switch n := outerDepth(b); {
	case b.None():
		return b
	case n >= 0:
		i := len(p.before.held) - 1 - n
		if i < 0 || p.before.held[i].maybe {
			return envs.Loose()
		}
		if r := siteBlock(p.before.held[i].site, p.before.cls.canon); !p.anew || !r.MustBe(p.openedAs) {
			return r
		}
		return envs.Loose() // read before the call opened a block of this class
	case p.mine && b.MustBe(p.last):
		return p.now
	}
	return envs.Loose()
}

// isSteady reports whether neither a frame nor what it calls changes the locks
// held in the end. What an exception leaves behind counts where it is caught.
func (c *contexts) isSteady(r *row) bool {
	if r.fn.Locking() {
		return false
	}
	for _, call := range r.calls {
		op := &r.fn.Ops[call.pc]
		for i := range op.Callee.Funcs {
			to := c.table.edges[call.from+int32(i)].frame
			if op.Kind != envs.Call || to == noFrame {
				continue
			}
			low := c.eng.Frames()[to]
			entry, _ := low.Entry()
			if exit, ok := low.Exit(); ok && !exit.unchanged(entry.held) {
				return false
			}
			if thrown, ok := low.Thrown(); ok && op.Handler != 0 && !thrown.unchanged(entry.held) {
				return false
			}
		}
	}
	return true
}

// outerDepth is n if b is envs.OuterBlock(n), else -1.
func outerDepth(b envs.Block) int {
	for n := range maxHeld {
		if b.MustBe(envs.OuterBlock(n)) {
			return n
		}
	}
	return -1
}
