package main

import (
	"fmt"
	"maps"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"text/tabwriter"

	"github.com/stretchr/testify/require"
)

// expectedFile is what stands beside a program. The package comment of gallery tells how it is
// written.
const expectedFile = "expected.txt"

// toJudge is the judgement that is to be made.
const toJudge = "?"

// expected is what the checkers say of a program, and what a person makes of it.
type expected struct {
	lines  []line
	silent map[string]string // the judgement, by checker
}

// A line is a finding.
type line struct{ class, checker, kind, place, fn, judgement string }

func readExpected(file string) (expected, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return expected{}, err
	}
	return parseExpected(file, string(text))
}

// columns stand apart by two blanks or more.
var apart = regexp.MustCompile(`  +`)

func parseExpected(file, text string) (expected, error) {
	x := expected{silent: map[string]string{}}
	for i, l := range strings.Split(text, "\n") {
		l = strings.TrimSpace(l)
		if l == "" || strings.HasPrefix(l, "#") {
			continue
		}
		f := apart.Split(l, -1)
		switch {
		case f[0] == "silent" && len(f) == 3:
			for _, c := range strings.Fields(f[1]) {
				if _, ok := x.silent[c]; ok {
					return x, fmt.Errorf("%s:%d: %s is silent twice", file, i+1, c)
				}
				x.silent[c] = f[2]
			}
		case f[0] != "silent" && len(f) == 6:
			x.lines = append(x.lines, line{f[0], f[1], f[2], f[3], f[4], f[5]})
		default:
			return x, fmt.Errorf("%s:%d: want CLASS  CHECKER  KIND  PLACE  FUNCTION  JUDGEMENT or silent  CHECKERS  "+
				"JUDGEMENT, with two blanks or more between", file, i+1)
		}
	}
	return x, nil
}

func (x expected) text(folder string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "# What the checkers say of %s. The package comment of gallery tells how to read this.\n", folder)
	for _, inferred := range []bool{false, true} {
		w := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
		for _, l := range x.lines {
			if strings.Contains(l.kind, " ") == inferred {
				fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s\t%s\n", l.class, l.checker, l.kind, l.place, l.fn, l.judgement)
			}
		}
		w.Flush()
	}
	by := map[string][]string{}
	for c, judgement := range x.silent {
		by[judgement] = append(by[judgement], c)
	}
	for _, judgement := range slices.Sorted(maps.Keys(by)) {
		slices.Sort(by[judgement])
		fmt.Fprintf(&b, "silent  %s  %s\n", strings.Join(by[judgement], " "), judgement)
	}
	return b.String()
}

// findings are the findings, without what a person makes of them.
func (x expected) findings() []string {
	var all []string
	for _, l := range x.lines {
		all = append(all, fmt.Sprintf("%s %s at %s in %s is %s", l.checker, l.kind, l.place, l.fn, l.class))
	}
	slices.Sort(all)
	return all
}

// differences says what x has and old has not, and the other way round.
func (x expected) differences(old expected) []string {
	var texts []string
	is, was := x.findings(), old.findings()
	for _, l := range is {
		if !slices.Contains(was, l) {
			texts = append(texts, l+", which is not expected")
		}
	}
	for _, l := range was {
		if !slices.Contains(is, l) {
			texts = append(texts, l+": that is expected, but not so")
		}
	}
	for _, c := range slices.Sorted(maps.Keys(x.silent)) {
		if _, ok := old.silent[c]; !ok {
			texts = append(texts, c+" is silent, which is not expected")
		}
	}
	for _, c := range slices.Sorted(maps.Keys(old.silent)) {
		if _, ok := x.silent[c]; !ok {
			texts = append(texts, c+" is expected to be silent, and is not, or is no checker")
		}
	}
	return texts
}

