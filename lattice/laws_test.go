package lattice_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/seed38182bad/parallax/lattice"
	"github.com/seed38182bad/parallax/lattice/latticetest"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// registered has an entry for each lattice and state of the package,
// with the laws of some instances of it. TestEveryLatticeIsRegistered fails for a type
// that has none.
var registered = map[string]func() []latticetest.Law{
	"Product":       productLaws,
	"lexicographic": lexicographicLaws,
	"vector":        vectorLaws,
	"dual":          dualLaws,
	"lift":          liftLaws,
	"Flat":          flatLaws,
	"Powerset":      powersetLaws,
	"Maps":          mapsLaws,
	"State":         stateLaws,
	"Dense":         denseLaws,
}

func TestLaws(t *testing.T) {
	for _, name := range slices.Sorted(maps.Keys(registered)) {
		t.Run(name, func(t *testing.T) { latticetest.Run(t, registered[name]()) })
	}
}

func TestIntervalLaws(t *testing.T) {
	latticetest.Suite[interval]{
		Lattice: intervals{}, Elements: genInterval(), Steps: 3, Transfers: []func(interval) interval{grow},
	}.Check(t)
}

func mapsLaws() []latticetest.Law {
	return slices.Concat(named("may", mayMapLaws()), named("must", mustMapLaws()))
}

// named puts the instance before the names of its laws.
func named(instance string, laws []latticetest.Law) []latticetest.Law {
	for i := range laws {
		laws[i].Name = instance + "/" + laws[i].Name
	}
	return laws
}

func genSet(l lattice.Powerset[int]) *rapid.Generator[lattice.Set[int]] {
	return rapid.Map(rapid.SliceOf(rapid.IntRange(0, 5)), func(xs []int) lattice.Set[int] { return l.Of(xs...) })
}

func genPair[A, B any](first *rapid.Generator[A], second *rapid.Generator[B]) *rapid.Generator[lattice.Pair[A, B]] {
	return rapid.Custom(func(t *rapid.T) lattice.Pair[A, B] {
		return lattice.Pair[A, B]{First: first.Draw(t, "first"), Second: second.Draw(t, "second")}
	})
}

func growFirst[B any](p lattice.Pair[interval, B]) lattice.Pair[interval, B] {
	p.First = grow(p.First)
	return p
}

func growSecond[A any](p lattice.Pair[A, interval]) lattice.Pair[A, interval] {
	p.Second = grow(p.Second)
	return p
}

func productLaws() []latticetest.Law {
	type pair = lattice.Pair[interval, interval]
	sets := lattice.Powerset[int]{Limit: 3}
	return slices.Concat(
		named("intervals", latticetest.Suite[pair]{
			Lattice:   lattice.NewProduct(intervals{}, intervals{}),
			Elements:  genPair(genInterval(), genInterval()),
			Transfers: []func(pair) pair{growFirst[interval], growSecond[interval]},
			Steps:     6,
		}.Laws()),
		named("interval and set", latticetest.Suite[lattice.Pair[interval, lattice.Set[int]]]{
			Lattice:  lattice.NewProduct(intervals{}, sets),
			Elements: genPair(genInterval(), genSet(sets)),
			Steps:    8,
		}.Laws()),
	)
}

func lexicographicLaws() []latticetest.Law {
	sets := lattice.Powerset[int]{Limit: 3}
	type settled = lattice.Pair[lattice.Set[int], interval]
	type bounded = lattice.Pair[interval, interval]
	return slices.Concat(
		named("set then interval", latticetest.Suite[settled]{
			Lattice:  lattice.Lexicographic(sets, intervals{}),
			Elements: genPair(genSet(sets), genInterval()),
			Steps:    20,
		}.Laws()),
		named("intervals", latticetest.Suite[bounded]{
			Lattice:   lattice.Lexicographic(intervals{}, intervals{}),
			Elements:  genPair(genInterval(), genInterval()),
			Transfers: []func(bounded) bounded{growThenReset},
			Steps:     12,
		}.Laws()),
	)
}

// growThenReset is monotone in the lexicographic order, though it never reads
// the second part.
func growThenReset(p lattice.Pair[interval, interval]) lattice.Pair[interval, interval] {
	return lattice.Pair[interval, interval]{First: grow(p.First), Second: nothing}
}

