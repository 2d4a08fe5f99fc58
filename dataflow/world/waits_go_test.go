package world_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/envs"
)

// races are the accesses that each named one may race with. Lines of a source are named by
// comments, "// name: x y" saying which are expected.
func races(src string) (names map[int]string, want map[string]string) {
	names, want = map[int]string{}, map[string]string{}
	for i, line := range strings.Split(src, "\n") {
		if _, comment, ok := strings.Cut(line, "// "); ok {
			if name, rest, ok := strings.Cut(comment, ":"); ok {
				names[i+1], want[name] = name, strings.TrimSpace(rest)
			}
		}
	}
	return names, want
}

// requireRaces holds a Go program to its comments.
func requireRaces(t *testing.T, src string) {
	t.Helper()
	names, want := races(src)
	got := map[string]string{}
	for line, s := range goAnswers(t, src, func(env envs.Env, w *everything, op *envs.Op) string {
		if names[env.Program().Position(env.Point()).Line] == "" {
			return ""
		}
		if !op.Accesses() {
			return "."
		}
		list := []string{"."}
		for _, a := range w.MayRace() {
			if name := names[env.Program().Position(a.At).Line]; w.Excluded(a) == "" && name != "" &&
				!slices.Contains(list, name) {
				list = append(list, name)
			}
		}
		return strings.Join(list, " ")
	}) {
		var list []string
		for _, s := range strings.Fields(s) {
			if s != "." && s != "|" && !slices.Contains(list, s) {
				list = append(list, s)
			}
		}
		slices.Sort(list)
		got[names[line]] = strings.Join(list, " ")
	}
	delete(got, "")
	require.Equal(t, want, got)
}

