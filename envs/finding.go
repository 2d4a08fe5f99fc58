package envs

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
)

// A Report is what a checker says of one operation, in points. Drivers complete
// it and make it a Finding.
type Report struct {
	// At is the operation that it is about, if that is another one. It may be in a frame below on the stack, which has
	// called what is looked at. It may be one before it, such as one with which a transaction began, of which more is
	// known now.
	At Point
	// Again says that a run has shown the same at this execution of At already: only more is known of it now. Findings do
	// not count it once more.
	Again bool
	// Kind names the sort of defect, in words that stay the same: "stale-value".
	Kind string
	// Coarse is the kind that the defect has over all paths if several objects that a run tells apart are one there. It is
	// empty if that makes no difference.
	Coarse string
	// Cause is the place whose mending mends the defect. Reports of one function
	// with the same kind and cause are one finding.
	Cause Point
	// Subject names what the defect is about if that is more than one function: a
	// variable, or locks in a cycle. Reports with the same kind and subject are one
	// finding, wherever they are made, and Cause does not matter.
	Subject string
	// Defect names what may be wrong with several subjects alike, such as two operations that many functions do one after
	// the other. Findings of one kind that are told by reports with the same Defect are one. It is one that is proved, if
	// any is, and of these the one with the largest rank. Its story ends with the others, and the places where they show
	// are further places of it.
	Defect string
	// Message says what is wrong at this operation, in a sentence without positions. If it is empty, the Kind stands in
	// its place.
	Message string
	// Items are the parts of the subject, for programs: each a word for what it is, a space,
	// and its name.
	Items []string
	// Evidence leads a reader from the cause to this operation.
	Evidence []Evidence
	// Proved says that the defect has certainly happened in a run, and might not only
	// under another schedule.
	Proved bool
	// Rank says how much speaks for the defect: reports of a checker with a larger one are
	// worth to be read first. Why has the reasons, one in a few words each. A checker that
	// does not rank leaves both empty.
	Rank int
	Why  []string
	// Fix is what a person may do about it, where that is mechanical.
	Fix string
	// Tell, if it is not nil, completes Message and Evidence. It is called while the
	// operation is looked at, and only if they are needed. What was reported before in a
	// run, at the same operation and as well proved, is only counted.
	Tell func(Env, *Report)
	// Later, if it is not nil, gives the reports that are made in place of this one. This one only says by its Kind and
	// Subject which it is. Over all paths that is after the last pass. All is known then that bears on it, but nothing of
	// the state in which the operation was executed. In a run it is at once.
	Later func(Env) []Report
}

// Evidence is one step of a story: what happened at a point.
type Evidence struct {
	At   Point
	Text string
}

// A Finding is what a person reads: all reports of one checker that have one
// cause. All but Points are positions and words, which mean the same in every
// environment and outlive the program.
type Finding struct {
	Checker string     `json:"checker"`
	Kind    string     `json:"kind"`
	Coarse  string     `json:"-"` // as in Report
	Subject string     `json:"subject,omitempty"`
	Func    string     `json:"func"` // the function that is to be mended; of a subject, that of Pos
	Pos     Position   `json:"pos"`  // the first place where the defect shows
	Message string     `json:"message"`
	Items   []string   `json:"items,omitempty"`
	Cause   Position   `json:"cause"`
	Story   []Note     `json:"story"`
	Also    []Position `json:"also,omitempty"` // further places where it shows
	// Proved says that a run has certainly shown the defect at one of the places.
	Proved bool `json:"proved,omitempty"`
	// Rank, Why and Fix are those of the report with the largest Rank.
	Rank int      `json:"rank,omitempty"`
	Why  []string `json:"why,omitempty"`
	Fix  string   `json:"fix,omitempty"`
	// Runs is how often the first place was executed with the defect showing; 0
	// in a static finding.
	Runs int64 `json:"runs,omitempty"`
	// Seed is that of the first run that shows the defect, if that run was perturbed; 0 otherwise.
	Seed uint64 `json:"seed,omitempty"`
	// Schedule is the one with the shortest text of those that were seen to show the defect, where schedules were
	// explored; package explore says how it is written.
	Schedule string `json:"schedule,omitempty"`
	// Test is the test that was executed under the schedule, behind its package and a dot; empty of other programs.
	Test string `json:"test,omitempty"`
	// Second is what a second thread calls, which the test does not have, as in "g beside f at call 1".
	Second string `json:"second,omitempty"`
	// Points are the operations that were reported, of the program that was
	// looked at: first those at Pos, then the others, by place.
	Points []Point `json:"-"`
}

// A Note is a step of a finding's story.
type Note struct {
	Pos  Position `json:"pos"`
	Text string   `json:"text"`
}

// Key identifies the finding across environments, runs and machines as far as
// file names agree: checker, kind, and the subject or else function and cause.
func (f *Finding) Key() string {
	if f.Subject != "" {
		return strings.Join([]string{f.Checker, f.Kind, f.Subject}, "|")
	}
	return strings.Join([]string{f.Checker, f.Kind, f.Func, f.Cause.String()}, "|")
}

// Sites are all places where the finding shows, ascending.
func (f *Finding) Sites() []Position {
	s := append([]Position{f.Pos}, f.Also...)
	slices.SortFunc(s, Position.Compare)
	return slices.Compact(s)
}

// Compare is the order in which findings are printed: by place, then checker, kind and cause.
func (f Finding) Compare(g Finding) int {
	return cmp.Or(
		f.Pos.Compare(g.Pos),
		strings.Compare(f.Checker, g.Checker),
		strings.Compare(f.Kind, g.Kind),
		strings.Compare(f.Subject, g.Subject),
		f.Cause.Compare(g.Cause),
		strings.Compare(f.Func, g.Func),
	)
}

// CompareRanked is the order in which findings are printed if the first are to be read first. It goes by whether they
// are proved, then by rank, then by place.
func (f Finding) CompareRanked(g Finding) int {
	switch {
	case f.Proved != g.Proved && f.Proved:
		return -1
	case f.Proved != g.Proved:
		return 1
	}
	return cmp.Or(cmp.Compare(g.Rank, f.Rank), f.Compare(g))
}

func itoa(n int64) string { return strconv.FormatInt(n, 10) }

// A Place is an operation that an error speaks of.
type Place struct {
	Func string
	Op   string
	Pos  Position
}

func (p Place) String() string { return p.Pos.String() + ": " + p.Func + ": " + p.Op }

// PlaceOf is the place of a point.
func PlaceOf(p Program, at Point) Place {
	fn := p.Func(at.Func())
	pl := Place{Func: fn.Name, Pos: p.Position(at)}
	if pc := at.PC(); pc >= 0 && int(pc) < len(fn.Ops) {
		pl.Op = fn.Ops[pc].String()
	}
	return pl
}

// An InputError says what is wrong at a place in a file that the user has written. The file is a program, which is read
// or runs, or one that a checker reads.
type InputError struct {
	Pos     Position `json:"pos,omitzero"`
	Message string   `json:"message"`
}

func (e *InputError) Error() string { return e.Pos.String() + ": " + e.Message }
