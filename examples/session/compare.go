package session

import (
	"slices"

	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/gorun/confirm"
)

// A Row is a row of a comparison, and how it is best told.
type Row struct {
	envs.Row
	// Shown is the finding as it is told: what a run confirmed as the run told it, proved if one of them proved it.
	Shown envs.Finding `json:"-"`
	// Ran is how often what is shown was executed.
	Ran int64 `json:"-"`
	// Idle are, of a finding that was not observed, the places at which it shows and which no run came to. If there are
	// none, no schedule showed it, or it is none.
	Idle []envs.Position `json:"-"`
	// Places are the functions in which the finding shows, from either side.
	Places []Place `json:"-"`
	// Tried is how many executions of tests were made for it. If no schedule was found under which it happens, Why says
	// why there were no more.
	Tried int    `json:"tried,omitempty"`
	Why   string `json:"why,omitempty"`
	// Covered says of which tests every schedule was executed in vain, or every one of few preemptions.
	Covered []string `json:"covered,omitempty"`
	// Attempt is what was done to show it, nil if nothing was.
	Attempt *confirm.Attempt `json:"-"`
}

// A Place is a function in which a finding shows, and the first place in it.
type Place struct {
	Func string
	Pos  envs.Position
}

// Compare lays what was found over all paths beside what runs of the same program showed.
func Compare(paths, runs *Result) []Row {
	var rows []Row
	for _, r := range envs.Compare(paths.Findings, runs.confirming(), runs.Executed) {
		rows = append(rows, runs.row(r))
	}
	return rows
}

// confirming are findings of runs under the names of the checkers over all paths that they confirm.
func (r *Result) confirming() []envs.Finding {
	findings := slices.Clone(r.Findings)
	for i, f := range findings {
		for _, a := range r.Checkers {
			if a.Name == f.Checker && a.Confirms != "" {
				findings[i].Checker = a.Confirms
			}
		}
	}
	return findings
}

func (r *Result) row(of envs.Row) Row {
	row := Row{Row: of, Shown: of.Finding, Ran: of.Executed, Places: r.Program.places(of)}
	if of.Class == envs.NotObserved {
		row.Idle = r.idle(of.Finding.Points)
	}
	if of.Class != envs.Confirmed {
		return row
	}
	row.Shown = of.Dynamic[0]
	if i := slices.IndexFunc(of.Dynamic, func(f envs.Finding) bool { return f.Proved }); i >= 0 {
		row.Shown = of.Dynamic[i]
	}
	for _, p := range row.Shown.Points {
		if n, _ := r.Executed(p); n > 0 {
			row.Ran = n
			break
		}
	}
	return row
}

// idle are the places of operations that no run executed.
func (r *Result) idle(points []envs.Point) (places []envs.Position) {
	for _, p := range points {
		if n, unknown := r.Executed(p); n == 0 && unknown == "" {
			places = append(places, r.Program.Code.Position(p))
		}
	}
	slices.SortFunc(places, envs.Position.Compare)
	return slices.Compact(places)
}

// places are the functions in which a row's findings show.
func (p *Program) places(r envs.Row) []Place {
	var places []Place
	for _, f := range append([]envs.Finding{r.Finding}, r.Dynamic...) {
		for _, at := range f.Points {
			x := Place{p.Code.Func(at.Func()).Name, p.Code.Position(at)}
			i := slices.IndexFunc(places, func(o Place) bool { return o.Func == x.Func })
			switch {
			case i < 0:
				places = append(places, x)
			case x.Pos.Compare(places[i].Pos) < 0:
				places[i] = x
			}
		}
	}
	if places == nil {
		places = []Place{{r.Finding.Func, r.Finding.Pos}}
	}
	return places
}
