package gosrc

import (
	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/gosrc/internal/paths"
	"github.com/seed38182bad/parallax/envs/gosrc/internal/ssamap"
)

// A Map relates a function's SSA to its operations: which operations a block, an instruction, an edge or a deferred
// call was lowered to, and in which register a value is.
type Map = ssamap.Map

// A Span is the operations Lo, Lo+1 … Hi-1.
type Span = ssamap.Span

// Map relates the SSA of function id to its operations. It lowers the function once more, and is not kept.
func (p *Program) Map(id envs.FuncID) *Map { return p.lowering.Again(id, true, nil) }

// sources is Map without what instructions were lowered to.
func (p *Program) sources(id envs.FuncID) *Map { return p.lowering.Again(id, false, nil) }

// again is sources, for what is known besides.
func (p *Program) again(id envs.FuncID, look func(*paths.Namer, *Map)) {
	p.lowering.Again(id, false, look)
}
