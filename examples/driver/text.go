package driver

import (
	"fmt"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/examples/session"
)

// text is the output for people; nothing if nothing was looked at, which the
// errors explain.
func (in *invocation) text() string {
	if len(in.out.Errors) > 0 && in.out.Functions+len(in.out.Runs)+len(in.out.LeftOut)+len(in.out.Explored) == 0 {
		return ""
	}
	s := styleOf(in.stdout)
	var b strings.Builder
	switch {
	case in.rendered != "":
		return in.rendered
	case in.verb.body != nil:
		in.verb.body(in, &b, s)
	default:
		in.list(&b, s)
	}
	if in.verb.bare {
		return b.String()
	}
	if in.opts.verbose {
		in.details(&b, s)
	}
	in.summary(&b, s)
	return b.String()
}

// sides lays both sides beside each other.
func (in *invocation) sides(b *strings.Builder, s style) {
	if len(in.out.Checkers) > 1 {
		in.sideBySide(b, s)
	} else {
		in.table(b, s)
	}
}

// written lists the runs that were written to a file, but not below what was written itself.
func (in *invocation) written(b *strings.Builder, _ style) {
	if in.opts.output == "-" {
		return
	}
	for _, r := range in.out.Runs {
		fmt.Fprintf(b, "%s: %s\n", r.Name, Plural(int(r.Events), "event"))
	}
}

// list writes the findings file by file, each with its story.
func (in *invocation) list(b *strings.Builder, s style) {
	file := ""
	for i := range in.out.Findings {
		f := &in.out.Findings[i]
		if f.Suppressed != "" {
			continue
		}
		if file != "" && file != f.Pos.File {
			b.WriteByte('\n')
		}
		file = f.Pos.File
		in.finding(b, s, &f.Finding)
		if j := f.Judged; j != nil {
			fmt.Fprintf(b, "    %s\n", s.wrap("judged "+j.Class+": "+j.Reason, "    ", 4))
		}
	}
	if file != "" {
		b.WriteByte('\n')
	}
}

func (in *invocation) finding(b *strings.Builder, s style, f *envs.Finding) {
	place := f.Pos.String() + ":"
	fmt.Fprintf(b, "%s %s\n", s.paint(bold, place), s.wrap(in.short(f.Message), "    ", len(place)+1))
	where := fmt.Sprintf("in %s (%s, %s)", in.names.Short(f.Func), f.Checker, f.Kind)
	fmt.Fprintf(b, "    %s\n", s.paint(dim, s.wrap(where, "    ", 4)))
	at := make([]string, len(f.Story))
	width := 0
	for i, n := range f.Story {
		at[i] = from(n.Pos, f.Pos.File)
		width = max(width, len(at[i]))
	}
	for i, n := range f.Story {
		fmt.Fprintf(b, "    %s  %s\n", pad(at[i], width), s.wrap(in.short(n.Text), strings.Repeat(" ", width+6), width+6))
	}
	var more []string
	if len(f.Also) > 0 {
		var places []string
		for _, p := range f.Also {
			places = append(places, from(p, f.Pos.File))
		}
		more = append(more, "also at "+strings.Join(places, ", "))
	}
	if f.Runs > 0 {
		more = append(more, "seen "+Plural(int(f.Runs), "time"))
	}
	if how := shownWith(f); how != "" {
		more = append(more, how)
	}
	if f.Rank != 0 {
		rank := fmt.Sprintf("rank %d", f.Rank)
		if len(f.Why) > 0 {
			rank += ": " + strings.Join(f.Why, ", ")
		}
		more = append(more, rank)
	}
	if len(more) > 0 {
		fmt.Fprintf(b, "    %s\n", s.paint(dim, s.wrap(in.short(strings.Join(more, "; ")), "    ", 4)))
	}
	if f.Fix != "" {
		fmt.Fprintf(b, "    %s\n", s.wrap("fix: "+in.short(f.Fix), "    ", 4))
	}
}

// longSchedule is how many words of a schedule are printed.
const longSchedule = 40

// shownWith says which schedule shows a finding, or which perturbed run if no other does; "" otherwise.
func shownWith(f *envs.Finding) string {
	switch {
	case f.Test != "":
		schedule := fmt.Sprintf("-schedule %q", f.Schedule)
		if n := len(strings.Fields(f.Schedule)); n > longSchedule {
			schedule = fmt.Sprintf("a schedule of %s, which -o writes to a file", Plural(n, "word"))
		}
		_, test := testOf(f)
		if f.Second != "" {
			return "shown in " + test + " with a second thread that calls " + f.Second +
				"; the file that -o writes is for explore -schedule"
		}
		return fmt.Sprintf("shown with -run '^%s$' -seed %d %s", test, f.Seed, schedule)
	case f.Schedule != "":
		return fmt.Sprintf("shown with -schedule %q", f.Schedule)
	case f.Seed != 0:
		return fmt.Sprintf("shown with -seed %d", f.Seed)
	}
	return ""
}

// from is a position as read from the file here.
func from(p envs.Position, here string) string {
	switch {
	case p.File == here:
		return fmt.Sprintf("%d:%d", p.Line, p.Col)
	case path.Dir(p.File) == path.Dir(here):
		return fmt.Sprintf("%s:%d:%d", path.Base(p.File), p.Line, p.Col)
	}
	return p.String()
}

