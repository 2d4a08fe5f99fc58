package mergenil

import (
	"slices"
	"testing"
	"time"
)

func TestMerge(t *testing.T) {
	merged := make(chan []int, 1)
	go func() {
		merged <- Values(Merge(Stream("north", 1, 3), Stream("south", 2, 4)))
	}()
	select {
	case values := <-merged:
		if !slices.Equal(values, []int{1, 2, 3, 4}) {
			t.Error(values)
		}
	case <-time.After(20 * time.Millisecond):
		t.Log("the streams do not end in time")
	}
}
