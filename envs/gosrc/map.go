package gosrc

import (
	"iter"

	"golang.org/x/tools/go/ssa"

	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/gosrc/internal/paths"
	"github.com/seed38182bad/parallax/envs/internal/ssamap"
)

// Map relates the SSA of function id to its operations, for package gorun, which puts probes between them. It lowers
// the function once more, and is not kept.
func (p *Program) Map(id envs.FuncID) *ssamap.Map { return p.lowering.Again(id, true, nil) }

// sources is Map without what instructions were lowered to.
func (p *Program) sources(id envs.FuncID) *ssamap.Map { return p.lowering.Again(id, false, nil) }

// A site is an operation with the instruction that it was made for, nil if it was made for none. It also has what is
// known when its function is lowered once more: the registers of values, and the names of objects.
type site struct {
	op    *envs.Op
	src   ssa.Instruction
	m     *ssamap.Map
	names *paths.Namer
}

// sites lowers a function once more, and shows its operations.
func (p *Program) sites(id envs.FuncID) iter.Seq[site] {
	return func(yield func(site) bool) {
		p.lowering.Again(id, false, func(names *paths.Namer, m *ssamap.Map) {
			for pc := range m.Func.Ops {
				if !yield(site{&m.Func.Ops[pc], m.Source(int32(pc)), m, names}) {
					return
				}
			}
		})
	}
}
