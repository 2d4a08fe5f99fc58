package served

import "testing"

// What waits for good in some schedule is not executed here. The rest is.
func TestServed(t *testing.T) {
	s := start()
	if s.Get() != 2 {
		t.Error("no reply")
	}
	s.Stop()
	f := startForgetful()
	if f.Get(1) != "small" {
		t.Error("no reply")
	}
	f.Stop()
	g := newGate()
	go g.Open()
	g.Pass()
	if Box() != 1 || Stages([]string{"a", "bc"}) != 3 || Few() != 0 || (&lazy{inner: &lazy{}}).Get() != 1 {
		t.Error("wrong")
	}
	asks := &table{map[int]chan int{}}
	asks.Tell(2, 3)
	if New() == nil || newBell() == nil || newTwo() == nil || newFeed() == nil || UseQueue() != 1 {
		t.Error("wrong")
	}
}