// details is what -v adds.
func (in *invocation) details(b *strings.Builder, s style) {
	section := func(title string) { fmt.Fprintf(b, "%s\n", s.paint(bold, title)) }
	item := func(text string) {
		fmt.Fprintf(b, "  - %s\n", s.wrap(text, "    ", 4))
	}
	var hidden []string
	for f, m := range in.out.marked() {
		if m.Suppressed != "" {
			hidden = append(hidden, fmt.Sprintf("%s: %s: %s", f.Pos, f.Message, m.Suppressed))
		}
	}
	if len(hidden) > 0 {
		section("Suppressed")
		for _, h := range hidden {
			item(h)
		}
	}
	if in.listsKept {
		section("Not watched, because they run in their original form")
		if len(in.out.Kept) == 0 {
			item("no function that a lock matters to")
		}
		for _, k := range in.out.Kept {
			item(fmt.Sprintf("%s: %s: %s", k.Pos, in.names.Short(k.Func), k.Reason))
		}
	}
	if len(in.out.Explored) > 0 {
		section("Explored")
		for _, x := range in.out.Explored {
			item(explored(x, true))
		}
	}
	if len(in.out.Gone) > 0 {
		section("Judged before, and not found any more")
		for i, g := range in.out.Gone {
			item(g + in.misnamed[i])
		}
	}
	section("What the result rests on")
	for _, a := range in.out.Assumptions {
		item(a)
	}
	b.WriteByte('\n')
}

// summary is the last line.
func (in *invocation) summary(b *strings.Builder, s style) {
	o := in.out
	count := in.countFindings
	if in.verb.count != nil {
		count = func() string { return in.verb.count(in) }
	}
	var parts []string
	add := func(part string, there bool) {
		if there {
			parts = append(parts, part)
		}
	}
	found := count()
	shown, inferred := o.shown()
	suppressed := len(o.Findings) + len(o.Rows) - shown
	add(found, found != "")
	add(strconv.Itoa(inferred)+" inferred", inferred > 0)
	add(strconv.Itoa(suppressed)+" suppressed", suppressed > 0)
	judged := o.judged()
	add(judged, judged != "")
	add(Plural(o.Functions, "function"), o.Functions > 0 || len(o.Explored) == 0)
	if len(o.Explored) > 1 && o.Explored[0].Ends != nil {
		add(exploredAll(o.Explored), true)
	} else {
		for _, x := range o.Explored {
			add(explored(x, len(o.Explored) > 1), true)
		}
	}
	add(in.countRuns(), in.verb.runs || len(o.Runs) > 0)
	add(Plural(int(o.Skipped), "event")+" skipped", o.Skipped > 0)
	add(Plural(len(o.Kept), "function")+" not watched", len(o.Kept) > 0)
	add(Plural(len(o.Errors), "error")+", so the result is incomplete", len(o.Errors) > 0)
	line := strings.Join(parts, ", ") + "." + in.remarks()
	b.WriteString(s.wrap(line, "", 0) + "\n")
}

// countFindings says how many findings there are.
func (in *invocation) countFindings() string {
	o := in.out
	shown, inferred := o.shown()
	if n := shown - inferred; n > 0 {
		files := map[string]bool{}
		for _, f := range o.Findings {
			if f.Suppressed == "" && !o.informs(&f.Finding) {
				files[f.Pos.File] = true
			}
		}
		return Plural(n, "finding") + " in " + Plural(len(files), "file")
	}
	switch {
	case len(o.Informs) == len(o.Checkers) && inferred > 0:
		return "" // nothing else was looked for
	case in.silence != "":
		return "nothing was watched"
	case len(o.Errors) == 0 || o.Functions > 0 || len(o.Explored) > 0:
		return "nothing found"
	}
	return ""
}

// countRows says how many rows there are.
func (in *invocation) countRows() string {
	shown, inferred := in.out.shown()
	return Plural(shown-inferred, "row")
}

// countRuns says how many runs were watched, and why nothing was seen in them.
func (in *invocation) countRuns() string {
	var events int64
	for _, r := range in.out.Runs {
		events += r.Events
	}
	text := Plural(len(in.out.Runs), "run") + " with " + Plural(int(events), "event")
	if in.silence != "" {
		text += " (" + in.silence + ")"
	}
	return text
}

// remarks are the sentences behind the counts.
func (in *invocation) remarks() (text string) {
	o := in.out
	if slices.ContainsFunc(o.Runs, func(r session.RunInfo) bool { return r.Doubt }) {
		text += " Events are missing: what is found behind them may be none, and is not proved."
	}
	if in.opts.verbose {
		for _, p := range o.Probes {
			text += " Of memory: " + p + "."
		}
	}
	if in.opts.checkers == allCheckers && in.verb.checkers != nil && !in.verb.rows {
		for _, a := range in.command.Checkers {
			if a.Only != 0 && !slices.Contains(in.verb.checkers(in.command.Checkers), a) {
				text += " Only " + only[a.Only] + ": " + a.Name + "."
			}
		}
	}
	if len(o.LeftOut) > 0 {
		text += " Left out for errors: " + strings.Join(o.LeftOut, ", ") + "."
	}
	if !in.opts.verbose {
		text += " What this rests on: -v."
	}
	return text
}
