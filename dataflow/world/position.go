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
	c              *contexts
	env            *staticEnv
	number         int32 // of the frame
	frame          *frame
	held           *course // nil in a flat frame
	threads, owned *row    // nil if not followed
	before         *locks  // during a call: before it

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
	p.held, p.threads, p.owned = nil, nil, nil
	env := p.env
	env.renames, env.named = false, false
	env.fact, env.mine = 0, false
	if p.frame.held == noFrame {
		env.flat, env.locks = p.frame.flat, nil
		return false
	}
	c := p.c
	p.held = &c.held.courses[p.frame.held]
	env.locks = p.held.entry
	if c.threads != nil {
		p.threads, env.fact = &c.threads.table.rows[p.frame.threads], c.threads.entry[p.frame.threads]
	}
	if c.owned != nil {
		p.owned = &c.owned.rows[p.frame.owned]
	}
	return true
}

func (p *position) At(op *envs.Op) (reached, renamed bool) {
	c, env := p.c, p.env
	held := p.held.at[op.PC] - 1
	if held < 0 {
		return false, false
	}
	env.locks, env.named = c.held.at(held), false
	if env.renames = held&opensBlock != 0; env.renames {
		env.openedBlock = env.locks.last()
	}
	if p.threads != nil {
		env.fact = p.threads.at[op.PC] - 1
		if op.Kind == envs.Join || op.Kind == envs.Receive {
			env.joining = c.threads.before[framePoint{p.frame.threads, op.PC}]
		}
	}
	if p.owned != nil {
		env.mine = p.owned.at[op.PC] > 1
	}
	return true, env.renames
}

func (p *position) Edge(op *envs.Op, taken int) {
	if l := p.env.locks; len(l.held) > 0 && len(op.Uses) > 0 {
		p.env.locks, p.env.named = l.branch(op, taken), false
	}
}

func (p *position) Callees(op *envs.Op, to []fixpoint.Callee) []fixpoint.Callee {
	p.before = p.env.locks
	if p.held != nil {
		call, _ := callIn(p.frame.calls, op.PC)
		for i, fn := range op.Callee.Funcs {
			way := call.from + int32(i)
			if frame := p.c.ways[way].frame; frame != noFrame {
				to = append(to, fixpoint.Callee{Func: fn, Frame: frame, Way: way})
			}
		}
		return to
	}
	flat := p.frame.flat // p.frame may move
	for _, fn := range op.Callee.Funcs {
		if p.c.known[fn] {
			to = append(to, fixpoint.Callee{Func: fn, Frame: p.c.flatCallee(op, fn, flat), Way: noWay})
		}
	}
	return to
}

func (p *position) Returns(frame int32) bool {
	f := &p.c.frames[frame]
	return f.held == noFrame || p.c.held.courses[f.held].exit != nil
}

// steady reports whether the locks held stay the same throughout the frame.
func (p *position) steady() bool { return p.held == nil || p.held.steady }

func (p *position) Return(op *envs.Op, c fixpoint.Callee) (renamed bool) {
	env := p.env
	p.here = env.flat
	if p.before != nil {
		p.here = p.before.block()
	}
	env.renames, env.named = false, false
	to := passage{held: noReturn}
	if c.Way != noWay {
		to = p.c.ways[c.Way]
	}
	if p.same = to.held == noReturn; p.same {
		// Nothing changed below: what the callee read in the caller's block is of that block still.
		env.locks = p.before
		return false
	}
	env.locks, env.fact = p.c.held.at(to.held), to.fact
	if env.renames = to.held&opensBlock != 0; env.renames {
		env.openedBlock = env.locks.last()
	}
	exit := p.c.held.courses[p.c.frames[c.Frame].held].exit
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

// outerDepth is n if b is envs.OuterBlock(n), else -1.
func outerDepth(b envs.Block) int {
	for n := range maxHeld {
		if b.MustBe(envs.OuterBlock(n)) {
			return n
		}
	}
	return -1
}
