// Package nilfield imports records beside its user. It makes no channel for those that are wrong.
package nilfield

import (
	"fmt"
	"strings"
)

type imported struct{}

// A Record is a name and a value.
type Record struct{ Name, Value string }

// A Wrong is a line that is no record.
type Wrong struct {
	Line int
	Text string
}

// An Importer passes on the records of a text.
type Importer struct {
	Records chan Record
	Wrongs  chan Wrong
	Done    chan imported
}

// Start imports a text. The channels have to be read until the import is done.
func Start(text string) *Importer {
	i := &Importer{
		Records: make(chan Record),
		Done:    make(chan imported),
	}
	go i.run(strings.Split(text, "\n"))
	return i
}

func (i *Importer) run(lines []string) {
	defer close(i.Done)
	for n, line := range lines {
		name, value, ok := strings.Cut(line, "=")
		if !ok {
			i.Wrongs <- Wrong{n + 1, line} // want blocked
			continue
		}
		i.Records <- Record{strings.TrimSpace(name), strings.TrimSpace(value)}
	}
}

func (w Wrong) String() string { return fmt.Sprintf("line %d is no record: %s", w.Line, w.Text) }
