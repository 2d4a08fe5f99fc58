package calls

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/gosrc/internal/loading"
)

// Graph tells who is called: by function values, through interfaces, and by code that is not seen.
type Graph struct {
	src       *loading.Program
	flows     flows
	cha       hierarchy
	iterators iterators
	uses      uses     // how functions are used
	spawners  spawners // functions that start what they are given
	besides   besides
}

// New is to be told of all instructions of the source before it is asked.
func New(src *loading.Program) *Graph {
	g := &Graph{src: src, flows: newFlows(src), cha: hierarchy{src: src}}
	g.uses.g = g
	return g
}

// Note is told of an instruction of the source.
func (g *Graph) Note(i ssa.Instruction) { g.flows.note(i) }

// Implemented is what a call of interface method m may reach.
func (g *Graph) Implemented(m *types.Func) *envs.Callee { return g.cha.callee(m) }

// Complete finds what the bodies of functions without a number say, before these are dropped.
func (g *Graph) Complete() {
	g.uses.once.Do(g.uses.find)
}
