package fixed

import (
	"strings"
	"testing"
	"time"
)

func TestServe(t *testing.T) {
	s := New()
	if answer := s.Serve(Request{"/set", "4"}); answer != "200 1" {
		t.Error(answer)
	}
	if answer := s.Serve(Request{"/set", "four"}); !strings.HasPrefix(answer, "500 ") {
		t.Error(answer)
	}
	answers := make(chan string, 1)
	go func() { answers <- s.Serve(Request{"/set", "5"}) }()
	select {
	case answer := <-answers:
		if answer != "200 1" {
			t.Error(answer)
		}
	case <-time.After(20 * time.Millisecond):
		t.Log("no answer in time")
	}
}
