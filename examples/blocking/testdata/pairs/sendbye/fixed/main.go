// Command fixed prints messages beside its users. The shutdown says goodbye, and then closes the channel.
package main

import (
	"fmt"
	"strings"
)

type message struct {
	level int
	text  string
}

type printed string

type printer struct {
	messages chan message
	done     chan printed
	prefix   string
}

func startPrinter(prefix string) *printer {
	p := &printer{messages: make(chan message, 4), done: make(chan printed), prefix: prefix}
	go p.loop()
	return p
}

func (p *printer) loop() {
	var all []string
	for m := range p.messages {
		all = append(all, fmt.Sprint(strings.Repeat(p.prefix, m.level), " ", m.text))
	}
	p.done <- printed(strings.Join(all, "; "))
}

func (p *printer) print(level int, text string) {
	p.messages <- message{level, text}
}

func (p *printer) end() {
	close(p.messages)
}

func (p *printer) shutdown() printed {
	p.print(1, "goodbye")
	p.end()
	return <-p.done
}

func main() {
	p := startPrinter(">")
	p.print(1, "hello")
	p.print(2, "how are you?")
	fmt.Println(p.shutdown())
}
