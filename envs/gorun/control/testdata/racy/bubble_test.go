package racy

import (
	"testing"
	"testing/synctest"
	"time"
)

// TestInBubble is TestSlept, TestAfter and TestAfterFunc in one.
func TestInBubble(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		n, m, k := new(int), new(int), new(int)
		go func() { *n, *m = 1, 1 }()
		time.AfterFunc(time.Second, func() { *k = 1 })
		time.Sleep(2 * time.Second)
		*n = 2
		<-time.After(time.Second)
		*m = 2
		*k = 2
	})
}

// TestResetInBubble has a timer that is set after a write end a wait.
func TestResetInBubble(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		n, timer, done := 0, time.NewTimer(time.Hour), make(chan bool)
		go func() {
			<-timer.C
			n++
			close(done)
		}()
		time.Sleep(time.Second)
		n = 1
		timer.Reset(time.Second)
		<-done
		n++
		time.AfterFunc(time.Second, func() { n++ })
		time.Sleep(2 * time.Second)
		synctest.Wait()
		n++
	})
}
