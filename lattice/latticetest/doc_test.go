package latticetest

import (
	"fmt"
	"go/parser"
	"go/token"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// everyLaw returns the laws of a lattice with all abilities, of states with all
// abilities, and of meaning and transfer functions.
func everyLaw() (ofLattices, ofStates, ofTransfers []Law) {
	pairs := Suite[[2]span]{Lattice: spanPairs{}, Elements: genSpanPair()}
	ofLattices = slices.Concat(spanLaws(spans{}), badgeLaws(""), Pointwise(pairs, spans{}, partsOfPair))

	ofStates = append(tallyLaws("prints an address"), tallyLaws("")...)
	ofStates = append(ofStates, handfulLaws(false)...)
	ofStates = append(ofStates, StateSuite[jsonState]{}.Laws()...)
	ofStates = append(ofStates, StateSuite[jsonState]{PrintsAll: true}.Laws()...)

	g := Gamma[span, int64]{Lattice: spans{}, Elements: genSpan(), Insertion: true,
		Of: func(c int64) span { return span{c, c} }}
	unary := func(a span) span { return a }
	binary := func(a, _ span) span { return a }
	ofTransfers = append(g.Laws(),
		g.Sound(unary, nil), g.Sound2(binary, nil), g.Best(unary, nil), g.Best2(binary, nil), g.Exact(unary, nil),
		g.Exact2(binary, nil),
		spanTransfer.Monotone(unary), spanTransfer.Monotone2(binary),
		spanTransfer.Strict(unary), spanTransfer.Strict2(binary),
		spanTransfer.Commutative(binary))
	return ofLattices, ofStates, ofTransfers
}

type jsonState struct{}

func (s jsonState) Clone() jsonState                  { return s }
func (s jsonState) Merge(jsonState) (jsonState, bool) { return s, false }
func (s jsonState) MarshalJSON() ([]byte, error)      { return []byte("0"), nil }

// table writes laws in the form of the package comment, each name once.
func table(of string, laws []Law) string {
	var b strings.Builder
	fmt.Fprintf(&b, "\t%s\n", of)
	seen := map[string]bool{}
	laws = slices.SortedStableFunc(slices.Values(laws), func(x, y Law) int {
		return strings.Compare(strings.Split(x.Name, "/")[0], strings.Split(y.Name, "/")[0])
	})
	for _, law := range laws {
		if !seen[law.Name] {
			seen[law.Name] = true
			fmt.Fprintf(&b, "\t%-24s %s\n", law.Name, law.Says)
		}
	}
	return b.String()
}

func TestDocListsAllLaws(t *testing.T) {
	lattices, states, transfers := everyLaw()
	names := map[string]bool{}
	for _, law := range slices.Concat(lattices, states, transfers) {
		require.NotEmpty(t, law.Says, law.Name)
		names[law.Name] = true
	}
	require.GreaterOrEqual(t, len(names), 30)
	t.Logf("%d laws", len(names))

	file, err := parser.ParseFile(token.NewFileSet(), "laws.go", nil, parser.ParseComments|parser.PackageClauseOnly)
	require.NoError(t, err)
	_, got, _ := strings.Cut(file.Doc.Text(), "has it.\n\n")
	want := table("of a lattice", lattices) + "\n" + table("of a state", states) + "\n" +
		table("of what elements mean, and of transfer functions", transfers)
	if got != want {
		t.Errorf("the laws that the comment of laws.go lists are not those that there are; they are\n\n%s", comment(want))
	}
}

func comment(text string) string {
	return strings.ReplaceAll("//"+strings.ReplaceAll(strings.TrimRight(text, "\n"), "\n", "\n//"), "//\n", "//\n")
}

// spanPairs is pairs of spans, part by part. widen is spoiled by the tests of
// defects.
type spanPairs struct{}

func (spanPairs) each(a, b [2]span, op func(x, y span) span) [2]span {
	return [2]span{op(a[0], b[0]), op(a[1], b[1])}
}
func (spanPairs) Bottom() [2]span { return [2]span{none, none} }
func (spanPairs) Top() [2]span    { return [2]span{all, all} }
func (spanPairs) Leq(a, b [2]span) bool {
	return spans{}.Leq(a[0], b[0]) && spans{}.Leq(a[1], b[1])
}
func (spanPairs) Equal(a, b [2]span) bool     { return a == b }
func (l spanPairs) Join(a, b [2]span) [2]span { return l.each(a, b, spans{}.Join) }
func (l spanPairs) Meet(a, b [2]span) [2]span { return l.each(a, b, spans{}.Meet) }
func (l spanPairs) Widen(old, next [2]span, t ...int64) [2]span {
	return l.each(old, next, func(x, y span) span { return spans{}.Widen(x, y, t...) })
}
func (l spanPairs) Narrow(old, next [2]span) [2]span { return l.each(old, next, spans{}.Narrow) }

func partsOfPair(e [2]span) []span { return e[:] }

func genSpanPair() *rapid.Generator[[2]span] {
	return rapid.Custom(func(t *rapid.T) [2]span {
		part := rapid.OneOf(genSpan(), genSpan(), rapid.Just(none))
		return [2]span{part.Draw(t, "first"), part.Draw(t, "second")}
	})
}

var spanTransfer = Transfer[span, span]{spans{}, spans{}, genSpan()}
