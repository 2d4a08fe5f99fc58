package ants_test

import (
	"testing"
	"time"

	"github.com/panjf2000/ants/v2"
)

// pool is a pool that has executed a task.
func pool(t *testing.T) *ants.Pool {
	p, err := ants.NewPool(1)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(p.Release)
	done := make(chan bool)
	if err := p.Submit(func() { close(done) }); err != nil {
		t.Fatal(err)
	}
	<-done
	return p
}

// Reboot writes variables of the pool that the last worker still reads.
//
// A worker that ends leaves the count of running workers first (worker.go:51), and reads the variables once and allDone
// then (worker.go:52 and 53). ReleaseTimeout may find in between that no worker runs, and return. Reboot writes both
// (ants.go:499 and 500). The comment of Reboot says that there is no race after ReleaseTimeout.
func TestRebootRace(t *testing.T) {
	p := pool(t)
	if err := p.ReleaseTimeout(time.Second); err != nil {
		t.Skip(err)
	}
	p.Reboot()
}

// Reboot returns while a task is executed that was submitted before Release.
//
// The last worker may read once when Reboot has written it (see TestRebootRace). Then it closes the channel allDone of
// the pool that was just opened. So the next Reboot does not wait for workers (ants.go:477).
func TestRebootWaits(t *testing.T) {
	p := pool(t)
	if err := p.ReleaseTimeout(time.Second); err != nil {
		t.Skip(err)
	}
	p.Reboot()
	started, finish := make(chan bool), make(chan bool)
	if err := p.Submit(func() { close(started); <-finish }); err != nil {
		t.Fatal(err)
	}
	<-started
	p.Release()
	time.AfterFunc(time.Second, func() { close(finish) })
	p.Reboot()
	select {
	case <-finish:
	default:
		t.Error("Reboot has returned while a task was executed that was submitted before Release")
	}
}

// Submit waits for good though the pool is empty.
//
// Submit finds the pool full, with the lock held (ants.go:524), and waits then (ants.go:539). A worker whose task
// panics leaves the count and signals without the lock (worker.go:51 and 65). If it does both in between, nobody is
// woken. The purge of idle workers wakes Submit a second later, unless that is disabled.
func TestSignalIsLost(t *testing.T) {
	p, err := ants.NewPool(1, ants.WithDisablePurge(true), ants.WithPanicHandler(func(any) {}))
	if err != nil {
		t.Fatal(err)
	}
	defer p.Release()
	if err := p.Submit(func() { panic("task") }); err != nil {
		t.Fatal(err)
	}
	done := make(chan bool)
	go func() { _ = p.Submit(func() { close(done) }) }()
	select {
	case <-done:
	case <-time.After(time.Second):
		t.Errorf("the second task is not executed: %d run, %d wait", p.Running(), p.Waiting())
	}
}
