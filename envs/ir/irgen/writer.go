package irgen

import (
	"fmt"
	"strings"
)

// A Writer writes the text of a program line by line, with what it draws. Generators
// of programs embed it.
type Writer struct {
	Draw Draw
	text strings.Builder
}

// Line writes a line.
func (w *Writer) Line(format string, args ...any) { fmt.Fprintf(&w.text, format+"\n", args...) }

// Pick draws one of several texts; the first is the simplest.
func (w *Writer) Pick(from ...string) string { return from[w.Draw("pick", len(from))] }

// Some calls write as often as is drawn: from once to at most n times.
func (w *Writer) Some(n int, write func()) {
	for range 1 + w.Draw("some", n) {
		write()
	}
}

// String is what was written.
func (w *Writer) String() string { return w.text.String() }
