package shapes

// A Limit lets few work at a time, in several ways.
type Limit struct {
	kept, chosen, deferred, threads, pool, optional, returned, failed chan struct{}
}

// NewLimit makes one for so many.
func NewLimit(n int) *Limit {
	slots := func() chan struct{} { return make(chan struct{}, n) }
	return &Limit{slots(), slots(), slots(), slots(), slots(), slots(), slots(), slots()}
}

// Keep keeps its slot when the work is bad.
func (l *Limit) Keep(i int) bool {
	l.kept <- struct{}{} // want paths: blocked
	if !work(i) {
		return false
	}
	<-l.kept
	return true
}

// Choose takes no slot if it is told to stop.
func (l *Limit) Choose(i int, stop <-chan bool) bool {
	select {
	case l.chosen <- struct{}{}:
	case <-stop:
		return false
	}
	good := work(i)
	<-l.chosen
	return good
}

// Defer gives its slot back on all ways.
func (l *Limit) Defer(i int) bool {
	if i < 0 {
		return false
	}
	l.deferred <- struct{}{}
	defer func() { <-l.deferred }()
	if !work(i) {
		return false
	}
	return true
}

// Start leaves it to a thread to give the slot back.
func (l *Limit) Start(i int) {
	l.threads <- struct{}{}
	if !work(i) {
		<-l.threads
		return
	}
	go func() {
		work(i)
		<-l.threads
	}()
}

// Get keeps the slot until Put if all is well.
func (l *Limit) Get(i int) error {
	l.pool <- struct{}{}
	if !work(i) {
		<-l.pool
		return errBad
	}
	return nil
}

// Put gives back what Get has taken.
func (l *Limit) Put() { <-l.pool }

// Option takes a slot if there are any.
func (l *Limit) Option(i int) {
	if l.optional != nil {
		l.optional <- struct{}{}
	}
	work(i)
	if l.optional != nil {
		<-l.optional
	}
}

// Return returns what gives the slot back.
func (l *Limit) Return(i int) func() {
	l.returned <- struct{}{}
	if !work(i) {
		<-l.returned
		return nil
	}
	return func() { <-l.returned }
}

// Fail keeps the slot when it fails, though another function gives slots back.
func (l *Limit) Fail(i int) error {
	l.failed <- struct{}{} // want paths: blocked
	if !work(i) {
		return errBad
	}
	<-l.failed
	return nil
}

// Free gives all slots back.
func (l *Limit) Free() {
	for range cap(l.failed) {
		<-l.failed
	}
}
