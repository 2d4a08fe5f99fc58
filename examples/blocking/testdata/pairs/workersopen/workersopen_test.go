package workersopen

import (
	"testing"
	"time"
)

func TestScale(t *testing.T) {
	p := &Pool{workers: 2}
	if n, err := p.Scale(2, []Picture{{"sea", 4, 4}, {"sky", 8, 8}}); n != 20 || err != nil {
		t.Error(n, err)
	}
	if _, err := p.Scale(2, []Picture{{"sea", 4, 4}, {"void", 0, 8}}); err == nil {
		t.Error("nothing was scaled")
	}
	time.Sleep(10 * time.Millisecond)
}
