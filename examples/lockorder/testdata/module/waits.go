package orders

import "sync"

// A Crew waits for its workers, who need the lock that it holds.
type Crew struct {
	mu   sync.Mutex
	wg   sync.WaitGroup
	done int
}

func (c *Crew) work() {
	defer c.wg.Done() // want paths: lock-wait
	c.mu.Lock()
	c.done++
	c.mu.Unlock()
}

func (c *Crew) all() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.wg.Wait() // want lock-wait
	return c.done
}

// A Relay hands something over while it holds a lock that the other side takes first.
type Relay struct {
	mu   sync.Mutex
	next chan int
	last int
}

func NewRelay() *Relay { return &Relay{next: make(chan int)} }

func (r *Relay) send(n int) {
	r.mu.Lock()
	r.next <- n // want lock-wait
	r.mu.Unlock()
}

func (r *Relay) receive() int {
	r.mu.Lock()
	r.last++
	r.mu.Unlock()
	return <-r.next // want paths: lock-wait
}

// A Mailbox has room for what is sent, so that nobody waits who sends.
type Mailbox struct {
	mu   sync.Mutex
	in   chan int
	last int
}

func NewMailbox() *Mailbox { return &Mailbox{in: make(chan int, 10)} }

func (m *Mailbox) send(n int) {
	m.mu.Lock()
	m.in <- n
	m.mu.Unlock()
}

func (m *Mailbox) receive() int {
	m.mu.Lock()
	m.last++
	m.mu.Unlock()
	return <-m.in
}

// A Late one takes the lock after it has told.
type Late struct {
	mu   sync.Mutex
	told chan bool
	n    int
}

func NewLate() *Late { return &Late{told: make(chan bool)} }

func (l *Late) tell() {
	close(l.told)
	l.mu.Lock()
	l.n++
	l.mu.Unlock()
}

func (l *Late) wait() int {
	l.mu.Lock()
	defer l.mu.Unlock()
	<-l.told
	return l.n
}

// A Store waits for room at a condition, and holds a lock that who makes room needs.
type Store struct {
	outer, mu sync.Mutex
	room      *sync.Cond
	n         int
}

func NewStore() *Store {
	s := &Store{}
	s.room = sync.NewCond(&s.mu)
	return s
}

func (s *Store) put() {
	s.outer.Lock()
	defer s.outer.Unlock()
	s.mu.Lock()
	for s.n == 3 {
		s.room.Wait() // want paths: lock-wait
	}
	s.n++
	s.mu.Unlock()
}

func (s *Store) take(pause func()) {
	s.outer.Lock()
	s.outer.Unlock()
	pause()
	s.mu.Lock()
	s.n--
	s.room.Signal() // want lock-wait
	s.mu.Unlock()
}

// A local lock and a local group, of which a function is told.
func local() int {
	var mu sync.Mutex
	var wg sync.WaitGroup
	n := 0
	for range 3 {
		wg.Go(func() {
			add(&mu, &n)
		}) // want paths: lock-wait
	}
	mu.Lock()
	wg.Wait() // want paths: lock-wait
	mu.Unlock()
	return n
}

func add(mu *sync.Mutex, n *int) {
	mu.Lock()
	*n++
	mu.Unlock()
}

// A result is sent by who needs the lock that is held while it is waited for.
func result() int {
	var mu sync.Mutex
	results := make(chan int)
	go compute(&mu, results)
	mu.Lock()
	defer mu.Unlock()
	return <-results // want paths: lock-wait
}

func compute(mu *sync.Mutex, to chan<- int) {
	mu.Lock()
	mu.Unlock()
	to <- 1 // want paths: lock-wait
}

// One of several cases of a select may be the way out.
func either(r *Relay, stop chan bool) int {
	r.mu.Lock()
	defer r.mu.Unlock()
	select { // want paths: lock-wait // it keeps those waiting who send under the lock
	case n := <-r.next:
		return n
	case <-stop:
		return 0
	}
}

// A Chooser hands over what the other side chooses among others, after it has taken the lock.
type Chooser struct {
	mu   sync.Mutex
	next chan int
	last int
}

func NewChooser() *Chooser { return &Chooser{next: make(chan int)} }

func (c *Chooser) send(n int) {
	c.mu.Lock()
	c.next <- n // want paths: lock-wait // a run tells what was chosen when it was
	c.mu.Unlock()
}

func (c *Chooser) receive(stop chan bool) int {
	c.mu.Lock()
	c.last++
	c.mu.Unlock()
	select { // want lock-wait
	case n := <-c.next:
		return n
	case <-stop:
		return 0
	}
}

// A Team is started by its group, which waits for what needs the lock that is held.
type Team struct {
	mu     sync.Mutex
	wg, by sync.WaitGroup
	done   int
}

func (t *Team) start() {
	t.wg.Go(func() {
		t.mu.Lock()
		t.done++
		t.mu.Unlock()
	}) // want paths: lock-wait
	t.by.Go(func() {})
}

func (t *Team) all() int {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.by.Wait()
	t.wg.Wait() // want lock-wait
	return t.done
}
