// Package circlestages sends tasks to a worker and reads the answers after that. With many tasks, each waits for
// the other one.
package circlestages

import (
	"errors"
	"strings"
)

// A Task is a text to look at.
type Task struct{ Text string }

// A Finding is how often a word is in the text of a task.
type Finding struct {
	Text  string
	Times int
}

type counter struct {
	word     string
	tasks    chan Task
	findings chan Finding
}

func (c *counter) work() {
	defer close(c.findings)
	for t := range c.tasks {
		c.findings <- Finding{t.Text, strings.Count(t.Text, c.word)} // want blocked
	}
}

// Count counts a word in all texts.
func Count(word string, texts ...string) (all []Finding, err error) {
	if word == "" {
		return nil, errors.New("there is no word")
	}
	c := &counter{word, make(chan Task, 1), make(chan Finding, 1)}
	go c.work()
	for _, text := range texts {
		c.tasks <- Task{text} // want blocked
	}
	close(c.tasks)
	for f := range c.findings {
		all = append(all, f)
	}
	return all, nil
}
