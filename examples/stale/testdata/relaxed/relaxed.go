// Command relaxed has what the relaxed mode of the stale-value checker finds, and twins of it
// that it does not. Nothing runs it.
package main

import (
	"errors"
	"sync"
	"sync/atomic"
)

var errClosed = errors.New("closed")

type Store struct {
	mu     sync.Mutex
	items  map[string]int
	n      int
	last   string
	closed bool
	other  int
	state  atomic.Int64
	cache  sync.Map

	inner sync.Mutex
}

// A look-up under one lock decides what is inserted under the next.
func (s *Store) Insert(k string) {
	s.mu.Lock()
	_, ok := s.items[k]
	s.mu.Unlock()
	if !ok {
		s.mu.Lock()
		s.items[k] = 1 // want paths: check-then-act
		s.mu.Unlock()
	}
}

// One section has both.
func (s *Store) InsertWhole(k string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if _, ok := s.items[k]; !ok {
		s.items[k] = 1
	}
}

// It looks again.
func (s *Store) InsertAgain(k string) {
	s.mu.Lock()
	_, ok := s.items[k]
	s.mu.Unlock()
	if !ok {
		s.mu.Lock()
		if _, ok := s.items[k]; !ok {
			s.items[k] = 1
		}
		s.mu.Unlock()
	}
}

// The update of another thread is lost.
func (s *Store) Add(d int) {
	s.mu.Lock()
	n := s.n
	s.mu.Unlock()
	s.mu.Lock()
	s.n = n + d // want paths: stale-value
	s.mu.Unlock()
}

func (s *Store) get() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.n
}

func (s *Store) set(n int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.n = n
}

// The same through functions that lock.
func (s *Store) AddByCalls(d int) {
	s.set(s.get() + d) // want paths: stale-value
}

// And again: who calls the same two has the same defect.
func (s *Store) DoubleByCalls() {
	s.set(2 * s.get()) // want paths: stale-value
}

// Compared with what is there, it is as good as fresh.
func (s *Store) Optimistic() {
	for {
		n := s.get()
		s.mu.Lock()
		if s.n == n {
			s.n = n * 2
			s.mu.Unlock()
			return
		}
		s.mu.Unlock()
	}
}

// The first section claims the number.
func (s *Store) Next(k string) {
	s.mu.Lock()
	n := s.n
	s.n = n + 1
	s.mu.Unlock()
	s.mu.Lock()
	s.items[k] = n
	s.mu.Unlock()
}

// Fields that one section accesses together belong together.
func (s *Store) Reset() {
	s.mu.Lock()
	s.n, s.last = 0, ""
	s.mu.Unlock()
}

func (s *Store) Note(k string) {
	s.mu.Lock()
	n := s.n
	s.mu.Unlock()
	if n > 0 {
		s.mu.Lock()
		s.last = k // want paths: check-then-act
		s.mu.Unlock()
	}
}

// Who forgets it twice has forgotten it once.
func (s *Store) Forget() {
	s.mu.Lock()
	last := s.last
	s.mu.Unlock()
	if last != "" {
		s.mu.Lock()
		s.last = "" // want paths: check-then-act
		s.mu.Unlock()
	}
}

// What another thread has noted in between is lost.
func (s *Store) Correct(k string) {
	s.mu.Lock()
	last := s.last
	s.mu.Unlock()
	if last != "" {
		s.mu.Lock()
		s.last = k // want paths: check-then-act
		s.mu.Unlock()
	}
}

// Others do not.
func (s *Store) Elsewhere() {
	if s.get() > 0 {
		s.mu.Lock()
		s.other++
		s.mu.Unlock()
	}
}

func (s *Store) Close() {
	s.mu.Lock()
	s.closed = true
	s.items = nil
	s.mu.Unlock()
}

func (s *Store) open() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return errClosed
	}
	return nil
}

