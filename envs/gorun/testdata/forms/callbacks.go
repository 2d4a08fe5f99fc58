package forms

import (
	"slices"
	"strings"
)

// Which of several calls of unknown code calls back shows in what is stale.
var reopen func()

func (p *plain) reopens() {
	p.mu.Unlock()
	p.mu.Lock()
}

func (p *plain) calledBackAfter() {
	p.mu.Lock()
	n := p.n
	_ = strings.Repeat("a", 3)
	p.n = n + 1
	reopen()
	p.mu.Unlock()
}

func (p *plain) calledBackBetween() {
	p.mu.Lock()
	_ = strings.Repeat("a", 3)
	n := p.n
	reopen()
	p.n = n // stale
	p.mu.Unlock()
}

// A call that calls back often may be the first in a block, so that control comes back to
// where the block begins.
func (p *plain) calledBackFirst(list []int, down bool) {
	p.mu.Lock()
	if down {
		slices.SortFunc(list, func(a, b int) int { return b - a })
	} else {
		slices.SortFunc(list, func(a, b int) int { return a - b })
		for range list {
			p.n++
		}
	}
	p.mu.Unlock()
}
