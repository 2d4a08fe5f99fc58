package capinterval

import (
	"testing"
	"time"
)

func TestProbe(t *testing.T) {
	if all := Probe(30*time.Millisecond, Host{"near", 0}, Host{"next", 0}); len(all) != 2 {
		t.Error(all)
	}
	far := Host{"far", 10 * time.Millisecond}
	if all := Probe(time.Millisecond, far); len(all) != 0 {
		t.Error(all)
	}
	time.Sleep(20 * time.Millisecond)
}
