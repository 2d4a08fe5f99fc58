package world

import (
	"github.com/seed38182bad/parallax/dataflow/fixpoint"
	"github.com/seed38182bad/parallax/envs"
)

// A frame is a function in one context of each analysis. An analysis above is shown those that calls lead to. In a flat
// frame the locks held stay the same, and nothing else is followed.
type frame struct {
	fn envs.FuncID
	frameRows
	flat  envs.Block
	calls []callAt // with numbers of passages
}

// frameRows are the rows of a frame in the tables of all analyses, noFrame of what is not followed.
type frameRows struct{ held, threads, owned int32 }

// A passage is what a call leads to: a frame, and the answers after that has returned.
type passage struct{ frame, held, fact int32 }

// combine makes the frames: those of the roots, and all that calls lead to.
func (c *contexts) combine(roots []envs.FuncID) {
	numbers := map[frameRows]int32{}
	frameOf := func(k frameRows) int32 {
		return known(numbers, k, func() int32 {
			c.frames = append(c.frames, frame{fn: c.held.rows[k.held].fn.ID, frameRows: k})
			return int32(len(c.frames)) - 1
		})
	}
	for i, fn := range roots {
		k := frameRows{c.held.roots[i], noFrame, noFrame}
		if c.threads != nil {
			k.threads = c.threads.table.roots[i]
		}
		if c.owned != nil {
			k.owned = c.owned.roots[i]
		}
		below := noFrame
		if k.held != noFrame {
			below = frameOf(k)
		}
		c.roots = append(c.roots, fixpoint.Root{Func: fn, Below: below})
	}
	for _, fn := range c.forked {
		if row := c.held.threads[fn]; c.threads == nil && row != noFrame {
			c.flat[fn][0] = 1 + frameOf(frameRows{row, noFrame, noFrame})
		}
	}
	for i := range c.roots {
		if r := &c.roots[i]; r.Below == noFrame {
			r.Below = c.frameIn(r.Func, envs.Block{})
		}
	}
	for g := 0; g < len(c.frames); g++ {
		if f := c.frames[g]; f.held != noFrame {
			c.frames[g].calls = c.passages(f, frameOf)
		}
	}
}

// passages are where the calls in a frame lead to.
func (c *contexts) passages(f frame, frameOf func(frameRows) int32) (calls []callAt) {
	held := &c.held.rows[f.held]
	for _, call := range held.calls {
		op := &held.fn.Ops[call.pc]
		calls = append(calls, callAt{call.pc, int32(len(c.ways))})
		for i, fn := range op.Callee.Funcs {
			to := passage{frame: noFrame, held: noReturn}
			if c.active[fn] == 0 {
				if c.known[fn] {
					to.frame = c.flatCallee(op, fn, c.held.at(held.at[call.pc]-1).block())
				}
			} else if rows, after, ok := c.passage(f, call.pc, i); ok {
				after.frame = frameOf(rows)
				to = after
			}
			c.ways = append(c.ways, to)
		}
	}
	return calls
}

// passage gives the rows of callee i of the call at pc, and the answers after it has returned.
func (c *contexts) passage(f frame, pc int32, i int) (to frameRows, after passage, ok bool) {
	held, ok := c.held.edgeAt(f.held, pc, i)
	threads, owned := edge{noFrame, 0}, edge{noFrame, 0}
	if ok && c.threads != nil {
		threads, ok = c.threads.table.edgeAt(f.threads, pc, i)
	}
	if ok && c.owned != nil {
		owned, ok = c.owned.edgeAt(f.owned, pc, i)
	}
	return frameRows{held.frame, threads.frame, owned.frame}, passage{held: held.after, fact: threads.after}, ok
}

// flatCallee is the frame of fn, in which no locks change, when op calls it or starts a thread with it in a block.
func (c *contexts) flatCallee(op *envs.Op, fn envs.FuncID, block envs.Block) int32 {
	if op.Kind == envs.Fork {
		block = envs.Block{}
	}
	return c.frameIn(fn, entered(block))
}

// frameIn finds or makes the flat frame of fn, in which block is the current one throughout. Of a function in which, or
// below which, locks change it is the one in which threads start with it.
func (c *contexts) frameIn(fn envs.FuncID, block envs.Block) int32 {
	slot := &c.flat[fn][0]
	if !block.None() {
		slot = &c.flat[fn][1]
	}
	if *slot == 0 {
		c.frames = append(c.frames, frame{fn: fn, frameRows: frameRows{noFrame, noFrame, noFrame}, flat: block})
		*slot = int32(len(c.frames))
	}
	return *slot - 1
}
