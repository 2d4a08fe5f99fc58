// Package idioms has shapes of correct programs, of which nothing is reported.
package idioms

import (
	"errors"
	"sync"
	"sync/atomic"
)

// Worker serves until the channel is closed, which is done after each job was sent by itself.
func Worker() (n int) {
	jobs, done := make(chan int), make(chan bool)
	go func() {
		for j := range jobs {
			n += j
		}
		close(done)
	}()
	jobs <- 1
	jobs <- 2
	close(jobs)
	<-done
	return n
}

// Quit ends a worker by a message.
func Quit() (n int) {
	jobs, quit := make(chan int), make(chan bool)
	go func() {
		for {
			select {
			case j := <-jobs:
				n += j
			case <-quit:
				return
			}
		}
	}()
	jobs <- 1
	quit <- true
	return n
}

// Closed ends a generator by a close.
func Closed() int {
	numbers, stop := make(chan int), make(chan bool)
	go func() {
		for i := 1; ; i++ {
			select {
			case numbers <- i:
			case <-stop:
				return
			}
		}
	}()
	n := <-numbers
	close(stop)
	return n
}

// Echo asks and is answered.
func Echo() int {
	in, out := make(chan int), make(chan int)
	go func() {
		for v := range in {
			out <- v
		}
	}()
	in <- 3
	n := <-out
	close(in)
	return n
}

// Either has a value or an error.
func Either(f func() (int, error)) (int, error) {
	values, failures := make(chan int), make(chan error)
	go func() {
		n, err := f()
		if err != nil {
			failures <- err
			return
		}
		values <- n
	}()
	select {
	case n := <-values:
		return n, nil
	case err := <-failures:
		return 0, err
	}
}

// Beside waits if it has started something.
func Beside(beside bool, count int) (n int) {
	done, more := make(chan int), make(chan int)
	if beside {
		go func() { done <- 1 }()
	}
	if count > 3 {
		go func() { more <- 2 }()
	}
	if beside {
		n += <-done
	}
	if count > 3 {
		n += <-more
	}
	return n
}

// Known waits if there is something to wait for.
func Known(beside bool) (n int) {
	started := false
	done := make(chan int)
	if beside {
		started = true
		go func() { done <- 1 }()
	}
	if started {
		n = <-done
	}
	return n
}

// Recovered sends in any case, and once.
func Recovered(f func()) error {
	done := make(chan error)
	go func() {
		defer func() {
			if r := recover(); r != nil {
				done <- errors.New("it panics")
			}
		}()
		f()
		done <- nil
	}()
	return <-done
}

// Twice starts as many as it waits for.
func Twice() int {
	c := make(chan int)
	for i := range 2 {
		go func() { c <- i }()
	}
	return <-c + <-c
}

// Ended closes beside.
func Ended() {
	c := make(chan int)
	go close(c)
	<-c
	<-c
}

// Boxed sends through an interface.
func Boxed() int {
	c := make(chan int)
	x := any(c)
	go func() { x.(chan int) <- 1 }()
	return <-c
}

type printer struct {
	output chan string
	print  func(string)
}

// newPrinter prints if there is an output, which others may set.
func newPrinter() *printer {
	p := &printer{}
	if p.output != nil {
		p.print = func(s string) { p.output <- s }
	}
	return p
}

type holder struct{ c chan int }

func fill(c *chan int) { *c = make(chan int, 1) }

func newHolder() *holder {
	h := &holder{}
	fill(&h.c)
	return h
}

// Held receives what was stored by way of a pointer.
func (h *holder) Held() int {
	h.c <- 1
	return <-h.c
}

// A Box may be empty. Whoever waits looks again.
type Box struct {
	mu    sync.Mutex
	some  *sync.Cond
	n     int
	calls int
}

// NewBox makes one.
func NewBox() *Box {
	b := &Box{}
	b.some = sync.NewCond(&b.mu)
	return b
}

// Put puts something in.
func (b *Box) Put() {
	b.mu.Lock()
	b.n++
	b.mu.Unlock()
	b.wake()
}

func (b *Box) wake() {
	b.calls++
	b.some.Signal()
}

func (b *Box) wait() {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.n == 0 {
		b.some.Wait()
	}
}

func (b *Box) take() bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.n == 0 {
		return false
	}
	b.n--
	return true
}

// Take waits until there is something.
func (b *Box) Take() {
	for {
		b.wait()
		if b.take() {
			return
		}
	}
}

