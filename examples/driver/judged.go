package driver

import (
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/seed38182bad/parallax/dataflow"
	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/examples/session"
)

// The classes of findings that somebody has looked at, in the order in which they are counted. They are those of von
// Praun and Gross ("Static detection of atomicity violations in object-oriented programs", section 4).
var classesJudged = [...]string{"false", "spurious", "benign", "harmful"}

// A Judgement is what somebody found out about a finding.
type Judgement struct {
	// Class is false: it cannot be so; spurious: it is not so the way the program is used; benign: it is
	// so, and does no harm; or harmful.
	Class  string `json:"class"`
	Reason string `json:"reason"`
}

// judgements is a file of judgements.
type judgements struct {
	file    string
	entries []*judgedFindings
}

type judgedFindings struct {
	Judgement
	about
}

// inFile matches a place as other files of findings may have it: that is no name, and moves with the lines.
var inFile = regexp.MustCompile(`^\S+(\.(go|plx)|(:\d+){1,2})$`)

func parseJudgement(l string) (*judgedFindings, error) {
	e := &judgedFindings{}
	l, e.Reason = cutReason(l)
	cols := strings.Fields(l)
	place := strings.Join(cols[min(3, len(cols)):], " ")
	switch {
	case len(cols) < 4:
		return nil, fmt.Errorf("judgement has %d columns, want 4: class checker kind place  # reason", len(cols))
	case !slices.Contains(classesJudged[:], cols[0]):
		return nil, fmt.Errorf("%q is no class: want %s", cols[0], strings.Join(classesJudged[:], ", "))
	case e.Reason == "":
		return nil, fmt.Errorf("judgement of %s has no reason: end the line with  # and why it is %s", place, cols[0])
	case inFile.MatchString(place):
		return nil, fmt.Errorf("the place %s is in a file, want a name: "+
			"the subject of the finding in the JSON or, if it has none, its function", place)
	}
	e.Class, e.about = cols[0], aboutFindings(cols[1], cols[2], place)
	return e, nil
}

// unknown are the entries about checkers that there are not, which are left out from now on.
func (j *judgements) unknown(known []*dataflow.Analyzer) []session.Problem {
	var names []string
	for _, a := range known {
		names = append(names, a.Name)
	}
	var problems []session.Problem
	j.entries = slices.DeleteFunc(j.entries, func(e *judgedFindings) bool {
		if slices.ContainsFunc(names, e.checker.MatchString) {
			return false
		}
		name, _, _ := strings.Cut(e.text, " ")
		problems = append(problems, inLine(j.file, e.line,
			fmt.Sprintf("there is no checker %q: want %s", name, strings.Join(names, ", "))))
		return true
	})
	return problems
}

// matches compares names that do not change when lines move: the subject, or else the function.
func (e *judgedFindings) matches(f *envs.Finding) bool {
	name := f.Func
	if f.Subject != "" {
		name = f.Subject
	}
	return e.checker.MatchString(f.Checker) && e.kind.MatchString(f.Kind) &&
		(e.place.MatchString(name) || e.place.MatchString(e.names.Short(name)))
}

// judge reads the judgements and gives each finding its own. Where all was looked at, it tells which
// of those that were judged are no more, of the checkers that ran.
func (in *invocation) judge(seen extent) {
	if in.opts.judged == "" {
		return
	}
	j := &judgements{file: filepath.ToSlash(in.opts.judged)}
	j.entries = readLines(in, "judgements", in.opts.judged, parseJudgement)
	in.out.Errors = append(in.out.Errors, j.unknown(in.command.Checkers)...)
	for f, m := range in.out.marked() {
		if e := firstOf(j.entries, f); e != nil {
			m.Judged = &e.Judgement
		}
	}
	if seen == aPart {
		return
	}
	for _, e := range j.entries {
		ran := func(a *dataflow.Analyzer) bool { return e.checker.MatchString(a.Name) }
		if !e.used && slices.ContainsFunc(in.analyzers, ran) {
			in.out.Gone = append(in.out.Gone, e.Class+" "+e.text)
			in.misnamed = append(in.misnamed, in.insteadOf(e))
		}
	}
}

// insteadOf tells, where a judgement names the function of findings that are about something else,
// what it has to name. It is empty if there are none.
func (in *invocation) insteadOf(e *judgedFindings) string {
	var subjects []string
	for f := range in.out.marked() {
		of := *f
		of.Subject = ""
		if s := in.names.Short(f.Subject); s != "" && e.matches(&of) && !slices.Contains(subjects, s) {
			subjects = append(subjects, s)
		}
	}
	if len(subjects) == 0 {
		return ""
	}
	return ": that is a function; findings in it are about " + strings.Join(subjects, "; ")
}

// judged says how many findings are in each class: "judged 1-0-2-1 (false-spurious-benign-harmful),
// 3 not judged". It is empty if none is.
func (o *Output) judged() string {
	counts, not := map[string]int{}, 0
	for _, m := range o.marked() {
		switch {
		case m.Suppressed != "":
		case m.Judged == nil:
			not++
		default:
			counts[m.Judged.Class]++
		}
	}
	if len(counts) == 0 && len(o.Gone) == 0 {
		return ""
	}
	var numbers []string
	for _, c := range classesJudged {
		numbers = append(numbers, strconv.Itoa(counts[c]))
	}
	text := fmt.Sprintf("judged %s (%s)", strings.Join(numbers, "-"), strings.Join(classesJudged[:], "-"))
	if not > 0 {
		text += fmt.Sprintf(", %d not judged", not)
	}
	if n := len(o.Gone); n > 0 {
		text += fmt.Sprintf(", %d judged before and gone", n)
	}
	return text
}
