package fixed

import (
	"testing"
	"time"
)

func TestAll(t *testing.T) {
	if documents, failures := new(Loader).All("doc:a", "doc:b"); len(documents) != 2 || len(failures) != 0 {
		t.Error(documents, failures)
	}
	failed := make(chan int, 1)
	go func() {
		_, failures := new(Loader).All("doc:a", "image:b")
		failed <- len(failures)
	}()
	select {
	case n := <-failed:
		if n != 1 {
			t.Error(n)
		}
	case <-time.After(20 * time.Millisecond):
		t.Log("the documents are not there in time")
	}
}
