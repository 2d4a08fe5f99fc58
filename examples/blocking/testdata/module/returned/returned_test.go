package returned

import (
	"testing"
	"time"
)

func TestReturned(t *testing.T) {
	if Above(10) != 12 || Sum(4) != 6 {
		t.Error("wrong")
	}
	Copy(nil, func(string) {})
	if Restarts(3) != 4 {
		t.Error("wrong")
	}
	if Dial(-1) || !Dial(1) || Find(3) != 3 || Subtest(t) != "done" || Wanted() != 1 {
		t.Error("wrong")
	}
	time.Sleep(10 * time.Millisecond)
}
