// Package fixed checks the version in the critical section in which it writes: optimistic
// retry. What it read before may be out of date, and is not written then.
package fixed

import "sync"

// A Text is edited by many.
type Text struct {
	mu      sync.Mutex
	text    string
	version int
}

func (t *Text) get() (text string, version int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.text, t.version
}

// replace sets the text if it still has the version.
func (t *Text) replace(version int, text string) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.version != version {
		return false
	}
	t.text, t.version = text, version+1
	return true
}

// Edit changes the text as edit says, which may be called several times, and tells what it
// will write, if it can.
func (t *Text) Edit(edit func(string) string, tell func(string)) {
	for {
		text, version := t.get()
		text = edit(text)
		tell(text)
		if t.replace(version, text) {
			return
		}
	}
}

// String is the text.
func (t *Text) String() string {
	text, _ := t.get()
	return text
}
