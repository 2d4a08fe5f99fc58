// Package grouping makes findings of reports.
package grouping

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"github.com/seed38182bad/parallax/envs"
)

// A Grouper makes findings of the reports of one checker: those of one kind that have one subject, or one function and
// cause, are one finding. It is told as at its first place, of those where it is proved if there are any, and of these
// where its rank is largest. Findings that are told by reports of one defect are one, too.
type Grouper struct {
	prog   envs.Program
	name   string
	groups map[groupKey]*group
	// Nameless is the first place of a report without a Kind, which is in no finding; zero if there is none.
	Nameless envs.Point
}

type groupKey struct {
	fn    string
	kind  string
	cause envs.Position

	subject string // instead of fn and cause
}

type group struct {
	reportSite             // the first one
	runs       int64       // of the first one
	report     envs.Report // that is told
	told       reportSite  // where it was made
	sites      []reportSite
	also       []*group // others with the same defect
}

// reportSite is an operation that was reported, with its place.
type reportSite struct {
	pos envs.Position
	at  envs.Point
}

func compareSites(a, b reportSite) int { return cmp.Or(a.pos.Compare(b.pos), a.at.Compare(b.at)) }

// New makes a Grouper for the checker with a name.
func New(prog envs.Program, name string) *Grouper {
	return &Grouper{prog: prog, name: name, groups: map[groupKey]*group{}}
}

// Finish adds the verdict that is drawn in the end, if there is one.
func (g *Grouper) Finish(draw func(envs.Program, func(envs.Point, envs.Report))) {
	if draw != nil {
		draw(g.prog, func(at envs.Point, r envs.Report) { g.Add(at, r, 0) })
	}
}

// Add adds a report, which was made at a point in so many executions of it; 0 over all paths.
func (g *Grouper) Add(at envs.Point, r envs.Report, runs int64) {
	if !r.At.IsZero() {
		at = r.At
	}
	if r.Kind == "" {
		if g.Nameless.IsZero() || at.Compare(g.Nameless) < 0 {
			g.Nameless = at
		}
		return
	}
	r.Message = cmp.Or(r.Message, r.Kind)
	cause := cmp.Or(r.Cause, at)
	pos := g.prog.Position(at)
	key := groupKey{fn: g.prog.Func(at.Func()).Name, kind: r.Kind, cause: g.prog.Position(cause)}
	if r.Subject != "" {
		key = groupKey{kind: r.Kind, subject: r.Subject}
	}
	site := reportSite{pos, at}
	gr := g.groups[key]
	if gr == nil {
		g.groups[key] = &group{reportSite: site, runs: runs, report: r, told: site, sites: []reportSite{site}}
		return
	}
	gr.sites = append(gr.sites, site)
	switch c := compareSites(site, gr.reportSite); {
	case c < 0:
		gr.reportSite, gr.runs = site, runs
	case c == 0:
		gr.runs = max(gr.runs, runs)
	}
	if tellsMore(r, gr.report, compareSites(site, gr.told)) {
		gr.report, gr.told = r, site
	}
}

// tellsMore reports whether r is told in place of another report of a finding: if r is proved, has a larger rank, or
// is made at the first place. sites says how the places of the two differ.
func tellsMore(r, told envs.Report, sites int) bool {
	switch {
	case r.Proved != told.Proved:
		return r.Proved
	case r.Rank != told.Rank:
		return r.Rank > told.Rank
	}
	return sites < 0 || sites == 0 && less(r, told)
}

// less orders the reports of one point, so that which one is told does not
// depend on the order in which contexts were looked at.
func less(a, b envs.Report) bool {
	if c := strings.Compare(a.Message, b.Message); c != 0 {
		return c < 0
	}
	for i := range min(len(a.Evidence), len(b.Evidence)) {
		x, y := a.Evidence[i], b.Evidence[i]
		if c := cmp.Or(x.At.Compare(y.At), strings.Compare(x.Text, y.Text)); c != 0 {
			return c < 0
		}
	}
	return cmp.Or(
		cmp.Compare(len(b.Evidence), len(a.Evidence)), strings.Compare(b.Fix, a.Fix), strings.Compare(a.Defect, b.Defect),
		a.Cause.Compare(b.Cause),
		slices.Compare(a.Why, b.Why), slices.Compare(a.Items, b.Items),
	) < 0
}

// merge gives the groups that are left if those with one defect are one: that which would be told if they were
// of one subject.
func (g *Grouper) merge() map[groupKey]*group {
	type defect struct{ kind, name string }
	left, first := map[groupKey]*group{}, map[defect]groupKey{}
	for _, key := range slices.SortedFunc(maps.Keys(g.groups), func(a, b groupKey) int {
		return cmp.Or(strings.Compare(a.subject, b.subject), strings.Compare(a.fn, b.fn), a.cause.Compare(b.cause),
			strings.Compare(a.kind, b.kind))
	}) {
		gr := g.groups[key]
		d := defect{key.kind, gr.report.Defect}
		k, ok := first[d]
		if d.name == "" || !ok {
			left[key], first[d] = gr, key
			continue
		}
		if old := left[k]; tellsMore(gr.report, old.report, compareSites(gr.told, old.told)) {
			delete(left, k)
			left[key], first[d] = gr, key
			gr.also, old.also = append(old.also, old), nil
		} else {
			old.also = append(old.also, gr)
		}
	}
	return left
}

// Findings are those of all reports, sorted.
func (g *Grouper) Findings() []envs.Finding {
	groups := g.merge()
	out := make([]envs.Finding, 0, len(groups))
	for key, gr := range groups {
		f := envs.Finding{
			Checker: g.name, Kind: key.kind, Coarse: gr.report.Coarse, Subject: key.subject, Func: key.fn,
			Pos: gr.pos, Message: gr.report.Message, Items: gr.report.Items, Cause: key.cause, Proved: gr.report.Proved,
			Runs: gr.runs,
			Rank: gr.report.Rank, Why: gr.report.Why, Fix: gr.report.Fix,
			Story: []envs.Note{},
		}
		if key.subject != "" {
			f.Func, f.Cause = g.prog.Func(gr.at.Func()).Name, gr.pos
		}
		for _, e := range gr.report.Evidence {
			if !e.At.IsZero() {
				f.Story = append(f.Story, envs.Note{Pos: g.prog.Position(e.At), Text: e.Text})
			}
		}
		sites := gr.sites
		slices.SortFunc(gr.also, func(a, b *group) int { return compareSites(a.told, b.told) })
		for _, o := range gr.also {
			sites = append(sites, o.sites...)
			f.Story = append(f.Story, envs.Note{Pos: o.told.pos,
				Text: "also by way of " + g.prog.Knows().Packages.Short(g.prog.Func(o.told.at.Func()).Name)})
		}
		slices.SortFunc(sites, compareSites)
		var points []envs.Point // at other places
		for i, s := range slices.Compact(sites) {
			if s.pos == gr.pos {
				f.Points = append(f.Points, s.at)
				continue
			}
			if points = append(points, s.at); i == 0 || s.pos != sites[i-1].pos {
				f.Also = append(f.Also, s.pos)
			}
		}
		f.Points = append(f.Points, points...)
		out = append(out, f)
	}
	slices.SortFunc(out, envs.Finding.Compare)
	return out
}
