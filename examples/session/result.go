package session

import (
	"cmp"
	"slices"
	"strings"

	"github.com/seed38182bad/parallax/dataflow"
	"github.com/seed38182bad/parallax/envs"
)

// A Result is what checkers say of one program, over all paths or in runs.
type Result struct {
	Program *Program
	// Findings are sorted by place.
	Findings []envs.Finding
	// Checkers are those that looked at it, and Idle those that did not, with the reason.
	Checkers []*dataflow.Analyzer
	Idle     []Idle

	// What follows is about runs.

	Runs []RunInfo
	// Everywhere says that the checkers saw all functions, and not only those that matter to them.
	Everywhere bool
	// Kept are the functions that were not watched, once for each run.
	Kept []Kept
	// Probes tells which accesses to memory were watched, if checkers ask for that, and why others need not be.
	Probes string
	// Skipped is how many events of a trace could not be read and were left out.
	Skipped int64
	// Unseen says why no run had an event, if none had.
	Unseen string

	watched int                  // runs that could be watched
	counts  map[envs.Point]int64 // of operations
	informs *dataflow.Watch      // of the checkers that only inform, through all runs
}

// result begins a result of checkers.
func (p *Program) result(checkers []*dataflow.Analyzer) *Result {
	return &Result{Program: p, Checkers: checkers, counts: map[envs.Point]int64{}}
}

// Idle are checkers that did not look at a program.
type Idle struct {
	Checkers []string
	Why      string
}

// RunInfo tells of one execution of a program.
type RunInfo struct {
	Name   string `json:"name"`   // what was run: a package, or a file and its seed
	Events int64  `json:"events"` // how many were seen, without those that tell what is no more
	Exit   int    `json:"exit"`   // its exit status
	// Seed is that of a run of Go that was perturbed.
	Seed uint64 `json:"seed,omitempty"`
	// Doubt says that events are missing: what is found behind them may be none, and nothing of it is proved.
	Doubt bool `json:"doubt,omitempty"`
}

// count counts an event. What the garbage collector does is none of the program.
func (r *RunInfo) count(ev *envs.Event) {
	if ev.Kind != envs.Forget {
		r.Events++
	}
}

// Kept is a function that a run executes in its original form, not watched.
type Kept struct {
	Func   string        `json:"func"`
	Pos    envs.Position `json:"pos"`
	Reason string        `json:"reason"`
}

// Executed is how often the operation at p was executed in all runs, or why that is not known.
func (r *Result) Executed(p envs.Point) (times int64, unknown string) {
	if r.watched == 0 {
		return 0, "no run could be watched"
	}
	if at := r.Program.Runner; at != nil && at.Watched != nil {
		p, unknown = at.Watched(p)
	}
	return r.counts[p], unknown
}

// count adds how often each operation was executed in a run. A watch of all runs has added that up itself.
func (r *Result) count(executed func(envs.Point) int64, all bool) {
	if all {
		clear(r.counts)
	}
	for id := range envs.FuncID(r.Program.Code.NumFuncs()) {
		fn := r.Program.Code.Func(id)
		if fn == nil {
			continue
		}
		for pc := range fn.Ops {
			at := envs.At(id, int32(pc))
			if n := executed(at); n > 0 {
				r.counts[at] += n
			}
		}
	}
}

// finish settles what all runs together showed. The error says what is wrong with the findings.
func (r *Result) finish(needs needs) (wrong error) {
	r.Everywhere = needs.everywhere
	if r.informs != nil {
		r.Findings = append(r.Findings, r.informs.Findings()...)
		wrong = r.informs.Err()
	}
	r.once()
	r.Findings = merge(r.Findings, r.Program.Code.Position)
	if slices.ContainsFunc(r.Runs, func(run RunInfo) bool { return run.Events > 0 }) {
		return wrong
	}
	r.Unseen = "no function that is watched was entered"
	if len(r.Kept) == 0 && !needs.everywhere && !r.Program.locks() {
		r.Unseen = "nothing takes a lock in the packages that the patterns match; to watch others of the module, " +
			"match them too, as ./... does; to be shown functions without locks, a checker sets Analyzer.Everywhere"
	}
	return wrong
}

// once leaves out findings of defects that another checker finds, too.
func (r *Result) once() {
	type at struct {
		Sort
		envs.Point
	}
	same, found := r.Program.session.Same, map[at]bool{}
	if len(same) == 0 {
		return
	}
	for _, f := range r.Findings {
		for _, p := range f.Points {
			found[at{Sort{f.Checker, f.Kind}, p}] = true
		}
	}
	r.Findings = slices.DeleteFunc(r.Findings, func(f envs.Finding) bool {
		other, both := same[Sort{f.Checker, f.Kind}]
		return both && len(f.Points) > 0 &&
			!slices.ContainsFunc(f.Points, func(p envs.Point) bool { return !found[at{other, p}] })
	})
}

// locks reports whether any function of the program changes locks.
func (p *Program) locks() bool {
	for id := range envs.FuncID(p.Code.NumFuncs()) {
		if fn := p.Code.Func(id); fn != nil && fn.Locking() {
			return true
		}
	}
	return false
}

// merge makes one finding of those that several runs have in common; place is where a point lies.
func merge(findings []envs.Finding, place func(envs.Point) envs.Position) []envs.Finding {
	byKey := map[string]int{}
	var out []envs.Finding
	for _, f := range findings {
		i, ok := byKey[f.Key()]
		if !ok {
			byKey[f.Key()] = len(out)
			out = append(out, f)
			continue
		}
		a, b, made := out[i], f, out[i] // runs come in their order
		if shorter(a.Schedule, b.Schedule) != a.Schedule {
			made = b
		}
		if b.Pos.Compare(a.Pos) < 0 {
			a, b = b, a
		}
		sites := append(a.Sites(), b.Sites()...)
		slices.SortFunc(sites, envs.Position.Compare)
		sites = slices.DeleteFunc(slices.Compact(sites), func(p envs.Position) bool { return p == a.Pos })
		a.Points = append(a.Points[:len(a.Points):len(a.Points)], b.Points...)
		slices.SortFunc(a.Points, func(p, q envs.Point) int {
			return cmp.Or(place(p).Compare(place(q)), p.Compare(q))
		})
		a.Points = slices.Compact(a.Points)
		if b.Rank > a.Rank {
			a.Rank, a.Why, a.Fix = b.Rank, b.Why, b.Fix
		}
		a.Also = nil
		if len(sites) > 0 {
			a.Also = sites
		}
		if a.Pos == b.Pos {
			a.Runs += b.Runs
		}
		a.Seed, a.Schedule, a.Test = made.Seed, made.Schedule, made.Test
		if made.Pos == a.Pos {
			a.Story = made.Story
		}
		out[i] = a
	}
	slices.SortFunc(out, envs.Finding.Compare)
	return out
}

// shorter is the one of two schedules with fewer words, which are threads that go on. Of two with as many it is the one
// with the shorter text, or the first one. A schedule that is empty does not count.
func shorter(a, b string) string {
	words := cmp.Compare(strings.Count(b, " "), strings.Count(a, " "))
	if a == "" || b != "" && cmp.Or(words, cmp.Compare(len(b), len(a))) < 0 {
		return b
	}
	return a
}
