package trace

import (
	"github.com/seed38182bad/parallax/envs"
)

// tracker follows the frames of threads for a lenient reader. After events were lost it aligns the frames that f knows
// with those that a block names, by events Leave and Enter of its own.
type tracker struct {
	b       *blocks
	threads map[envs.Thread]*tracked
	last    *tracked
	block   int64
	f       func(*envs.Event) bool
}

type tracked struct {
	id     envs.Thread
	frames []trackedFrame
	block  int64 // in which its frames were brought in line last
	blind  bool  // its frames in this block are not known
}

type trackedFrame struct {
	fn     envs.FuncID
	hidden bool // f knows nothing of it, since its function is not known
}

func (k *tracker) init(b *blocks) { *k = tracker{b: b, threads: map[envs.Thread]*tracked{}} }

func (k *tracker) thread(id envs.Thread) *tracked {
	t := k.last
	if t == nil || t.id != id {
		if t = k.threads[id]; t == nil {
			t = &tracked{id: id}
			k.threads[id] = t
		}
		k.last = t
	}
	return t
}

// begin takes in what a block says of frames. It is false if f wants no more.
func (k *tracker) begin(frames []byte, f func(*envs.Event) bool) bool {
	k.block++
	k.f = f
	if !k.b.lost {
		return true
	}
	for c := (fields{b: frames}); len(c.b) > 0 && !c.bad; {
		t := k.thread(envs.Thread(c.uvarint()))
		n := int(min(c.uvarint(), 1<<30))
		t.block, t.blind = k.block, false
		if n > maxFrames {
			t.blind = len(t.frames) != n
			continue
		}
		want := make([]envs.FuncID, n)
		for i := range want {
			want[i] = envs.FuncID(c.uvarint())
		}
		if !c.bad && !k.align(t, want) {
			return false
		}
	}
	return true
}

// align leaves and enters frames until they are those that are wanted.
func (k *tracker) align(t *tracked, want []envs.FuncID) bool {
	same := 0
	for same < len(want) && same < len(t.frames) && t.frames[same].fn == want[same] {
		same++
	}
	for n := len(t.frames); n > same; n-- {
		hidden := t.frames[n-1].hidden
		t.frames = t.frames[:n-1]
		if !hidden && !k.f(&envs.Event{Kind: envs.Leave, Thread: t.id}) {
			return false
		}
	}
	for _, fn := range want[same:] {
		hidden := k.b.r.prog.function(fn) == nil
		t.frames = append(t.frames, trackedFrame{fn, hidden})
		if !hidden && !k.f(&envs.Event{Kind: envs.Enter, Thread: t.id, Func: fn}) {
			return false
		}
	}
	return true
}

// fits reports whether an event fits the frames of its thread. The function is that of a
// Step's operation, -1 if it is not known.
func (k *tracker) fits(ev *envs.Event, fn envs.FuncID) bool {
	if ev.Kind == envs.Forget {
		return true
	}
	t := k.thread(ev.Thread)
	if k.b.lost {
		if t.block != k.block { // the block names no frames of it
			t.block, t.blind = k.block, false
			k.align(t, nil)
		}
		if t.blind {
			return false
		}
	}
	n := len(t.frames)
	switch ev.Kind {
	case envs.Step:
		return !k.b.lost || fn < 0 || n > 0 && t.frames[n-1].fn == fn && !t.frames[n-1].hidden
	case envs.Enter:
		hidden := k.b.damaged && k.b.r.prog.function(ev.Func) == nil
		t.frames = append(t.frames, trackedFrame{ev.Func, hidden})
		return !hidden
	case envs.Leave:
		if n == 0 {
			return !k.b.lost
		}
		hidden := t.frames[n-1].hidden
		t.frames = t.frames[:n-1]
		return !hidden
	case envs.End:
		delete(k.threads, t.id)
		k.last = nil
	}
	return true
}
