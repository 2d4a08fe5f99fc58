package wire

import (
	"container/heap"
	"fmt"
	"sync/atomic"
	"time"
)

// A stream is a goroutine whose records are being read.
type stream struct {
	id    uint32
	chunk uint64
	pos   int    // index in the chunk of the next word
	idle  int    // how often it was found without a record
	gate  uint64 // number it waits for, 0 if it does not wait
	dry   uint64 // number of the Collected up to which it has been read
}

const (
	words     = chunkBytes / 8
	idleAfter = 4  // looks in vain, after which a stream is looked at less often
	idleShare = 64 // of such streams, one of so many is looked at in a pass
)

// A program that waits for something most of the time writes little, and to look for that often would cost more than to
// read it. One that begins to write much meanwhile may come to wait, once.
const (
	shortestNap = 20 * time.Microsecond
	longestNap  = 64 * time.Millisecond
	wordsOfFew  = 1 << 12 // between two naps
	wordsOfMany = 1 << 16
)

// Batches reads until the program is no more and all that it wrote has been read. The caller closes done when the
// program has exited, however it did. If the caller stops early, the program waits when it is far ahead, until the ring
// is closed.
func (r *Ring) Batches(done <-chan struct{}) Batches {
	return func(yield func(Batch, error) bool) {
		exited, nap, read := false, shortestNap, 0
		for all := true; ; {
			got, ok := r.pass(all, func(b Batch, err error) bool {
				if read += len(b.Words); b.Ended {
					read += words // its chunk is free again, which is what the program may wait for
				}
				return yield(b, err)
			})
			if !ok {
				return
			}
			switch {
			case got:
				all = false
			case !all:
				all = true // look at those left out before going to sleep
			case exited:
				if !r.skipGap() {
					return
				}
			default:
				switch {
				case read > wordsOfMany:
					nap = shortestNap
				case read < wordsOfFew:
					nap = min(2*nap, longestNap)
				}
				read = 0
				timer := time.NewTimer(nap)
				select {
				case <-done:
					exited = true
				case <-timer.C:
				}
				timer.Stop()
			}
		}
	}
}

// skipGap passes over numbers that were given out but not written, since the program was killed in between.
func (r *Ring) skipGap() bool {
	if len(r.waiting) == 0 || r.waiting[0].gate <= r.next {
		return false
	}
	r.skipped += r.waiting[0].gate - r.next
	r.next = r.waiting[0].gate
	return true
}

// pass reads a little of each stream that may have something, in turn. Those that wait for a number are read as soon as
// it has come.
func (r *Ring) pass(all bool, yield func(Batch, error) bool) (got, ok bool) {
	r.adopt()
	before := r.collect
	turn := r.active
	r.active = r.spare[:0]
	n := (len(r.idle) + idleShare - 1) / idleShare
	if all || r.collect != 0 {
		n = len(r.idle)
	}
	idle := r.idle[:n]
	r.idle = r.idle[n:]
	again := r.other[:0] // those still idle, which come to the end of the queue
	for i := 0; i < len(turn)+len(idle); i++ {
		var s *stream
		if i < len(turn) {
			s = turn[i]
		} else {
			s = idle[i-len(turn)]
		}
		for s != nil {
			some, ok := r.read(s, yield)
			got = got || some
			if !ok {
				return got, false
			}
			switch {
			case s.chunk == 0: // it has ended
			case s.gate == r.next:
				r.collector = s
			case s.gate > r.next:
				heap.Push(&r.waiting, s)
			case s.idle < idleAfter:
				r.active = append(r.active, s)
			default:
				again = append(again, s)
			}
			s = nil
			if len(r.waiting) > 0 && r.waiting[0].gate <= r.next {
				s = heap.Pop(&r.waiting).(*stream)
			}
		}
	}
	clear(turn)
	r.spare = turn[:0]
	r.other = again
	r.idle = append(r.idle, again...)
	return r.collecting() || got || r.collect != before, true
}

// read reads what there is of one chunk of a stream.
func (r *Ring) read(s *stream, yield func(Batch, error) bool) (got, ok bool) {
	c := r.chunk(s.chunk)
	from := s.pos
	last, err := r.scan(s, c)
	if err != nil {
		// The stream cannot be read on; its chunk is left to it.
		s.chunk = 0
		return true, yield(Batch{}, err)
	}
	if s.pos == from && last == 0 {
		s.idle++
		return false, true
	}
	s.idle = 0
	ended := last.tag() == tagEnd
	if s.pos > from || ended {
		ok = yield(Batch{s.id, c[from:s.pos], ended}, nil)
	} else {
		ok = true
	}
	if last != 0 {
		r.free(s.chunk, c)
		s.chunk, s.pos = uint64(last.arg()), 1
		if ended {
			s.chunk = 0
		}
	}
	return true, ok
}

// A waiting list has the streams that wait for a number, as a heap.
type waitingList []*stream