type asked struct{ reply chan int }

type asker struct{ asks chan asked }

func startAsker() *asker {
	a := &asker{make(chan asked)}
	go func() {
		for q := range a.asks {
			if q.reply != nil {
				q.reply <- 1
			}
		}
	}()
	return a
}

// Ask asks, and Tell does not want to know.
func (a *asker) Ask() int {
	c := make(chan int)
	a.asks <- asked{c}
	return <-c
}

// Tell does.
func (a *asker) Tell() { a.asks <- asked{} }

// Stop ends it.
func (a *asker) Stop() { close(a.asks) }

type changer struct {
	asks    chan asked
	stopped chan bool
}

func startChanger() *changer {
	c := &changer{make(chan asked), make(chan bool)}
	go func() {
		for {
			select {
			case q, ok := <-c.asks:
				if !ok {
					return // there was no request
				}
				select {
				case q.reply <- 2:
				case <-c.stopped:
					close(q.reply)
					return
				}
			case <-c.stopped:
				return
			}
		}
	}()
	return c
}

// Change has a reply to each request that is received.
func (c *changer) Change() int {
	reply := make(chan int)
	select {
	case c.asks <- asked{reply}:
	case <-c.stopped:
		return 0
	}
	return <-reply
}

// Stop ends it.
func (c *changer) Stop() { close(c.stopped) }

// Spread has threads that announce what they start, and that may start nothing.
func Spread(all ...int) int {
	var started sync.WaitGroup
	var sum atomic.Int64
	for _, n := range all {
		spread(&started, n, &sum)
		started.Wait()
	}
	return int(sum.Load())
}

func spread(started *sync.WaitGroup, n int, sum *atomic.Int64) {
	ready := make(chan bool)
	go share(started, n, sum, ready)
	<-ready
}

func share(started *sync.WaitGroup, n int, sum *atomic.Int64, ready chan bool) {
	defer close(ready)
	if n < 0 {
		return
	}
	started.Add(1)
	go func() {
		sum.Add(int64(n))
		started.Done()
	}()
}

type batch[T any] struct {
	waiting []struct {
		value T
		back  chan T
	}
}

func (b *batch[T]) add(v T) {
	b.waiting = append(b.waiting, struct {
		value T
		back  chan T
	}{v, make(chan T)})
}

func (b *batch[E]) answer() {
	for i := range b.waiting {
		b.waiting[i].back <- b.waiting[i].value
	}
}

// Batched finds its channels in structs without names in a generic type.
func Batched() int {
	b := &batch[int]{}
	b.add(4)
	go b.answer()
	return <-b.waiting[0].back
}

// First has two threads of which one may find the buffer full. Then there is a message.
func First() int {
	c := make(chan int, 1)
	for range 2 {
		go func() {
			select {
			case c <- 1:
			default:
			}
		}()
	}
	offer(c)
	return <-c
}

func offer(c chan int) {
	select {
	case c <- 1:
	default:
	}
}

// Only has a message from a thread that always finds room.
func Only() int {
	c := make(chan int, 1)
	go func() {
		for range 1 {
			select {
			case c <- 1:
				return
			default:
			}
		}
	}()
	return <-c
}

// Roomy closes when it has sent, which it always does.
func Roomy() (n int) {
	c := make(chan int, 1)
	go func() {
		select {
		case c <- 1:
			close(c)
		default:
		}
	}()
	for v := range c {
		n += v
	}
	return n
}

// Asked has a result if it is asked for one.
func Asked(x bool) int {
	var result chan int
	if x {
		result = make(chan int)
	}
	go func() {
		if result != nil {
			result <- 1
		}
	}()
	if result == nil {
		return 0
	}
	return <-result
}

// Three knows how many there are.
func Three() (n int) {
	c := make(chan int)
	for _, f := range []func() int{func() int { return 1 }, func() int { return 1 }, func() int { return 1 }} {
		go func() { c <- f() }()
	}
	n = <-c + <-c
	return n + <-c
}

type part struct {
	n    int
	last bool
}

// Parts ends with the last part, behind which nothing is sent.
func Parts(all ...int) (n int) {
	c := make(chan part)
	go func() {
		for _, n := range all {
			c <- part{n: n}
		}
		c <- part{last: true}
	}()
	for p := range c {
		if p.last {
			break
		}
		n += p.n
	}
	return n
}

type panel struct {
	a, b, c, d, e, f chan *int
	changes          chan asked
	quit             chan bool
	n                int
}

