package clock

import "fmt"

// The bounds of epochs.
const (
	// MaxThreads is the number of threads that can be told apart.
	MaxThreads = 1 << 24
	// MaxTime is the greatest time of a thread.
	MaxTime = 1<<40 - 1
)

// Epoch is a step of a thread. The zero Epoch is before all steps, and in every vector.
type Epoch uint64 // the time, and above it the thread

// At returns the epoch of a thread at a time, or an error if one of them is out of range.
func At(thread int, time uint64) (Epoch, error) {
	switch {
	case thread < 0 || thread >= MaxThreads:
		return 0, fmt.Errorf("thread %d has no epochs: want a number from 0 to %d", thread, MaxThreads-1)
	case time > MaxTime:
		return 0, fmt.Errorf("time %d of thread %d is too large: want at most %d", time, thread, uint64(MaxTime))
	}
	return Epoch(uint64(thread)<<40 | time), nil
}

// Thread is the thread of the step.
func (e Epoch) Thread() int { return int(e >> 40) }

// Time is the number of the step in its thread, from 1 on; 0 before the first.
func (e Epoch) Time() uint64 { return uint64(e & MaxTime) }

// String is time and thread, such as 3@0.
func (e Epoch) String() string { return fmt.Sprintf("%d@%d", e.Time(), e.Thread()) }
