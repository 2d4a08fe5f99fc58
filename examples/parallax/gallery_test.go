package main

import (
	"bytes"
	"cmp"
	"encoding/json"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/dataflow"
	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/examples/driver"
	"github.com/seed38182bad/parallax/examples/eraser"
	"github.com/seed38182bad/parallax/examples/stale"
	"github.com/seed38182bad/parallax/examples/views"
)

var update = flag.Bool("update", false, "write what the checkers say of the gallery, to be judged")

const gallery = "../gallery"

// variants are checkers with options that say something else of the gallery. Those of checkers
// to come are added here.
func variants() []*dataflow.Analyzer {
	return []*dataflow.Analyzer{
		variant(stale.Analyzer(), "plain"),
		variant(eraser.Analyzer(), "pairs"),
		variant(views.Analyzer(), "conditional"),
	}
}

func variant(a *dataflow.Analyzer, option string) *dataflow.Analyzer {
	if err := a.Flags.Set(option, "true"); err != nil {
		panic(err)
	}
	a.Name += "-" + option
	return a
}

// Every checker says of every program of the gallery what is written beside it, from both
// sides.
func TestGallery(t *testing.T) {
	if testing.Short() {
		t.Skip("builds Go programs and runs them")
	}
	analyzers := append(checkers(), variants()...)
	names, informs := []string{}, map[string]bool{}
	for _, a := range analyzers {
		if a.Confirms != "" || a.Only == dataflow.OverSchedules {
			continue // it speaks under the name of the other one; or nothing, as schedules of Go are not explored
		}
		names = append(names, a.Name)
		informs[a.Name] = a.Informs
	}
	slices.Sort(names)
	said := compare(t, "./...", analyzers...)
	programs := folders(t)
	require.GreaterOrEqual(t, len(programs), 30)
	verdicts := map[string]map[string]int{}
	for folder := range said {
		require.Contains(t, programs, folder, "something was found outside of all programs")
	}
	for _, folder := range programs {
		file := filepath.Join(gallery, folder, expectedFile)
		old, err := readExpected(file)
		if err != nil && !(*update && os.IsNotExist(err)) {
			t.Errorf("%v", err)
			continue
		}
		now := judge(folder, names, said[folder], old, informs)
		now.count(verdicts)
		if *update {
			require.NoError(t, os.WriteFile(file, []byte(now.text(folder)), 0o644))
		}
		for _, text := range now.differences(old) {
			t.Errorf("%s: %s; if that is right, run this test with -update, and judge what is new", file, text)
		}
		for _, text := range now.unjudged(folder, informs) {
			t.Errorf("%s: %s", file, text)
		}
	}
	for _, c := range names {
		n := verdicts[c]
		if informs[c] {
			t.Logf("%-18s %2d inferred, %2d odd; of %d programs silent in %2d", c, n["inferred"], n["odd"], len(programs),
				n["right"])
			continue
		}
		t.Logf("%-18s %2d true, %2d benign, %2d false; of %d programs silent in %2d, where it misses something in %d",
			c, n["true"], n["benign"], n["false"], len(programs), n["right"]+n["missed"], n["missed"])
	}
}

// One program alone is said to be what it is among all.
func TestGalleryOneByOne(t *testing.T) {
	if testing.Short() {
		t.Skip("builds Go programs and runs them")
	}
	for _, folder := range []string{"lostupdate", "tornread"} {
		old, err := readExpected(filepath.Join(gallery, folder, expectedFile))
		require.NoError(t, err)
		said := compare(t, "./"+folder, append(checkers(), variants()...)...)
		require.Len(t, said, 1)
		require.Equal(t, old.findings(), expected{lines: said[folder]}.findings(), folder)
	}
}

// onPaths stands for the class of what is inferred over all paths.
const onPaths = "on paths"

// inPackage is the part of a name that tells in which package it is.
var inPackage = regexp.MustCompile(`[\w./]+/\w+\.`)

