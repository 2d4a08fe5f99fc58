package domaintest

import (
	"pgregory.net/rapid"

	"github.com/seed38182bad/parallax/domains/sequence"
)

// Sequences generates elements of d, with elements from values: literals, and some
// that are longer or of a length that is not known.
func Sequences[V any](d *sequence.Domain[V], values *rapid.Generator[V]) *rapid.Generator[sequence.Sequence[V]] {
	return rapid.Custom(func(t *rapid.T) sequence.Sequence[V] {
		s := d.Of(rapid.SliceOfN(values, 0, 4).Draw(t, "elements")...)
		switch rapid.IntRange(0, 3).Draw(t, "more") {
		case 0:
			s = d.AppendAll(s, d.Make(Lengths().Draw(t, "length"), values.Draw(t, "rest")))
		case 1:
			s = d.Join(s, d.Of(rapid.SliceOfN(values, 0, 4).Draw(t, "others")...))
		}
		return s
	})
}
