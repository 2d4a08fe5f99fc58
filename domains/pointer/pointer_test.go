package pointer_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/seed38182bad/parallax/domains/domaintest"
	"github.com/seed38182bad/parallax/domains/pointer"
	"github.com/seed38182bad/parallax/lattice/latticetest"
)

var domain = pointer.Domain{Limit: 3}

func suite() latticetest.Suite[pointer.Set] {
	return latticetest.Suite[pointer.Set]{
		Lattice:  domain,
		Elements: domaintest.Pointers(domain),
		Steps:    6,
		Transfers: []func(pointer.Set) pointer.Set{
			func(p pointer.Set) pointer.Set { return p.Age(0) },
			func(p pointer.Set) pointer.Set { return p.NonNil() },
			func(p pointer.Set) pointer.Set { return p.Without(pointer.Recent(1)) },
			func(p pointer.Set) pointer.Set { return domain.Join(p.Age(1), domain.To(pointer.Recent(1))) },
		},
	}
}

func TestLaws(t *testing.T) { suite().Check(t) }

func FuzzLaws(f *testing.F) { latticetest.Fuzz(f, suite().Laws()) }

// instance is a concrete pointer: nil, or the nth object of its site from the
// latest backwards.
type instance struct {
	null bool
	site pointer.Site
	age  int
}

func (c instance) object() pointer.Object {
	if c.age == 0 {
		return pointer.Recent(c.site)
	}
	return pointer.Old(c.site)
}

func contains(p pointer.Set, c instance) bool {
	if c.null {
		return p.MayBeNil()
	}
	return p.Has(c.object())
}

// instances are the pointers of a small universe, in which each site has
// allocated three times.
func instances() []instance {
	all := []instance{{null: true}}
	for s := range pointer.Site(domaintest.Sites + 1) {
		for age := range 3 {
			all = append(all, instance{site: s, age: age})
		}
	}
	return all
}

// sets are all elements of the domain over two sites.
func sets() []pointer.Set {
	all := []pointer.Set{domain.NonNil(), domain.Top()}
	for bits := range 1 << 5 {
		var p pointer.Set
		for o := range 4 {
			if bits>>o&1 != 0 {
				p = domain.Join(p, domain.To(pointer.Object(o)))
			}
		}
		if bits>>4 != 0 {
			p = domain.Join(p, domain.Nil())
		}
		all = append(all, p)
	}
	return all
}

func TestGamma(t *testing.T) {
	latticetest.Gamma[pointer.Set, instance]{
		Lattice: domain, Elements: domaintest.Pointers(domain), Contains: contains,
		Pick: func(t *rapid.T, p pointer.Set) (instance, bool) {
			var in []instance
			for _, c := range instances() {
				if contains(p, c) {
					in = append(in, c)
				}
			}
			if len(in) == 0 {
				return instance{}, false
			}
			return rapid.SampledFrom(in).Draw(t, "pointer"), true
		},
	}.Check(t)
}

// Each operation against all pointers that each element describes.
func TestAgreesWithInstances(t *testing.T) {
	for _, p := range sets() {
		for _, c := range instances() {
			if !contains(p, c) {
				continue
			}
			require.Equal(t, !c.null, contains(p.NonNil(), c))
			aged := c
			if c.site == 1 {
				aged.age++
			}
			require.True(t, contains(p.Age(1), aged), "%v in %v", c, p)
			if c.null || c.object() != pointer.Old(0) {
				require.True(t, contains(p.Without(pointer.Old(0)), c))
			}
		}
		for _, q := range sets() {
			agreesOnPair(t, p, q)
		}
	}
}

