package domaintest

import (
	"pgregory.net/rapid"

	"github.com/seed38182bad/parallax/domains/escape"
)

// EscapeStates generates states of objects that the threads 1 to 3 have created, handed
// over, published and accessed at points from 0 to 9.
func EscapeStates() *rapid.Generator[escape.State[int]] {
	d := escape.Domain[int]{}
	return rapid.Custom(func(t *rapid.T) escape.State[int] {
		thread := rapid.IntRange(1, 3)
		s := d.New(thread.Draw(t, "creator"))
		for range rapid.IntRange(0, 3).Draw(t, "steps") {
			at := escape.Point(rapid.IntRange(0, 9).Draw(t, "point"))
			switch rapid.IntRange(0, 5).Draw(t, "step") {
			case 0:
				s = d.HandOver(s, thread.Draw(t, "receiver"), at)
			case 1:
				s = d.HandOverUnknown(s, at)
			case 2:
				s = d.Publish(s, at)
			case 3:
				s = d.Join(s, d.New(thread.Draw(t, "other creator")))
			default:
				s = d.Access(s, thread.Draw(t, "thread"), at, rapid.Bool().Draw(t, "write"))
			}
		}
		return s
	})
}