func (w waitingList) Len() int           { return len(w) }
func (w waitingList) Less(i, j int) bool { return w[i].gate < w[j].gate }
func (w waitingList) Swap(i, j int)      { w[i], w[j] = w[j], w[i] }
func (w *waitingList) Push(x any)        { *w = append(*w, x.(*stream)) }
func (w *waitingList) Pop() any {
	n := len(*w) - 1
	s := (*w)[n]
	(*w)[n] = nil
	*w = (*w)[:n]
	return s
}

// scan moves s.pos over the records that are there and may be handed on, and gives Next or End if it came that far.
func (r *Ring) scan(s *stream, c *[words]uint64) (head, error) {
	s.gate = 0
	for s.pos < words {
		h := head(atomic.LoadUint64(&c[s.pos]))
		if h == 0 {
			s.dry = r.collect
			return 0, nil
		}
		n := int(lengths[h&15])
		switch h.tag() {
		case tagEnter, tagBlock, tagLeave, tagRecover:
			s.pos++
			continue
		case tagLock, tagFork, tagSignal, tagObserve:
			if s.pos+n < words {
				if num := c[s.pos+n-1]; num > r.next {
					s.gate, s.dry = num, r.collect
					return 0, nil
				} else if num == r.next {
					r.next++
				}
			}
		case tagNote:
			if s.pos+n < words && r.gated(s, h.arg(), c[s.pos+n-1]) {
				return 0, nil
			}
		case tagStart:
			if num := c[s.pos+3]; num >= r.next {
				s.gate, s.dry = num+1, r.collect
				return 0, nil
			}
		case tagNext:
			if a := uint64(h.arg()); a == 0 || a > r.chunks {
				return 0, s.broken(fmt.Sprintf("it goes on in chunk %d of %d", a, r.chunks))
			}
			return h, nil
		case tagEnd:
			return h, nil
		}
		if n == 0 {
			return 0, s.broken(fmt.Sprintf("%#x is no record", uint64(h)))
		}
		if s.pos+n >= words {
			return 0, s.broken(fmt.Sprintf("a record (%v) does not fit its chunk", h.tag()))
		}
		s.pos += n
	}
	return 0, s.broken("a chunk is full but does not say where it goes on")
}

// gated reports whether a Note has to wait for its number. What was written before the collection, in all streams,
// comes before what it freed, and what was written after it comes later.
func (r *Ring) gated(s *stream, what uint32, num uint64) bool {
	switch {
	case (what == noteHalt || what == noteTurn) && num > r.next:
		s.gate, s.dry = num, r.collect
		return true
	case (what == noteHalt || what == noteTurn) && num == r.next:
		r.next++
	case what == noteEpoch && num >= r.next:
		s.gate, s.dry = num+1, r.collect
		return true
	case what == noteCollected && num > r.next:
		s.gate, s.dry = num, r.collect
		return true
	case what == noteCollected && num == r.next:
		r.next++
		r.collect = 0
	case what == noteFreed && num >= r.next && r.collected < num:
		if s.gate, s.dry = num, num; num == r.next {
			r.collect = num
		}
		return true
	}
	return false
}

// collecting makes way for what a collection freed when all streams have been read up to it.
func (r *Ring) collecting() bool {
	if r.collect == 0 || r.collected == r.collect {
		return false
	}
	for _, list := range [][]*stream{r.active, r.idle} {
		for _, s := range list {
			if s.dry != r.collect {
				return false
			}
		}
	}
	r.collected = r.collect
	r.active = append(r.active, r.collector)
	r.collector = nil
	return true
}

func (s *stream) broken(what string) error {
	return fmt.Errorf("ring: goroutine %d, chunk %d, word %d: %s; "+
		"the program overwrote its ring, or was built for another version of it", s.id, s.chunk, s.pos, what)
}

// adopt takes over the goroutines that are new.
func (r *Ring) adopt() {
	i := atomic.LoadUint64(r.word(offNew))
	if i == 0 {
		return
	}
	n := len(r.active)
	for i = atomic.SwapUint64(r.word(offNew), 0); i != 0 && i <= r.chunks; {
		r.active = append(r.active, &stream{chunk: i, pos: 1})
		i = atomic.SwapUint64(&r.chunk(i)[0], 0)
	}
	fresh := r.active[n:] // the latest first
	for i, j := 0, len(fresh)-1; i < j; i, j = i+1, j-1 {
		fresh[i], fresh[j] = fresh[j], fresh[i]
	}
	for _, s := range fresh {
		r.seen++
		s.id = r.seen
	}
}

// free clears a chunk and puts it on the list of free ones.
func (r *Ring) free(i uint64, c *[words]uint64) {
	clear(c[:])
	for head := r.word(offFree); ; {
		old := atomic.LoadUint64(head)
		atomic.StoreUint64(&c[0], old&(1<<32-1))
		if atomic.CompareAndSwapUint64(head, old, (old>>32+1)<<32|i) {
			break
		}
	}
	atomic.AddUint64(r.word(offFreed), 1)
}
