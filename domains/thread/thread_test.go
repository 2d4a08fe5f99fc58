package thread_test

import (
	"encoding/json"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/domains/domaintest"
	"github.com/seed38182bad/parallax/domains/thread"
	"github.com/seed38182bad/parallax/lattice/latticetest"
)

type id = thread.ID[int]

var d thread.Domain[int]

func suite() latticetest.Suite[id] {
	s := latticetest.Suite[id]{Lattice: d, Elements: domaintest.Threads(), Steps: 12}
	for site := range 4 {
		for _, again := range []bool{false, true} {
			s.Transfers = append(s.Transfers, func(p id) id { return d.Fork(p, site, again) })
		}
	}
	return s
}

func TestThreads(t *testing.T) { suite().Check(t) }

func FuzzThreads(f *testing.F) { latticetest.Fuzz(f, suite().Laws()) }

func text(e any) string {
	b, err := json.Marshal(e)
	if err != nil {
		return err.Error()
	}
	return string(b)
}

func TestEqualities(t *testing.T) {
	for i, x := range elements() {
		for j, y := range elements() {
			require.Equal(t, i == j, d.Equal(x, y))
			require.Equal(t, i == j, d.Hash(x) == d.Hash(y), "%v and %v", x, y)
			require.Equal(t, i == j, x.Compare(y) == 0)
			require.Equal(t, x.Compare(y) < 0, y.Compare(x) > 0)
			require.Equal(t, i == j, x.String() == y.String(), "%v and %v", x, y)
			require.Equal(t, i == j, text(x) == text(y))
		}
	}
}

func TestPrinting(t *testing.T) {
	main := d.Main()
	one := d.Fork(main, 3, false)
	for want, x := range map[string]id{
		"⊥": d.Bottom(), "⊤": d.Top(), "main": main, "main⟨3⟩": one, "main⟨3 7⟩": d.Fork(one, 7, false),
		"main⟨3 {7}…⟩": d.Fork(one, 7, true), "main⟨{3, 7}…⟩": d.Fork(d.Fork(one, 7, false), 3, false),
		"main⟨3 {7?}…⟩": d.Join(one, d.Fork(one, 7, true)), "main⟨{3, …}…⟩": d.Fork(d.Top(), 3, false),
		"main⟨{3?, 7?}…⟩": d.Join(one, d.Fork(main, 7, false)),
	} {
		require.Equal(t, want, x.String())
	}
	both := d.Join(d.Fork(d.Fork(main, 7, true), 3, true), one)
	require.Equal(t, "main⟨{c, g?}…⟩", both.Format(func(k int) string { return string(rune('`' + k)) }))
	require.Equal(t, `null {"prefix":[],"must":[],"may":"any"} {"prefix":[3],"must":[7],"may":[7]}`,
		fmt.Sprintf("%s %s %s", text(d.Bottom()), text(d.Top()), text(d.Fork(one, 7, true))))
}

func TestNothingIsAllocated(t *testing.T) {
	domaintest.AllocatesNothing(t, d, domaintest.Threads(), func(a, b, _ thread.ID[int]) {
		d.MayBeSame(a, b)
		d.MustBeAncestor(a, b)
		d.MayBeAncestor(a, b)
	})
}

// site prints by a name, as numbers of operations do.
type site uint8

func (s site) String() string { return "@" + string('a'+rune(s)) }

func TestNamedSites(t *testing.T) {
	d := thread.Domain[site]{}
	id := d.Fork(d.Fork(d.Main(), 0, false), 2, true)
	require.Equal(t, "main⟨@a {@c}…⟩", id.String())
	text, err := json.Marshal(id)
	require.NoError(t, err)
	require.Equal(t, `{"prefix":[0],"must":[2],"may":[2]}`, string(text))
}
