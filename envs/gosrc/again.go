package gosrc

import (
	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/gosrc/internal/ssamap"
)

// A Map relates a function's SSA to its operations: which operations a block, an instruction, an edge or a deferred call
// was lowered to, and in which register a value is.
type Map = ssamap.Map

// A Span is the operations Lo, Lo+1 … Hi-1.
type Span = ssamap.Span

// Map relates the SSA of function id to its operations. It lowers the function
// once more, and is not kept.
func (p *Program) Map(id envs.FuncID) *Map { return p.relate(id, true, nil) }

// sources is Map without what instructions were lowered to.
func (p *Program) sources(id envs.FuncID) *Map { return p.relate(id, false, nil) }

// again lowers a function once more, for what a lowerer knows when it has done so.
func (p *Program) again(id envs.FuncID, look func(*lowerer, *Map)) { p.relate(id, false, look) }

func (p *Program) relate(id envs.FuncID, spans bool, look func(*lowerer, *Map)) *Map {
	f := p.src.Funcs[id]
	l, _ := p.spare.Get().(*lowerer)
	if l == nil {
		l = newLowerer(p)
	}
	l.rec = ssamap.NewRecorder(f.SSA, p.Func(id), spans)
	l.lower(f)
	m := l.rec.Finish(l.blockPC, l.regs, l.hidden)
	if look != nil {
		look(l, m)
	}
	l.rec = nil
	p.spare.Put(l)
	return m
}
