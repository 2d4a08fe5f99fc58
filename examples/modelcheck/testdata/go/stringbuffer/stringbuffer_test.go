package stringbuffer

import (
	"sync"
	"testing"
)

func Test(*testing.T) {
	first, second := newBuffer(8), newBuffer(8)
	first.push('a')
	second.push('b')
	second.push('c')
	go first.append(second)
	go second.edit()
	first.charAt(0)
}

// TestAppend fails where append finds fewer characters than it was told of.
func TestAppend(t *testing.T) {
	first, second := newBuffer(8), newBuffer(8)
	second.push('b')
	second.push('c')
	appended := false
	var wg sync.WaitGroup
	wg.Go(func() { appended = first.append(second) })
	wg.Go(second.deleteLast)
	wg.Wait()
	if !appended {
		t.Error("the argument has fewer characters than append was told of")
	}
}
