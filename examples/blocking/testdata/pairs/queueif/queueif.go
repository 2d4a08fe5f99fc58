// Package queueif keeps messages for readers. One who waited takes it for granted that there is one.
package queueif

import "sync"

// A Message is for one reader.
type Message struct{ Text string }

// A Box keeps messages until they are read.
type Box struct {
	mu       sync.Mutex
	filled   *sync.Cond
	messages []Message
	closed   bool
}

// NewBox makes an empty box.
func NewBox() *Box {
	b := new(Box)
	b.filled = sync.NewCond(&b.mu)
	return b
}

// Put adds messages. All readers are woken, since there may be several messages.
func (b *Box) Put(messages ...Message) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.messages = append(b.messages, messages...)
	b.filled.Broadcast()
}

// Close tells readers that no messages will come any more.
func (b *Box) Close() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.closed = true
	b.filled.Broadcast()
}

// Get waits for a message. It is false if the box is closed and empty.
func (b *Box) Get() (Message, bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if len(b.messages) == 0 && !b.closed {
		b.filled.Wait() // want paths: wait-no-loop // the test has one reader
	}
	if b.closed && len(b.messages) == 0 {
		return Message{}, false
	}
	m := b.messages[0]
	b.messages = b.messages[1:]
	return m, true
}
