// Package rounds tries out batches in rounds. One group serves all rounds, and a watcher may still wait for the
// last one.
package rounds

import (
	"fmt"
	"sync"
	"time"
)

// A Trial is one of a batch.
type Trial struct{ Number, Score int }

// A Lab tries out batches.
type Lab struct {
	running sync.WaitGroup
	mu      sync.Mutex
	best    Trial
	log     []string
}

func (l *Lab) try(t Trial) {
	time.Sleep(time.Millisecond)
	l.mu.Lock()
	defer l.mu.Unlock()
	if t.Score > l.best.Score {
		l.best = t
	}
}

func (l *Lab) watch(round int) {
	l.running.Wait()
	l.mu.Lock()
	defer l.mu.Unlock()
	l.log = append(l.log, fmt.Sprintf("round %d is over", round))
}

// Rounds tries out a batch after the other. The log is written beside.
func (l *Lab) Rounds(batches ...[]Trial) Trial {
	for round, batch := range batches {
		l.running.Add(len(batch)) // want group-reuse
		go l.watch(round)
		for _, t := range batch {
			go func() {
				defer l.running.Done()
				l.try(t)
			}()
		}
		l.running.Wait()
		time.Sleep(2 * time.Millisecond) // let the machine cool down
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.best
}
