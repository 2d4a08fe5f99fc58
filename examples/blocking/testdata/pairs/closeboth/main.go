// Command closeboth reads lines from a source. It closes its channel at a wrong line, and again in the end.
package main

import (
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"
)

var errEncoding = errors.New("a line is not in UTF-8")

type row struct {
	number int
	text   string
}

type source struct {
	rows chan row
	err  error
}

func (s *source) fail(err error) {
	s.err = err
	close(s.rows)
}

func (s *source) read(text string) {
	number := 0
	for line := range strings.Lines(text) {
		number++
		if !utf8.ValidString(line) {
			s.fail(fmt.Errorf("line %d: %w", number, errEncoding))
			break
		}
		s.rows <- row{number, strings.TrimSpace(line)}
	}
	close(s.rows) // want paths: channel-closed-twice // want run: panic
}

func print(text string) {
	s := &source{rows: make(chan row, strings.Count(text, "\n"))}
	s.read(text)
	for r := range s.rows {
		fmt.Println(r.number, r.text)
	}
	fmt.Println("error:", s.err)
}

func main() {
	print("one\ntwo\n")
	print("one\n\xff\n")
}
