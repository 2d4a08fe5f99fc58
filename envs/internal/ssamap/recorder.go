package ssamap

import (
	"golang.org/x/tools/go/ssa"

	"github.com/seed38182bad/parallax/envs"
)

// Recorder notes, while a function is lowered once more, what came from where.
type Recorder struct {
	m       *Map
	current ssa.Instruction
	start   int
}

// NewRecorder is for a function that was lowered to the operations of code. Without spans it does not note what
// instructions and deferred calls were lowered to.
func NewRecorder(fn *ssa.Function, code *envs.Func, spans bool) *Recorder {
	m := &Map{SSA: fn, Func: code, src: make([]ssa.Instruction, 0, len(code.Ops)), edges: make(map[edge]Span)}
	if spans {
		m.instrs, m.deferred = make(map[ssa.Instruction]Span), make(map[[2]ssa.Instruction]Span)
	}
	return &Recorder{m: m}
}

// Finish is the map, once the function is lowered.
func (r *Recorder) Finish(blocks []int32, regs *Registers, hidden bool) *Map {
	r.m.blocks, r.m.regs, r.m.hidden = blocks, regs.copy(), hidden
	return r.m
}

func (r *Recorder) Begin(i ssa.Instruction, pc int) { r.current, r.start = i, pc }

func (r *Recorder) End(pc int) {
	r.until(r.start, nil)
	r.until(pc, r.current)
	if r.m.instrs != nil {
		r.m.instrs[r.current] = Span{int32(r.start), int32(pc)}
	}
}

func (r *Recorder) Edge(p *ssa.BasicBlock, k, from, to int) {
	r.m.edges[edge{int32(p.Index), int32(k)}] = Span{int32(from), int32(to)}
	r.until(from, r.current)
	r.until(to, p.Instrs[len(p.Instrs)-1])
}

func (r *Recorder) Deferred(exit ssa.Instruction, d *ssa.Defer, from, to int) {
	if r.m.deferred != nil {
		r.m.deferred[[2]ssa.Instruction{exit, d}] = Span{int32(from), int32(to)}
	}
	r.until(from, r.current)
	r.until(to, d)
}

// until notes what the operations up to an index were made for that nothing is noted of.
func (r *Recorder) until(pc int, by ssa.Instruction) {
	for len(r.m.src) < pc {
		r.m.src = append(r.m.src, by)
	}
}
