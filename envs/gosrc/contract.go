package gosrc

import (
	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/gosrc/internal/loading"
)

// contractOf is what is declared of a function, in terms of the classes of memory that l knows.
func (l *lowerer) contractOf(f *loading.Function) *envs.Contract {
	c := l.p.declared.ContractOf(f)
	if c == nil {
		return nil
	}
	out := c.Contract
	for _, list := range []*[]envs.Guard{&out.Requires, &out.Acquires, &out.Releases, &out.Excludes} {
		guards := append([]envs.Guard(nil), *list...)
		for i, g := range guards {
			if at := c.Locks[g.Path]; at.Field != nil {
				guards[i].Loc = &l.mem.FieldVarLoc(at.Field).Loc
			} else if v := l.p.src.GlobalVar(at.Global); v != nil {
				guards[i].Loc = &l.mem.GlobalLoc(v).Loc
			}
		}
		*list = guards
	}
	return &out
}
