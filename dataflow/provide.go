package dataflow

import (
	"fmt"
	"slices"
	"strings"

	"github.com/seed38182bad/parallax/dataflow/internal/layers"
	"github.com/seed38182bad/parallax/dataflow/internal/replay"
	"github.com/seed38182bad/parallax/lattice"
)

// A Provider is an analysis whose states answer the questions Q of a facet. It reports nothing and gathers nothing:
// what it knows is in its states.
type Provider[S lattice.Mergeable[S], Q any] struct {
	Analysis[S]
	// Answer gives who answers the questions, from the state of the view. The state is the one after the Step of the
	// operation at which the question is asked; in a run also at one that fails (envs.Fault), after which that state
	// is dropped. Answers may also use what the provider has learned while it was made, but not the facets that it
	// requires itself. What it wants to know of these, it has to put into its states.
	Answer func(v *View[S]) Q
}

// A View is the state of a provider where an analysis asks that requires the facet.
type View[S lattice.Mergeable[S]] struct {
	at  *layers.Cursor[S] // over all paths
	run *replay.Replay[S] // in a run
}

// State is the state, for the answers: while Answer runs there is none yet. It must not be changed or kept.
func (v *View[S]) State() S {
	if v.run != nil {
		return v.run.State()
	}
	return v.at.State()
}

// Provide makes a facet of an analysis. algorithm is called for each analysis that requires the facet, and to ask what
// such an analysis requires: it must do nothing but make the analysis. Over all paths
// the provider is solved once for a program, before those that require it, and these ask for final states only. In a
// run it is told of each event before those that require it.
//
// A provider may require other facets. Facets that require each other are an error, which names them: Facet.For panics
// with a *ContractError.
func Provide[S lattice.Mergeable[S], Q any](name string, algorithm func(*Requires) Provider[S, Q]) *Facet[Q] {
	f := &Facet[Q]{name: name}
	f.provide = func(r *Requires) Q {
		inner := r.inner(name)
		if d, ok := r.driver.(*runs); ok {
			run, known := d.provided[f].(*provision[S, Q])
			if !known {
				run = provisionOf(f, algorithm, inner)
				run.run = replay.New(d.Env, run.inRuns("", providerOf(name)))
				d.provide(f, run, run.run)
			}
			return run.Answer(&View[S]{run: run.run})
		}
		inner.driver = &paths{}
		p := provisionOf(f, algorithm, inner)
		r.always.add(inner.always.cost, inner.always.facets...)
		r.inRuns.add(inner.inRuns.cost, inner.inRuns.facets...)
		if source := inner.driver.(*paths).source; source != nil {
			r.driver.(*paths).from(source)
		}
		p.view = &View[S]{at: &layers.Cursor[S]{}}
		r.layers = append(r.layers, p)
		return p.Answer(p.view)
	}
	return f
}

// provision is what a provider gives an analysis that requires its facet.
type provision[S lattice.Mergeable[S], Q any] struct {
	Provider[S, Q]
	facet *Facet[Q]
	inner *Requires
	view  *View[S]          // of the one who asks, over all paths
	rows  *layers.Rows[S]   // once they are solved
	pairs layers.Pairs      // frames of who asks
	run   *replay.Replay[S] // in a run
}

func provisionOf[S lattice.Mergeable[S], Q any](f *Facet[Q], algorithm func(*Requires) Provider[S, Q], inner *Requires,
) *provision[S, Q] {
	made := must(making(providerOf(f.name), func() Provider[S, Q] { return algorithm(inner) }))
	p := &provision[S, Q]{Provider: made, facet: f, inner: inner}
	p.Analysis = p.Analysis.requiring(inner)
	wrong := p.Analysis.wrong("facet " + f.name)
	if p.Answer == nil {
		wrong = append(wrong, fmt.Errorf("facet %s: Answer is nil; it gives who answers the questions", f.name))
	}
	if len(inner.tables) > 0 || p.Finish != nil || p.Signals != nil {
		wrong = append(wrong, fmt.Errorf("facet %s: a provider gathers nothing, and has no Finish or Signals; "+
			"its answers are in its states", f.name))
	}
	if err := contract(wrong); err != nil {
		panic(err)
	}
	return p
}

// all is part of layer.
func (p *provision[S, Q]) all(is func(Algorithm) bool) bool {
	return is(p.Analysis) && p.inner.below(is)
}

// below reports whether something is so of all providers of required facets.
func (r *Requires) below(is func(Algorithm) bool) bool {
	return !slices.ContainsFunc(r.layers, func(l layer) bool { return !l.all(is) })
}

// inner are the requirements of the provider of a facet that r requires.
func (r *Requires) inner(name string) *Requires {
	names := []string{name}
	for a := r; a != nil; a = a.above {
		if names = append(names, a.of); a.of == name {
			slices.Reverse(names)
			panic(contractError("facets require each other: %s", strings.Join(names, " -> ")))
		}
	}
	return &Requires{driver: r.driver, above: r, of: name}
}
