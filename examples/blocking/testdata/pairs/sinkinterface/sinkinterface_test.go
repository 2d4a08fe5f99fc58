package sinkinterface

import (
	"testing"
	"time"
)

func TestRun(t *testing.T) {
	live, sum := NewLive(), new(Sum)
	ran := make(chan bool)
	go func() {
		Run("harbor", []int{3, 5, 4, 6}, sum, live)
		close(ran)
	}()
	if m := live.First(5); m.Value != 5 {
		t.Error(m)
	}
	select {
	case <-ran:
		if sum.Total != 18 {
			t.Error(sum.Total)
		}
	case <-time.After(20 * time.Millisecond):
		t.Log("it takes long to run")
	}
}
