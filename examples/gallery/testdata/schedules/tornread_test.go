package schedules

import (
	"strconv"
	"testing"

	"github.com/seed38182bad/parallax/examples/gallery/tornread"
	"github.com/seed38182bad/parallax/examples/gallery/tornread/fixed"
)

func TestTornRead(t *testing.T) {
	var s tornread.Span
	s.Set(1, 2)
	spans(t, &s)
}

func TestTornReadFixed(t *testing.T) {
	var s fixed.Span
	s.Set(1, 2)
	spans(t, &s)
}

type span interface {
	Set(low, high int)
	String(format func(int) string) string
}

// spans writes a span while it is changed. It is what it was, or what it is now.
func spans(t *testing.T, s span) {
	together(
		func() {
			if text := s.String(strconv.Itoa); text != "1 to 2" && text != "10 to 20" {
				t.Errorf("the span is %s, want 1 to 2, or 10 to 20", text)
			}
		},
		func() { s.Set(10, 20) },
	)
}
