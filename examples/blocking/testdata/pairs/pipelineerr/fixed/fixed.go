// Package fixed sums the figures of a text in stages. All of them end when the last one returns.
package fixed

import (
	"fmt"
	"strconv"
	"strings"
)

type stopped struct{}

type line struct {
	number int
	text   string
}

type word struct {
	line int
	text string
}

func read(text string, done <-chan stopped) <-chan line {
	lines := make(chan line)
	go func() {
		defer close(lines)
		number := 0
		for text := range strings.Lines(text) {
			number++
			select {
			case lines <- line{number, text}:
			case <-done:
				return
			}
		}
	}()
	return lines
}

func split(lines <-chan line, done <-chan stopped) <-chan word {
	words := make(chan word)
	go func() {
		defer close(words)
		for l := range lines {
			for _, text := range strings.Fields(l.text) {
				select {
				case words <- word{l.number, text}:
				case <-done:
					return
				}
			}
		}
	}()
	return words
}

// Sum adds up the figures in a text.
func Sum(text string) (int, error) {
	done := make(chan stopped)
	defer close(done)
	sum := 0
	for w := range split(read(text, done), done) {
		n, err := strconv.Atoi(w.text)
		if err != nil {
			return 0, fmt.Errorf("line %d: %w", w.line, err)
		}
		sum += n
	}
	return sum, nil
}
