package gosrc

import (
	"slices"

	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/gosrc/internal/details"
	"github.com/seed38182bad/parallax/envs/gosrc/internal/naming"
	"github.com/seed38182bad/parallax/envs/internal/shape"
)

// Detail is what an operation does with values. Those of a function are made together when one is first asked for.
func (p *Program) Detail(pt envs.Point) *envs.Detail {
	if d := p.details.Of(p.NumFuncs(), pt.Func(), p.detailsOf)[pt.PC()]; d != nil {
		return d
	}
	return envs.NoDetail
}

func (p *Program) detailsOf(id envs.FuncID) []*envs.Detail { return p.values.Of(p.sources(id)) }

// mayRefer reports whether what an operation defines or stores may lead to an object, by its type: numbers and
// strings do not, and neither does nil.
func (p *Program) mayRefer(pt envs.Point) bool { return p.referring(pt)&details.Plain == 0 }

// makes reports whether an operation defines nil, or an object that it has made.
func (p *Program) makes(pt envs.Point) bool { return p.referring(pt)&details.Made != 0 }

// returnsNone reports whether result i of a Return is nil. Of errors it does not tell.
func (p *Program) returnsNone(pt envs.Point, i int) bool {
	return slices.Contains(p.referredIn(pt).Nils[pt.PC()], i)
}

func (p *Program) referring(pt envs.Point) details.Reference { return p.referredIn(pt).Values[pt.PC()] }

func (p *Program) referredIn(pt envs.Point) details.References {
	return p.referred.Of(p.NumFuncs(), pt.Func(), func(id envs.FuncID) details.References {
		return details.ReferencesOf(p.sources(id))
	})
}

// returnsError reports whether result i of a function has the type error.
func (p *Program) returnsError(f envs.FuncID, i int) bool {
	rs := p.src.Funcs[f].SSA.Signature.Results()
	return i < rs.Len() && shape.IsError(rs.At(i).Type())
}

// nameOf is what the source writes for the value in a register of a function. It is a variable, or an expression of a
// few variables and fields such as r.items or i + 1. It is empty where that is not known. What is assigned once to a
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
