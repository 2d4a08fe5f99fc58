// Package handoverjob exports a ledger beside its users, and keeps it locked so long. An export that fails keeps
// it locked.
package handoverjob

import (
	"fmt"
	"io"
	"sync"
)

// A Posting is a line of a ledger.
type Posting struct {
	Account string
	Amount  int
}

// A Ledger is written, and exported now and then.
type Ledger struct {
	mu       sync.Mutex
	postings []Posting
	exports  int
	failed   error
}

// Post adds a line.
func (l *Ledger) Post(p Posting) {
	l.mu.Lock() // want run: blocked // over all paths it is told where the lock is kept
	defer l.mu.Unlock()
	l.postings = append(l.postings, p)
}

// Export writes the ledger out. It returns at once; the ledger can be used again when all is written.
func (l *Ledger) Export(to io.Writer) {
	l.mu.Lock()
	go l.export(to)
}

// export is called with the lock, and gives it back.
func (l *Ledger) export(to io.Writer) {
	for _, p := range l.postings {
		if _, err := fmt.Fprintf(to, "%s\t%d\n", p.Account, p.Amount); err != nil {
			l.failed = err
			return // want paths: lock-left // a run tells of the Lock that waits
		}
	}
	l.exports++
	l.mu.Unlock()
}
