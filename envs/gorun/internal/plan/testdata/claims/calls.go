package main

import (
	"sync"
	"sync/atomic"
	"unsafe"
)

func calls(round int) {
	fresh := func() *box { return &box{items: []int{1, 2, 3, 4}, n: round, next: &box{n: 7}} }
	use(throughCall(fresh()), throughClosure(fresh()), captured(round), deferred(fresh()))
	use(recovered(fresh()))
	use(throughInterface(fresh(), fresh()), throughValue(fresh(), (*box).get), throughMethodValue(fresh()))
	use(deferredClear([]int{1, 2}), viaDefer([]int{1, 2}), recursive(fresh(), 3), goroutines(fresh()), locked(fresh()),
		channels(fresh()))
	use(atomics(), once(), overFunc(fresh()), bodyWrites(fresh()), mapped(fresh()), unsafely(round), overlaid(round),
		variadic(1, 2, 3), inClosure(round)())
	use(sends(fresh()), receives(fresh()), selectsSend(fresh()), waits(fresh()), returns(fresh()), stored(fresh()))
}

func increment(b *box)       { b.n++ }
func replace(b *box)         { *b = box{n: b.n + 1, items: []int{9}} }
func setItem(s []int, i int) { s[i]++ }
func setInt(p *int)          { *p++ }
func setFirst(b *box)        { b.items[0]++ }
func untouched(b *box) int   { return b.n + len(b.items) }

func throughCall(b *box) int {
	x := b.n
	increment(b)
	y := b.n
	replace(b)
	z := b.n + len(b.items)
	setInt(&b.n)
	w := b.items[0]
	setItem(b.items, 0)
	v := b.items[0]
	setFirst(b)
	untouched(b)
	return x + y + z + w + v + b.items[0] + b.n
}

func throughClosure(b *box) int {
	x := b.n
	f := func() { b.n++; b = &box{n: b.n} }
	f()
	y := b.n
	g := opaque(f)
	g()
	return x + y + b.n
}

func captured(n int) int {
	x, s := n, []int{1, 2}
	f := func() { x++; s = append(s, x); s[0] = x }
	y := x + len(s)
	f()
	z := x + len(s) + s[0]
	func() { x *= 3; s = nil }()
	return y + z + x + len(s)
}

func deferred(b *box) (n int) {
	defer func() { n += b.n; b.n++ }()
	defer increment(b)
	n = b.n
	b.n = 3
	return n + b.n
}

func recovered(b *box) (n int, err any) {
	defer func() {
		err = recover()
		n = b.n
	}()
	b.n = 4
	n = b.n
	b.items[b.n+20] = 1
	return b.n, nil
}

func throughInterface(a, b getter) int {
	x := a.(*box).n
	b.get()
	a.get()
	return x + a.(*box).n
}

func throughValue(b *box, f func(*box) int) int {
	x := b.n
	f(b)
	return x + b.n
}

func throughMethodValue(b *box) int {
	f := b.get
	x := b.n
	f()
	return x + b.n
}

func defersClear(s []int) { defer clear(s) }

func deferredClear(s []int) int {
	x := s[0]
	defersClear(s)
	return x + s[0]
}

func copies(s, t []int) { defer copy(s, t) }

func viaDefer(s []int) int {
	x := s[0]
	copies(s, s[1:])
	return x + s[0]
}

func recursive(b *box, n int) int {
	x := b.n
	if n > 0 {
		recursive(b, n-1)
	}
	y := b.n
	b.n = y + 1
	return x + b.n
}

func goroutines(b *box) int {
	x := b.n
	done := make(chan bool)
	go func() {
		b.n++
		done <- true
	}()
	<-done
	return x + b.n
}

type guarded struct {
	sync.Mutex
	box
}

func locked(b *box) int {
	g := &guarded{box: *b}
	var wg sync.WaitGroup
	for range 3 {
		wg.Go(func() {
			for range 50 {
				g.Lock()
				x := g.n
				g.n = x + 1
				g.items = append(g.items, g.n)
				g.Unlock()
				g.Lock()
				use(g.n, len(g.items))
				g.Unlock()
			}
		})
	}
	wg.Wait()
	return g.n + len(g.items)
}

func channels(b *box) int {
	in, out := make(chan *box), make(chan int, 1)
	go func() {
		for c := range in {
			c.n++
			out <- c.n
		}
		b.n = 99
		close(out)
	}()
	t := 0
	for range 3 {
		x := b.n
		in <- b
		y := <-out
		t += x + y + b.n
	}
	x := b.n
	close(in)
	for range out {
	}
	select {
	case v, ok := <-out:
		use(v, ok)
	default:
	}
	return t + x + b.n
}

// A send returns after what the receiver did before.
func sends(b *box) int {
	start, in := make(chan bool, 1), make(chan bool)
	go receiver(b, start, in)
	x := b.n
	start <- true
	in <- true
	return x + b.n
}

