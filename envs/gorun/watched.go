package gorun

import (
	"cmp"
	"slices"

	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/gorun/internal/plan"
	"github.com/seed38182bad/parallax/envs/internal/synthetic"
)

// Watched is the operation whose events show that the one at p is executed. It is p itself, or for an instance of a
// generic function the operation of that function. If there are no such events, the string says why. It holds for the
// runs that were made.
func (b *Build) Watched(p envs.Point) (envs.Point, string) {
	id := plan.Canonical(b.prog, p.Func())
	if why := b.unwatched(id); why != "" {
		return p, why
	}
	if id == p.Func() {
		return p, ""
	}
	// The two are lowered apart: what is a call in one may be none in the other.
	ops, op := b.prog.Func(id).Ops, &b.prog.Func(p.Func()).Ops[p.PC()]
	at := b.prog.Position(p)
	best := envs.Point{}
	for pc := range ops {
		q := envs.At(id, int32(pc))
		if ops[pc].Kind != op.Kind || b.prog.Position(q) != at {
			continue
		}
		if q.PC() == p.PC() || best.IsZero() {
			best = q
		}
	}
	if best.IsZero() {
		return p, "the generic function has no such operation"
	}
	return best, ""
}

// unwatched is why a function has no events, empty if it has.
func (b *Build) unwatched(id envs.FuncID) string {
	if b.view.Probed(id) {
		return ""
	}
	fn := b.prog.SSA(id)
	const original = "runs in its original form: "
	if _, ok := slices.BinarySearch(b.prog.Roots(), id); !ok {
		if fn.Pkg == nil || fn.Synthetic != "" {
			return original + "it has no source"
		}
		return "no pattern matches package " + fn.Pkg.Pkg.Path()
	}
	if synthetic.IsInitialiser(fn) {
		return original + "it is a package initialiser"
	}
	if why := cmp.Or(b.whys[fn.String()], b.whys[target(fn).String()]); why != "" {
		return original + why
	}
	return original + "no lock changes in it or below it; a checker with Analyzer.Everywhere is shown it"
}