// compare is what compare finds in packages of the gallery, by folder. What shows in tests only
// is left out.
func compare(t *testing.T, pattern string, analyzers ...*dataflow.Analyzer) map[string][]line {
	t.Helper()
	t.Setenv("GOFLAGS", strings.TrimSpace(os.Getenv("GOFLAGS")+" -ldflags=-s")) // links faster
	var stdout, stderr bytes.Buffer
	args := []string{"compare", "-checkers", "all", "-json", "-C", gallery, pattern}
	command := driver.Command{Checkers: analyzers, Same: same()}
	driver.Run(t.Context(), command, args, strings.NewReader(""), &stdout, &stderr)
	var out driver.Output
	require.NoError(t, json.Unmarshal(stdout.Bytes(), &out), stderr.String())
	require.Empty(t, out.Errors, stderr.String())
	said := map[string][]line{}
	told := map[int]bool{} // what is about several functions stands in the first
	for _, b := range out.Beside {
		for _, s := range b.Shows {
			if strings.HasSuffix(s.Pos.File, "_test.go") || told[s.Row] {
				continue
			}
			told[s.Row] = true
			f, class := out.Rows[s.Row].Finding, string(out.Rows[s.Row].Class)
			if slices.Contains(out.Informs, f.Checker) {
				if class == string(envs.DynamicOnly) {
					continue // what a run infers depends on how its threads happen to come together
				}
				class = onPaths
				f.Kind += " " + inPackage.ReplaceAllString(f.Subject, "") // what is inferred is all that matters
			}
			folder := path.Dir(s.Pos.File)
			pos := s.Pos
			pos.File = path.Base(pos.File)
			l := line{class: class, checker: f.Checker, kind: f.Kind, place: pos.String(), fn: short(b.Func)}
			if !slices.Contains(said[folder], l) {
				said[folder] = append(said[folder], l)
			}
		}
	}
	return said
}

// short is the name of a function without its package.
func short(fn string) string {
	i := strings.LastIndex(fn, "/")
	_, name, _ := strings.Cut(fn[i+1:], ".")
	if strings.HasPrefix(fn, "(") {
		return "(" + strings.Repeat("*", strings.Count(fn, "*")) + name
	}
	return name
}

// folders are those of the gallery that hold programs.
func folders(t *testing.T) []string {
	var all []string
	require.NoError(t, filepath.WalkDir(gallery, func(name string, d fs.DirEntry, err error) error {
		if err == nil && d.Name() == "testdata" {
			return filepath.SkipDir
		}
		if err != nil || d.IsDir() || !strings.HasSuffix(name, ".go") {
			return err
		}
		dir, err := filepath.Rel(gallery, filepath.Dir(name))
		if dir != "." {
			all = append(all, filepath.ToSlash(dir))
		}
		return err
	}))
	slices.Sort(all)
	return slices.Compact(all)
}

// judge joins what was found with what a person made of it before. That a checker is silent that
// only informs is right.
func judge(folder string, checkers []string, found []line, old expected, informs map[string]bool) expected {
	now := expected{silent: map[string]string{}}
	used := map[int]bool{}
	for _, l := range found {
		l.judgement = toJudge
		match := func(same func(o line) bool) bool {
			i := slices.IndexFunc(old.lines,
				func(o line) bool { return o.checker == l.checker && o.kind == l.kind && o.fn == l.fn && same(o) })
			if i < 0 || used[i] {
				return false
			}
			used[i], l.judgement = true, old.lines[i].judgement
			return true
		}
		if !match(func(o line) bool { return o.place == l.place }) {
			match(func(line) bool { return true }) // lines have moved
		}
		now.lines = append(now.lines, l)
	}
	slices.SortFunc(now.lines, func(a, b line) int {
		return cmp.Or(strings.Compare(a.checker, b.checker), comparePlaces(a.place, b.place), strings.Compare(a.kind, b.kind))
	})
	for _, c := range checkers {
		if slices.ContainsFunc(found, func(l line) bool { return l.checker == c }) {
			continue
		}
		judgement, ok := old.silent[c]
		switch {
		case ok:
		case twin(folder), informs[c]:
			judgement = "right"
		default:
			judgement = toJudge
		}
		now.silent[c] = judgement
	}
	return now
}

