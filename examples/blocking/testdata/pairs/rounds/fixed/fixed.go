// Package fixed tries out batches in rounds. Each round has a group of its own.
package fixed

import (
	"fmt"
	"sync"
	"time"
)

// A Trial is one of a batch.
type Trial struct{ Number, Score int }

// A Lab tries out batches.
type Lab struct {
	mu   sync.Mutex
	best Trial
	log  []string
}

func (l *Lab) try(t Trial) {
	time.Sleep(time.Millisecond)
	l.mu.Lock()
	defer l.mu.Unlock()
	if t.Score > l.best.Score {
		l.best = t
	}
}

func (l *Lab) watch(round int, running *sync.WaitGroup) {
	running.Wait()
	l.mu.Lock()
	defer l.mu.Unlock()
	l.log = append(l.log, fmt.Sprintf("round %d is over", round))
}

// Rounds tries out a batch after the other. The log is written beside.
func (l *Lab) Rounds(batches ...[]Trial) Trial {
	for round, batch := range batches {
		var running sync.WaitGroup
		running.Add(len(batch))
		go l.watch(round, &running)
		for _, t := range batch {
			go func() {
				defer running.Done()
				l.try(t)
			}()
		}
		running.Wait()
		time.Sleep(2 * time.Millisecond) // let the machine cool down
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.best
}
