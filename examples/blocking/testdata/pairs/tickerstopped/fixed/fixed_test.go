package fixed

import (
	"strings"
	"testing"
	"time"
)

func TestMeter(t *testing.T) {
	var out strings.Builder
	m := Start(&out, 5*time.Millisecond)
	m.Count("requests")
	time.Sleep(20 * time.Millisecond)
	m.Stop()
	time.Sleep(5 * time.Millisecond)
	m.mu.Lock()
	defer m.mu.Unlock()
	if out.String() != "requests 1\n" {
		t.Error(out.String())
	}
}
