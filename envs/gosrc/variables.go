package gosrc

import (
	"golang.org/x/tools/go/ssa"

	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/gosrc/internal/addrmap"
	"github.com/seed38182bad/parallax/envs/gosrc/internal/local"
	"github.com/seed38182bad/parallax/envs/gosrc/internal/naming"
)

// variableLoc is the class of a variable that closures share, if it is only
// accessed under its name, and otherwise of what pointers of its type point to.
func (m *view) variableLoc(v ssa.Value) *location {
	if a, ok := v.(*ssa.Alloc); ok && (!a.Heap || !local.IsVariable(a.Comment)) {
		return m.cellLoc(v.Type())
	}
	key := addrmap.Value(v)
	if loc := m.locs.Get(key); loc != nil {
		return loc
	}
	var loc *location
	if a := local.CapturedVariable(v); a != nil && a.Heap && local.IsNamed(a) {
		loc = m.of.locs.get(a, func() *location {
			return &location{
				Loc:      envs.Loc{Class: envs.Cell, Name: naming.Func(a.Parent()) + "." + a.Comment, Variable: true, Apart: true},
				variable: true,
				private:  local.Confined(a, 0) || local.HandedOver(a),
			}
		})
	} else {
		loc = m.cellLoc(v.Type())
	}
	m.locs.Set(key, loc)
	return loc
}
