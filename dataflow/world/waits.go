package world

// A frame that makes a group of threads, or a channel, starts threads that know it, and
// then waits at it, knows afterwards that all of them have told it that they are done: if
// it cannot be told more often than it waits for. Then none of the others has told it in
// the stead of one that has not.
//
// How often that is, is counted. A group is waited at until it was told as often as was
// announced (Add), a channel until it was told once. On the other side each thread that
// the frame starts counts as often as it may tell the object; see tellers. So nobody else
// may know the object, which is why only those are followed that the frame has made, and
// that it hands to nothing but threads and functions that are seen.
//
// If it is not known how often was announced, it is taken to be as often as the object is
// told. That is an assumption: otherwise the counter of the group would become negative,
// which is an error that ends the program. But then a thread that does not tell the object on all its
// paths may have been counted or not.

// tells is what is known of how often an object may be told.
type tells struct {
	left   int32 // at least so many more are waited for than may come; 0 is enough
	unsure bool  // some thread may not tell the object, or more than once
}

const (
	leastLeft int32 = -8 // or less
	mostLeft  int32 = 64 // or more
	assumed   int32 = 1 << 20
)

// unknown is what is known of an object that was not made yet.
var unknown = tells{leastLeft, true}

// more adds to what is waited for.
func (t tells) more(n int32) tells {
	if t.left != assumed && t.left != leastLeft {
		t.left = max(leastLeft, min(t.left+n, mostLeft))
	}
	return t
}

// enough reports whether who waits for the object goes on only when all have told it.
func (t tells) enough() bool { return t.left >= 0 && !(t.left == assumed && t.unsure) }

// commonTells is what holds on two paths, and whether that is less than a says. None says
// that all objects are unknown.
func commonTells(a, b []tells) (_ []tells, less bool) {
	if len(a) == 0 || len(b) == 0 {
		return nil, len(a) > 0
	}
	for i := range a {
		x := tells{min(a[i].left, b[i].left), a[i].unsure || b[i].unsure}
		if x != a[i] {
			if !less {
				a, less = append([]tells(nil), a...), true
			}
			a[i] = x
		}
	}
	return a, less
}

// A waitKind is what an operation means for an object at which a frame waits.
type waitKind uint8

const (
	makes     waitKind = iota // anew, waiting to be told n times
	announces                 // that it will be told n times more, or any number if n is 0
	isTold                    // between lo and hi times, now or by a thread that starts; n are announced
	awaits                    // until it was told; afterwards it waits to be told n times
)

// waitOp is the effect of an operation on an object.
type waitOp struct {
	object objects // one
	index  int
	kind   waitKind
	n      int32
	told   told
}

// waits are the objects that a function makes and waits at, by what its operations do to
// them. It is nil if there are none.
type waits struct {
	count int
	at    map[int32][]waitOp
}

// told are the objects that the thread which starts at a Fork tells when it has made its
// last access.
func (w *waits) told(pc int32) (all objects) {
	if w == nil {
		return 0
	}
	for _, x := range w.at[pc] {
		if x.kind == isTold && x.told.last() {
			all |= x.object
		}
	}
	return all
}

// over is the effect of the operation: what is known of how often the object may be told, who may run, and who has
// ended.
func (x waitOp) over(is tells, r running) (_ tells, _ running, ended []threadID) {
	switch x.kind {
	case makes:
		return tells{left: x.n}, r.forget(x.object), nil
	case announces:
		if is = is.more(x.n); x.n == 0 && is.left != leastLeft {
			is.left = assumed
		}
	case isTold:
		is = is.more(x.n - int32(x.told.hi))
		is.unsure = is.unsure || x.told.lo != 1 || x.told.hi != 1
	case awaits:
		if is.enough() {
			r, ended = r.awaited(x.object)
			return tells{left: x.n}, r, ended
		}
	}
	return is, r, nil
}