func vectorLaws() []latticetest.Law {
	return latticetest.Suite[[]interval]{
		Lattice:  lattice.Vector(intervals{}, 3),
		Elements: rapid.SliceOfN(genInterval(), 3, 3),
		Transfers: []func([]interval) []interval{func(v []interval) []interval {
			return []interval{grow(v[0]), v[1], grow(v[2])}
		}},
		Steps: 9,
	}.Laws()
}

func dualLaws() []latticetest.Law {
	sets := lattice.Powerset[int]{Limit: 3}
	flat := lattice.Flat[int]{}
	return slices.Concat(
		named("sets", latticetest.Suite[lattice.Set[int]]{Lattice: lattice.Dual(sets), Elements: genSet(sets),
			Steps: 6}.Laws()),
		named("twice", latticetest.Suite[lattice.Lifted[int]]{
			Lattice: lattice.Dual(lattice.Dual(flat)), Elements: rapid.Map(rapid.IntRange(0, 3), lattice.Just[int]),
		}.Laws()),
	)
}

func genLifted[E any](of *rapid.Generator[E], extremes ...lattice.Lifted[E]) *rapid.Generator[lattice.Lifted[E]] {
	values := rapid.Map(of, lattice.Just[E])
	return rapid.OneOf(values, values, rapid.SampledFrom(extremes))
}

func liftLaws() []latticetest.Law {
	growLifted := func(e lattice.Lifted[interval]) lattice.Lifted[interval] {
		if v, ok := e.Get(); ok {
			return lattice.Just(grow(v))
		}
		return e
	}
	suite := func(l lattice.Lattice[lattice.Lifted[interval]], extremes ...lattice.Lifted[interval]) []latticetest.Law {
		return latticetest.Suite[lattice.Lifted[interval]]{
			Lattice:   l,
			Elements:  genLifted(genInterval(), extremes...),
			Transfers: []func(lattice.Lifted[interval]) lattice.Lifted[interval]{growLifted},
			Steps:     6,
		}.Laws()
	}
	bottom, top := lattice.Lifted[interval]{}, lattice.Flat[interval]{}.Top()
	return slices.Concat(
		named("both", suite(lattice.Lift(intervals{}), bottom, top)),
		named("bottom", suite(lattice.LiftBottom(intervals{}), bottom)),
		named("top", suite(lattice.LiftTop(intervals{}), top)),
		named("integers", latticetest.Suite[lattice.Lifted[int]]{
			Lattice:  lattice.Lift(integers{}),
			Elements: rapid.Map(rapid.IntRange(-5, 5), lattice.Just[int]),
			Steps:    3,
		}.Laws()),
	)
}

func flatLaws() []latticetest.Law {
	return latticetest.Suite[lattice.Lifted[int]]{
		Lattice: lattice.Flat[int]{}, Elements: rapid.Map(rapid.IntRange(0, 3), lattice.Just[int]), Steps: 2,
	}.Laws()
}

func powersetLaws() []latticetest.Law {
	small, free := lattice.Powerset[int]{Limit: 3}, lattice.Powerset[int]{}
	return slices.Concat(
		named("limit 3", latticetest.Suite[lattice.Set[int]]{Lattice: small, Elements: genSet(small), Steps: 5}.Laws()),
		named("no limit", latticetest.Suite[lattice.Set[int]]{Lattice: free, Elements: genSet(free), Steps: 8}.Laws()),
	)
}

func genKeyed(set func(lattice.Keyed[int8, interval], int8, interval) lattice.Keyed[int8,
	interval]) *rapid.Generator[lattice.Keyed[int8, interval]] {
	return rapid.Custom(func(t *rapid.T) lattice.Keyed[int8, interval] {
		var e lattice.Keyed[int8, interval]
		keys := rapid.SliceOfN(rapid.SampledFrom([]int8{-100, 0, 1, 2, 9}), 0, 6).Draw(t, "keys")
		for _, k := range keys {
			e = set(e, k, rapid.OneOf(genInterval(), rapid.SampledFrom([]interval{nothing, anything})).Draw(t, "value"))
		}
		return e
	})
}

func mayMapLaws() []latticetest.Law {
	type elem = lattice.Keyed[int8, interval]
	l := lattice.MayMap[int8](intervals{})
	suite := latticetest.Suite[elem]{
		Lattice:  l,
		Elements: genKeyed(l.Set),
		Transfers: []func(elem) elem{
			func(e elem) elem { return l.Set(e, 1, grow(l.Get(e, 1))) },
			func(e elem) elem { return l.Set(e, 9, grow(l.Get(e, 2))) },
		},
		Steps: 21,
	}
	return append(suite.Laws(), named("as a state", shared(l, genKeyed(l.Set)))...)
}

