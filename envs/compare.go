package envs

import (
	"cmp"
	"slices"
)

// An Agreement says how the static and the dynamic view of one finding agree.
type Agreement string

// The agreements.
const (
	// Shown: the static view reports it, and a schedule was found under which it happens.
	Shown Agreement = "shown"
	// Confirmed: both report it.
	Confirmed Agreement = "confirmed"
	// NotObserved: only the static view reports it, although the place was executed: either the schedule never showed it,
	// or the static view is imprecise.
	NotObserved Agreement = "not observed"
	// NotExercised: only the static view reports it, and the place was never executed.
	NotExercised Agreement = "not exercised"
	// NotWatched: only the static view reports it, and runs do not show whether the place is executed.
	NotWatched Agreement = "not watched"
	// DynamicOnly: only a run reports it. The static view missed it, by a defect or by an assumption that it states.
	DynamicOnly Agreement = "dynamic only"
)

var agreements = [...]Agreement{Shown, Confirmed, NotObserved, NotExercised, NotWatched, DynamicOnly}

// Agreements are all of them, in the order in which they are printed.
func Agreements() []Agreement { return slices.Clone(agreements[:]) }

// A Row is one finding as seen from both sides.
type Row struct {
	Class   Agreement `json:"class"`
	Finding Finding   `json:"finding"`           // the static one, if there is one
	Dynamic []Finding `json:"dynamic,omitempty"` // what runs reported of it
	// Executed is how often the reported operation was executed in the runs. It is the one at the finding's place or,
	// if that never was, the first of the others that was.
	Executed int64 `json:"executed"`
	// Reason says why a place is not watched; it is empty in all other classes.
	Reason string `json:"reason,omitempty"`
}

// Compare lays two sets of findings of one program side by side. A static and a dynamic finding are one if they have
// the same key. They are one, too, if they are of the same checker and kind and show at a common place. For which of
// several causes is told at a place may differ. A dynamic finding that is Coarse may also have that kind. The findings
// are as Fixpoint and Replay give them, with their Points; of one without, it cannot be told whether it was executed,
// so it is not watched. Rows are sorted by class and then as findings are.
//
// coverage tells how often an operation was executed in the runs. If they would not have shown that, unwatched says
// why. If it is nil, that is told of no operation.
func Compare(static, dynamic []Finding, coverage func(Point) (executed int64, unwatched string)) []Row {
	type site struct {
		checker, kind string
		pos           Position
	}
	rows := make([]Row, len(static))
	byKey := map[string]int{}
	bySite := map[site]int{}
	for i, f := range static {
		rows[i] = Row{Finding: f, Class: NotExercised}
		byKey[f.Key()] = i
		for _, p := range f.Sites() {
			if _, ok := bySite[site{f.Checker, f.Kind, p}]; !ok {
				bySite[site{f.Checker, f.Kind, p}] = i
			}
		}
		unwatched := rows[i].count(f.Points, coverage)
		switch {
		case rows[i].Executed > 0:
			rows[i].Class = NotObserved
		case unwatched != "":
			rows[i].Class, rows[i].Reason = NotWatched, unwatched
		}
	}
	find := func(f Finding) (int, bool) {
		i, ok := byKey[f.Key()]
		for _, p := range f.Sites() {
			if ok {
				break
			}
			i, ok = bySite[site{f.Checker, f.Kind, p}]
		}
		return i, ok
	}
	for _, f := range dynamic {
		i, ok := find(f)
		if as := f; !ok && f.Coarse != "" {
			as.Kind = f.Coarse
			i, ok = find(as)
		}
		if !ok {
			i = len(rows)
			rows = append(rows, Row{Finding: f, Class: DynamicOnly})
		} else {
			rows[i].Class, rows[i].Reason = Confirmed, ""
		}
		rows[i].Dynamic = append(rows[i].Dynamic, f)
		rows[i].count(f.Points, coverage)
	}
	slices.SortStableFunc(rows, func(a, b Row) int {
		if c := slices.Index(agreements[:], a.Class) - slices.Index(agreements[:], b.Class); c != 0 {
			return c
		}
		return a.Finding.Compare(b.Finding)
	})
	return rows
}

// count fills in Executed, unless an earlier point has done it, and gives the first reason why a point is not watched.
func (r *Row) count(points []Point, coverage func(Point) (int64, string)) (unwatched string) {
	switch {
	case len(points) == 0:
		return "its operations are not known"
	case coverage == nil:
		return "how often operations were executed is not known"
	}
	for _, p := range points {
		if r.Executed > 0 {
			break
		}
		var why string
		r.Executed, why = coverage(p)
		unwatched = cmp.Or(unwatched, why)
	}
	return unwatched
}