// An error says what was so a moment ago.
func (s *Store) InsertIfOpen(k string) error {
	if err := s.open(); err != nil {
		return err
	}
	s.mu.Lock()
	s.items[k] = 2 // want paths: check-then-act
	s.mu.Unlock()
	return nil
}

// A length, too.
func (s *Store) Size() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.items)
}

func (s *Store) InsertIfFew(k string) {
	if s.Size() < 10 {
		s.mu.Lock()
		s.items[k] = 3 // want paths: check-then-act
		s.mu.Unlock()
	}
}

// Going round a loop again is no decision, and who waits looks again.
func (s *Store) Drain(c *sync.Cond) {
	s.mu.Lock()
	for s.n > 0 {
		c.Wait()
	}
	s.n = 7
	s.mu.Unlock()
}

// An outer lock is held all the time, and by all who write.
type Guarded struct {
	outer, inner sync.Mutex
	n            int
}

func (g *Guarded) Add(d int) {
	g.outer.Lock()
	defer g.outer.Unlock()
	g.inner.Lock()
	n := g.n
	g.inner.Unlock()
	g.inner.Lock()
	g.n = n + d
	g.inner.Unlock()
}

// An atomic load and an atomic store are two operations.
func (s *Store) Start() {
	if s.state.Load() == 0 {
		s.state.Store(1) // want paths: atomic-then-act
	}
}

func (s *Store) StartOnce() {
	if s.state.CompareAndSwap(0, 1) {
		s.n++ // another defect: no lock
	}
}

// Who has won the first step stores alone.
func (s *Store) StartInSteps() {
	if s.state.Load() == 0 && s.state.CompareAndSwap(0, 1) {
		s.state.Store(2)
	}
}

// Which of the slots they are about is not followed.
type Slots struct{ all []atomic.Int64 }

func (s *Slots) Set(i, j int) {
	if s.all[i].Load() == 0 {
		s.all[j].Store(1)
	}
}

func (s *Store) Cached(k string) any {
	v, ok := s.cache.Load(k)
	if !ok {
		v = len(k)
		s.cache.Store(k, v) // want paths: lookup-then-act
	}
	return v
}

func (s *Store) CachedOnce(k string) any {
	v, ok := s.cache.Load(k)
	if !ok {
		v, _ = s.cache.LoadOrStore(k, len(k))
	}
	return v
}

func (s *Store) Tally(k string) {
	v, loaded := s.cache.LoadOrStore(k, 1)
	if loaded {
		s.cache.Store(k, v.(int)+1) // want paths: lookup-then-act
	}
}

// Who has stored it first completes it.
func (s *Store) TallyFirst(k string) {
	if _, loaded := s.cache.LoadOrStore(k, 1); !loaded {
		s.cache.Store(k, 2)
	}
}

func main() {}

// Another object's lock is another lock.
func Copy(from, to *Store) {
	from.mu.Lock()
	n := from.n
	from.mu.Unlock()
	to.mu.Lock()
	to.n = n
	to.mu.Unlock()
}

// A map of the function's own belongs to nobody else, and neither do the slices in it.
func Group(all []*Store) map[string][]int {
	m := make(map[string][]int)
	for _, s := range all {
		s.mu.Lock()
		l := m[s.last]
		if l == nil {
			l = make([]int, 0, 2)
		}
		n := s.n
		s.mu.Unlock()
		s.mu.Lock()
		l = append(l, n)
		m[s.last] = l
		s.mu.Unlock()
	}
	return m
}

// So it is where the length is a constant, and the slice is one of an array.
func GroupFound(all []*Store, k string) map[string][]*Store {
	m := make(map[string][]*Store)
	for _, s := range all {
		s.mu.Lock()
		if s.last == k {
			s.mu.Unlock()
			s.mu.Lock()
			l := m[s.last]
			if l == nil {
				l = make([]*Store, 0, 2)
			}
			m[s.last] = append(l, s)
		}
		s.mu.Unlock()
	}
	return m
}