func mustMapLaws() []latticetest.Law {
	type elem = lattice.Keyed[int8, interval]
	l := lattice.MustMap[int8](intervals{})
	suite := latticetest.Suite[elem]{
		Lattice:  l,
		Elements: genKeyed(l.Set),
		Transfers: []func(elem) elem{
			func(e elem) elem { return l.Set(e, 1, grow(l.Get(e, 1))) },
			func(e elem) elem { return l.Set(e, 9, grow(l.Get(e, 2))) },
		},
		Steps: 21,
	}
	return append(suite.Laws(), named("as a state", shared(l, genKeyed(l.Set)))...)
}

// shared is the laws of l's elements as states that share structure.
func shared[E any](l lattice.Lattice[E], elems *rapid.Generator[E]) []latticetest.Law {
	return latticetest.StateSuite[lattice.State[E]]{
		States: rapid.Map(elems, lattice.NewStates(l).Of), Shares: true, PrintsAll: true,
	}.Laws()
}

func stateLaws() []latticetest.Law {
	sets := lattice.Powerset[int]{Limit: 4}
	pair := lattice.NewProduct(intervals{}, sets)
	return slices.Concat(
		named("interval", shared(intervals{}, genInterval())),
		named("set", shared(sets, genSet(sets))),
		named("pair", shared(pair, genPair(genInterval(), genSet(sets)))),
		named("vector", shared(lattice.Vector(intervals{}, 2), rapid.SliceOfN(genInterval(), 2, 2))),
		named("flat", shared(lattice.Flat[int]{}, genLifted(rapid.IntRange(0, 2), lattice.Flat[int]{}.Top()))),
	)
}

func denseLaws() []latticetest.Law {
	type dense = *lattice.Dense[interval]
	of := lattice.Denses(intervals{})
	return latticetest.StateSuite[dense]{
		States: rapid.Custom(func(t *rapid.T) dense {
			d := of(3, nothing)
			for i := range d.Len() {
				d.Set(i, rapid.OneOf(genInterval(), rapid.Just(nothing)).Draw(t, "variable"))
			}
			return d
		}),
		Transfers: []func(dense) dense{func(d dense) dense {
			d.Set(0, grow(d.Get(0)))
			return d
		}},
		Steps:     9,
		PrintsAll: true,
	}.Laws()
}

// TestEveryLatticeIsRegistered walks the sources for types that have
// the methods of a lattice or of a state.
func TestEveryLatticeIsRegistered(t *testing.T) {
	notTests := func(f fs.FileInfo) bool { return !strings.HasSuffix(f.Name(), "_test.go") }
	//lint:ignore SA1019 the files of one folder are wanted, whatever their build constraints
	packages, err := parser.ParseDir(token.NewFileSet(), ".", notTests, 0)
	require.NoError(t, err)
	methods := map[string]map[string]bool{}
	embedded := map[string]string{} // by type: the first that it embeds
	for _, file := range packages["lattice"].Files {
		ast.Inspect(file, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.TypeSpec:
				s, ok := n.Type.(*ast.StructType)
				if ok && len(s.Fields.List) > 0 && s.Fields.List[0].Names == nil {
					embedded[n.Name.Name] = receiver(s.Fields.List[0].Type)
				}
			case *ast.FuncDecl:
				if n.Recv == nil {
					break
				}
				name := receiver(n.Recv.List[0].Type)
				if methods[name] == nil {
					methods[name] = map[string]bool{}
				}
				methods[name][n.Name.Name] = true
			}
			return true
		})
	}
	for name, inner := range embedded {
		if methods[name] == nil {
			methods[name] = map[string]bool{}
		}
		maps.Copy(methods[name], methods[inner])
	}
	var found []string
	for name, has := range methods {
		isLattice := has["Bottom"] && has["Top"] && has["Leq"] && has["Join"] && has["Meet"]
		isState := has["Clone"] && has["Merge"]
		if isLattice || isState {
			found = append(found, name)
			require.Contains(t, registered, name,
				"the type %s has no entry in registered, so that its laws are not checked", name)
		}
	}
	require.Len(t, found, len(registered), "registered names a type that is not a lattice: found only %v", found)
}

func receiver(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.StarExpr:
		return receiver(e.X)
	case *ast.IndexExpr:
		return receiver(e.X)
	case *ast.IndexListExpr:
		return receiver(e.X)
	case *ast.Ident:
		return e.Name
	}
	return ""
}
