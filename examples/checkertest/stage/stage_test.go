package stage

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

func TestWaitsForSteps(t *testing.T) {
	s := New(t)
	ended := make(chan int)
	x := make(chan int, 1)
	x <- 1
	go func() {
		s.Wait(1)
		x <- <-x * 10
		s.Done()
		ended <- 0
	}()
	x <- <-x + 1
	s.Done()
	s.Wait(2)
	require.Equal(t, 20, <-x)
	<-ended
}

func TestTryWaitsForAMoment(t *testing.T) {
	s := New(t)
	s.Done()
	s.Wait(1)
	begin := time.Now()
	s.Try(2)
	require.GreaterOrEqual(t, time.Since(begin), moment)
}

func TestWaitPanicsForWhatIsNotPossible(t *testing.T) {
	s := New(t)
	s.limit = time.Millisecond
	s.Done()
	require.PanicsWithValue(t, "stage: 1 of 2 steps are done after 1ms: this schedule is not possible",
		func() { s.Wait(2) })
}
