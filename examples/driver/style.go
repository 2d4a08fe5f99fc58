package driver

import (
	"io"
	"os"
	"strconv"
	"strings"
	"unicode/utf8"

	"golang.org/x/term"
)

// style is the look of what people read.
type style struct {
	width int // of the reader's lines; 0 if there is no terminal: then text is not wrapped
	color bool
}

func styleOf(w io.Writer) style {
	if !isTerminal(w) {
		return style{}
	}
	s := style{color: os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb"}
	n, err := strconv.Atoi(os.Getenv("COLUMNS"))
	if err != nil {
		n, _, _ = term.GetSize(int(w.(*os.File).Fd()))
	}
	if n >= 40 {
		s.width = n
	}
	return s
}

type ink string

const (
	bold   ink = "1"
	dim    ink = "2"
	red    ink = "31"
	yellow ink = "33"
	blue   ink = "34"
	purple ink = "35"
)

func (s style) paint(c ink, text string) string {
	if !s.color || c == "" || text == "" {
		return text
	}
	return "\x1b[" + string(c) + "m" + text + "\x1b[0m"
}

// wrap breaks text between words so that lines fit; lines after the first begin
// with indent, and taken is what stands before the text in the first.
func (s style) wrap(text, indent string, taken int) string {
	if s.width == 0 {
		return strings.Join(strings.Fields(text), " ")
	}
	room := s.width - taken
	var b strings.Builder
	left := room
	for i, word := range strings.Fields(text) {
		n := utf8.RuneCountInString(word)
		switch {
		case i == 0:
		case n+1 > left:
			b.WriteString("\n" + indent)
			left = s.width - utf8.RuneCountInString(indent)
		default:
			b.WriteByte(' ')
			left--
		}
		b.WriteString(word)
		left -= n
	}
	return b.String()
}

// pad fills text with blanks on the right.
func pad(text string, width int) string {
	return text + strings.Repeat(" ", max(0, width-utf8.RuneCountInString(text)))
}

// clip shortens text to width in its middle, where paths and names carry least.
func clip(text string, width int) string {
	r := []rune(text)
	if len(r) <= width {
		return text
	}
	head := (width - 1) / 3
	return string(r[:head]) + "…" + string(r[len(r)-(width-1-head):])
}

// Plural is "1 finding", "2 findings".
func Plural(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	if strings.HasSuffix(noun, "s") {
		return strconv.Itoa(n) + " " + noun + "es"
	}
	return strconv.Itoa(n) + " " + noun + "s"
}