// comparePlaces orders FILE:LINE:COL by the file, and then by numbers.
func comparePlaces(a, b string) int {
	return slices.CompareFunc(strings.Split(a, ":"), strings.Split(b, ":"), func(x, y string) int {
		m, err1 := strconv.Atoi(x)
		n, err2 := strconv.Atoi(y)
		if err1 == nil && err2 == nil {
			return m - n
		}
		return strings.Compare(x, y)
	})
}

// What is written can be read, and what a person wrote stays where lines have moved.
func TestExpected(t *testing.T) {
	old, err := parseExpected("x", `# a program
confirmed     stale  stale-value  a.go:9:3   (*T).f  true: it is so
not observed  race   data-race    a.go:12:1  (*T).f  false: because
silent  views eraser  right
silent  leaks  missed: it is about another thing
`)
	require.NoError(t, err)
	again, err := parseExpected("x", old.text("a"))
	require.NoError(t, err)
	require.Equal(t, old, again)

	found := []line{
		{class: "confirmed", checker: "stale", kind: "stale-value", place: "a.go:10:3", fn: "(*T).f"},
		{class: "confirmed", checker: "leaks", kind: "leak", place: "a.go:2:3", fn: "g"},
	}
	now := judge("a", []string{"eraser", "leaks", "new", "race", "stale", "views"}, found, old, nil)
	require.Equal(t, `# What the checkers say of a. The package comment of gallery tells how to read this.
confirmed  leaks  leak         a.go:2:3   g       ?
confirmed  stale  stale-value  a.go:10:3  (*T).f  true: it is so
silent  new race  ?
silent  eraser views  right
`, now.text("a"))
	require.Equal(t, []string{
		"leaks leak at a.go:2:3 in g is confirmed, which is not expected",
		"stale stale-value at a.go:10:3 in (*T).f is confirmed, which is not expected",
		"race data-race at a.go:12:1 in (*T).f is not observed: that is expected, but not so",
		"stale stale-value at a.go:9:3 in (*T).f is confirmed: that is expected, but not so",
		"new is silent, which is not expected",
		"race is silent, which is not expected",
		"leaks is expected to be silent, and is not, or is no checker",
	}, now.differences(old))
	require.Equal(t, []string{
		`leaks leak at a.go:2:3 is judged "?": write true, benign or false`,
		`new is silent, which is judged "?": write right or missed`,
		`race is silent, which is judged "?": write right or missed`,
	}, now.unjudged("a", nil))
	require.Contains(t, now.unjudged("a/fixed", nil), "this program is a correct twin: nothing in it is true or missed")
	require.Equal(t, "right", judge("a/fixed", []string{"new"}, nil, expected{}, nil).silent["new"], "of a correct twin")

	// Of those that only inform there is nothing to miss, and what they say is no defect.
	told := map[string]bool{"sets": true, "other": true}
	now = judge("a/fixed", []string{"other", "sets"},
		[]line{{class: "confirmed", checker: "sets", kind: "atomic-set {a, b}"}}, expected{}, told)
	require.Contains(t, now.text("a"), "\nconfirmed  sets  atomic-set {a, b}  ")
	require.Equal(t, map[string]string{"other": "right"}, now.silent)
	require.Equal(t,
		[]string{`sets atomic-set {a, b} at  is judged "?": write inferred, or odd and why, behind a colon`},
		now.unjudged("a/fixed", told))
	now.lines[0].judgement = "inferred"
	require.Empty(t,
		now.unjudged("a/fixed", told))
	require.Contains(t, now.unjudged("a", told), "the defect of this program is neither found nor missed")

	for _, bad := range []string{"confirmed  stale", "silent  a", "silent  a  right\nsilent  a  right"} {
		_, err := parseExpected("file", bad)
		require.ErrorContains(t, err, "file:")
	}
	require.Equal(t, "(*T).f", short("(*example.com/a/b.T).f"))
	require.Equal(t, "f$1", short("example.com/a/b.f$1"))
	require.Equal(t, "(T).f", short("(b.T).f"))
}
