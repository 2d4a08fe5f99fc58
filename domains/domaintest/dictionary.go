package domaintest

import (
	"pgregory.net/rapid"

	"github.com/seed38182bad/parallax/domains/dictionary"
)

// Dictionaries generates elements of d that name up to three keys, with values from
// values.
func Dictionaries[V any](d *dictionary.Domain[string, V],
	values *rapid.Generator[V]) *rapid.Generator[dictionary.Map[string, V]] {
	return rapid.Custom(func(t *rapid.T) dictionary.Map[string, V] {
		m := d.Empty()
		if rapid.Bool().Draw(t, "other keys") {
			m = d.SetAny(m, values.Draw(t, "value"))
		}
		for range rapid.IntRange(0, 3).Draw(t, "operations") {
			k := rapid.SampledFrom([]string{"a", "b", "c"}).Draw(t, "key")
			set := d.Set(m, k, values.Draw(t, "value"))
			switch rapid.IntRange(0, 3).Draw(t, "operation") {
			case 0:
				m = d.Join(m, set)
			case 1:
				m = d.Delete(m, k)
			default:
				m = set
			}
		}
		switch rapid.IntRange(0, 9).Draw(t, "nil") {
		case 0:
			return d.Nil()
		case 1, 2:
			return d.Join(m, d.Nil())
		}
		return m
	})
}
