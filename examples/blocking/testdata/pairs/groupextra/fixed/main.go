// Command fixed parses documents side by side. Each one is taken from the group once.
package main

import (
	"fmt"
	"strings"
	"sync"
	"time"
)

type title struct {
	level int
	text  string
}

type parser struct {
	mu     sync.Mutex
	titles []title
	wrong  []string
	group  sync.WaitGroup
}

func (p *parser) add(line string) {
	defer p.group.Done()
	marks := len(line) - len(strings.TrimLeft(line, "#"))
	p.mu.Lock()
	defer p.mu.Unlock()
	if marks == 0 {
		p.wrong = append(p.wrong, line)
		time.Sleep(time.Millisecond) // the reader looks at the line
		return
	}
	p.titles = append(p.titles, title{marks, strings.TrimSpace(line[marks:])})
}

func (p *parser) parse(lines ...string) {
	for _, line := range lines {
		p.group.Add(1)
		go p.add(line)
	}
	p.group.Wait()
	p.mu.Lock()
	defer p.mu.Unlock()
	fmt.Println(len(p.titles), "titles,", len(p.wrong), "wrong lines")
}

func main() {
	new(parser).parse("# House", "## Roof")
	new(parser).parse("Door")
	time.Sleep(10 * time.Millisecond)
}
