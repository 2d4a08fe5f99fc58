package dataflow

import (
	"fmt"

	"github.com/seed38182bad/parallax/dataflow/internal/ground"
	"github.com/seed38182bad/parallax/envs"
)

// A Facet is a side of the world about which analyses ask questions, such as the locks that are held. Q is the
// interface of the questions. The polarity of an answer is in the name of its question: Must or May.
//
// There are three sorts of facets. Drivers answer Values, Stages and Moments themselves. Package world has the facets
// of concurrent programs. Analyses provide all others; see Provide.
type Facet[Q any] struct {
	name   string
	source ground.Source // nil if it is no facet of a Source
	cost   ground.Cost
	staged bool // it says in which stage a pass is

	provide func(*Requires) Q // nil if no analysis provides it
}

var (
	// Values are which checks of operations may fail.
	Values = &Facet[envs.Values]{name: "Values"}
	// Stages are whether facts are gathered now, or verdicts due. Over all paths there are at least two passes then.
	Stages = &Facet[envs.Stages]{name: "Stages", staged: true}
	// Moments are when operations are executed.
	Moments = &Facet[envs.Moments]{name: "Moments"}
)

// FacetOf makes a facet that a Source answers.
func FacetOf[Q any](name string, source ground.Source, cost ground.Cost) *Facet[Q] {
	return &Facet[Q]{name: name, source: source, cost: cost}
}

func (*Facet[Q]) facet() {}

// AnyFacet is a Facet with questions of any kind.
type AnyFacet interface{ facet() }

// A driver answers the questions of its own facets by its methods, and those of a source by what from gives.
type driver interface{ from(ground.Source) any }

// Requires collects what an analysis requires, while it is made. A driver makes one for each analysis.
type Requires struct {
	driver any      // a driver; or what a test puts in its place, which answers all questions
	always required // over all paths, and in runs
	inRuns required // in runs only
	staged bool
	made   bool
	tables []Table // what is gathered

	layers []layer     // over all paths: what facets are provided by
	known  map[any]any // the answers of these
	above  *Requires   // of who requires the facet of which these are the requirements
	of     string      // the name of that
}

// required are facets, and what they cost.
type required struct {
	facets []AnyFacet
	cost   ground.Cost
}

func (r *required) add(cost ground.Cost, facets ...AnyFacet) {
	r.facets = append(r.facets, facets...)
	r.cost |= cost
}

// For says that an analysis asks questions of a facet, and gives who answers them: at each time, for the operation
// that the analysis is shown. Answers may be kept in the analysis. It may be called only while the analysis is made;
// later it panics.
func (f *Facet[Q]) For(r *Requires) Q {
	r.always.add(f.cost, f)
	r.staged = r.staged || f.staged
	return answers(r, f)
}

// Gather says that an analysis gathers what is in tables.
func (r *Requires) Gather(tables ...Table) { r.tables = append(r.tables, tables...) }

// again reports whether one of the tables needs another pass. Each is asked: it may also settle what the pass has
// shown.
func (r *Requires) again() (again bool) {
	for _, t := range r.tables {
		again = t.Again() || again
	}
	return again
}

// ForRuns is For of a facet that costs something over all paths, but is of use in runs only. Over all paths
// nothing is solved for it. It answers as if nothing was known then: a question with Must by false, one with May by
// true, and all others by zero values.
func (f *Facet[Q]) ForRuns(r *Requires) Q {
	if p, ok := r.driver.(*paths); ok && f.source != nil {
		r.inRuns.add(f.cost, f)
		p.from(f.source)
		return f.source.Unknown().(Q)
	}
	return f.For(r)
}

func answers[Q any](r *Requires, f *Facet[Q]) Q {
	if r.made {
		panic(contractError("the facet %s is required by an analysis that is made already; "+
			"require it where the analysis is made", f.name))
	}
	by := r.driver
	d, drives := by.(driver)
	if drives && f.source != nil {
		by = d.from(f.source)
	}
	if !drives || f.provide == nil {
		q, ok := by.(Q)
		if !ok {
			panic(fmt.Sprintf("the facet %s is required, but %T does not answer its questions", f.name, by))
		}
		return q
	}
	if known, ok := r.known[f]; ok {
		return known.(Q)
	}
	if r.known == nil {
		r.known = map[any]any{}
	}
	q := f.provide(r)
	r.known[f] = q
	return q
}

// AnsweredBy is for tests of parts of an analysis: the questions of all facets that these parts require are answered by
// world.
func AnsweredBy(world any) *Requires { return &Requires{driver: world} }

// requiring is the analysis with what it requires.
func (an Analysis[S]) requiring(r *Requires) Analysis[S] {
	r.made = true
	an.requires = r
	return an
}

// Alone makes an analysis that requires no facet and gathers nothing: NewAnalyzer takes it.
func (an Analysis[S]) Alone(*Requires) Analysis[S] { return an }
