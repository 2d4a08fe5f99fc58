package grouplimit

import (
	"testing"
	"time"
)

func TestSize(t *testing.T) {
	if size, err := Size(Folder{Size: 3}, 2); size != 3 || err != nil {
		t.Error(size, err)
	}
	deep := Folder{1, []Folder{{2, []Folder{{3, nil}}}}}
	sized := make(chan int64, 1)
	go func() {
		size, _ := Size(deep, 1)
		sized <- size
	}()
	select {
	case size := <-sized:
		if size != 6 {
			t.Error(size)
		}
	case <-time.After(20 * time.Millisecond):
		t.Log("no size in time")
	}
}
