// Command closenilfield polls a sensor once it is started. Stop closes the channel that Start makes, also without
// Start.
package main

import (
	"fmt"
	"time"
)

type stop struct{}

type sample int

type sensor struct {
	name  string
	every time.Duration
	polls chan sample
	stops chan stop
}

func newSensor(name string) *sensor {
	return &sensor{name: name, every: time.Millisecond, polls: make(chan sample, 1)}
}

func (s *sensor) start() {
	s.stops = make(chan stop)
	go s.poll(s.stops)
}

func (s *sensor) poll(stops <-chan stop) {
	for n := sample(1); ; n++ {
		select {
		case <-stops:
			return
		case <-time.After(s.every):
		}
		select {
		case s.polls <- n:
		default:
		}
	}
}

func (s *sensor) stop() {
	close(s.stops) // want paths: channel-closed-nil // want run: panic
}

func main() {
	started, idle := newSensor("indoors"), newSensor("outdoors")
	started.start()
	fmt.Println(started.name, <-started.polls)
	started.stop()
	idle.stop()
}
