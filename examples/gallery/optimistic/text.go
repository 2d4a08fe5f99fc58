// Package optimistic changes a text without the lock and tries again if somebody else was
// faster, as it should be. But it finds that out in one critical section, and writes in another.
//
//	Edit                         Edit
//	reads version 1
//	version is still 1
//	                             reads, checks and writes version 2
//	writes version 2 again                                           an edit is lost
package optimistic

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

func (t *Text) set(text string, version int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.text, t.version = text, version
}

// Edit changes the text as edit says, which may be called several times, and tells what it
// writes before it does.
func (t *Text) Edit(edit func(string) string, tell func(string)) {
	for {
		text, version := t.get()
		text = edit(text)
		if _, now := t.get(); now == version {
			tell(text)
			t.set(text, version+1)
			return
		}
	}
}

// String is the text.
func (t *Text) String() string {
	text, _ := t.get()
	return text
}
