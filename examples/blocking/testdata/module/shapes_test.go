package shapes

import (
	"testing"
	"time"
)

func TestShapes(t *testing.T) {
	if Sizes(false) != nil || Sizes(true) == nil || Asked() != 1 {
		t.Error("wrong")
	}
	<-Answers()
	started := make(chan bool)
	Serve(started)
	<-started
	go Kept(make(chan int))
	go Either(make(chan int), make(chan int))
	go Both(make(chan int, 1), make(chan int, 1))
	slow := make(chan int, 2)
	slow <- 2
	slow <- 2
	Known(slow)
	for range 20 { // until the other case is taken
		select {
		case slow <- 2:
		default:
		}
		if Forgotten(slow) == 2 {
			break
		}
	}
	time.Sleep(10 * time.Millisecond)
}
