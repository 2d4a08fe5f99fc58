package gosrc

import (
	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/gosrc/internal/naming"
)

// nameOf is what the source writes for the value in a register of a function: a variable, or an expression of a few
// variables and fields such as r.items or i + 1. It is empty where that is not known: what is assigned once to a
// local variable keeps the name of that variable only if it is a parameter, a result or a variable of a loop.
//
// Names of a function are found together when one is first asked for.
func (p *Program) nameOf(id envs.FuncID, r envs.Reg) string {
	return p.spelled.Of(p.NumFuncs(), id, p.namesOf)[r]
}

func (p *Program) namesOf(id envs.FuncID) map[envs.Reg]string {
	m, names := p.sources(id), map[envs.Reg]string{}
	for v := range m.Values() {
		if r := m.Reg(v); r != 0 && names[r] == "" {
			if n := naming.Spelling(v, naming.MaxNested); n != "" {
				names[r] = n
			}
		}
	}
	return names
}
