// Package sinkinterface passes measures to sinks. One sends them on a channel that its reader has left.
package sinkinterface

type departure struct{}

// A Measure is a value at a station.
type Measure struct {
	Station string
	Value   int
}

// A Sink takes measures.
type Sink interface{ Put(m Measure) }

// A Sum adds measures up.
type Sum struct{ Total int }

// Put adds a measure.
func (s *Sum) Put(m Measure) { s.Total += m.Value }

// A Live sink passes measures to one reader.
type Live struct {
	measures chan Measure
	left     chan departure
}

// NewLive makes a sink for one reader.
func NewLive() *Live { return &Live{make(chan Measure), make(chan departure)} }

// Put passes a measure to the reader.
func (l *Live) Put(m Measure) {
	l.measures <- m // want blocked
}

// First waits for a measure of at least so much. Then the reader leaves.
func (l *Live) First(least int) Measure {
	defer close(l.left)
	for {
		if m := <-l.measures; m.Value >= least {
			return m
		}
	}
}

// Run passes the values of a station to all sinks.
func Run(station string, values []int, sinks ...Sink) {
	for _, v := range values {
		for _, s := range sinks {
			s.Put(Measure{station, v})
		}
	}
}
