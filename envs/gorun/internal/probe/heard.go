package probe

// A heard is what is known of an object that orders goroutines: which of them need not signal or observe it, since no
// clock would change. It is part of the observed program's run time, too, so it imports nothing.
//
// The clock of a goroutine is what happened before what it does now; that of an object is what was signalled of it.
// To observe joins the object's clock to the goroutine's, to signal joins the other way, and a signal that replaces
// makes the object's clock that of the goroutine.
type heard struct {
	obj uint64 // with its marks; 0 if nothing is known
	// by is a goroutine whose clock was the object's when it signalled last, so that it covers the object's; 0 if none.
	by uint64
	at uint64 // the news of that goroutine by then
	// seen is another goroutine whose clock covers the object's, 0 if none is known.
	seen  uint64
	epoch uint64 // of the address when by signalled
}

// of makes what is known that of an object.
func (h *heard) of(obj uint64) {
	if h.obj != obj {
		*h = heard{obj: obj}
	}
}

// counts reports whether a goroutine that observes the object, signals it, or does the one and then the other learns
// anything by it, and whether the object does. If the object does, signalled comes next.
func (h *heard) counts(g, news, epoch uint64, observes, signals bool) (learns, teaches bool) {
	learns = observes && h.observes(g)
	return learns, signals && h.signals(g, news, epoch)
}

// observes reports whether a goroutine learns anything by observing the object.
func (h *heard) observes(g uint64) bool {
	if h.by == g || h.seen == g {
		return false
	}
	h.seen = g
	return true
}

// signals reports whether an object learns anything from the signal of a goroutine with so much news, which counts what
// the goroutine did and what it observed.
func (h *heard) signals(g, news, epoch uint64) bool {
	return h.by != g || h.at != news || h.epoch != epoch
}

// signalled is called after the signal was written.
func (h *heard) signalled(g uint64, replaces bool, news, epoch uint64) {
	if replaces || h.by == g || h.seen == g {
		h.by, h.at, h.epoch = g, news, epoch
	} else {
		h.by = 0 // others have signalled what this goroutine does not know
	}
	h.seen = 0
}
