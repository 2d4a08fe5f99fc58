package driver

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/seed38182bad/parallax/envs"
)

// meaning says what a class is, in one line.
var meaning = map[envs.Agreement]string{
	envs.Shown:        "on some path, and a schedule was found under which it happens",
	envs.Confirmed:    "on some path, and a run showed it",
	envs.NotObserved:  "on some path; the code ran, but no run showed it",
	envs.NotExercised: "on some path, through code that never ran",
	envs.NotWatched:   "on some path, in code that is not watched while it runs",
	envs.DynamicOnly:  "a run showed it, but the static side missed it",
}

var classInk = map[envs.Agreement]ink{
	envs.Shown:        red,
	envs.Confirmed:    red,
	envs.NotObserved:  yellow,
	envs.NotExercised: blue,
	envs.NotWatched:   dim,
	envs.DynamicOnly:  purple,
}

// classes writes the classes with their counts, and with signs if rows have signs for them.
func (in *invocation) classes(b *strings.Builder, s style, signs bool) {
	counts := map[envs.Agreement]int{}
	for _, r := range in.out.Rows {
		if r.Suppressed == "" {
			counts[r.Class]++
		}
	}
	for _, c := range envs.Agreements() {
		if !in.tells(c) {
			continue
		}
		n, name := strconv.Itoa(counts[c]), pad(string(c), 13)
		if signs {
			name = sign[c] + "  " + name
		}
		fmt.Fprintf(b, "%s %s  %s\n", s.paint(classInk[c], name), strings.Repeat(" ", max(0, 4-len(n)))+n, meaning[c])
	}
	b.WriteByte('\n')
}

// what is what a row says, and how often what it is about was executed.
func (in *invocation) what(r *Row) (what, ran string) {
	if r.Class == envs.NotWatched {
		return in.short(r.Shown.Message) + " (" + r.Reason + ")", "?"
	}
	what = in.short(r.Shown.Message)
	if len(r.Idle) > 0 {
		var places []string
		for _, p := range r.Idle {
			places = append(places, from(p, r.Shown.Pos.File))
		}
		what += " (" + strings.Join(places, ", ") + " did not run)"
	}
	if text := tried(r); text != "" && r.Class != envs.Shown {
		what += " (" + text + ")"
	}
	if seed := shownWith(&r.Shown); seed != "" {
		what += " (" + seed + ")"
	}
	return what, strconv.FormatInt(r.Ran, 10)
}

// table writes the classes with their counts, and then the rows.
func (in *invocation) table(b *strings.Builder, s style) {
	in.classes(b, s, false)
	in.lines(b, s, func(*Row) bool { return true })
}

// lines writes rows, each in a line.
func (in *invocation) lines(b *strings.Builder, s style, which func(*Row) bool) {
	type line struct{ class, place, fn, runs, what string }
	var lines []line
	for i := range in.out.Rows {
		r := &in.out.Rows[i]
		if r.Suppressed != "" || !which(r) {
			continue
		}
		what, ran := in.what(r)
		if r.Judged != nil {
			what += " (judged " + r.Judged.Class + ")"
		}
		lines = append(lines, line{string(r.Class), r.Shown.Pos.String(), in.names.Short(r.Shown.Func), ran, what})
	}
	if len(lines) == 0 {
		return
	}
	head := line{"class", "place", "function", "ran", "what"}
	var w struct{ place, fn, runs int }
	for _, l := range append(lines, head) {
		w.place = max(w.place, utf8.RuneCountInString(l.place))
		w.fn = max(w.fn, utf8.RuneCountInString(l.fn))
		w.runs = max(w.runs, len(l.runs))
	}
	// One line each, so that it can be searched; on a terminal the message has
	// what is left, but room for some words.
	if s.width > 0 {
		w.fn = min(w.fn, max(16, s.width/4))
	}
	left := 13 + 2 + w.place + 2 + w.fn + 2 + w.runs + 2
	if s.width > 0 {
		s.width = max(s.width, left+24)
	}
	row := func(l line, c ink) {
		what := s.wrap(l.what, strings.Repeat(" ", left), left)
		fmt.Fprintf(b, "%s  %s  %s  %s  %s\n", s.paint(c, pad(l.class, 13)), pad(l.place, w.place),
			pad(clip(l.fn, w.fn), w.fn), strings.Repeat(" ", w.runs-len(l.runs))+l.runs, what)
	}
	row(head, bold)
	for _, l := range lines {
		row(l, classInk[envs.Agreement(l.class)])
	}
	b.WriteByte('\n')
}
