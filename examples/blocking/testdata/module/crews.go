package shapes

import "sync"

// A Crew has groups in its fields, each for threads that tell it in another way.
type Crew struct {
	failing, telling, delegating, flagged, handing, asking sync.WaitGroup

	jobs chan func()
}

func work(i int) bool { return i%2 == 0 }

// Fail starts a thread that tells of good work only.
func (c *Crew) Fail(i int) {
	c.failing.Add(1)
	go func() {
		if !work(i) {
			return
		}
		c.failing.Done()
	}()
}

// Tell starts a thread that tells at once of bad work.
func (c *Crew) Tell(i int) {
	c.telling.Add(1)
	go func() {
		if !work(i) {
			c.telling.Done()
			return
		}
		defer c.telling.Done()
		work(i)
	}()
}

func (c *Crew) told() { c.delegating.Done() }

// Delegate leaves it to others to tell.
func (c *Crew) Delegate(i int) {
	c.delegating.Add(1)
	go func() {
		if work(i) {
			c.told()
			return
		}
		go c.told()
	}()
}

// Flag notes whether the group was told.
func (c *Crew) Flag(i int) {
	c.flagged.Add(1)
	go func() {
		told := false
		if work(i) {
			c.flagged.Done()
			told = true
		}
		if !told {
			c.flagged.Done()
		}
	}()
}

// Hand hands bad work to somebody else, who tells when it is done.
func (c *Crew) Hand(i int) {
	c.handing.Add(1)
	go func() {
		if !work(i) {
			c.jobs <- c.handed
			return
		}
		c.handing.Done()
	}()
}

func (c *Crew) handed() { c.handing.Done() }

// Ask starts a thread that is told whether it was announced.
func (c *Crew) Ask(announced bool) {
	if announced {
		c.asking.Add(1)
	}
	go c.asked(announced)
}

func (c *Crew) asked(announced bool) {
	if announced {
		c.asking.Done()
	}
}

// Serve does the jobs.
func (c *Crew) Serve() {
	for job := range c.jobs {
		job()
	}
}

// End waits for all.
func (c *Crew) End() {
	c.failing.Wait() // want paths: blocked
	c.telling.Wait()
	c.delegating.Wait()
	c.flagged.Wait()
	c.handing.Wait()
	c.asking.Wait()
	close(c.jobs)
}

// A Post announces each of its letters.
type Post struct {
	letters, parcels chan string
	quit, stop       chan bool
	pending, bulky   sync.WaitGroup
}

// Write writes a letter, and Pack a parcel.
func (p *Post) Write(text string) {
	p.pending.Add(1)
	p.letters <- text
}

func (p *Post) Pack(text string) {
	p.bulky.Add(1)
	p.parcels <- text
}

// Carry leaves letters in the buffer when it ends. No parcels are left when it is told to end.
func (p *Post) Carry() {
	for {
		select {
		case <-p.quit:
			return
		case <-p.stop:
			return
		case <-p.letters:
			p.pending.Done()
		case <-p.parcels:
			p.bulky.Done()
		}
	}
}

// Close ends Carry, and waits for what it has told it to leave.
func (p *Post) Close() {
	p.bulky.Wait()
	close(p.quit)
	p.pending.Wait() // want paths: blocked
	close(p.stop)
}

// NewPost makes a post with room for a few letters.
func NewPost() *Post {
	return &Post{letters: make(chan string, 3), parcels: make(chan string, 3), quit: make(chan bool),
		stop: make(chan bool)}
}
