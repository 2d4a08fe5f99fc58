// Command balance takes locks and gives them back, sometimes not.
package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"sync"
)

func main() {
	fmt.Println(new(box).early(5), new(box).early(1), new(box).earlyFixed(5))
	new(box).helped(true)
	new(box).helped(false)
	new(box).helpedFixed(true)
	new(box).switched(true)
	new(box).used()
	new(box).usedBadly()
	(&box{n: 1}).usedBadly()
	fmt.Println(new(box).again(), new(box).again(), new(box).flagged(true), new(box).checked())
	new(box).tried()
	new(box).triedBadly()
	new(box).recovers()
	new(box).recoversFixed()
	new(box).recoversCall()
	new(box).closes(os.Stdin)
	new(box).handsOver()
	new(box).handsOn()
	new(box).closed()()
	new(box).method()()
	new(box).each(5)
	new(box).waited()
	skips([]*box{{n: 1}, {}})
	skips(nil)
	skipsFixed([]*box{{n: 1}, {}})
	finds([]*box{{n: 1}, {}})
	takesAll([]*box{{n: 1}, {}})()
	new(box).readers()
	locked(new(sync.Mutex))
	left(new(sync.Mutex))
	new(box).inner()
	new(store).get()
	new(box).condition(true)
	new(box).condition(false)
	new(box).first(true)
	through(new(box))
	walk(&list{next: &list{}})
	(&list{next: &list{}}).replaced(nil)
	fmt.Println(transact(new(readTx)), transact(new(writeTx)))
	partly(new(writeTx))
	if len(os.Args) > 5 {
		victim(new(queue), true)
		new(box).twice()
		new(box).twicePartly(true)
		new(box).side()
		new(box).sideBack(true)
		new(box).unlocked(false)
		new(box).helpedTwice()
		new(box).deferredTwice()
		new(box).triedWrongly()
		new(box).lockerTwice()
	}
}

type box struct {
	mu     sync.Mutex
	rw     sync.RWMutex
	cond   *sync.Cond
	n      int
	shared bool
	parts  []sync.Mutex
}

var errMany = errors.New("too many")

func (b *box) early(n int) error {
	b.mu.Lock()
	if n > 3 {
		return errMany // want lock-left
	}
	b.n = n
	b.mu.Unlock()
	return nil
}

func (b *box) earlyFixed(n int) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	if n > 3 {
		return errMany
	}
	b.n = n
	return nil
}

// Methods that lock for their callers.

func (b *box) lock()   { b.mu.Lock() }
func (b *box) unlock() { b.mu.Unlock() }

func (b *box) helped(c bool) {
	b.lock()
	if c {
		return // want lock-left
	}
	b.unlock()
}

func (b *box) helpedFixed(c bool) {
	b.lock()
	defer b.unlock()
	if c {
		return
	}
	b.n++
}

func (b *box) helpedTwice() {
	b.lock()
	b.unlock()
	b.unlock() // want paths: unlock-unheld
}

// One that says by an error whether it has.
func (b *box) prepare() error {
	b.mu.Lock()
	if b.n > 3 {
		b.mu.Unlock()
		return errMany
	}
	return nil
}

func (b *box) used() {
	if err := b.prepare(); err != nil {
		return
	}
	b.n++
	b.unlock()
}

func (b *box) usedBadly() {
	err := b.prepare()
	if err != nil {
		return
	}
	if b.n == 0 {
		return // want lock-left
	}
	b.unlock()
}

// The mode of the lock is asked twice.
func (b *box) switched(exclusive bool) {
	if exclusive {
		b.rw.Lock()
	} else {
		b.rw.RLock()
	}
	b.n++
	if exclusive {
		b.rw.Unlock()
	} else {
		b.rw.RUnlock()
	}
}

func (b *box) again() int {
	if b.shared {
		b.mu.Lock()
	}
	n := b.n
	if b.shared {
		b.mu.Unlock()
	}
	return n
}

func (b *box) flagged(c bool) int {
	held := false
	if c {
		b.mu.Lock()
		held = true
	}
	defer func() {
		if held {
			b.mu.Unlock()
		}
	}()
	return b.n
}

// Double-checked: that the value has changed meanwhile is what it is about.
func (b *box) checked() int {
	if b.n == 0 {
		b.mu.Lock()
		if b.n != 0 {
			return b.n // want paths: lock-left
		}
		b.n = 3
		b.mu.Unlock()
	}
	return b.n
}

func (b *box) tried() {
	if !b.mu.TryLock() {
		return
	}
	b.n++
	b.mu.Unlock()
}