func receiver(b *box, start, in chan bool) {
	<-start
	b.n = 33
	<-in
}

func receives(b *box) int {
	out := make(chan bool)
	go func() {
		out <- true
		b.n = 44
		out <- true
	}()
	x := b.n
	<-out
	<-out
	return x + b.n
}

func selectsSend(b *box) int {
	start, in := make(chan bool, 1), make(chan bool)
	go receiver(b, start, in)
	x := b.n
	select {
	case start <- true:
	case <-make(chan int):
	}
	select {
	case in <- true:
	case <-make(chan int):
	}
	return x + b.n
}

type counters struct {
	n int32
	p atomic.Int64
	q *box
}

func atomics() int {
	c := &counters{}
	x := c.n
	atomic.StoreInt32(&c.n, 5)
	y := c.n
	atomic.AddInt32(&c.n, 1)
	z := c.n
	c.p.Store(4)
	atomic.CompareAndSwapInt32(&c.n, 6, 7)
	q := c.q
	atomic.StorePointer((*unsafe.Pointer)(unsafe.Pointer(&c.q)), unsafe.Pointer(&box{n: 1}))
	use(q)
	return int(x+y+z+c.n) + c.q.n + int(c.p.Load())
}

func once() int {
	var o sync.Once
	x := 1
	y := x
	o.Do(func() { x = 2 })
	return x + y
}

func overFunc(b *box) int {
	each := func(yield func(int) bool) {
		for _, x := range b.items {
			b.n += x
			if !yield(x) {
				return
			}
		}
	}
	t := 0
	for x := range each {
		t += b.n + x
		b.n *= 2
		t += b.n
		if x == 3 {
			break
		}
	}
	return t + b.n
}

func (b *box) all(yield func(int, *box) bool) {
	for i := range b.items {
		x := b.n
		if !yield(i, b) {
			break
		}
		b.items[i] = x + b.n
	}
}

func bodyWrites(b *box) int {
	x := b.n
	n := 0
	for i, c := range b.all {
		c.n += i
		n += c.items[i]
		c.items[i]++
		n += c.items[i]
	}
	return x + b.n + n
}

func mapped(b *box) int {
	m := map[string]*box{"b": b}
	x := m["b"].n
	m["b"].n++
	y := b.n
	for _, c := range m {
		c.n++
		y += b.n
	}
	delete(m, "b")
	m["c"] = b
	clear(m)
	return x + y + b.n + len(m)
}

type wide struct {
	n int64
	m int64
}

func unsafely(n int) int64 {
	b := &wide{n: int64(n)}
	x := b.n
	*(*int64)(unsafe.Pointer(&b.n)) = 3
	y := b.n
	*(*int64)(unsafe.Add(unsafe.Pointer(b), unsafe.Offsetof(b.m))) = 4
	z := b.m
	*(*uint64)(unsafe.Pointer(&b.n)) = 5
	return x + y + z + b.n
}

type tagged struct {
	A int64 `json:"a"`
	B inner
}

type untagged struct {
	A int64
	B inner
}

type halves struct{ low, high int32 }

// Memory has another type for whoever converts pointers to it.
func overlaid(n int) int64 {
	t := &tagged{A: int64(n)}
	u := opaque((*untagged)(t))
	x := t.A
	u.A = x + 1
	y := t.A
	h := opaque((*halves)(unsafe.Pointer(&t.A)))
	z := t.A
	h.low = 7
	w := t.A
	s := unsafe.Slice(&t.A, 3)
	s[0] = 8
	v := t.A
	p := opaque((*[2]int32)(unsafe.Pointer(&t.A)))
	p[n&1] = 9
	r := t.A
	*u = untagged{A: r + 1}
	return x + y + z + w + v + r + t.A
}

func variadic(xs ...int) int {
	x := xs[0]
	xs = append(xs[:0], 9)
	return x + xs[0] + len(xs)
}

func inClosure(n int) func() int {
	b := &box{n: n}
	f := func() int { b.n++; return b.n }
	return func() int {
		x := b.n
		f()
		return x + b.n
	}
}

func waits(b *box) int {
	var mu sync.Mutex
	c := sync.NewCond(&mu)
	mu.Lock()
	x := b.n
	go func() {
		mu.Lock()
		b.n = 50
		mu.Unlock()
		c.Broadcast()
	}()
	for b.n != 50 {
		c.Wait()
	}
	mu.Unlock()
	return x + b.n
}

func results(b *box) (n int, s []int, err error) {
	b.n++
	return b.n, b.items, nil
}

func returns(b *box) int {
	n, s, err := results(b)
	if err != nil || s == nil {
		return 0
	}
	m, _, _ := results(b)
	return n + m + len(s)
}

type holder struct{ f func() }

func stored(b *box) int {
	h := &holder{f: func() { b.n++ }}
	x := b.n
	h.f()
	y := b.n
	h.f = func() { b.items = nil }
	z := len(b.items)
	h.f()
	return x + y + z + len(b.items)
}
