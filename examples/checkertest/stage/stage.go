// Package stage lets tests of concurrent programs put the steps of goroutines in an
// order, so that a bad schedule comes about every time.
//
//	s := stage.New(t)
//	go func() {
//		account.Update(func(balance int) int {
//			s.Done()  // has read, and has not written
//			s.Wait(2) // until the deposit is made
//			return balance + 1
//		})
//	}()
//	s.Wait(1)
//	account.Deposit(10)
//	s.Done()
//
// It is for programs that Parallax watches. One that waits for a channel, a lock or an atomic
// variable orders what its goroutines do, and what is ordered is no race and cannot be
// interleaved. So the steps are kept where nothing of that sees them: in a file, as two
// processes would do it. The race detector of Go does not see them either.
//
// What goroutines do between two things that order them is recorded in any order (package
// gorun). Writing to a file counts as the beginning of such an order, which nobody here
// makes an end of, for nobody reads the file. So who has waited writes, too: what is done before a step
// is recorded before what is done by those who waited for it.
package stage

import (
	"fmt"
	"os"
	"path/filepath"
	"time"
)

// T is what a *testing.T is good for here.
type T interface {
	Helper()
	TempDir() string
	Cleanup(func())
	Fatalf(format string, args ...any)
}

// A Stage counts the steps that were done on it.
type Stage struct {
	steps *os.File // a byte for each
	waits *os.File // a byte for each that is over
	limit time.Duration
}

// New gives a stage on which no step is done.
func New(t T) *Stage {
	t.Helper()
	dir := t.TempDir()
	file := func(name string) *os.File {
		f, err := os.OpenFile(filepath.Join(dir, name), os.O_CREATE|os.O_WRONLY|os.O_APPEND, 0o600)
		if err != nil {
			t.Fatalf("stage: %v", err)
		}
		t.Cleanup(func() { f.Close() })
		return f
	}
	return &Stage{file("steps"), file("waits"), time.Minute}
}

// Done says that one more step is done.
func (s *Stage) Done() { note(s.steps) }

func note(f *os.File) {
	if _, err := f.Write([]byte{'.'}); err != nil {
		panic(fmt.Sprintf("stage: a step cannot be noted: %v", err))
	}
}

// Wait waits until n steps are done. It panics if they are not done within a minute: then the schedule is not possible.
func (s *Stage) Wait(n int) {
	defer note(s.waits)
	if done, ok := s.reach(n, s.limit); !ok {
		panic(fmt.Sprintf("stage: %d of %d steps are done after %v: this schedule is not possible", done, n, s.limit))
	}
}

// Try waits a moment for n steps that a correct program keeps from being done. What a slow machine does late must be
// waited for by Wait.
func (s *Stage) Try(n int) {
	defer note(s.waits)
	s.reach(n, moment)
}

const moment = 20 * time.Millisecond

// reach waits until n steps are done, but no longer than limit. It returns how many are done, and whether that is
// enough.
func (s *Stage) reach(n int, limit time.Duration) (done int64, ok bool) {
	for begin := time.Now(); ; time.Sleep(100 * time.Microsecond) {
		late := time.Since(begin) >= limit // asked first: the steps may be done while this goroutine does not run
		steps, err := s.steps.Stat()
		if err != nil {
			panic(fmt.Sprintf("stage: the steps cannot be counted: %v", err))
		}
		if ok = steps.Size() >= int64(n); ok || late {
			return steps.Size(), ok
		}
	}
}