func (b *box) triedBadly() {
	if b.rw.TryRLock() {
		if b.n == 0 {
			return // want lock-left
		}
		b.rw.RUnlock()
	}
}

func (b *box) triedWrongly() {
	if !b.mu.TryLock() {
		b.n++
	}
	b.mu.Unlock() // want paths: unlock-unheld
}

// Panics.

func (b *box) recovers() {
	defer func() { _ = recover() }()
	b.must(-1)
}

func (b *box) must(n int) {
	b.mu.Lock()
	if n < 0 {
		panic("negative") // want paths: lock-left
	}
	b.n = n
	b.mu.Unlock()
}

func (b *box) recoversCall() {
	defer func() { _ = recover() }()
	b.mu.Lock()
	if b.n == 0 {
		refuse("zero") // want lock-left
	}
	b.mu.Unlock()
}

func refuse(why string) { panic("refused: " + why) }

// Close is not known to recover.
func (b *box) closes(c io.Closer) {
	defer c.Close()
	b.mustNot(1)
}

func (b *box) mustNot(n int) {
	b.mu.Lock()
	if n < 0 {
		panic("negative")
	}
	b.mu.Unlock()
}

func (b *box) recoversFixed() {
	defer func() { _ = recover() }()
	b.mustFixed(-1)
}

func (b *box) mustFixed(n int) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if n < 0 {
		panic(fmt.Sprintf("negative: %d", n))
	}
	b.n = n
}

// Exit ends the program, though it is a variable.
var Exit = os.Exit

func (b *box) unlocksAndExits(n int) {
	b.mu.Lock()
	if n < 0 {
		b.mu.Unlock()
		Exit(3)
	}
	b.mu.Unlock()
}

func (b *box) fatal(n int) {
	b.mu.Lock()
	if n < 0 {
		panic("nobody is seen to recover")
	}
	if n > 3 {
		os.Exit(3)
	}
	b.mu.Unlock()
}

// Locks that others give back.

func (b *box) handsOver() {
	b.mu.Lock()
	done := make(chan bool)
	go func() {
		defer close(done)
		b.n++
		b.mu.Unlock()
	}()
	<-done
}

func (b *box) handsOn() {
	b.mu.Lock()
	if b.n < 0 {
		b.mu.Unlock()
		return
	}
	go b.giveAndTake()
}

func (b *box) giveAndTake() {
	b.n++
	b.mu.Unlock()
	b.mu.Lock()
	b.n++
	b.mu.Unlock()
}

func (b *box) closed() func() {
	b.mu.Lock()
	return func() { b.mu.Unlock() }
}

func (b *box) method() func() {
	b.mu.Lock()
	return b.mu.Unlock
}

func (b *box) inner() {
	give := func() { b.mu.Unlock() }
	b.mu.Lock()
	b.n++
	give()
}

// All elements, and one after the other.
func (b *box) each(n int) {
	b.parts = make([]sync.Mutex, n)
	for i := range b.parts {
		b.parts[i].Lock()
	}
	for i := range b.parts {
		b.parts[i].Unlock()
	}
	for i := range b.parts {
		p := &b.parts[i]
		p.Lock()
		b.n++
		p.Unlock()
	}
}

func skips(all []*box) {
	for _, b := range all {
		b.mu.Lock()
		if b.n == 0 {
			continue
		}
		b.n--
		b.mu.Unlock()
	}
} // want lock-left

func skipsFixed(all []*box) {
	for _, b := range all {
		b.mu.Lock()
		if b.n == 0 {
			b.mu.Unlock()
			continue
		}
		b.n--
		b.mu.Unlock()
	}
}

func finds(all []*box) *box {
	for _, b := range all {
		b.mu.Lock()
		if b.n > 3 {
			b.mu.Unlock()
			return b
		}
		b.mu.Unlock()
	}
	return nil
}

func takesAll(all []*box) func() {
	for _, b := range all {
		b.mu.Lock()
	}
	return func() {
		for _, b := range all {
			b.mu.Unlock()
		}
	}
}

func (b *box) waited() {
	b.cond = sync.NewCond(&b.mu)
	go func() {
		b.mu.Lock()
		b.n++
		b.cond.Signal()
		b.mu.Unlock()
	}()
	b.mu.Lock()
	for b.n == 0 {
		b.cond.Wait()
	}
	b.mu.Unlock()
}

func (b *box) readers() {
	l := b.rw.RLocker()
	l.Lock()
	b.rw.RLock() // want paths: lock-twice
	l.Unlock()
	b.rw.RUnlock()
}

// Locks in parameters, and behind an interface.

func locked(l sync.Locker) {
	l.Lock()
	defer l.Unlock()
}

