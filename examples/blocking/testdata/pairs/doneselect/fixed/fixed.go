// Package fixed sends letters beside its users. When it is closed, it drops the letters that are left.
package fixed

import (
	"sync"
	"sync/atomic"
	"time"
)

type closing struct{}

// A Letter is to be sent.
type Letter struct{ To, Text string }

// A Mailer sends letters beside its users.
type Mailer struct {
	letters chan Letter
	quit    chan closing
	pending sync.WaitGroup
	sent    atomic.Int64
}

// Start makes a mailer.
func Start() *Mailer {
	m := &Mailer{letters: make(chan Letter, 32), quit: make(chan closing)}
	go m.loop()
	return m
}

func (m *Mailer) loop() {
	for {
		select {
		case <-m.quit:
			for {
				select {
				case <-m.letters:
					m.pending.Done()
				default:
					return
				}
			}
		case l := <-m.letters:
			m.deliver(l)
			m.pending.Done()
		}
	}
}

func (m *Mailer) deliver(l Letter) {
	time.Sleep(time.Duration(len(l.Text)) * time.Millisecond)
	m.sent.Add(1)
}

// Send takes a letter. There must be no Close at the same time.
func (m *Mailer) Send(l Letter) {
	m.pending.Add(1)
	m.letters <- l
}

// Close ends the mailer. It waits until it has let go of all letters.
func (m *Mailer) Close() {
	close(m.quit)
	m.pending.Wait()
}
