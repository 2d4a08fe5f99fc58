package under

import (
	"sync"
	"testing"
)

func TestTwo(t *testing.T) {
	s := &store{values: map[string]int{}, sets: make(chan string, 1)}
	var both sync.WaitGroup
	got := make([]int, 2)
	for i := range got {
		both.Go(func() {
			for range 30 * i { // the second one comes later
				s.made.Add(1)
			}
			got[i] = s.get("a")
		})
	}
	both.Wait()
	<-s.sets
	if got[0] != got[1] {
		t.Errorf("a is %d, and %d", got[0], got[1])
	}
}

func TestOne(t *testing.T) {
	s := &store{values: map[string]int{}}
	if s.get("a") != s.get("a") {
		t.Error("a has two values")
	}
}

func TestMap(t *testing.T) {
	var sum total
	var both sync.WaitGroup
	for range 2 {
		both.Go(func() { sum.add("a") })
	}
	both.Wait()
	if v, _ := sum.by.Load("a"); v != 2 {
		t.Errorf("a is %d", v)
	}
}

func TestParts(t *testing.T) {
	t.Run("right", func(*testing.T) {})
	t.Run("wrong", func(t *testing.T) { t.Error("wrong") })
}