// A map that was found in the object is one that others have.
func (s *Store) Rename(k, to string) {
	s.mu.Lock()
	items := s.items
	n := items[k]
	s.mu.Unlock()
	s.mu.Lock()
	items[to] = n // want paths: stale-value
	s.mu.Unlock()
}

// What is fresh is changed by what was read: no update is lost.
func (s *Store) Double() {
	s.mu.Lock()
	n := s.n
	s.mu.Unlock()
	s.mu.Lock()
	s.n = s.n + n
	s.mu.Unlock()
}

func (s *Store) Less() {
	n := s.get()
	s.mu.Lock()
	s.n -= n
	s.mu.Unlock()
}

// The other way round one is lost, and so it is if something is multiplied.
func (s *Store) Rest() {
	n := s.get()
	s.mu.Lock()
	s.n = n - s.n // want paths: stale-value
	s.mu.Unlock()
}

func (s *Store) Product() {
	n := s.get()
	s.mu.Lock()
	s.n *= n // want paths: stale-value
	s.mu.Unlock()
}

// A limit may be passed although what is added is added to what is there.
func (s *Store) Join() {
	if s.get() < 8 {
		s.mu.Lock()
		s.n++ // want paths: check-then-act
		s.mu.Unlock()
	}
}

// What is asked in each round says how often a loop is gone round.
func (s *Store) Fill() {
	for s.get() < 8 {
		s.mu.Lock()
		s.n++ // want paths: check-then-act
		s.mu.Unlock()
	}
}

// What is asked before a loop is left is asked once.
func (s *Store) FillAtLast(list []int) {
	for _, i := range list {
		if i > 3 {
			if s.get() < 8 {
				s.mu.Lock()
				s.n++ // want paths: check-then-act
				s.mu.Unlock()
			}
			return
		}
	}
}

// A cache has a lock of its own around two operations of a map that has one, too: all who call the
// helper hold it.
type Cached struct {
	mu    sync.Mutex
	cache sync.Map
	left  sync.Map
}

func (c *Cached) Fill(k string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.fill(k)
	c.refill(k)
}

func (c *Cached) FillTwice(k string) {
	c.mu.Lock()
	c.fill(k)
	c.fill(k + k)
	c.mu.Unlock()
	c.refill(k)
}

func (c *Cached) fill(k string) {
	if _, ok := c.cache.Load(k); !ok {
		c.cache.Store(k, 1)
	}
}

// One of its callers does not.
func (c *Cached) refill(k string) {
	if _, ok := c.left.Load(k); !ok {
		c.left.Store(k, 1) // want paths: lookup-then-act
	}
}

// A variable of the function is nobody else's until a function literal has it.
func (s *Store) Later(run func(func())) {
	s.mu.Lock()
	n := s.n
	s.mu.Unlock()
	if n > 0 {
		s.mu.Lock()
		first := s.n
		s.mu.Unlock()
		run(func() {
			s.mu.Lock()
			s.last = "later"
			first, s.n = 0, first
			s.mu.Unlock()
		})
		s.mu.Lock()
		if first > 0 {
			s.n--
		}
		first = 0 // want paths: check-then-act
		s.mu.Unlock()
	}
}

// Two of three callers hold the lock of the cache, as do those who write elsewhere.
type Counted struct {
	mu   sync.Mutex
	next atomic.Int64
}

func (c *Counted) First()  { c.mu.Lock(); c.bump(); c.mu.Unlock() }
func (c *Counted) Second() { c.mu.Lock(); c.bump(); c.mu.Unlock() }
func (c *Counted) Third()  { c.bump() }

func (c *Counted) bump() {
	if n := c.next.Load(); n < 10 {
		c.next.Store(n + 1) // want paths: atomic-then-act
	}
}

// It is read again, which decides something else.
func (s *Store) Count(log func()) {
	s.mu.Lock()
	n := s.n
	s.mu.Unlock()
	if n > 0 {
		s.mu.Lock()
		if s.n > 1 {
			log()
		}
		s.n = 3 // want paths: check-then-act
		s.mu.Unlock()
	}
}

