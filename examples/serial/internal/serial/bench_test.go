package serial_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/ir/irgen"
	"github.com/seed38182bad/parallax/examples/serial/internal/serial"
)

// A step is an event of a made-up trace.
type step struct {
	kind   envs.Kind // Call and Return are begin and end
	thread int32
	obj    int32
}

// load says what a made-up trace is like.
type load struct {
	name          string
	threads, vars int
	nested        int  // locks that a transaction takes, at most
	accesses      int  // in a transaction
	unary         int  // accesses outside of transactions, at most, between two of these
	few           bool // only the first thread has transactions
	long          bool // all that the first thread does is one transaction
	split         bool // locks are given back before others are taken
}

// steps makes a trace of about n events at whose end all transactions are over. Each variable has a lock.
func (l load) steps(n int) []step {
	draw := irgen.Seeded(1)
	var out []step
	if l.long {
		out = append(out, step{kind: envs.Call})
	}
	todo := make([][]step, l.threads)
	owner := make([]int, l.vars)
	for live := l.threads; live > 0; {
		t := draw("thread", l.threads)
		for range 1 + draw("turn", 12) {
			if len(todo[t]) == 0 {
				if len(out) >= n {
					break
				}
				todo[t] = l.part(draw, t)
			}
			s := todo[t][0]
			if s.kind == envs.Acquire && owner[s.obj] != 0 {
				break
			}
			switch s.kind {
			case envs.Acquire:
				owner[s.obj] = 1
			case envs.Release:
				owner[s.obj] = 0
			}
			out = append(out, s)
			todo[t] = todo[t][1:]
		}
		if live = 0; len(out) < n {
			live = 1
		}
		for _, left := range todo {
			if len(left) > 0 {
				live++
			}
		}
	}
	return out
}

// part is what a thread does in a transaction and after it.
func (l load) part(draw irgen.Draw, t int) (part []step) {
	add := func(k envs.Kind, obj int) { part = append(part, step{k, int32(t), int32(obj)}) }
	access := func(v int) { add([]envs.Kind{envs.Load, envs.Load, envs.Store}[draw("write", 3)], v) }
	whole := t > 0 && !l.few || t == 0 && !l.long
	if whole {
		add(envs.Call, 0)
	}
	first := draw("first", l.vars)
	last := min(first+draw("nested", l.nested), l.vars-1)
	for v := first; v <= last; v++ {
		add(envs.Acquire, v)
		for range l.accesses {
			access(v)
		}
		if l.split {
			add(envs.Release, v)
		}
	}
	for v := last; v >= first && !l.split; v-- {
		add(envs.Release, v)
	}
	if whole {
		add(envs.Return, 0)
	}
	for range draw("unary", l.unary+1) {
		v := draw("variable", l.vars)
		add(envs.Acquire, v)
		access(v)
		add(envs.Release, v)
	}
	return part
}

var loads = []load{
	{name: "two-phase", threads: 8, vars: 64, nested: 3, accesses: 3, unary: 2},
	{name: "many-threads", threads: 60, vars: 256, nested: 3, accesses: 3, unary: 2},
	{name: "contended", threads: 8, vars: 4, nested: 1, accesses: 2, unary: 1},
	{name: "one-long", threads: 8, vars: 64, nested: 2, accesses: 3, unary: 2, long: true},
	{name: "not-serializable", threads: 8, vars: 16, nested: 3, accesses: 2, unary: 1, split: true},
	{name: "few-transactions", threads: 8, vars: 64, nested: 1, accesses: 1, unary: 8, few: true},
}

// BenchmarkHistory tells how many million events a second the History takes in.
func BenchmarkHistory(b *testing.B) {
	for _, l := range loads {
		steps := l.steps(100_000)
		for _, times := range []int{1, 10, 100} {
			b.Run(fmt.Sprintf("%s/1e%d", l.name, 5+len(fmt.Sprint(times))-1), func(b *testing.B) {
				b.ReportAllocs()
				events, cycles := 0, 0
				start := time.Now()
				for range b.N {
					h := serial.New(func(c *serial.Cycle) { cycles++ })
					in := make([]serial.Transaction, l.threads)
					next := int64(0)
					for range times {
						for i := range steps {
							take(h, &steps[i], int32(i), in, &next)
						}
					}
					events += times * len(steps)
				}
				b.ReportMetric(float64(events)/1e6/time.Since(start).Seconds(), "Mevents/s")
				b.ReportMetric(float64(cycles)/float64(b.N), "cycles")
			})
		}
	}
}

func take(h *serial.History, s *step, i int32, in []serial.Transaction, next *int64) {
	id := envs.Thread(s.thread + 1)
	switch s.kind {
	case envs.Call:
		*next++
		in[s.thread] = serial.Transaction{ID: *next}
		return
	case envs.Return:
		in[s.thread] = serial.Transaction{}
		h.Leave(id)
		return
	}
	a := h.At(serial.Event{Thread: id, At: envs.At(0, i), In: in[s.thread]})
	switch s.kind {
	case envs.Load:
		a.Read(envs.Variable(s.obj + 1))
	case envs.Store:
		a.Write(envs.Variable(s.obj + 1))
	case envs.Acquire:
		a.Acquire(envs.Lock(s.obj+1), false)
	case envs.Release:
		a.Release(envs.Lock(s.obj+1), false)
	}
}
