package latticetest

import (
	"go/ast"
	"go/parser"
	"go/token"
	"math"
	"slices"
	"testing"

	"github.com/seed38182bad/parallax/lattice"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// The tests of this file are small models of defects that libraries for abstract
// interpretation had or have. Each is to be found by a law. Package lattice is
// held to the same laws in its own tests.

// shelf is a persistent map with two keys: an interval for each, in a leaf of
// its own.
type shelf [2]*span

// shelves is the lattice of shelves, part by part. Where fault is set, one of
// the defects below.
type shelves struct{ fault string }

func leaf(s span) *span { return &s }

var bare = leaf(none)

func (shelves) Bottom() shelf { return shelf{bare, bare} }
func (shelves) Top() shelf    { return shelf{leaf(all), leaf(all)} }
func (l shelves) Leq(a, b shelf) bool {
	return spans{}.Leq(*a[0], *b[0]) && spans{}.Leq(*a[1], *b[1])
}
func (shelves) Equal(a, b shelf) bool { return *a[0] == *b[0] && *a[1] == *b[1] }

func (l shelves) Join(a, b shelf) shelf {
	if l.fault == "" {
		switch {
		case l.Leq(b, a):
			return a
		case l.Leq(a, b):
			return b
		}
	}
	var r shelf
	for i := range r {
		if v := (spans{}).Join(*a[i], *b[i]); l.fault == "" && v == *a[i] {
			r[i] = a[i]
		} else {
			r[i] = leaf(v)
		}
	}
	return r
}

func (l shelves) Meet(a, b shelf) shelf {
	switch {
	case l.Leq(a, b):
		return a
	case l.Leq(b, a):
		return b
	}
	return shelf{leaf(spans{}.Meet(*a[0], *b[0])), leaf(spans{}.Meet(*a[1], *b[1]))}
}

func genShelf() *rapid.Generator[shelf] {
	return rapid.Map(genSpanPair(), func(p [2]span) shelf { return shelf{leaf(p[0]), leaf(p[1])} })
}

// A map join compares a leaf with the operand's after it has given the
// operand's away. So it never sees that they are the same: each join builds its
// leaves anew.
func TestMapThatLosesSharingIsFoundOut(t *testing.T) {
	requireBroken(t, Suite[shelf]{Lattice: shelves{}, Elements: genShelf()}.Laws())
	requireBroken(t, Suite[shelf]{Lattice: shelves{"builds anew"}, Elements: genShelf()}.Laws(), "join/shares")
}

// swapping is an environment that turns its operands round before it widens,
// where the right one has a value for one variable only. The walk over two
// trees treats that case apart.
type swapping struct{ spanPairs }

func (l swapping) Widen(old, next [2]span, t ...int64) [2]span {
	if next[1] == none && old[1] != none && old[0] != none && next[0] != none {
		old[0], next[0] = next[0], old[0]
	}
	return l.spanPairs.Widen(old, next, t...)
}

// wideningTooMuch mixes up the case so that what it gives is still an upper bound,
// and stable.
type wideningTooMuch struct{ spanPairs }

func (l wideningTooMuch) Widen(old, next [2]span, t ...int64) [2]span {
	r := l.spanPairs.Widen(old, next, t...)
	if next[1] == none && !l.Leq(next, old) {
		r[0] = all
	}
	return r
}

func TestWideningSwappedForOneShapeIsFoundOut(t *testing.T) {
	if testing.Short() {
		t.Skip("runs the laws on each faulty widening")
	}
	pointwise := func(l lattice.Lattice[[2]span]) []Law {
		return Pointwise(Suite[[2]span]{Lattice: l, Elements: genSpanPair()}, spans{}, partsOfPair)
	}
	requireBroken(t, pointwise(spanPairs{}))
	requireBroken(t, pointwise(swapping{}), "widen/pointwise")
	requireBroken(t, pointwise(wideningTooMuch{}), "widen/pointwise")

	// The laws that every library checks do not see the second one.
	requireBroken(t, Suite[[2]span]{Lattice: wideningTooMuch{}, Elements: genSpanPair()}.Laws())
}

// mixing lets the second part of what one operation gives take up the first.
type mixing struct {
	spanPairs
	op string
}

func (l mixing) mix(op string, r [2]span) [2]span {
	if l.op == op && r[0] != none {
		r[1] = spans{}.Join(r[0], r[1])
	}
	return r
}

func (l mixing) Join(a, b [2]span) [2]span { return l.mix("join", l.spanPairs.Join(a, b)) }
func (l mixing) Meet(a, b [2]span) [2]span { return l.mix("meet", l.spanPairs.Meet(a, b)) }
func (l mixing) Widen(old, next [2]span, t ...int64) [2]span {
	return l.mix("widen", l.spanPairs.Widen(old, next, t...))
}
func (l mixing) Narrow(old, next [2]span) [2]span {
	return l.mix("narrow", l.spanPairs.Narrow(old, next))
}

func TestMixedPartsAreFoundOut(t *testing.T) {
	for _, op := range []string{"join", "meet", "widen", "narrow"} {
		suite := Suite[[2]span]{Lattice: mixing{op: op}, Elements: genSpanPair()}
		requireBroken(t, Pointwise(suite, spans{}, partsOfPair), op+"/pointwise")
	}
}

// A sum of intervals knows the infinite bounds of its left operand only, and
// takes those of the right one for numbers.
func TestSumThatLosesInfinityIsFoundOut(t *testing.T) {
	sum := func(a, b span) span {
		r := lostInfinity(a, b)
		if r != none && a.lo == math.MinInt64 {
			r.lo = math.MinInt64
		}
		if r != none && a.hi == math.MaxInt64 {
			r.hi = math.MaxInt64
		}
		return r
	}
	requireBroken(t, []Law{spanTransfer.Commutative(sum)}, "transfer/commutative")
	requireBroken(t, []Law{spanTransfer.Monotone2(sum)}, "transfer/monotone")
	requireBroken(t, []Law{spanTransfer.Strict2(sum)})
}

// A lattice turned upside down compares with "equal, or not below". Then two elements
// that have nothing to do with one another lie below each other, and a fixpoint is
// announced too early. reversed is the model.
func TestDualByNegationIsFoundOut(t *testing.T) {
	requireBroken(t, spanLaws(reversed{}), "order/antisymmetric", "order/join")
}

// shallowLeq compares sets as tries and takes a left one that starts deeper down
// for one that has something else.
type shallowLeq struct{ masks }

func (l shallowLeq) Leq(a, b []bool) bool {
	depth := func(s []bool) int { return slices.Index(s, true) }
	return l.masks.Leq(a, b) && (depth(a) < 0 || depth(a) <= depth(b))
}

// skippingLast leaves the last element out of a meet: off by one at the end of a
// sorted list.
type skippingLast struct{ masks }

func (l skippingLast) Meet(a, b []bool) []bool {
	if l.Leq(a, b) {
		return a
	}
	r := slices.Clone(l.masks.Meet(a, b))
	if i := slices.Index(r, true); i >= 0 && !l.Leq(b, a) {
		r[len(r)-1-slices.Index(reverse(r), true)] = false
	}
	return r
}

func reverse(s []bool) []bool {
	s = slices.Clone(s)
	slices.Reverse(s)
	return s
}

func TestFaultySetsAreFoundOut(t *testing.T) {
	requireBroken(t, Suite[[]bool]{Lattice: shallowLeq{}, Elements: genMask()}.Laws(), "join/bound", "order/join")
	requireBroken(t, Suite[[]bool]{Lattice: skippingLast{}, Elements: genMask()}.Laws(), "meet/greatest")
}

// union is a value of one of two kinds, below a common top. Its bottom is derived
// from that of the first kind.
type union struct {
	second bool
	span   span
}

type unions struct{}

func (unions) Bottom() union         { return union{false, none} }
func (unions) Top() union            { return union{false, all} }
func (unions) Equal(a, b union) bool { return a == b }
func (l unions) Leq(a, b union) bool {
	return a.second == b.second && spans{}.Leq(a.span, b.span) || b == l.Top()
}
func (l unions) Join(a, b union) union {
	if a.second != b.second {
		return l.Top()
	}
	return union{a.second, spans{}.Join(a.span, b.span)}
}
func (l unions) Meet(a, b union) union {
	switch {
	case a == l.Top():
		return b
	case b == l.Top():
		return a
	case a.second != b.second:
		return l.Bottom()
	}
	return union{a.second, spans{}.Meet(a.span, b.span)}
}

func TestUnionWithDerivedBottomIsFoundOut(t *testing.T) {
	elements := rapid.Custom(func(t *rapid.T) union {
		return union{rapid.Bool().Draw(t, "second"), genSpan().Draw(t, "span")}
	})
	requireBroken(t, Suite[union]{Lattice: unions{}, Elements: elements}.Laws(), "bounds/bottom")
}

// prefix is the strings that start with some text; none if there are none.
type prefix struct {
	text string
	none bool
}

// prefixes meets by the default of its library, which gives bottom wherever the
// operands differ. That is right for flat lattices only.
type prefixes struct{ flatMeet bool }

func (prefixes) Bottom() prefix         { return prefix{none: true} }
func (prefixes) Top() prefix            { return prefix{} }
func (prefixes) Equal(a, b prefix) bool { return a == b }
func (prefixes) Leq(a, b prefix) bool {
	return a.none || !b.none && len(a.text) >= len(b.text) && a.text[:len(b.text)] == b.text
}
func (l prefixes) Join(a, b prefix) prefix {
	switch {
	case l.Leq(a, b):
		return b
	case l.Leq(b, a):
		return a
	}
	n := 0
	for a.text[n] == b.text[n] {
		n++
	}
	return prefix{text: a.text[:n]}
}
func (l prefixes) Meet(a, b prefix) prefix {
	switch {
	case l.flatMeet && a == b:
		return a
	case l.flatMeet:
		return l.Bottom()
	case l.Leq(a, b):
		return a
	case l.Leq(b, a):
		return b
	}
	return l.Bottom()
}

func TestMeetThatIsBottomIsFoundOut(t *testing.T) {
	elements := rapid.Map(rapid.StringMatching("[ab]{0,3}"), func(s string) prefix { return prefix{text: s} })
	requireBroken(t, Suite[prefix]{Lattice: prefixes{}, Elements: elements}.Laws())
	requireBroken(t, Suite[prefix]{Lattice: prefixes{true}, Elements: elements}.Laws(), "order/meet", "meet/greatest",
		"bounds/top")
}

// wideningIsNext widens by default to its second argument, as if that were always
// the larger one.
type wideningIsNext struct{ spans }

func (wideningIsNext) Widen(_, next span, _ ...int64) span { return next }

// wideningNeedsOrder is right if the second argument is the larger one, and not
// even a bound if not.
type wideningNeedsOrder struct{ spans }

func (l wideningNeedsOrder) Widen(old, next span, t ...int64) span {
	r := l.spans.Widen(old, next, t...)
	if old != none && next != none && next.lo > old.lo {
		r.lo = next.lo
	}
	return r
}

// meetIsNarrowing narrows where it should meet: what follows from a condition is
// lost.
type meetIsNarrowing struct{ spans }

func (l meetIsNarrowing) Meet(a, b span) span { return l.Narrow(a, b) }

// joinDependsOnOrder gives up on a wide left operand when something is added to
// it, so that the result depends on what came first.
type joinDependsOnOrder struct{ spans }

func (l joinDependsOnOrder) Join(a, b span) span {
	r := l.spans.Join(a, b)
	if r != a && r != b && a != none && a.hi-a.lo > 4 {
		r.hi = math.MaxInt64
	}
	return r
}

func TestFaultyDefaultsAreFoundOut(t *testing.T) {
	requireBroken(t, spanLaws(wideningIsNext{}), "widen/bound", "widen/stable")
	requireBroken(t, spanLaws(wideningNeedsOrder{}), "widen/bound")
	requireBroken(t, spanLaws(meetIsNarrowing{}), "meet/bound", "order/meet", "meet/commutative")
	requireBroken(t, spanLaws(joinDependsOnOrder{}), "join/associative", "join/commutative")
}

// An operation that a domain does not have is compiled into one that does
// nothing, which keeps what was known of the variable that it changes.
func TestSilentNoOpIsFoundOut(t *testing.T) {
	digits := Gamma[span, int64]{
		Lattice: spans{}, Elements: genDigits(), Universe: []int64{0, 1, 2, 3, 4, 5, 6, 7},
		Contains: func(e span, c int64) bool { return e.lo <= c && c <= e.hi },
	}
	negate := func(c int64) (int64, bool) { return 7 - c, true }
	requireBroken(t, []Law{digits.Sound(func(e span) span { return e }, negate)}, "transfer/sound")
}

// caching is a value with copy-on-write that writes before it has copied: a join
// normalises its left operand in place, for whoever else holds it.
type caching struct{ masks }

func (l caching) Join(a, b []bool) []bool {
	r := l.masks.Join(a, b)
	if !l.Leq(b, a) && !l.Leq(a, b) {
		copy(a, r)
	}
	return r
}

func TestCopyOnWriteThatWritesFirstIsFoundOut(t *testing.T) {
	requireBroken(t, Suite[[]bool]{Lattice: caching{}, Elements: genMask()}.Laws(), "operands/unchanged")
}

// difference is a zone of two variables: x ≤ X, y ≤ Y, x-y ≤ XY, y-x ≤ YX.
type difference struct{ X, Y, XY, YX int64 }

// inf is no bound. It is small enough to be added to itself.
const inf = math.MaxInt64 / 4

func (d difference) close() difference {
	d.X, d.Y = min(d.X, d.Y+d.XY), min(d.Y, d.X+d.YX)
	for _, b := range []*int64{&d.X, &d.Y, &d.XY, &d.YX} {
		if *b > inf/2 {
			*b = inf
		}
	}
	return d
}

func (d difference) Clone() difference       { return d }
func (d difference) Equal(e difference) bool { return d.close() == e.close() }
func (d difference) Leq(e difference) bool {
	d, e = d.close(), e.close()
	return d.X <= e.X && d.Y <= e.Y && d.XY <= e.XY && d.YX <= e.YX
}

func (d difference) Merge(e difference) (difference, bool) {
	c, e := d.close(), e.close()
	r := difference{max(c.X, e.X), max(c.Y, e.Y), max(c.XY, e.XY), max(c.YX, e.YX)}
	return r, !r.Equal(d)
}

// Widen drops what has grown, and keeps what is left as it is.
func (d difference) Widen(next difference, _ ...int64) (difference, bool) {
	next = next.close()
	r := d
	for _, b := range []struct{ old, next *int64 }{{&r.X, &next.X}, {&r.Y, &next.Y}, {&r.XY, &next.XY},
		{&r.YX, &next.YX}} {
		if *b.next > *b.old {
			*b.old = inf
		}
	}
	return r, !r.Equal(d)
}

// closing closes what it has widened: the bounds that were dropped come back from
// the others, a little larger, and the chain never ends.
type closing difference

func (d closing) Clone() closing       { return d }
func (d closing) Equal(e closing) bool { return difference(d).Equal(difference(e)) }
func (d closing) Leq(e closing) bool   { return difference(d).Leq(difference(e)) }
func (d closing) Merge(e closing) (closing, bool) {
	r, grew := difference(d).Merge(difference(e))
	return closing(r), grew
}
func (d closing) Widen(next closing, _ ...int64) (closing, bool) {
	r, grew := difference(d).Widen(difference(next))
	return closing(r.close()), grew
}

// step is the loop body x, y = y+1, x.
func (d difference) step() difference {
	return difference{d.Y + 1, d.X, d.YX + 1, d.XY - 1}.close()
}

func genDifference() *rapid.Generator[difference] {
	return rapid.Custom(func(t *rapid.T) difference {
		x := rapid.Int64Range(-2, 2).Draw(t, "x")
		return difference{x + 1, x, 1, 0}.close() // y ≤ x ≤ y+1
	})
}

func TestWideningThatIsClosedIsFoundOut(t *testing.T) {
	requireBroken(t, StateSuite[difference]{
		States: genDifference(), Steps: 4, Transfers: []func(difference) difference{difference.step},
	}.Laws())
	requireBroken(t, StateSuite[closing]{
		States: rapid.Map(genDifference(), func(d difference) closing { return closing(d) }), Steps: 4,
		Transfers: []func(closing) closing{func(d closing) closing { return closing(difference(d).step()) }},
	}.Laws(), "widen/stabilises")
}

// Some defects are those of engines. Nothing comes out if the entry of a program is the
// head of a loop. A predecessor that is never reached crashes. A long program overflows
// the stack. The tests that keep the engine from them stand with it.
func TestEngineIsHeldToTheDefectsOfEngines(t *testing.T) {
	names := []string{"../../dataflow/engine_test.go", "../../dataflow/fixpoint/engine_test.go"}
	var decls []ast.Decl
	for _, name := range names {
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.SkipObjectResolution)
		require.NoError(t, err)
		decls = append(decls, file.Decls...)
	}
	for _, test := range []string{
		"TestEntryIsLoopHead", "TestEntryLoopCarriesState", "TestUnreachablePredecessor",
		"TestMillionOperationsWithoutStack", "TestDeepCallsWithoutStack", "TestDivergenceNamesTheLoop",
	} {
		require.True(t, slices.ContainsFunc(decls, func(d ast.Decl) bool {
			f, ok := d.(*ast.FuncDecl)
			return ok && f.Name.Name == test
		}), "none of %v has %s", names, test)
	}
}