func agreesOnPair(t *testing.T, p, q pointer.Set) {
	same, different := false, false
	var eqP, neP []instance
	for _, c := range instances() {
		for _, d := range instances() {
			if !contains(p, c) || !contains(q, d) {
				continue
			}
			if c == d {
				eqP = append(eqP, c)
			} else {
				neP = append(neP, c)
			}
			if !c.null && !d.null {
				same = same || c == d
				different = different || c != d
			}
		}
	}
	require.Equal(t, same, domain.MayAlias(p, q), "%v %v", p, q)
	require.Equal(t, !different, domain.MustAlias(p, q), "%v %v", p, q)
	eq, eq2 := domain.TestEqual(p, q)
	require.True(t, domain.Equal(eq, eq2))
	ne, _ := domain.TestUnequal(p, q)
	for _, c := range instances() {
		require.Equal(t, slices.Contains(eqP, c), contains(eq, c), "%v == %v", p, q)
		if slices.Contains(neP, c) {
			require.True(t, contains(ne, c), "%v != %v", p, q)
		} else if !p.IsAny() {
			require.False(t, contains(ne, c), "%v in %v != %v, which gives %v", c, p, q, ne)
		}
	}
}

func TestTestsAreMonotone(t *testing.T) {
	for _, p := range sets() {
		for _, q := range sets() {
			for _, r := range sets() {
				if !domain.Leq(p, q) {
					continue
				}
				small, other := domain.TestUnequal(p, r)
				large, above := domain.TestUnequal(q, r)
				require.True(t, domain.Leq(small, large) && domain.Leq(other, above), "%v ≤ %v, != %v", p, q, r)
				small, _ = domain.TestEqual(p, r)
				large, _ = domain.TestEqual(q, r)
				require.True(t, domain.Leq(small, large))
				require.True(t, !domain.MayAlias(p, r) || domain.MayAlias(q, r))
				require.True(t, domain.MustAlias(p, r) || !domain.MustAlias(q, r))
			}
		}
	}
}

func TestPrintsInjectively(t *testing.T) {
	byString, byJSON := map[string]pointer.Set{}, map[string]pointer.Set{}
	for _, p := range sets() {
		text, err := json.Marshal(p)
		require.NoError(t, err)
		if q, ok := byString[p.String()]; ok {
			require.True(t, domain.Equal(p, q), "both print as %v", p)
		}
		if q, ok := byJSON[string(text)]; ok {
			require.True(t, domain.Equal(p, q), "both marshal as %s", text)
		}
		byString[p.String()], byJSON[string(text)] = p, p
	}
	require.Equal(t, "⊥", pointer.Set{}.String())
	require.Equal(t, "⊤", domain.Top().String())
	text, err := json.Marshal(domain.Join(domain.Nil(), domain.To(pointer.Old(7))))
	require.NoError(t, err)
	require.JSONEq(t, `{"nil": true, "objects": ["#7*"]}`, string(text))
}

func TestLimit(t *testing.T) {
	four := domain.To(1, 2, 3, 4)
	require.True(t, four.IsAny() && !four.MayBeNil())
	require.Equal(t, 4, pointer.Domain{}.To(1, 2, 3, 4).Len())
	require.True(t, pointer.Domain{}.Equal(domain.To(), domain.Bottom()))
}

func TestAllocatesNothing(t *testing.T) {
	p := domain.To(0, 1)
	q := domain.Join(p, domain.To(2))
	require.Zero(t, testing.AllocsPerRun(100, func() {
		domain.Leq(p, q)
		domain.Leq(q, p)
		domain.Equal(p, q)
		domain.Join(p, q)
		domain.Join(q, p)
		domain.Meet(p, q)
		domain.Meet(q, p)
		domain.MayAlias(p, q)
		domain.MustAlias(p, q)
		p.Age(3)
	}))
}

func Example() {
	d := pointer.Domain{Limit: 8}
	node := pointer.Site(1)

	p := d.To(pointer.Recent(node)) // p := new(node)
	q := p.Age(node)                // q := p; p = new(node)
	fmt.Println(p, q, "may alias:", d.MayAlias(p, q))
	fmt.Println("the same object for certain:", d.MustAlias(p, p), d.MustAlias(q, q))

	r := d.Join(q, d.Nil()) // r is q, or nil
	notNil, _ := d.TestUnequal(r, d.Nil())
	fmt.Println(r, "where it is not nil:", notNil)
	// Output:
	// {#1} {#1*} may alias: false
	// the same object for certain: true false
	// {#1* nil} where it is not nil: {#1*}
}
