package driver

import (
	"fmt"
	"io"
	"os"
	"sync"
	"time"

	"golang.org/x/term"
)

// progress keeps one line on a terminal up to date; on anything else it is
// silent.
type progress struct {
	w     io.Writer // nil if not a terminal
	mu    sync.Mutex
	last  time.Time
	drawn bool
}

// interval is the time between two updates, so that progress costs nothing.
const interval = 100 * time.Millisecond

func newProgress(w io.Writer) *progress {
	if isTerminal(w) {
		return &progress{w: w}
	}
	return &progress{}
}

func (p *progress) show(what string) {
	if p.w == nil {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	now := time.Now()
	if now.Sub(p.last) < interval {
		return
	}
	p.last, p.drawn = now, true
	fmt.Fprintf(p.w, "\r\x1b[K%.78s", what)
}

func (p *progress) clear() {
	if p.drawn {
		fmt.Fprint(p.w, "\r\x1b[K")
		p.drawn = false
	}
}

// isTerminal reports whether a person looks at w.
func isTerminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}