// Who waits for a group knows that the threads have ended that it was told of, if there is
// no way in which it can have been told by another one.
func TestGroupsGo(t *testing.T) {
	requireRaces(t, `package main

import "sync"

var a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, u, v, w, x, y, z, aa, bb, cc, dd, ee int

var maybe bool

// A group that is announced to in the loop, and used twice.
func often() {
	var wg sync.WaitGroup
	for range 3 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			a++ // a.first: a.first
		}()
	}
	wg.Wait()
	a++ // a.between:
	for range 3 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			a++ // a.second: a.meanwhile a.second
		}()
		a++ // a.meanwhile: a.second
	}
	wg.Wait()
	a++ // a.after:
}

// What starts a thread by itself announces it, too.
func started() {
	var wg sync.WaitGroup
	wg.Go(func() {
		b++ // b.go: b.meanwhile
	})
	b++ // b.meanwhile: b.go
	wg.Wait()
	b++ // b.after:
}

func worker(wg *sync.WaitGroup) {
	defer wg.Done()
	c++ // c.worker: c.worker
}

// The group is handed to a function, and its pointer is a variable.
func handed() {
	wg := &sync.WaitGroup{}
	wg.Add(2)
	go worker(wg)
	go worker(wg)
	wg.Wait()
	c++ // c.after:
	wg.Add(1)
	go func() {
		d++ // d.thread:
		wg.Done()
	}()
	wg.Wait()
	d++ // d.after:
}

// How often is announced is not known; it is taken to be right.
func taken(n int) {
	var wg sync.WaitGroup
	wg.Add(n)
	for range n {
		go func() {
			defer func() {
				recover()
				wg.Done()
			}()
			e++ // e.thread: e.thread
		}()
	}
	wg.Wait()
	e++ // e.after:
}

// But not if threads may say nothing.
func silent(n int) {
	var wg sync.WaitGroup
	wg.Add(n)
	for range n {
		go func() {
			f++ // f.thread: f.after f.read f.thread
			if f > 3 { // f.read: f.after f.thread
				return
			}
			wg.Done()
		}()
	}
	wg.Wait()
	f++ // f.after: f.read f.thread
}

// If it is known, the wait would not end.
func stuck() {
	var wg sync.WaitGroup
	wg.Add(1)
	go func() {
		g++ // g.thread:
		if maybe {
			wg.Done()
		}
	}()
	wg.Wait()
	g++ // g.after:
}

func early() {
	var wg sync.WaitGroup
	wg.Add(1)
	go func() {
		wg.Done()
		h++ // h.thread: h.after
	}()
	wg.Wait()
	h++ // h.after: h.thread
}

// What was deferred before runs afterwards.
func deferred() {
	var wg sync.WaitGroup
	wg.Add(1)
	go func() {
		defer func() {
			i++ // i.thread: i.after
		}()
		defer wg.Done()
	}()
	wg.Wait()
	i++ // i.after: i.thread
}

func another() {
	var wg, other sync.WaitGroup
	wg.Add(1)
	go func() {
		defer wg.Done()
		j++ // j.thread: j.after
	}()
	other.Wait()
	j++ // j.after: j.thread
}

// One thread is waited for, whichever.
func tooFew() {
	var wg sync.WaitGroup
	wg.Add(1)
	for range 2 {
		go func() {
			k++ // k.thread: k.after k.thread
			wg.Done()
		}()
	}
	wg.Wait()
	k++ // k.after: k.thread
}

// The thread announces itself, perhaps when the wait is over.
func late() {
	var wg sync.WaitGroup
	go func() {
		wg.Add(1)
		defer wg.Done()
		l++ // l.thread: l.after
	}()
	wg.Wait()
	l++ // l.after: l.thread
}

func twice() {
	var wg sync.WaitGroup
	wg.Add(2)
	go func() {
		wg.Done()
		wg.Done()
	}()
	go func() {
		m++ // m.thread: m.after
		wg.Done()
	}()
	wg.Wait()
	m++ // m.after: m.thread
}

// The frame tells the group itself.
func itself() {
	var wg sync.WaitGroup
	wg.Add(1)
	go func() {
		n++ // n.thread: n.after
		wg.Done()
	}()
	wg.Done()
	wg.Wait()
	n++ // n.after: n.thread
}

var known *sync.WaitGroup

// Somebody else may tell the group.
func public() {
	var wg sync.WaitGroup
	wg.Add(1)
	known = &wg
	go func() {
		o++ // o.thread: o.after
		wg.Done()
	}()
	wg.Wait()
	o++ // o.after: o.thread
}

var later func()

func kept() {
	var wg sync.WaitGroup
	wg.Add(1)
	later = func() { wg.Done() }
	go func() {
		dd++ // dd.thread: dd.after
		wg.Done()
	}()
	later()
	wg.Wait()
	dd++ // dd.after: dd.thread
}

// Another one that waits changes nothing.
func both() {
	var wg sync.WaitGroup
	wg.Add(1)
	go func() {
		p++ // p.thread: p.other
		wg.Done()
	}()
	go func() {
		wg.Wait()
		p++ // p.other: p.after p.thread
	}()
	wg.Wait()
	p++ // p.after: p.other
}

// Only one of the paths waits.
func perhaps() {
	var wg sync.WaitGroup
	wg.Add(1)
	go func() {
		q++ // q.thread: q.after
		wg.Done()
	}()
	if maybe {
		wg.Wait()
		q++ // q.waited:
	}
	q++ // q.after: q.thread
}

// What is waited for later is not over yet.
func loops() {
	var wg sync.WaitGroup
	for range 3 {
		wg.Wait()
		r++ // r.inside:
		for range 3 {
			wg.Add(1)
			go func() {
				r++ // r.thread: r.meanwhile r.thread
				wg.Done()
			}()
		}
		r++ // r.meanwhile: r.thread
	}
}

// Each round has a group of its own; the last one is not waited for.
func rounds() {
	for range 3 {
		var wg sync.WaitGroup
		wg.Add(1)
		go func() {
			s++ // s.thread: s.after s.thread s.waited
			wg.Done()
		}()
		if maybe {
			wg.Wait()
			s++ // s.waited: s.thread
		}
		s++ // s.after: s.thread
	}
}

// A thread that is waited for in each round runs beside none of its kind.
func turns() {
	for range 3 {
		var wg sync.WaitGroup
		wg.Add(1)
		go func() {
			u++ // u.thread:
			wg.Done()
		}()
		wg.Wait()
		u++ // u.after:
	}
}

// A function is called again. What its first call started may still run.
func again(wait bool) {
	var wg sync.WaitGroup
	wg.Add(1)
	go func() {
		v++ // v.thread: v.after v.thread
		wg.Done()
	}()
	if wait {
		wg.Wait()
		v++ // v.after: v.thread
	}
}

// What a thread starts is not waited for with it.
func grandchild() {
	var wg sync.WaitGroup
	wg.Go(func() {
		go func() {
			w++ // w.thread: w.after
		}()
	})
	wg.Wait()
	w++ // w.after: w.thread
}

// Threads that start threads of their own kind.
func recursive(depth int) {
	var wg sync.WaitGroup
	for range 2 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			x++ // x.thread: x.after x.thread
			if depth > 0 {
				recursive(depth - 1)
			}
		}()
	}
	wg.Wait()
	x++ // x.after: x.after x.thread
}

// Of a method value it is not seen what it starts.
func values(f func(func())) {
	var wg sync.WaitGroup
	start := wg.Go
	start(func() {
		y++ // y.thread: y.after y.thread
	})
	f(wg.Done)
	wg.Wait()
	y++ // y.after: y.thread
}

func call(f func()) { f() }

// The frame hands on a group that it was handed, which its caller waits for.
func nested(outer *sync.WaitGroup, depth int) {
	var wg sync.WaitGroup
	wg.Add(1)
	go func() {
		z++ // z.thread: z.after z.thread
		outer.Done()
	}()
	if depth > 0 {
		nested(&wg, depth-1)
	}
	wg.Wait()
	z++ // z.after: z.thread
}

// Who calls a function that waits has other threads than that function.
func outer() {
	var wg sync.WaitGroup
	wg.Add(1)
	go func() {
		aa++ // aa.thread: aa.inner
		wg.Done()
	}()
	inner()
	wg.Wait()
	aa++ // aa.after:
}

func inner() {
	var wg sync.WaitGroup
	wg.Go(func() {
		bb++ // bb.thread:
	})
	wg.Wait()
	bb++ // bb.after:
	aa++ // aa.inner: aa.thread
}

// Each of several threads has waited for its own ones only.
func crowd() {
	for range 2 {
		go func() {
			var wg sync.WaitGroup
			wg.Go(func() {
				cc++ // cc.thread: cc.after cc.thread
			})
			wg.Wait()
			cc++ // cc.after: cc.after cc.thread
		}()
	}
}

func main() {
	outer()
	often()
	started()
	handed()
	taken(3)
	silent(3)
	stuck()
	early()
	deferred()
	another()
	tooFew()
	late()
	twice()
	itself()
	public()
	both()
	perhaps()
	loops()
	rounds()
	turns()
	again(false)
	again(true)
	grandchild()
	recursive(3)
	values(call)
	crowd()
	var wg sync.WaitGroup
	nested(&wg, 2)
	kept()
}
`)
}

