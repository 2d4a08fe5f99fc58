package views

import (
	"encoding/binary"
	"iter"
	"slices"
	"strings"

	"github.com/seed38182bad/parallax/dataflow/blocks"
	"github.com/seed38182bad/parallax/domains/view"
	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/examples/internal/lists"
)

// findings are the conflicts, and the variables that they are about.
type findings struct {
	conflicts map[blocks.Block]*conflict
	about     map[envs.Variable]map[*conflict]bool // those that take the variable apart from others
	renewed   int                                  // how often a variable was found to be written under a lock
}

func newFindings() findings {
	return findings{conflicts: map[blocks.Block]*conflict{}, about: map[envs.Variable]map[*conflict]bool{}}
}

// outdate has messages about a variable made anew, which is now known to be written under a lock.
func (f *findings) outdate(v envs.Variable) {
	f.renewed++
	for x := range f.about[v] {
		x.listing = listing{}
	}
}

// A conflict is a block, the whole, of which other threads take parts that are in no chain.
type conflict struct {
	places  int // at which the block ends, with each of its contents
	changes int // how often it was changed; it never falls, and tells what is told of it apart
	example tear
	shape   shape           // of the example: the one that matters most
	split   []vars          // all that are taken apart
	known   map[string]bool // the keys of split
	listing listing

	report envs.Report // as it was when the stamp was what it is now
	stamp  [3]int
}

// told is what there is to report at a place.
type told struct {
	split     *conflict   // of which its block is the whole
	conflicts []*conflict // of which it is the whole or a part
	reports   []envs.Report
	known     int // how much was known of the conflicts when there were these reports
}

// begin notes that there is a place.
func (c *checker) begin(env envs.Env, p *place) {
	p.Of.site = c.at(env, p)
	x := c.conflicts[p.Block]
	if x == nil {
		x = &conflict{}
		c.conflicts[p.Block] = x
	}
	x.places++
	p.Of.split = x
}

// gone forgets what is known of a place. What is no more is not told of again.
func (c *checker) gone(p *place) {
	for _, x := range p.Of.conflicts {
		for _, o := range x.split {
			c.leave(x, o)
		}
		*x = conflict{places: x.places, changes: x.changes + 1}
	}
	if p.Of.split.places--; p.Of.split.places == 0 {
		delete(c.conflicts, p.Block)
	}
}

// found adds a tear of a shape to the conflict of its whole.
func (c *checker) found(t tear, s shape) {
	x := t.Whole.Of.split
	if x.example.Whole == nil || s.weight() > x.shape.weight() {
		x.example, x.shape = t, s
		x.changes++
		c.More = true
	}
	for _, part := range t.Parts {
		if c.key = keyOf(c.key[:0], part.Common.All()); !x.known[string(c.key)] {
			c.split(x, part.Common, string(c.key))
			x.changes++
			c.More = true
		}
	}
	for _, p := range [...]*place{t.Whole, t.Parts[0].place, t.Parts[1].place} {
		if !slices.Contains(p.Of.conflicts, x) {
			p.Of.conflicts, c.More = append(p.Of.conflicts, x), true
		}
	}
}

// split notes that a set is taken apart.
func (f *findings) split(x *conflict, of vars, key string) {
	if x.known == nil {
		x.known = map[string]bool{}
	}
	x.known[key], x.split = true, append(x.split, of)
	for v := range of.All() {
		if f.about[v] == nil {
			f.about[v] = map[*conflict]bool{}
		}
		f.about[v][x] = true
	}
}

// leave notes that a conflict is not about the variables of a set any more.
func (f *findings) leave(x *conflict, of vars) {
	for v := range of.All() {
		if delete(f.about[v], x); len(f.about[v]) == 0 {
			delete(f.about, v)
		}
	}
}

// keyOf adds the numbers of variables to a key.
func keyOf(key []byte, of iter.Seq[envs.Variable]) []byte {
	for v := range of {
		key = binary.AppendUvarint(key, uint64(v))
	}
	return key
}

// reportsAt are the reports at a place: of its conflicts. There are none if more came to be known in a pass that only
// judges, since another pass follows then.
func (c *checker) reportsAt(env envs.Env, p *place) []envs.Report {
	if len(p.Of.conflicts) == 0 || c.More && !c.stages.Gathers() {
		return nil
	}
	known := p.Renewed + c.learned
	for _, x := range p.Of.conflicts {
		known += x.changes
	}
	if p.Of.known != known {
		p.Of.known, p.Of.reports = known, nil
		for _, x := range p.Of.conflicts {
			if x.example.Whole != nil {
				p.Of.reports = append(p.Of.reports, c.reportOf(env, x))
			}
		}
	}
	return p.Of.reports
}

// reportOf is the report of a conflict, which all its places share.
func (c *checker) reportOf(env envs.Env, x *conflict) envs.Report {
	if now := [...]int{1 + x.changes, c.learned, c.renewed}; x.stamp != now {
		x.stamp, x.report = now, c.report(env, x)
	}
	return x.report
}

// maxParts is of how many parts a message tells.
const maxParts = 12

func (c *checker) report(env envs.Env, x *conflict) envs.Report {
	l := c.list(env, x)
	story := func(p *place, of vars, whom string) []envs.Evidence {
		return c.story(env, p, c.written(of), whom)
	}
	whole, a, b := x.example.Whole, x.example.Parts[0], x.example.Parts[1]
	rank, why := c.rank(env, x)
	return envs.Report{
		Kind: Kind, Subject: whole.Name(env), Rank: rank, Why: why,
		Message: "{" + l.names.listed() + "} are accessed in one critical section, " +
			"but another thread accesses " + strings.Join(l.parts.sets(), " and ") + " in critical sections of their own",
		Evidence: slices.Concat(story(whole, l.told(), "one critical section"),
			story(a.place, a.Common, "another thread's critical section"),
			story(b.place, b.Common, "a later or earlier critical section of that thread")),
	}
}

// format lists the names of those variables that are written, in order: several may have one name.
func (c *checker) format(env envs.Env, vs vars) string {
	var names []string
	for v := range c.written(vs).All() {
		names = append(names, c.memory.VariableName(v))
	}
	slices.Sort(names)
	return "{" + lists.Of(slices.Compact(names)) + "}"
}

// written are those variables that are written under a lock.
func (c *checker) written(vs vars) vars {
	return view.Of(slices.DeleteFunc(slices.Collect(vs.All()), func(v envs.Variable) bool { return !c.writes[v] })...)
}
