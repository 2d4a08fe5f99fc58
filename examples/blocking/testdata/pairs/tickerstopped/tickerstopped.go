// Package tickerstopped writes counters out at each tick. Stop stops the ticker, but not the goroutine that waits
// for it.
package tickerstopped

import (
	"fmt"
	"io"
	"sync"
	"time"
)

// A Meter counts, and writes out now and then what it counted.
type Meter struct {
	mu     sync.Mutex
	counts map[string]int
	out    io.Writer
	ticker *time.Ticker
}

// Start makes a meter that writes out at each tick.
func Start(out io.Writer, every time.Duration) *Meter {
	m := &Meter{counts: map[string]int{}, out: out, ticker: time.NewTicker(every)}
	go m.loop()
	return m
}

func (m *Meter) loop() {
	for range m.ticker.C { // want blocked
		m.write()
	}
}

func (m *Meter) write() {
	m.mu.Lock()
	defer m.mu.Unlock()
	for name, n := range m.counts {
		fmt.Fprintln(m.out, name, n)
	}
	clear(m.counts)
}

// Count counts one more of something.
func (m *Meter) Count(name string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.counts[name]++
}

// Stop ends the meter. What was counted since the last tick is written.
func (m *Meter) Stop() {
	m.ticker.Stop()
	m.write()
}
