package plan

import (
	"runtime"
	"slices"
	"sync"

	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/gorun/internal/wire"
	"github.com/seed38182bad/parallax/envs/gosrc"
)

// Options say what has to be seen of a run, and what of that it may leave out.
type Options struct {
	All      bool             // all functions have probes
	Checks   []envs.CheckKind // that have events when they do not hold
	Accesses bool             // have identities
	Meetings bool             // have identities: channels, groups and conditions
	Order    bool             // what starts threads has to be seen
	Perturb  bool             // goroutines may be delayed
	Omit
}

// Plans are those of the functions that have probes.
type Plans struct {
	prog  *gosrc.Program
	opts  Options
	graph *callGraph
	funcs map[envs.FuncID]*plan
}

// New has no plans yet. The error says what cannot be left out.
func New(prog *gosrc.Program, opts Options) (*Plans, error) {
	if err := opts.check(); err != nil {
		return nil, err
	}
	return &Plans{prog: prog, opts: opts, graph: newCallGraph(prog)}, nil
}

// Sparse reports whether branches have no probes, so that the ways between other records are not known.
func (p *Plans) Sparse() bool { return p.opts.sparse() }

// Burst is how many calls of each function by one goroutine have events in any case, 0 if all.
func (p *Plans) Burst() int { return p.opts.burst() }

// Make plans the probes of functions, and of those that stand behind method values which these hand on. It gives the
// numbers of all.
func (p *Plans) Make(ids []envs.FuncID) []envs.FuncID {
	for _, id := range ids[:len(ids):len(ids)] {
		for _, f := range handsOn(p.prog, id) {
			if !slices.Contains(ids, f) {
				ids = append(ids, f)
			}
		}
	}
	made := make([]*plan, len(ids))
	var wg sync.WaitGroup
	n := runtime.GOMAXPROCS(0)
	for w := range n {
		wg.Go(func() {
			for i := w; i < len(ids); i += n {
				made[i] = newPlan(p.prog, &p.opts, ids[i])
			}
		})
	}
	wg.Wait()
	p.funcs = make(map[envs.FuncID]*plan, len(ids))
	for _, f := range made {
		p.funcs[f.id] = f
	}
	return ids
}

// Records says what the generated code of a function records, nil if it has no probes.
func (p *Plans) Records(id envs.FuncID) *wire.Records {
	if f := p.funcs[id]; f != nil {
		return &f.Records
	}
	return nil
}
