package accesspath_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/seed38182bad/parallax/domains/accesspath"
	"github.com/seed38182bad/parallax/domains/domaintest"
	"github.com/seed38182bad/parallax/domains/pointer"
	"github.com/seed38182bad/parallax/lattice/latticetest"
)

var domain = accesspath.Domain{Limit: 3}

func suite(d accesspath.Domain) latticetest.Suite[accesspath.Path] {
	return latticetest.Suite[accesspath.Path]{
		Lattice:  d,
		Elements: domaintest.AccessPaths(d),
		Steps:    8,
		Transfers: []func(accesspath.Path) accesspath.Path{
			func(p accesspath.Path) accesspath.Path { return d.Extend(p, 1) },
			func(p accesspath.Path) accesspath.Path { return d.Join(p, d.Extend(p, 0)) },
			func(p accesspath.Path) accesspath.Path { return d.Rebase(p, 0, d.Of(1, 2)) },
			func(p accesspath.Path) accesspath.Path { return d.Rebase(d.Of(0, 1), 0, p) },
			func(p accesspath.Path) accesspath.Path { return d.Rebase(p, 2, d.From(1, 2)) },
		},
	}
}

func TestLaws(t *testing.T)          { suite(domain).Check(t) }
func TestLawsUnlimited(t *testing.T) { suite(accesspath.Domain{}).Check(t) }

func FuzzLaws(f *testing.F) { latticetest.Fuzz(f, suite(domain).Laws()) }

// word is one concrete path.
type word struct {
	root   pointer.Var
	fields []pointer.Field
}

func contains(p accesspath.Path, w word) bool { return p.Contains(w.root, w.fields...) }

// words are all paths of at most n of two fields from two variables.
func words(n int) []word {
	all := []word{{root: 0}, {root: 1}}
	for i := 0; i < len(all); i++ {
		if w := all[i]; len(w.fields) < n {
			for f := range pointer.Field(2) {
				all = append(all, word{w.root, append(slices.Clip(w.fields), f)})
			}
		}
	}
	return all
}

// paths are all elements of the domain over two fields and two variables.
func paths() []accesspath.Path {
	all := []accesspath.Path{domain.Bottom(), domain.Top()}
	for _, w := range words(3) {
		all = append(all, domain.Of(w.root, w.fields...), domain.From(w.root, w.fields...))
	}
	return all
}

func meaning() latticetest.Gamma[accesspath.Path, word] {
	return latticetest.Gamma[accesspath.Path, word]{
		Lattice: domain, Elements: domaintest.AccessPaths(domain), Contains: contains,
		Pick: func(t *rapid.T, p accesspath.Path) (word, bool) {
			if p.IsBottom() {
				return word{}, false
			}
			x, ok := p.Root()
			if !ok {
				return rapid.SampledFrom(words(4)).Draw(t, "path"), true
			}
			w := word{x, slices.Collect(p.Fields())}
			if !p.Exact() {
				w.fields = append(w.fields, rapid.SliceOfN(rapid.Just(pointer.Field(1)), 0, 3).Draw(t, "more")...)
			}
			return w, true
		},
	}
}

func TestGamma(t *testing.T) {
	g := meaning()
	g.Check(t)
	latticetest.Run(t, []latticetest.Law{
		g.Sound(func(p accesspath.Path) accesspath.Path { return domain.Extend(p, 1) },
			func(w word) (word, bool) { return word{w.root, append(slices.Clip(w.fields), 1)}, true }),
		g.Sound2(func(p, q accesspath.Path) accesspath.Path { return domain.Rebase(p, 1, q) },
			func(w, onto word) (word, bool) {
				if w.root != 1 {
					return w, true
				}
				return word{onto.root, slices.Concat(onto.fields, w.fields)}, true
			}),
	})
}

// The order is inclusion, the join the least element above both, and the meet
// exactly what both describe.
func TestAgreesWithWords(t *testing.T) {
	if testing.Short() {
		t.Skip("compares all paths of five steps")
	}
	universe := words(5)
	describes := func(p accesspath.Path) (set []bool) {
		for _, w := range universe {
			set = append(set, contains(p, w))
		}
		return set
	}
	below := func(a, b []bool) bool {
		for i := range a {
			if a[i] && !b[i] {
				return false
			}
		}
		return true
	}
	all := paths()
	for _, p := range all {
		for _, q := range all {
			x, y := describes(p), describes(q)
			require.Equal(t, below(x, y), domain.Leq(p, q), "%v ≤ %v", p, q)
			join, meet := describes(domain.Join(p, q)), describes(domain.Meet(p, q))
			require.True(t, below(x, join) && below(y, join))
			for i := range meet {
				require.Equal(t, x[i] && y[i], meet[i], "%v ⊓ %v", p, q)
			}
		}
	}
}

// A prefix and a longer one have a meet, which is not bottom.
func TestMeetOfPrefixes(t *testing.T) {
	short, long := domain.From(0, 1), domain.From(0, 1, 2)
	require.True(t, domain.Equal(long, domain.Meet(short, long)))
}

func TestPrints(t *testing.T) {
	require.Equal(t, "v1.f2…", domain.From(1, 2).String())
	require.Equal(t, "v0.f1.f1.f1…", domain.Of(0, 1, 1, 1, 1).String())
	text, err := json.Marshal(domain.Of(1))
	require.NoError(t, err)
	require.Equal(t, `"v1"`, string(text))
	seen := map[string]bool{}
	for _, p := range paths() {
		require.False(t, seen[p.String()], p.String())
		seen[p.String()] = true
	}
}

func TestKeepsNoArgument(t *testing.T) {
	fields := []pointer.Field{1, 2}
	p := domain.Of(0, fields...)
	fields[0] = 9
	require.Equal(t, "v0.f1.f2", p.String())
	q, r := domain.Extend(p, 3), domain.Extend(p, 4)
	require.Equal(t, "v0.f1.f2.f3 v0.f1.f2.f4", fmt.Sprint(q, " ", r))
}

func Example() {
	d := accesspath.Domain{Limit: 3}
	list, next := pointer.Var(0), pointer.Field(1)

	p := d.Of(list)
	for range 2 { // p = p.next, or not
		p = d.Join(p, d.Extend(p, next))
	}
	fmt.Println(p)

	arg := d.Of(7, 2)                                  // the caller passes v7.f2 for v0,
	fmt.Println(d.Rebase(d.Of(list, next), list, arg)) // and the callee reads v0.f1
	// Output:
	// v0…
	// v7.f2.f1
}
