package fixed

import (
	"testing"
	"time"
)

func TestGet(t *testing.T) {
	if color := New("color=red\n").Get("color"); color != "red" {
		t.Error(color)
	}
	got := make(chan string, 1)
	go func() { got <- New("cache=~/cache\n").Get("cache") }()
	select {
	case cache := <-got:
		if cache != "/home/ada/cache" {
			t.Error(cache)
		}
	case <-time.After(20 * time.Millisecond):
		t.Log("no setting in time")
	}
}
