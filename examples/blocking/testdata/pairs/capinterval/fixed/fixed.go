// Package fixed probes hosts. There is room for the two messages of each host.
package fixed

import (
	"fmt"
	"time"
)

// A Host answers after a while.
type Host struct {
	Name  string
	Delay time.Duration
}

// A Message is about a host.
type Message struct {
	Host string
	Text string
}

const slow = 3 * time.Millisecond

func probe(h Host, messages chan<- Message) {
	start := time.Now()
	time.Sleep(h.Delay)
	if h.Delay > slow {
		messages <- Message{h.Name, "is slow"}
	}
	messages <- Message{h.Name, fmt.Sprint("answered after ", time.Since(start))}
}

// Probe asks all hosts, and returns the first messages that come in time.
func Probe(limit time.Duration, hosts ...Host) (all []Message) {
	messages := make(chan Message, 2*len(hosts))
	for _, h := range hosts {
		go probe(h, messages)
	}
	late := time.After(limit)
	for range hosts {
		select {
		case m := <-messages:
			all = append(all, m)
		case <-late:
			return all
		}
	}
	return all
}
