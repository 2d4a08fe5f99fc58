package gosrc

import "github.com/seed38182bad/parallax/envs"

// forced reports whether an operation is in a line that is annotated so.
func (p *Program) forced(pt envs.Point) bool {
	if len(p.annotated.Forced) == 0 {
		return false
	}
	return p.annotated.IsForced(p.src.Fset.Position(p.positionIn(pt)))
}
