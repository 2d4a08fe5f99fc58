package view_test

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/seed38182bad/parallax/domains/view"
)

// The definitions of the thesis, section 3.3.2, word by word.
func compatible(b []one, m one) bool {
	for _, v1 := range b {
		for _, v2 := range b {
			o1, o2 := v1.Intersect(m), v2.Intersect(m)
			if o1.Len() > 0 && o2.Len() > 0 && !o1.SubsetOf(o2) && !o2.SubsetOf(o1) {
				return false
			}
		}
	}
	return true
}

func TestConflictsAreThoseOfTheDefinition(t *testing.T) {
	d := domains(t)["unlimited"]
	list := func(s views) (all []one) {
		for v := range s.All() {
			all = append(all, v)
		}
		return all
	}
	rapid.Check(t, func(t *rapid.T) {
		a, b := anyViews(d).Draw(t, "a"), anyViews(d).Draw(t, "b")
		conflicts, known := d.Conflicts(a, b)
		require.True(t, known)
		found := map[string]bool{}
		for _, c := range conflicts {
			found[c.Maximal.String()] = true
			require.Greater(t, len(c.Overlaps), 1)
		}
		for _, m := range list(a) {
			maximal := true
			for _, v := range list(a) {
				maximal = maximal && (!m.SubsetOf(v) || m.Equal(v))
			}
			ok := compatible(list(b), m)
			require.Equal(t, ok, d.Compatible(b, m))
			require.Equal(t, maximal && !ok, found[m.String()], "%v of %v against %v", m, a, b)
		}
		// Larger sets of views are in conflict wherever smaller ones are.
		more, against := d.Join(a, anyViews(d).Draw(t, "more")), d.Join(b, anyViews(d).Draw(t, "against"))
		if len(conflicts) > 0 {
			again, known := d.Conflicts(more, against)
			require.True(t, known)
			require.NotEmpty(t, again)
		}
		_, known = d.Conflicts(a, d.Top())
		require.Equal(t, a.Len() == 0, known)
	})
}

// Tables 3.1 and 3.2 of the thesis, and figure 3.4.
func TestPapers(t *testing.T) {
	const x, y, z = 1, 2, 3
	d := view.Domain[int]{}
	v := func(locs ...int) one { return view.Of(locs...) }
	set := d.Of
	for _, row := range []struct {
		name    string
		threads []views
		want    []string
	}{
		{"row 1", []views{set(v(x), v(y)), set(v(x), v(y))}, nil},
		{"row 2", []views{set(v(x, y)), set(v(x), v(y))}, []string{"ab: {x, y} against {x}, {y}"}},
		{"row 3", []views{set(v(x, y), v(x), v(y)), set(v(x), v(y))}, []string{"ab: {x, y} against {x}, {y}"}},
		{"row 4", []views{set(v(x, y, z)), set(v(x, y), v(x))}, nil},
		{"row 5", []views{set(v(x, y)), set(v(x)), set(v(x), v(y))}, []string{"ac: {x, y} against {x}, {y}"}},
		{"row 6", []views{set(v(x, y)), set(v(x)), set(v(y))}, nil},
		{"row 7", []views{set(v(x, y), v(x), v(y)), set(v(y, z), v(y), v(z)), set(v(z, x), v(z), v(x))}, nil},
		// The table lists the first conflict only. The definition has a second one: the
		// views {x, y} and {y, z} of the first thread overlap with {x, z} of the third in
		// {x} and {z}.
		{"row 8", []views{set(v(x, y), v(x), v(y, z)), set(v(y, z), v(y), v(z)), set(v(z, x), v(z), v(x))},
			[]string{"ab: {y, z} against {y}, {z}", "ca: {x, z} against {x}, {z}"}},
		{"figure 3.4", []views{set(v(x, y)), set(v(x)), set(v(x), v(y)), set(v(x), v(x, y))},
			[]string{"ac: {x, y} against {x}, {y}", "dc: {x, y} against {x}, {y}"}},
	} {
		var got []string
		for i, a := range row.threads {
			for j, b := range row.threads {
				if i == j {
					continue
				}
				conflicts, known := d.Conflicts(a, b)
				require.True(t, known)
				for _, c := range conflicts {
					got = append(got, string([]rune{rune('a' + i), rune('a' +
						j)})+": "+c.Format(func(k int) string { return string(rune('w' + k)) }))
				}
			}
		}
		require.Equal(t, row.want, got, row.name)
	}
}
