package dataflow

import (
	"fmt"

	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/lattice"
)

// A Facet is a side of the world about which analyses ask questions, such as the locks that are held. Q is the interface
// of the questions. The polarity of an answer is in the name of its question: Must or May.
type Facet[Q any] struct {
	name   string
	needs  costs
	staged bool // it says in which stage a pass is

	provide func(*Requires) Q // nil if drivers answer
}

// The facets that are there for each program.
//
//	facet      what is known                                       cost
//	Values     which checks may fail                               none
//	Blocks     monitor blocks                                      none
//	Locks      which locks are held                                none
//	LockSets   the locks that are certainly held, as sets          over all paths: callers with other locks are told apart
//	Sharing    who may access the memory of an operation           none
//	Memory     which memory that is, and a better answer to that   over all paths: threads and owners of objects are solved
//	Races      which accesses may be concurrent                    over all paths: likewise; in a run: vector clocks
//	Sequence   which of two accesses came first                    in a run: vector clocks, if it is shown in another order
//	Threads    which thread executes                               none
//	Segments   which parts of threads may overlap                  over all paths: threads are solved; in a run: vector clocks
//	Stages     whether facts are gathered now, or verdicts due         over all paths: at least two passes
//	Meetings   what threads wait for each other at                 in a run: what is no lock is followed
var (
	Values   = &Facet[envs.Values]{name: "Values"}
	Blocks   = &Facet[envs.Blocks]{name: "Blocks"}
	Locks    = &Facet[envs.Locks]{name: "Locks"}
	LockSets = &Facet[envs.LockSets]{name: "LockSets", needs: needLockSets}
	Sharing  = &Facet[envs.Sharing]{name: "Sharing"}
	Memory   = &Facet[envs.Memory]{name: "Memory", needs: needAccesses}
	Races    = &Facet[envs.Races]{name: "Races", needs: needOrder}
	Sequence = &Facet[envs.Sequence]{name: "Sequence", needs: needSequence}
	Threads  = &Facet[envs.Threads]{name: "Threads"}
	Segments = &Facet[envs.Segments]{name: "Segments", needs: needSegments}
	Meetings = &Facet[envs.Meetings]{name: "Meetings", needs: needMeetings}

	Stages = &Facet[envs.Stages]{name: "Stages", staged: true}

	Passes = &Facet[envs.Passes]{name: "Passes"}
)

func (f *Facet[Q]) asks() costs { return f.needs }

// AnyFacet is a Facet with questions of any kind.
type AnyFacet interface{ asks() costs }

// Requires collects what an analysis requires, while it is made. A driver makes one for each analysis.
type Requires struct {
	world   any // a *staticEnv or *runEnv, which answers all questions, or what a test puts in its place
	needs   costs
	inOrder costs // beside those
	staged  bool
	made    bool

	layers []layer     // over all paths: what facets are provided by
	known  map[any]any // the answers of these
	above  *Requires   // of who requires the facet of which these are the requirements
	of     string      // the name of that
}

// Require says that an analysis asks questions of a facet, and gives who answers them: at each time, for the operation
// that the analysis is shown. Answers may be kept in the analysis. It may be called only while the analysis is made;
// later it panics.
func Require[Q any](r *Requires, f *Facet[Q]) Q {
	r.add(&r.needs, f.name, f.needs)
	r.staged = r.staged || f.staged
	return answers[Q](r, f)
}

// RequireInRuns is Require for a facet that costs something over all paths, but is of use in runs only. Over all paths
// nothing is solved for it. It then answers from what is known anyway: a question with Must by false, one with May by
// true, and all others by zero values.
func RequireInRuns[Q any](r *Requires, f *Facet[Q]) Q {
	r.add(&r.inOrder, f.name, f.needs)
	return answers[Q](r, f)
}

func answers[Q any](r *Requires, f *Facet[Q]) Q {
	if f.provide != nil && r.drives() {
		if known, ok := r.known[f]; ok {
			return known.(Q)
		}
		q := f.provide(r)
		if r.known == nil {
			r.known = map[any]any{}
		}
		r.known[f] = q
		return q
	}
	q, ok := r.world.(Q)
	if !ok {
		panic(fmt.Sprintf("the facet %s is required, but %T does not answer its questions", f.name, r.world))
	}
	return q
}

// drives reports whether a driver answers, and no test.
func (r *Requires) drives() bool {
	switch r.world.(type) {
	case *staticEnv, *runEnv:
		return true
	}
	return false
}

// AnsweredBy is for tests of parts of an analysis: the questions of all facets that these parts require are answered by
// world.
func AnsweredBy(world any) *Requires { return &Requires{world: world} }

func (r *Requires) add(to *costs, name string, needs costs) {
	if r.made {
		panic(fmt.Sprintf("the facet %s is required by an analysis that is made already; require it where the analysis is made",
			name))
	}
	*to |= needs
}

// plan has an analysis made whose questions world answers. It adds what the analysis requires to its Needs.
func plan[S lattice.Mergeable[S]](world any, algorithm func(*Requires) Analysis[S]) Analysis[S] {
	r := &Requires{world: world}
	an := algorithm(r)
	return an.requiring(r)
}

func (an Analysis[S]) requiring(r *Requires) Analysis[S] {
	r.made = true
	an.needs |= r.needs
	an.inOrder |= r.inOrder
	an.staged, an.layers = r.staged, r.layers
	return an
}

// Alone makes an analysis that requires no facet: Fixpoint and NewReplay take it.
func (an Analysis[S]) Alone(*Requires) Analysis[S] { return an }
