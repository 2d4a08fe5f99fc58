// Package pipelineerr sums the figures of a text in stages. When the last stage finds an error, those before it
// are left behind.
package pipelineerr

import (
	"fmt"
	"strconv"
	"strings"
)

type line struct {
	number int
	text   string
}

type word struct {
	line int
	text string
}

func read(text string) <-chan line {
	lines := make(chan line)
	go func() {
		defer close(lines)
		number := 0
		for text := range strings.Lines(text) {
			number++
			lines <- line{number, text} // want blocked
		}
	}()
	return lines
}

func split(lines <-chan line) <-chan word {
	words := make(chan word)
	go func() {
		defer close(words)
		for l := range lines {
			for _, text := range strings.Fields(l.text) {
				words <- word{l.number, text} // want blocked
			}
		}
	}()
	return words
}

// Sum adds up the figures in a text.
func Sum(text string) (int, error) {
	sum := 0
	for w := range split(read(text)) {
		n, err := strconv.Atoi(w.text)
		if err != nil {
			return 0, fmt.Errorf("line %d: %w", w.line, err)
		}
		sum += n
	}
	return sum, nil
}