func left(mu *sync.Mutex) bool {
	mu.Lock()
	if mu != nil {
		return false // want paths: lock-left // a run knows of no path that does not keep it
	}
	mu.Unlock()
	return true
}

func (b *box) lockerTwice() {
	var l sync.Locker = &b.mu
	l.Lock()
	l.Unlock()
	l.Unlock() // want paths: unlock-unheld
}

// Given back and not held.

func (b *box) twice() {
	b.mu.Lock()
	b.mu.Unlock()
	b.mu.Unlock() // want paths: unlock-unheld
}

func (b *box) twicePartly(c bool) {
	b.mu.Lock()
	if c {
		b.n++
		b.mu.Unlock()
	}
	b.mu.Unlock() // want paths: unlock-unheld
}

func (b *box) deferredTwice() {
	b.mu.Lock()
	defer b.mu.Unlock() // want paths: unlock-unheld
	b.n++
	b.mu.Unlock()
}

func (b *box) unlocked(c bool) {
	if c {
		b.mu.Lock()
	}
	b.n++
	b.mu.Unlock() // want paths: unlock-unheld
}

func (b *box) side() {
	b.rw.RLock()
	defer b.rw.Unlock() // want paths: unlock-side
}

func (b *box) sideBack(c bool) {
	b.rw.Lock()
	if c {
		b.rw.RUnlock() // want paths: unlock-side
		return
	}
	b.rw.Unlock()
}

// Taken twice, on one path.

func (b *box) first(c bool) {
	if !c {
		b.mu.Lock()
	}
	b.mu.Lock() // want paths: lock-twice
	b.mu.Unlock()
}

func (b *box) add() {
	b.mu.Lock() // want paths: lock-twice // through may have taken it
	defer b.mu.Unlock()
	b.n++
}

func (b *box) condition(c bool) {
	if c {
		b.mu.Lock()
	}
	if !c {
		b.add()
	}
	if c {
		b.mu.Unlock()
	}
}

func through(b *box) {
	if b.n > 0 {
		b.lock()
	}
	b.add()
	if b.n > 3 {
		b.unlock()
	}
}

// A lock that a field tells of.
type store struct {
	mu   sync.Mutex
	busy bool
	n    int
}

func (s *store) get() int {
	s.mu.Lock()
	if s.n > 0 {
		s.busy = true
		return s.n
	}
	s.mu.Unlock()
	return 0
}

func (s *store) Done() {
	if s.busy {
		s.busy = false
		s.mu.Unlock()
	}
}

// Nobody gives it back. That callers take it again is not their fault.
type queue struct {
	mu sync.Mutex
	n  int
}

func (q *queue) forgets() {
	q.mu.Lock()
	q.n++
} // want paths: lock-left

func (q *queue) size() int {
	q.mu.Lock()
	defer q.mu.Unlock()
	return q.n
}

func victim(q *queue, c bool) int {
	if c {
		q.forgets()
	}
	return q.size()
}

// A field that is written names another lock from then on.
type list struct {
	mu   sync.Mutex
	next *list
}

func walk(l *list) {
	l.mu.Lock()
	for l.next != nil {
		l.next.mu.Lock()
		l.mu.Unlock()
		l = l.next
	}
	l.mu.Unlock()
}

func (l *list) replaced(other *list) {
	l.next.mu.Lock()
	old := l.next
	l.next = other
	old.mu.Unlock()
}

// Behind an interface it may be one lock or the other.
type tx interface {
	Lock()
	Unlock()
}

type readTx struct{ mu sync.RWMutex }

func (t *readTx) Lock()   { t.mu.RLock() }
func (t *readTx) Unlock() { t.mu.RUnlock() }

type writeTx struct{ mu sync.Mutex }

func (t *writeTx) Lock()   { t.mu.Lock() }
func (t *writeTx) Unlock() { t.mu.Unlock() }

func transact(t tx) int {
	t.Lock()
	defer t.Unlock()
	return 1
}

func partly(t *writeTx) {
	t.mu.Lock()
	var any tx = t
	any.Unlock()
}

// A polled has a lock that a function keeps for its caller, beside a thread that only tries to take it.
type polled struct {
	mu sync.Mutex
	n  int
}

func (p *polled) start(quiet bool) {
	p.mu.Lock()
	go p.poll(quiet)
	p.n++
}

func (p *polled) poll(quiet bool) {
	if quiet {
		return
	}
	if p.mu.TryLock() {
		p.n++
		p.mu.Unlock()
	}
}

// Polled gives the lock back.
func (p *polled) Polled() {
	p.start(true)
	p.mu.Unlock()
}
