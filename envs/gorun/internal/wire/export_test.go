package wire

import (
	"iter"

	"github.com/seed38182bad/parallax/envs"
)

// The records, for tests that write them.
type (
	Tag  = tag
	Head = head
)

const (
	Enter   = tagEnter
	Leave   = tagLeave
	Block   = tagBlock
	Object  = tagObject
	Lock    = tagLock
	Fork    = tagFork
	Start   = tagStart
	Recover = tagRecover
	Signal  = tagSignal
	Observe = tagObserve
	Heap    = tagNote

	Freed   = noteFreed
	Reverse = reverseBit
)

// MakeHead puts a head together.
func MakeHead(t Tag, frame uint32, flag bool, arg uint32) Head {
	h := head(t) | head(frame&frameMask)<<frameShift | head(arg)<<argShift
	if flag {
		h |= flagBit
	}
	return h
}

// Events yields a copy of each event.
func (d *Decoder) Events() iter.Seq2[envs.Event, error] {
	return func(yield func(envs.Event, error) bool) {
		err := d.Each(func(e *envs.Event) bool { return yield(*e, nil) })
		if err != nil && !d.stopped {
			yield(envs.Event{}, err)
		}
	}
}
