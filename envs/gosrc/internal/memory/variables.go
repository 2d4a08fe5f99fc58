package memory

import (
	"golang.org/x/tools/go/ssa"

	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/gosrc/internal/addrmap"
	"github.com/seed38182bad/parallax/envs/gosrc/internal/local"
	"github.com/seed38182bad/parallax/envs/gosrc/internal/naming"
)

// VariableLoc is the class of a variable that closures share, if it is only accessed under its name, and otherwise of
// what pointers of its type point to.
func (m *View) VariableLoc(v ssa.Value) *Location {
	if a, ok := v.(*ssa.Alloc); ok && (!a.Heap || !local.IsVariable(a.Comment)) {
		return m.CellLoc(v.Type())
	}
	return m.cached(addrmap.Value(v), func() *Location {
		a := local.CapturedVariable(v)
		if a == nil || !a.Heap || !local.IsNamed(a) {
			return m.CellLoc(v.Type())
		}
		return m.Of.locs.get(a, func() *Location {
			return &Location{
				Loc:      envs.Loc{Class: envs.Cell, Name: naming.Func(a.Parent()) + "." + a.Comment, Variable: true, Apart: true},
				Variable: true,
				Private:  local.Confined(a, 0) || local.HandedOver(a),
			}
		})
	})
}