// twin reports whether the program in a folder is a correct one.
func twin(folder string) bool { return path.Base(folder) == "fixed" }

// unjudged says what a person has to do; informs are the checkers that only inform.
func (x expected) unjudged(folder string, informs map[string]bool) []string {
	var texts []string
	true, missed := 0, 0
	for _, l := range x.lines {
		verdict, reason, _ := strings.Cut(l.judgement, ": ")
		switch {
		case informs[l.checker]:
			if verdict != "inferred" && (verdict != "odd" || reason == "") {
				texts = append(texts, fmt.Sprintf("%s %s at %s is judged %q: write inferred, or odd and why, behind a colon",
					l.checker, l.kind, l.place, l.judgement))
			}
		case !slices.Contains([]string{"true", "benign", "false"}, verdict):
			texts = append(texts, fmt.Sprintf("%s %s at %s is judged %q: write true, benign or false", l.checker, l.kind,
				l.place, l.judgement))
		case verdict != "true" && reason == "":
			texts = append(texts, fmt.Sprintf("%s %s at %s is %s: say why, behind a colon", l.checker, l.kind, l.place, verdict))
		case verdict == "true":
			true++
		}
	}
	for c, judgement := range x.silent {
		verdict, reason, _ := strings.Cut(judgement, ": ")
		switch {
		case informs[c] && verdict != "right":
			texts = append(texts, fmt.Sprintf("%s is silent, which is judged %q: it informs only, so write right", c, judgement))
		case verdict != "right" && verdict != "missed":
			texts = append(texts, fmt.Sprintf("%s is silent, which is judged %q: write right or missed", c, judgement))
		case verdict == "missed" && reason == "":
			texts = append(texts, c+" misses the defect: say why, behind a colon")
		case verdict == "missed":
			missed++
		}
	}
	if twin(folder) && true+missed > 0 {
		texts = append(texts, "this program is a correct twin: nothing in it is true or missed")
	}
	if !twin(folder) && true+missed == 0 {
		texts = append(texts, "the defect of this program is neither found nor missed")
	}
	slices.Sort(texts)
	return texts
}

// README.md shows what the command prints.
func TestReadmeShowsSideBySide(t *testing.T) {
	if testing.Short() {
		t.Skip("builds Go programs and runs them")
	}
	t.Chdir("../..")
	readme, err := os.ReadFile("README.md")
	require.NoError(t, err)
	_, rest, ok := strings.Cut(string(readme), "\n    parallax compare -C examples/gallery ")
	require.True(t, ok)
	line, _, _ := strings.Cut(rest, "\n")
	var stdout, stderr bytes.Buffer
	args := append([]string{"compare", "-C", "examples/gallery"}, strings.Fields(line)...)
	status := driver.Run(t.Context(), command(), args, strings.NewReader(""), &stdout, &stderr)
	require.Equal(t, 1, status, stderr.String())
	_, table, ok := strings.Cut(stdout.String(), "\n\n")
	require.True(t, ok)
	table, _, ok = strings.Cut(table, "\n\n")
	require.True(t, ok)
	require.Contains(t, rest, "\n    "+strings.ReplaceAll(table, "\n", "\n    ")+"\n")
}

// count counts the judgements of each checker.
func (x expected) count(by map[string]map[string]int) {
	add := func(checker, judgement string) {
		if by[checker] == nil {
			by[checker] = map[string]int{}
		}
		verdict, _, _ := strings.Cut(judgement, ":")
		by[checker][verdict]++
	}
	for _, l := range x.lines {
		add(l.checker, l.judgement)
	}
	for c, judgement := range x.silent {
		add(c, judgement)
	}
}
