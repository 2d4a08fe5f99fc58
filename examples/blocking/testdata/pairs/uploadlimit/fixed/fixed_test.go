package fixed

import (
	"errors"
	"testing"
	"time"
)

func TestUpload(t *testing.T) {
	u := New(2, 100)
	for _, f := range []Upload{{"film", 900}, {"song", 90}, {"map", 101}} {
		if err := u.Upload(f); (f.Size > 100) != errors.Is(err, ErrLarge) {
			t.Error(f, err)
		}
	}
	uploaded := make(chan error, 1)
	go func() { uploaded <- u.Upload(Upload{"note", 1}) }()
	select {
	case err := <-uploaded:
		if err != nil || u.total.Load() != 91 {
			t.Error(err, u.total.Load())
		}
	case <-time.After(20 * time.Millisecond):
		t.Log("no slot in time")
	}
}
