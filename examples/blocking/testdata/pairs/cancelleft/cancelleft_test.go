package cancelleft

import (
	"testing"
	"time"
)

func TestDo(t *testing.T) {
	if err := Do(false); err != nil {
		t.Error(err)
	}
	if err := Do(true); err == nil {
		t.Error("it did not fail")
	}
	time.Sleep(10 * time.Millisecond)
}
