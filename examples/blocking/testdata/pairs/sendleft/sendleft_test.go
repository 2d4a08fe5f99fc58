package sendleft

import (
	"testing"
	"time"
)

func TestFirst(t *testing.T) {
	if First().mirror == "" {
		t.Error("no answer")
	}
	time.Sleep(10 * time.Millisecond)
}
