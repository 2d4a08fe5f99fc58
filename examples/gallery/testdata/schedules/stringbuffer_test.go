package schedules

import (
	"slices"
	"testing"

	"github.com/seed38182bad/parallax/examples/gallery/stringbuffer"
	"github.com/seed38182bad/parallax/examples/gallery/stringbuffer/fixed"
)

func TestStringBuffer(t *testing.T) {
	appends(t, stringbuffer.New, func(b *stringbuffer.Buffer) string { return string(b.Prefix(b.Len())) })
}

func TestStringBufferFixed(t *testing.T) {
	appends(t, fixed.New, func(b *fixed.Buffer) string { return string(b.Bytes()) })
}

type buffer[B, C any] interface {
	Clear()
	Append(other B, grow func(bytes []C, n int) []C)
}

// appends adds a buffer to another one while it is cleared. All of it is added, or nothing.
func appends[B buffer[B, C], C ~byte](t *testing.T, make func(text string) B, text func(B) string) {
	a, b := make("one"), make("two")
	together(
		func() { a.Append(b, func(bytes []C, n int) []C { return slices.Grow(bytes, n) }) },
		b.Clear,
	)
	if s := text(a); s != "one" && s != "onetwo" {
		t.Errorf("the buffer holds %q, want one or onetwo", s)
	}
}