func (p *panel) set(n *int) {
	if n != nil {
		p.n = *n
	}
}

func (p *panel) serve() {
	for {
		select {
		case n := <-p.a:
			if n != nil {
				p.n = *n
			}
		case n := <-p.b:
			if n != nil {
				p.n = *n
			}
		case n := <-p.c:
			if n != nil {
				p.n = *n
			}
		case n := <-p.d:
			if n != nil {
				p.n = *n
			}
		case n := <-p.e:
			if n != nil {
				p.n = *n
			}
		case n := <-p.f:
			if n != nil {
				p.n = *n
			}
		case q := <-p.changes:
			p.set(new(int))
			q.reply <- p.n
		case <-p.quit:
			return
		}
	}
}

// Panel has a reply from a thread that has much else to ask for.
func Panel() int {
	p := &panel{changes: make(chan asked), quit: make(chan bool)}
	defer close(p.quit)
	for _, c := range []*chan *int{&p.a, &p.b, &p.c, &p.d, &p.e, &p.f} {
		*c = make(chan *int)
	}
	go p.serve()
	n := 3
	p.a <- &n
	p.b <- nil
	reply := make(chan int)
	p.changes <- asked{reply}
	return <-reply
}

func offers(start chan bool) chan int {
	c := make(chan int, 1)
	go func() {
		<-start
		select {
		case c <- 1:
		default:
			<-c
		}
	}()
	return c
}

// Taken fills a buffer that whoever has made it empties.
func Taken() int {
	start := make(chan bool)
	c := offers(start)
	c <- 2
	close(start)
	c <- 3
	return <-c
}

// Filled finds a message in the buffer, or puts one there.
func Filled(b bool) int {
	c := make(chan int, 1)
	if b {
		c <- 1
	}
	select {
	case c <- 1:
	default:
	}
	return <-c
}

// Later receives at its end what is sent to a channel that it makes later.
func Later(b bool) {
	var c chan int
	if b {
		defer func() { <-c }()
	}
	c = make(chan int)
	go func() { c <- 1 }()
	if !b {
		<-c
	}
}

// Tried asks twice whether something has failed.
func Tried(try func() error) {
	err := try()
	if err != nil {
		return
	}
	c := make(chan int)
	go func() { c <- 1 }()
	if err == nil {
		<-c
	}
}

type start struct{ once sync.Once }

var first, second start

// Starts has two of which each is executed once.
func Starts() (n int) {
	first.once.Do(func() { second.once.Do(func() { n++ }) })
	return n
}

// Ending receives from a channel that can only be closed.
func Ending(b bool) {
	c := make(chan int, 2)
	go func() {
		if b {
			close(c)
		}
	}()
	select {
	case <-c:
		<-c
	default:
	}
}

// Tallied has one thread that tells a group of each message.
func Tallied(all ...int) (n int) {
	var seen sync.WaitGroup
	c := make(chan int)
	seen.Add(len(all))
	go func() {
		for v := range c {
			n += v
			seen.Done()
		}
	}()
	for _, v := range all {
		c <- v
	}
	close(c)
	seen.Wait()
	return n
}

type gate struct{ passes chan struct{} }

func newGate(n int) *gate { return &gate{make(chan struct{}, n)} }

func (g *gate) leave() { <-g.passes }

// Enter gives back the pass, or what gives it back later.
func (g *gate) Enter(try func() error) (func(), error) {
	g.passes <- struct{}{}
	if err := try(); err != nil {
		g.leave()
		return nil, err
	}
	return g.leave, nil
}

// Beforehand makes a channel for a variable that a thread has.
func Beforehand(b bool) int {
	var c chan int
	if b {
		c = make(chan int)
		go func() { c <- 1 }()
	}
	if b {
		return <-c
	}
	return 0
}

// Repeated asks twice for what threads know, too.
func Repeated(n, m int, f func() int, all []int) (sum int) {
	c := make(chan int)
	if n > 0 {
		go func() { c <- n }()
	}
	if n >= 1 {
		sum += <-c
	}
	if f != nil {
		go func() { c <- f() }()
	}
	if f != nil {
		sum += <-c
	}
	if len(all) > 1 {
		go func() { c <- all[0] }()
	}
	if n < m {
		go func() { c <- m }()
	}
	if n < m {
		sum += <-c
	}
	if len(all) > 1 {
		sum += <-c
	}
	return sum
}