// Who receives from a channel of its own knows that the one thread has ended that may have
// sent, or closed the channel.
func TestChannelsGo(t *testing.T) {
	requireRaces(t, `package main

var a, b, c, d, e, f, g, h, i, j, k, l, m int

func closed() {
	done := make(chan struct{})
	go func() {
		defer close(done)
		a++ // a.thread: a.meanwhile
	}()
	a++ // a.meanwhile: a.thread
	<-done
	a++ // a.after:
}

func send(result chan<- int) {
	b++ // b.thread:
	result <- 1
}

func sent() {
	result := make(chan int, 1)
	go send(result)
	b += <-result // b.after:
	go send(result)
	_, ok := <-result
	if ok {
		b++ // b.second:
	}
}

// A buffer holds what another one has sent.
func several() {
	results := make(chan int, 2)
	for range 2 {
		go func() {
			c++ // c.thread: c.after c.between c.thread
			results <- 1
		}()
	}
	<-results
	c++ // c.between: c.thread
	<-results
	c++ // c.after: c.thread
}

// A channel stays closed.
func reused() {
	done := make(chan struct{})
	go func() {
		d++ // d.first:
		close(done)
	}()
	<-done
	d++ // d.between:
	go func() {
		d++ // d.second: d.after
		recover()
		close(done)
	}()
	<-done
	d++ // d.after: d.second
}

// Only one of the cases has received it. Which one was chosen is not followed.
func selected(other chan int) {
	done := make(chan struct{})
	go func() {
		defer close(done)
		e++ // e.thread: e.after e.done e.other
	}()
	select {
	case <-done:
		e++ // e.done: e.thread
	case <-other:
		e++ // e.other: e.thread
	}
	e++ // e.after: e.thread
}

func early() {
	done := make(chan bool)
	go func() {
		done <- true
		f++ // f.thread: f.after
	}()
	<-done
	f++ // f.after: f.thread
}

// The variable holds another channel for the second thread.
func variable() {
	var done chan bool
	for range 2 {
		done = make(chan bool, 2)
		go func() {
			g++ // g.thread: g.after g.thread
			done <- true
		}()
	}
	<-done
	g++ // g.after: g.thread
}

// A thread of the first round may tell the channel of the second one.
func exchanged() {
	var done chan bool
	for round := range 2 {
		done = make(chan bool, 2)
		if round == 0 {
			go func() {
				done <- true
			}()
		} else {
			go func() {
				m++ // m.thread: m.after m.thread
				done <- true
			}()
			<-done
			m++ // m.after: m.thread
		}
	}
}

func itself() {
	done := make(chan bool, 1)
	go func() {
		h++ // h.thread: h.after
		done <- true
	}()
	done <- false
	<-done
	h++ // h.after: h.thread
}

// More than one value comes, before the thread is done.
func values() {
	numbers := make(chan int)
	go func() {
		for n := range 10 {
			i++ // i.thread: i.after
			numbers <- n
		}
		close(numbers)
	}()
	<-numbers
	i++ // i.after: i.thread
}

type server struct {
	done chan struct{}
}

// Somebody else may close it.
func field(s *server) {
	done := make(chan struct{})
	s.done = done
	go func() {
		j++ // j.thread: j.after
		close(done)
	}()
	<-done
	j++ // j.after: j.thread
}

// Each round has a channel of its own.
func rounds() {
	for range 3 {
		done := make(chan struct{})
		go func() {
			k++ // k.thread:
			close(done)
		}()
		<-done
		k++ // k.after:
	}
}

func perhaps(ready bool) {
	done := make(chan struct{})
	go func() {
		l++ // l.thread: l.after
		close(done)
	}()
	if ready {
		<-done
	}
	l++ // l.after: l.thread
}

func main() {
	closed()
	sent()
	several()
	reused()
	selected(make(chan int))
	early()
	variable()
	itself()
	values()
	field(&server{})
	exchanged()
	rounds()
	perhaps(len(make([]int, 3)) > a)
}
`)
}
