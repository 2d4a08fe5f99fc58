package views_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/examples/checkertest"
	"github.com/seed38182bad/parallax/examples/views"
)

// papers has the programs of the papers in Go. Its comments say what is found without options,
// which options do not change.
const papers = "../checkertest/testdata/papers"

func TestPapersInGo(t *testing.T) {
	if testing.Short() {
		t.Skip("builds Go programs and runs them")
	}
	c := checker()
	c.Kinds = []string{views.Kind}
	checkertest.Go(t, c, papers)
	c.Flags = []string{"plain=true"}
	checkertest.Go(t, c, papers)
}

// What is taken apart in the rows of the tables is the same in Go as in the textual language.
func TestTablesInGo(t *testing.T) {
	if testing.Short() {
		t.Skip("builds Go programs and runs them")
	}
	for _, flags := range []string{"plain=false", "plain=true", "conditional=true"} {
		static, dynamic := checker(flags).Both(t, papers)
		for _, row := range rows {
			class := "example.org/papers.Row" + strings.TrimPrefix(row.name, "row ") + "."
			of := func(fs []envs.Finding) (list []string) {
				fs = slices.DeleteFunc(slices.Clone(fs), func(f envs.Finding) bool { return !strings.Contains(f.Subject, class) })
				for _, v := range verdicts(t, fs) {
					list = append(list, strings.ReplaceAll(v, strings.TrimSuffix(class, "C."), ""))
				}
				return list
			}
			require.ElementsMatch(t, row.want, of(dynamic), "%s, %s, in a run", row.name, flags)
			require.ElementsMatch(t, row.want, of(static), "%s, %s, over all paths", row.name, flags)
		}
	}
}

// A finding has the same name on both sides, whoever takes the lock for the block that it is
// about: they are one finding.
func TestHelpersInGo(t *testing.T) {
	if testing.Short() {
		t.Skip("builds Go programs and runs them")
	}
	of := func(fs []envs.Finding) (list []string) {
		for _, f := range fs {
			list = append(list, strings.ReplaceAll(f.Subject, "example.org/views.", ""))
		}
		return list
	}
	want := []string{
		"Coord.mu in (*Coord).Swap",
		"Coord.mu in (*Coord).Get",
		"Guarded.mu in (*Guarded).together by (*Guarded).lock",
		"Guarded.mu in (*Guarded).mixed by (*Guarded).lock",
		"Guarded.mu in (*Guarded).mixed by lockOf",
		"global.mu in swapGlobal",
		"Peer.mu in (*Peer).close",
	}
	static, dynamic := checker().Both(t, "testdata/module")
	require.ElementsMatch(t, want, of(static), "over all paths")
	require.ElementsMatch(t, want, of(dynamic), "in a run")
}

// A word of flags is told by how it is written, whoever writes it.
func TestFlagsInGo(t *testing.T) {
	if testing.Short() {
		t.Skip("builds Go programs and runs them")
	}
	static, dynamic := checker().Both(t, "testdata/module")
	for side, fs := range map[string][]envs.Finding{"over all paths": static, "in a run": dynamic} {
		i := slices.IndexFunc(fs, func(f envs.Finding) bool { return strings.Contains(f.Subject, "Peer.mu") })
		require.GreaterOrEqual(t, i, 0, side)
		require.Contains(t, fs[i].Why, "example.org/views.Peer.state is a word of flags", side)
		for _, f := range fs {
			require.Equal(t, strings.Contains(f.Subject, "Peer.mu"), strings.Contains(strings.Join(f.Why, ", "), "flags"),
				"%s: %s", side, f.Subject)
		}
	}
}