// Looked up by one function, and inserted by another.
func (s *Store) find(k string) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.items[k]
}

func (s *Store) insert(k string, n int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.items[k] = n
}

func (s *Store) FindOrInsert(k string, n int) {
	if s.find(k) == 0 {
		s.insert(k, n) // want paths: check-then-act
	}
}

// Who has set the flag that it has tested sums up alone; but others may add meanwhile.
type Sum struct {
	mu         sync.Mutex
	n          int
	done, seen bool
}

func (s *Sum) Add(n int) {
	s.mu.Lock()
	s.n += n
	s.mu.Unlock()
}

func (s *Sum) SumUpOnce() {
	s.mu.Lock()
	n := s.n
	if s.done {
		s.mu.Unlock()
		return
	}
	s.done = true
	s.mu.Unlock()
	s.mu.Lock()
	s.n = n * 2 // want paths: stale-value
	s.mu.Unlock()
}

// The claim is a function's, which says whether it could.
func (s *Sum) claim() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.done {
		return false
	}
	s.done = true
	return true
}

func (s *Sum) giveBack() {
	s.mu.Lock()
	s.done = false
	s.mu.Unlock()
}

func (s *Sum) SumUpAlone() {
	if !s.claim() {
		return
	}
	s.giveBack() // want paths: check-then-act
}

// Who only asks has claimed nothing.
func (s *Sum) busy() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.done
}

func (s *Sum) StopIfBusy() {
	if !s.busy() {
		return
	}
	s.giveBack() // want paths: check-then-act
}

// One flag is tested, and another one is set.
func (s *Sum) SumUp() {
	s.mu.Lock()
	n := s.n
	if s.done {
		s.mu.Unlock()
		return
	}
	s.seen = true
	s.mu.Unlock()
	s.mu.Lock()
	s.n = n * 2 // want paths: stale-value check-then-act
	s.mu.Unlock()
}

// What one function alone writes is often written by one thread alone. The other field has two that write it.
type Levels struct {
	mu         sync.Mutex
	high, free int
}

func (l *Levels) levels() (high, free int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.high, l.free
}

func (l *Levels) setHigh(n int) { l.mu.Lock(); l.high = n; l.mu.Unlock() }
func (l *Levels) setFree(n int) { l.mu.Lock(); l.free = n; l.mu.Unlock() }
func (l *Levels) addFree(n int) { l.mu.Lock(); l.free += n; l.mu.Unlock() }

func (l *Levels) Raise(n int) {
	if high, _ := l.levels(); high < n {
		l.setHigh(n) // want paths: check-then-act
	}
}

func (l *Levels) Widen(n int) {
	if _, free := l.levels(); free < n {
		l.setFree(n) // want paths: check-then-act
	}
}

// One goroutine for each log writes it, but for one call in four: whoever makes a log starts it.
type Log struct {
	mu      sync.Mutex
	running sync.WaitGroup
	next    int
	other   int
	in      chan int
}

func NewLog() *Log {
	l := &Log{in: make(chan int)}
	l.setNext(1)
	l.start(l.run)
	l.start(l.watch)
	return l
}

func (l *Log) start(f func()) {
	l.running.Add(1)
	go func() {
		defer l.running.Done()
		f()
	}()
}

func (l *Log) run() {
	for range l.in {
		l.append()
		l.skip()
		l.skipMore()
	}
}

func (l *Log) getNext() int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.next
}

func (l *Log) setNext(n int) {
	l.mu.Lock()
	l.next = n
	l.mu.Unlock()
}

func (l *Log) skip()     { l.setNext(5) }
func (l *Log) skipMore() { l.setNext(6) }

func (l *Log) append() {
	n := l.getNext()
	l.setNext(n + 1) // want paths: stale-value
}

