package driver

import (
	"os"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"sync"
)

// freeRoom is how much garbage there may be, as long as less than that is in use. Beyond it the collector runs more
// often than by itself. By itself it waits until there is as much garbage as is in use.
const freeRoom = 400 << 20

// leastPercent is how much garbage there may always be, in percent of what is in use.
const leastPercent = 40

// paceGC lets the collector run more often the more memory is in use, unless the user says how often. It gives what
// undoes that. All paths of a large program take more than the program itself, so what there is at most is better
// bounded by a sum than by a factor.
func paceGC() (undo func()) {
	if os.Getenv("GOGC") != "" || os.Getenv("GOMEMLIMIT") != "" {
		return func() {}
	}
	p := &pace{old: debug.SetGCPercent(100), percent: 100}
	p.next()
	return p.stop
}

// pace is how often the collector runs.
type pace struct {
	mu           sync.Mutex
	old, percent int
	stopped      bool
}

// cycle is collected in each cycle of the collector.
type cycle struct{ of *pace }

// next sets the pace, and does so again after the next cycle.
func (p *pace) next() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.stopped {
		return
	}
	sample := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	metrics.Read(sample)
	if now := percentFor(sample[0].Value.Uint64()); now != p.percent {
		p.percent = now
		debug.SetGCPercent(now)
	}
	runtime.SetFinalizer(&cycle{p}, func(c *cycle) { c.of.next() })
}

func (p *pace) stop() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.stopped = true
	debug.SetGCPercent(p.old)
}

// percentFor is how much garbage there may be, in percent of what is in use.
func percentFor(used uint64) int {
	return int(max(leastPercent, min(100, freeRoom*100/max(used, 1))))
}

// muchMemory is how much there may be before what is not needed any more is given back.
const muchMemory = 1 << 30

// giveBack gives memory back that only the static side needed: now comes the compiler, which may need as much.
func giveBack() {
	var m runtime.MemStats
	if runtime.ReadMemStats(&m); m.HeapSys-m.HeapReleased > muchMemory {
		debug.FreeOSMemory()
	}
}

// roomOfGC is how much memory may be used before the collector runs while a run is watched.
const roomOfGC = 256 << 20

// watchedGC lets the collector run less often, unless the user says how often, and gives what undoes it. Most of what
// it would look at is the program, which does not change.
func watchedGC() (undo func()) {
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	if os.Getenv("GOGC") != "" || m.HeapAlloc >= roomOfGC {
		return func() {}
	}
	old := debug.SetGCPercent(int(min(400, roomOfGC*100/m.HeapAlloc)))
	return func() { debug.SetGCPercent(old) }
}
