package driver

import (
	"fmt"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/seed38182bad/parallax/envs"
)

// text is the output for people; nothing if nothing was looked at, which the
// errors explain.
func (in *invocation) text() string {
	if len(in.out.Errors) > 0 && in.out.Functions+len(in.out.Runs)+len(in.out.LeftOut) == 0 {
		return ""
	}
	s := styleOf(in.stdout)
	var b strings.Builder
	switch in.verb.name {
	case "compare":
		if len(in.out.Checkers) > 1 {
			in.sideBySide(&b, s)
		} else {
			in.table(&b, s)
		}
	case "record", "convert":
		if in.opts.output == "-" {
			return ""
		}
		for _, r := range in.out.Runs {
			fmt.Fprintf(&b, "%s: %s\n", r.Name, plural(int(r.Events), "event"))
		}
		return b.String()
	case inferring:
		if in.rendered != "" {
			return in.rendered
		}
		in.inferences(&b, s)
	default:
		in.list(&b, s)
	}
	if in.opts.verbose {
		in.details(&b, s)
	}
	in.summary(&b, s)
	return b.String()
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
	fmt.Fprintf(b, "    %s\n", s.paint(dim, s.wrap(fmt.Sprintf("in %s (%s, %s)", in.names.Short(f.Func), f.Checker, f.Kind), "    ", 4)))
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
		more = append(more, "seen "+plural(int(f.Runs), "time"))
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
	for _, f := range in.out.Findings {
		if f.Suppressed != "" {
			hidden = append(hidden, fmt.Sprintf("%s: %s: %s", f.Pos, f.Message, f.Suppressed))
		}
	}
	for _, r := range in.out.Rows {
		if r.Suppressed != "" {
			hidden = append(hidden, fmt.Sprintf("%s: %s: %s", r.Finding.Pos, r.Finding.Message, r.Suppressed))
		}
	}
	if len(hidden) > 0 {
		section("Suppressed")
		for _, h := range hidden {
			item(h)
		}
	}
	if slices.Contains(in.out.Assumptions, keptAssumption) {
		section("Not watched, because they run in their original form")
		if len(in.out.Kept) == 0 {
			item("no function that a lock matters to")
		}
		for _, k := range in.out.Kept {
			item(fmt.Sprintf("%s: %s: %s", k.Pos, in.names.Short(k.Func), k.Reason))
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
	var parts []string
	inferred := o.inferred()
	if in.verb.name == "compare" {
		parts = append(parts, plural(o.shown()-inferred, "row"))
	} else if in.verb.name == inferring {
		parts = append(parts, countInferred(o.Inferred))
	} else {
		files := map[string]bool{}
		for _, f := range o.Findings {
			if f.Suppressed == "" && !o.informs(&f.Finding) {
				files[f.Pos.File] = true
			}
		}
		switch n := o.shown() - inferred; n {
		case 0:
			if len(o.Informs) == len(o.Checkers) && inferred > 0 {
				break // nothing else was looked for
			}
			if in.silence != "" {
				parts = append(parts, "nothing was watched")
			} else if len(o.Errors) == 0 || o.Functions > 0 {
				parts = append(parts, "nothing found")
			}
		default:
			parts = append(parts, plural(n, "finding")+" in "+plural(len(files), "file"))
		}
	}
	if inferred > 0 {
		parts = append(parts, strconv.Itoa(inferred)+" inferred")
	}
	if n := o.suppressed(); n > 0 {
		parts = append(parts, strconv.Itoa(n)+" suppressed")
	}
	if j := o.judged(); j != "" {
		parts = append(parts, j)
	}
	parts = append(parts, plural(o.Functions, "function"))
	if in.verb.name != "check" && (in.verb.name != inferring || len(o.Runs) > 0) {
		var events int64
		for _, r := range o.Runs {
			events += r.Events
		}
		part := plural(len(o.Runs), "run") + " with " + plural(int(events), "event")
		if in.silence != "" {
			part += " (" + in.silence + ")"
		}
		parts = append(parts, part)
	}
	if o.Skipped > 0 {
		parts = append(parts, plural(int(o.Skipped), "event")+" skipped")
	}
	if n := len(o.Kept); n > 0 {
		parts = append(parts, plural(n, "function")+" not watched")
	}
	if n := len(o.Errors); n > 0 {
		parts = append(parts, plural(n, "error")+", so the result is incomplete")
	}
	line := strings.Join(parts, ", ") + "."
	if slices.ContainsFunc(o.Runs, func(r RunInfo) bool { return r.Doubt }) {
		line += " Events are missing: what is found behind them may be none, and is not proved."
	}
	if in.opts.verbose {
		for _, p := range o.Probes {
			line += " Of memory: " + p + "."
		}
	}
	if len(o.LeftOut) > 0 {
		line += " Left out for errors: " + strings.Join(o.LeftOut, ", ") + "."
	}
	if !in.opts.verbose {
		line += " What this rests on: -v."
	}
	b.WriteString(s.wrap(line, "", 0) + "\n")
}