// Another goroutine of the log does not write what it has read.
func (l *Log) watch() {
	l.mu.Lock()
	n := l.next
	l.mu.Unlock()
	l.setNext(n * 2) // want paths: stale-value
}

// A flag is set by the address of its field.
type flags uint8

func (f *flags) set(x flags)       { *f |= x }
func (f flags) isSet(x flags) bool { return f&x != 0 }
func (f *flags) setIfNotSet(x flags) bool {
	if *f&x == 0 {
		*f |= x
		return true
	}
	return false
}

type Flagged struct {
	mu    sync.Mutex
	state flags
	n     int
}

func NewFlagged() *Flagged {
	f := &Flagged{}
	f.state.set(8)
	return f
}

func (f *Flagged) Close() {
	f.mu.Lock()
	f.state.set(1)
	f.n = 0
	f.mu.Unlock()
}

func (f *Flagged) AddIfOpen() {
	f.mu.Lock()
	closed := f.state.isSet(1)
	f.mu.Unlock()
	if !closed {
		f.mu.Lock()
		f.n++ // want paths: check-then-act
		f.mu.Unlock()
	}
}

func (f *Flagged) MarkIfMany() {
	f.mu.Lock()
	n := f.n
	f.mu.Unlock()
	if n > 3 {
		f.mu.Lock()
		f.state.set(2) // want paths: check-then-act
		f.mu.Unlock()
	}
}

// Who sets it first has claimed the rest.
func (f *Flagged) StopOnce() {
	f.mu.Lock()
	n, first := f.n, f.state.setIfNotSet(4)
	f.mu.Unlock()
	if first && n > 0 {
		f.mu.Lock()
		f.n = n + 1 // want paths: stale-value check-then-act
		f.mu.Unlock()
	}
}

// What lies in a struct that others use too, without a lock, is protected by the lock beside that struct.
type Span struct{ n, last int }

type Kept struct {
	mu   sync.Mutex
	span Span
	msgs map[int]string
}

func count(s *Span)   { s.n++ }
func uncount(s *Span) { s.n-- }
func forget(s *Span)  { s.n, s.last = 0, 0 }

func (k *Kept) Put(m string) {
	k.mu.Lock()
	k.span.n++
	k.span.last++
	k.msgs[k.span.last] = m
	k.mu.Unlock()
}

// state hands over what it has read in a struct.
func (k *Kept) state() Span {
	k.mu.Lock()
	defer k.mu.Unlock()
	return Span{n: k.span.n, last: k.span.last}
}

// Only called by who holds the lock.
func (k *Kept) remove(i int) {
	k.span.n--
	delete(k.msgs, i)
}

// That it looks for each message again does not tell how many are to go.
func (k *Kept) Purge(keep int) {
	s := k.state()
	if s.n <= keep {
		return
	}
	k.mu.Lock()
	for i := 0; i < s.last; i++ {
		if _, ok := k.msgs[i]; ok {
			k.remove(i) // want paths: check-then-act
		}
	}
	k.mu.Unlock()
}

type Text struct{ s string }

type Texts struct {
	mu   sync.Mutex
	n    int
	last int
	all  map[int]*Text
}

func (t *Texts) Put(s string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.n++
	t.last++
	if t.all[t.last] == nil {
		t.all[t.last] = &Text{}
	}
	t.all[t.last].s = s
}

func (t *Texts) size() (n, last int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.n, t.last
}

// Nor does that it looks into each again.
func (t *Texts) Purge(keep int, what string) {
	n, last := t.size()
	if n <= keep {
		return
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	for i := 0; i < last; i++ {
		if m, ok := t.all[i]; ok && m.s == what {
			t.n-- // want paths: check-then-act
		}
	}
}

// It counts again, in the section that removes.
func (k *Kept) PurgeAgain(keep int) {
	s := k.state()
	if s.n <= keep {
		return
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.span.n > keep {
		k.remove(1)
	}
}
